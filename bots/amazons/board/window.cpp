#include "bots/amazons/board/window.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "bots/amazons/simple/random_moves.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::bots::amazons {

using base::Seat;
using base::Vertex;
using games::Amazons;

namespace {

// Bounds the work on large boards, which have hundreds of queens.
constexpr unsigned kQueensTried = 12;

struct Place {
  std::int64_t row, column;
};

Place place_of(const Amazons& game, Vertex v) {
  return {v.value() / game.grid().columns, v.value() % game.grid().columns};
}

// Chebyshev distance: king steps on an empty board.
std::int64_t steps_between(const Place& a, const Place& b) {
  return std::max(std::abs(a.row - b.row), std::abs(a.column - b.column));
}

// Shifted inwards at the edges, so that a window is always full size.
std::uint32_t first_of(std::int64_t centre, std::uint32_t side) {
  if (side <= Window::kSide) return 0;
  const std::int64_t wanted = centre - Window::kSide / 2;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 0, side - Window::kSide));
}

}  // namespace

// Seats are numbered anew inside: the seat to move becomes seat 0. Queens of eliminated seats become holes.
std::optional<Window> Window::around(const Amazons& game, Vertex centre) {
  const graph::Grid& grid = game.grid();
  const Place middle = place_of(game, centre);
  const std::uint32_t top = first_of(middle.row, grid.rows);
  const std::uint32_t left = first_of(middle.column, grid.columns);
  graph::Layout layout{std::min(grid.rows, kSide), std::min(grid.columns, kSide), ""};
  const auto vertex = [&](std::uint32_t row, std::uint32_t column) {
    return Vertex{(top + row) * grid.columns + left + column};
  };
  for (std::uint32_t row = 0; row < layout.rows; ++row)
    for (std::uint32_t column = 0; column < layout.columns; ++column) {
      const Vertex v = vertex(row, column);
      layout.cells += game.graph().isolated(v) || game.has_arrow(v) || game.has_queen(v) ? '#' : '.';
    }
  std::vector<std::vector<Vertex>> queens;
  const auto add_seat = [&](Seat s) {
    std::vector<Vertex> inside;
    for (const Vertex v : game.queens(s)) {
      const std::uint32_t row = v.value() / grid.columns - top, column = v.value() % grid.columns - left;
      if (row >= layout.rows || column >= layout.columns) continue;
      inside.push_back(Vertex{row * layout.columns + column});
      layout.cells[inside.back().value()] = '.';
    }
    if (!inside.empty()) queens.push_back(std::move(inside));
  };
  Seat s = game.to_move();
  add_seat(s);
  if (queens.empty()) return std::nullopt;
  for (s = game.turn().next_after(s); s != game.to_move(); s = game.turn().next_after(s)) add_seat(s);
  if (queens.size() < 2) return std::nullopt;
  const auto graph = graph::build_graph(layout, graph::Adjacency::kEight);
  if (!graph) return std::nullopt;
  auto inside = Amazons::create({*graph, {layout.rows, layout.columns}, std::move(queens)});
  if (!inside || inside->outcome().over || inside->to_move() != base::seat(0)) return std::nullopt;
  return Window(*std::move(inside), top, left, grid.columns);
}

Vertex Window::outside(Vertex v) const {
  const std::uint32_t columns = inside_.grid().columns;
  return Vertex{(top_ + v.value() / columns) * columns_ + left_ + v.value() % columns};
}

games::AmazonsMove Window::outside(const games::AmazonsMove& move) const {
  return {outside(move.from), outside(move.to), outside(move.arrow)};
}

// The window around the queen that has the most enemy queens near her; none if no queen has any.
std::optional<Window> busiest_window(const Amazons& game, base::Random& random) {
  Vertex busiest;
  unsigned most = 0;
  for (const Vertex queen : some_movable_queens(game, kQueensTried, random)) {
    unsigned near = 0;
    for_each_enemy_queen(game, [&](Vertex enemy) {
      near += steps_between(place_of(game, queen), place_of(game, enemy)) <= Window::kSide / 2 ? 1U : 0U;
    });
    if (near > most) most = near, busiest = queen;
  }
  return most == 0 ? std::nullopt : Window::around(game, busiest);
}

// Shooting back at the cell the queen left is always legal, so the arrow needs no search.
games::AmazonsMove approach(const Amazons& game, base::Random& random) {
  Vertex mine, theirs;
  std::int64_t least = graph::kMaxSide;
  for (const Vertex queen : some_movable_queens(game, kQueensTried, random))
    for_each_enemy_queen(game, [&](Vertex enemy) {
      const std::int64_t steps = steps_between(place_of(game, queen), place_of(game, enemy));
      if (steps < least) least = steps, mine = queen, theirs = enemy;
    });
  Vertex to = mine;
  least = graph::kMaxSide;
  for_each_reachable(game, mine, mine, [&](Vertex v) {
    const std::int64_t steps = steps_between(place_of(game, v), place_of(game, theirs));
    if (steps < least) least = steps, to = v;
  });
  return {mine, to, mine};
}

}  // namespace quiver::bots::amazons
