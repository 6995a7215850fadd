#include <optional>

#include "client_sdk/base/text.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::games {

using base::bad_input;
using base::Result;
using graph::Layout;

namespace {

using Queens = std::vector<std::vector<Vertex>>;

// Places queens on a square board of side m. Where a piece starts is the rules' arithmetic on rows and
// columns; how it moves from there is the graph's.
struct Square {
  std::uint32_t m;

  [[nodiscard]] Vertex cell(std::uint32_t row, std::uint32_t column) const {
    return Vertex{row * m + column};
  }
  [[nodiscard]] std::uint32_t far(std::uint32_t o) const { return m - 1 - o; }
  [[nodiscard]] std::vector<Vertex> reflected(const std::vector<Vertex>& queens) const {
    std::vector<Vertex> out;
    out.reserve(queens.size());
    for (const Vertex v : queens) out.emplace_back(m * m - 1 - v.value());
    return out;
  }
  // The offsets of the course's start along a side.
  [[nodiscard]] std::vector<std::uint32_t> course_offsets() const {
    const std::uint32_t q = 4 * (m / 10 + 1);
    std::vector<std::uint32_t> offsets;
    for (std::uint32_t k = 0; k < q / 4; ++k) offsets.push_back(k * (m / (q / 2)) + 1);
    return offsets;
  }
};

// Seat 0 has the northern half, seat 1 the same rotated by 180 degrees.
Queens course_two(const Square& b) {
  std::vector<Vertex> north;
  for (const std::uint32_t o : b.course_offsets())
    for (const Vertex v : {b.cell(0, o), b.cell(0, b.far(o)), b.cell(o, 0), b.cell(o, b.m - 1)})
      north.push_back(v);
  return {north, b.reflected(north)};
}

// One side of the board for each seat, clockwise from the north.
Queens course_four(const Square& b) {
  Queens queens(4);
  for (const std::uint32_t o : b.course_offsets()) {
    for (const std::uint32_t at : {o, b.far(o)}) {
      queens[0].push_back(b.cell(0, at));
      queens[1].push_back(b.cell(at, b.m - 1));
      queens[2].push_back(b.cell(b.m - 1, at));
      queens[3].push_back(b.cell(at, 0));
    }
  }
  return queens;
}

// The usual start of the game, scaled to the side: on 10 by 10, seat 0 has d1, g1, a4 and j4.
Queens classic(const Square& b) {
  const std::uint32_t t = 3 * b.m / 10;
  const std::vector<Vertex> north = {b.cell(0, t), b.cell(0, b.far(t)), b.cell(t, 0), b.cell(t, b.m - 1)};
  return {b.reflected(north), north};
}

Queens from_digits(const Layout& layout, unsigned seats) {
  Queens queens(seats);
  for (std::uint32_t v = 0; v < layout.cells.size(); ++v)
    if (const char c = layout.cells[v]; c >= '0' && c <= '3')
      queens[static_cast<unsigned>(c - '0')].emplace_back(v);
  return queens;
}

Result<void> check_ordinary_start(const Options& options, const Layout& layout, unsigned seats) {
  const std::string start = options.start.value_or("course");
  if (start != "course" && start != "classic")
    return bad_input("Amazons does not know the start " + base::quoted(start) +
                     "; it knows course and classic");
  if (layout.rows != layout.columns || layout.rows < 5)
    return bad_input("the " + start + " start needs a square board of side 5 or more; this one has " +
                     std::to_string(layout.rows) + " rows and " + std::to_string(layout.columns) +
                     " columns");
  if (seats == 4 && start == "classic") return bad_input("with 4 seats the only start is course");
  if (seats == 4 && options.shape && *options.shape != "square")
    return bad_input("4 seats play Amazons on square and map boards, not on " + *options.shape);
  return {};
}

Result<Queens> ordinary_start(const Options& options, const Layout& layout, unsigned seats) {
  if (auto fits = check_ordinary_start(options, layout, seats); !fits) return fits.error();
  const Square board{layout.rows};
  Queens queens = options.start == "classic" ? classic(board)
                  : seats == 4               ? course_four(board)
                                             : course_two(board);
  for (const auto& one_seat : queens)
    for (const Vertex v : one_seat)
      if (!layout.playable(v))
        return bad_input("the map has no start digits, and the ordinary start puts a queen on " +
                         graph::Grid{layout.rows, layout.columns}.name(v) + ", which is a hole");
  return queens;
}

}  // namespace

Result<Amazons> Amazons::start(const Options& options) {
  if (auto known = allow_only(options, "Amazons", {"--start"}); !known) return known.error();
  auto layout = chosen_layout(options, 10);
  if (!layout) return layout.error();
  auto seats = chosen_seats(options, *layout);
  if (!seats) return seats.error();
  Result<Queens> queens = layout->seats() != 0 ? Result<Queens>(from_digits(*layout, *seats))
                                               : ordinary_start(options, *layout, *seats);
  if (!queens) return queens.error();
  auto graph = graph::build_graph(*layout, graph::Adjacency::kEight);
  if (!graph) return graph.error();
  return create({*graph, {layout->rows, layout->columns}, *queens});
}

}  // namespace quiver::games
