#include "bots/host/so/terms.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <utility>

#include "bots/host/so/interface.hpp"
#include "client_sdk/bot/declined.hpp"
#include "client_sdk/games/course_interface.hpp"

namespace quiver::bots::host {

using base::Seat;
using base::Vertex;
using games::Amazons;
using games::Quoridor;

namespace {

constexpr std::uint64_t kNoVertex = std::numeric_limits<std::size_t>::max();
constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

std::uint64_t own_vertex(std::uint64_t v) { return v; }
std::uint32_t own_number(graph::Direction d) { return static_cast<std::uint32_t>(d); }
// North, south, west, east on the board as the player sees it, whose rows are turned over.
std::uint32_t quoridor_number(graph::Direction d) {
  switch (d) {
    case graph::Direction::kSouth:
      return 1;
    case graph::Direction::kNorth:
      return 2;
    case graph::Direction::kWest:
      return 3;
    case graph::Direction::kEast:
      return 4;
    default:
      throw std::logic_error("a board of Quoridor has diagonals");
  }
}

// The course's Quoridor has the player who begins, BLACK, own row 0 and travel south. Our seat 0 begins in
// the south, so every vertex changes to the row as far from the other edge, in both directions of
// translation: the function is its own inverse. What is no vertex of the board stays what it is, for the
// referee to refuse.
class TurnedOver {
 public:
  explicit TurnedOver(const graph::Grid& grid) : rows_(grid.rows), columns_(grid.columns) {}

  [[nodiscard]] std::uint64_t operator()(std::uint64_t v) const {
    if (v >= rows_ * columns_) return v;
    return (rows_ - 1 - v / columns_) * columns_ + v % columns_;
  }

 private:
  std::uint64_t rows_, columns_;
};

// `vertex_of` numbers vertices as the player knows them and is its own inverse. Vertices of ours that are
// `blocked` lose all their arcs.
template <class VertexNumbering, class DirectionNumbering, class Blocked>
void add_arcs(Terms& terms, const graph::Graph& graph, const VertexNumbering& vertex_of,
              const DirectionNumbering& number_of, const Blocked& blocked) {
  terms.row_starts.push_back(0);
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    const Vertex from{static_cast<std::uint32_t>(vertex_of(v))};
    const auto row = graph.row(from);
    for (std::size_t k = 0; k < row.targets.size(); ++k) {
      if (blocked(from) || blocked(Vertex{static_cast<std::uint32_t>(row.targets[k])})) continue;
      terms.columns.push_back(
          static_cast<std::uint32_t>(vertex_of(static_cast<std::uint32_t>(row.targets[k]))));
      terms.directions.push_back(number_of(static_cast<graph::Direction>(row.directions[k])));
    }
    terms.row_starts.push_back(static_cast<std::uint32_t>(terms.columns.size()));
  }
}

// --- Amazons: the order of the queens

using Ids = std::vector<std::uint32_t>;

// Those on the row first, then those on the columns, by their offsets.
Ids north_side(std::uint32_t m, const Ids& offsets) {
  Ids queens;
  for (const std::uint32_t o : offsets) queens.insert(queens.end(), {o, m - 1 - o});
  for (const std::uint32_t o : offsets) queens.insert(queens.end(), {o * m, o * m + m - 1});
  return queens;
}

Ids reflected(Ids queens, std::uint32_t m) {
  for (std::uint32_t& v : queens) v = m * m - 1 - v;
  return queens;
}

Ids course_offsets(std::uint32_t m) {
  const std::uint32_t q = 4 * (m / 10 + 1);
  Ids offsets;
  for (std::uint32_t k = 0; k < q / 4; ++k) offsets.push_back(k * (m / (q / 2)) + 1);
  return offsets;
}

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

// The course's order where the queens stand as in the course's start, the same order of the classic start,
// with the seats exchanged; elsewhere by vertex.
void add_queens(Terms& terms, const Amazons& start) {
  const std::uint32_t m = start.grid().rows;
  for (unsigned s = 0; s < 2; ++s)
    for (const Vertex v : start.queens(base::seat(s))) terms.pieces[s].push_back(v.value());
  for (Ids& queens : terms.pieces) queens = sorted(queens);
  const Ids course = north_side(m, course_offsets(m));
  const Ids classic = north_side(m, {3 * m / 10});
  for (const auto& [first, second] :
       {std::pair{course, reflected(course, m)}, {reflected(classic, m), classic}})
    if (sorted(first) == terms.pieces[0] && sorted(second) == terms.pieces[1]) {
      terms.pieces[0] = first;
      terms.pieces[1] = second;
      return;
    }
}

// The interface begins with a board and queens, so a match that begins with moves is told as it stands after
// them: arrows are vertices without arcs, and each queen keeps her place in the order wherever she has gone.
void add_amazons(Terms& terms, const Amazons& start, const std::vector<games::Move>& opening) {
  terms.game = Course::kAmazons;
  add_queens(terms, start);
  Amazons now = start;
  for (const games::Move& one : opening) {
    const auto& move = std::get<games::AmazonsMove>(one);
    Ids& queens = terms.pieces[now.to_move().value()];
    std::replace(queens.begin(), queens.end(), move.from.value(), move.to.value());
    now.apply(move);
  }
  add_arcs(terms, start.graph(), own_vertex, own_number, [&](Vertex v) { return now.has_arrow(v); });
}

// --- Quoridor

void add_quoridor(Terms& terms, const Quoridor& start) {
  terms.game = Course::kQuoridor;
  const TurnedOver turned(start.grid());
  for (unsigned s = 0; s < 2; ++s)
    for (std::uint32_t v = 0; v < start.graph().num_vertices(); ++v)
      if (start.terrain().is_home(base::seat(s), Vertex{v}))
        terms.pieces[s].push_back(static_cast<std::uint32_t>(turned(v)));
  terms.walls = start.walls_left(base::seat(terms.id));
  add_arcs(terms, start.graph(), turned, quoridor_number, [](Vertex) { return false; });
}

using Edge = std::pair<std::uint64_t, std::uint64_t>;

// The two edges that the wall cuts: from its cell outwards, the one of its cell first.
std::array<Edge, 2> edges_of(const Quoridor& game, const games::QuoridorMove& wall) {
  const auto& block = game.terrain().block(wall.cell);
  const std::uint64_t v = wall.cell.value();
  if (wall.kind == games::QuoridorMove::Kind::kHorizontal)
    return {Edge{v, block.north}, Edge{block.east, block.north_east}};
  return {Edge{v, block.east}, Edge{block.north, block.north_east}};
}

// In either direction and either order.
std::array<Edge, 2> in_order(std::array<Edge, 2> edges) {
  for (Edge& edge : edges)
    if (edge.first > edge.second) std::swap(edge.first, edge.second);
  if (edges[0] > edges[1]) std::swap(edges[0], edges[1]);
  return edges;
}

// The wall that cuts exactly these two edges. Linear in the board, which is at most 625 cells.
std::optional<games::QuoridorMove> wall_with(const Quoridor& game, const std::array<Edge, 2>& edges) {
  using Kind = games::QuoridorMove::Kind;
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
    if (!game.terrain().block(Vertex{v}).whole) continue;
    for (const Kind kind : {Kind::kHorizontal, Kind::kVertical})
      if (const games::QuoridorMove wall{kind, Vertex{v}}; in_order(edges_of(game, wall)) == in_order(edges))
        return wall;
  }
  return std::nullopt;
}

// Vertices as the player numbers them. For a wall, `m` repeats where the opponent's pawn stands.
Numbers told_quoridor(const Quoridor& game, Seat opponent, const games::QuoridorMove& move) {
  using namespace course_quoridor;
  const TurnedOver turned(game.grid());
  if (move.kind == games::QuoridorMove::Kind::kPawn)
    return {turned(move.cell.value()), kNoVertex, kNoVertex, kNoVertex, kNoVertex, kMove, opponent.value()};
  const auto edges = edges_of(game, move);
  return {turned(game.pawn(opponent).value()),
          turned(edges[0].first),
          turned(edges[0].second),
          turned(edges[1].first),
          turned(edges[1].second),
          kWall,
          opponent.value()};
}

// Saturates, so that a large number cannot wrap around to a vertex of the board.
std::uint32_t narrowed(std::uint64_t vertex) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(vertex, kNowhere));
}

games::Move returned_quoridor(const Quoridor& game, const Numbers& n) {
  using Kind = games::QuoridorMove::Kind;
  const TurnedOver turned(game.grid());
  if (n[5] == course_quoridor::kMove) return games::QuoridorMove{Kind::kPawn, Vertex{narrowed(turned(n[0]))}};
  if (n[5] == course_quoridor::kWall) {
    const std::array edges = {Edge{turned(n[1]), turned(n[2])}, Edge{turned(n[3]), turned(n[4])}};
    if (const auto wall = wall_with(game, edges)) return *wall;
    std::fprintf(stderr,
                 "host-so: play() returned a wall of the edges %llu-%llu and %llu-%llu, which no wall cuts\n",
                 static_cast<unsigned long long>(n[1]), static_cast<unsigned long long>(n[2]),
                 static_cast<unsigned long long>(n[3]), static_cast<unsigned long long>(n[4]));
    return games::QuoridorMove{Kind::kHorizontal, Vertex{kNowhere}};
  }
  std::fprintf(stderr, "host-so: play() returned a move of type %llu, which is neither WALL nor MOVE\n",
               static_cast<unsigned long long>(n[5]));
  return games::QuoridorMove{Kind::kPawn, Vertex{kNowhere}};
}

}  // namespace

Terms terms_of(const bot::MatchInfo& match) {
  if (const auto refusal = games::course_refusal(match.start, !match.opening.empty()))
    throw bot::Declined(*refusal);
  games::Position after = match.start;
  if (const auto played = games::play(after, {match.opening.begin(), match.opening.end()}); !played)
    throw std::runtime_error("the match begins with moves that are illegal: " + played.error().sentence);
  Terms terms;
  terms.id = match.seat.value();
  if (const auto* amazons = match.start.as<Amazons>())
    add_amazons(terms, *amazons, match.opening);
  else
    add_quoridor(terms, *match.start.as<Quoridor>());
  return terms;
}

Numbers told_move(const games::Position& position, Seat opponent, const std::optional<games::Move>& move) {
  constexpr std::uint64_t kNone = std::numeric_limits<unsigned>::max();
  if (const auto* quoridor = position.as<Quoridor>()) {
    if (move) return told_quoridor(*quoridor, opponent, std::get<games::QuoridorMove>(*move));
    return {kNoVertex,       kNoVertex, kNoVertex, kNoVertex, kNoVertex, course_quoridor::kNoType,
            opponent.value()};
  }
  if (!move) return {kNone, kNone, kNone};
  const auto& amazons = std::get<games::AmazonsMove>(*move);
  return {amazons.from.value(), amazons.to.value(), amazons.arrow.value()};
}

games::Move returned_move(const games::Position& position, const Numbers& numbers) {
  if (const auto* quoridor = position.as<Quoridor>()) return returned_quoridor(*quoridor, numbers);
  return games::AmazonsMove{Vertex{narrowed(numbers[0])}, Vertex{narrowed(numbers[1])},
                            Vertex{narrowed(numbers[2])}};
}

}  // namespace quiver::bots::host
