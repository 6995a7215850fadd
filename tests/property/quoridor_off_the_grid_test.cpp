// Quoridor on graphs that no grid has: every wall is tried, and a path searched for every seat.
#include <array>
#include <set>

#include <gtest/gtest.h>

#include "client_sdk/games/quoridor/quoridor.hpp"
#include "tests/property/arcs.hpp"

namespace quiver::tests {

namespace {

using base::Vertex;
using games::Quoridor;
using games::QuoridorMove;
using games::Seat;
using Kind = QuoridorMove::Kind;

constexpr unsigned kNorth = 1;
constexpr unsigned kEast = 3;
constexpr std::array<unsigned, 4> kSteps = {1, 3, 5, 7};

using Edge = std::set<std::uint32_t>;  // its two ends

// The rules on a plain list of arcs: walls are the edges they cut.
class Brute {
 public:
  Brute(const Arcs& arcs, const graph::Grid& grid, unsigned seats)
      : arcs_(arcs), grid_(grid), seats_(seats) {}

  void add_wall(const QuoridorMove& wall) {
    anchors_.insert(wall.cell.value());
    for (const Edge& edge : edges_of(wall)) cut_.insert(edge);
  }

  [[nodiscard]] std::set<QuoridorMove> legal_moves(const Quoridor& game) const {
    std::set<QuoridorMove> moves;
    if (game.outcome().over) return moves;
    add_pawn_moves(game, moves);
    for (std::uint32_t v = 0; v < arcs_.vertices(); ++v)
      for (const Kind kind : {Kind::kHorizontal, Kind::kVertical})
        if (wall_is_legal(game, {kind, Vertex{v}})) moves.insert({kind, Vertex{v}});
    return moves;
  }

 private:
  [[nodiscard]] std::vector<Edge> edges_of(const QuoridorMove& wall) const {
    const auto step = [&](std::int64_t v, unsigned d) {
      return v == -1 ? -1 : arcs_.step(static_cast<std::uint32_t>(v), d);
    };
    const std::int64_t anchor = wall.cell.value();
    const std::int64_t north = step(anchor, kNorth);
    const std::int64_t east = step(anchor, kEast);
    const std::int64_t corner = step(east, kNorth);
    if (corner == -1 || step(north, kEast) != corner) return {};  // not four cells around its middle
    const auto edge = [](std::int64_t a, std::int64_t b) {
      return Edge{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
    };
    if (wall.kind == Kind::kHorizontal) return {edge(anchor, north), edge(east, corner)};
    return {edge(anchor, east), edge(north, corner)};
  }

  [[nodiscard]] std::int64_t open_step(std::uint32_t from, unsigned d) const {
    const std::int64_t to = arcs_.step(from, d);
    return to != -1 && cut_.count({from, static_cast<std::uint32_t>(to)}) == 1 ? -1 : to;
  }

  [[nodiscard]] bool taken(const Quoridor& game, std::int64_t v) const {
    for (std::uint8_t s = 0; s < seats_; ++s)
      if (game.pawn(Seat{s}).value() == v) return true;
    return false;
  }

  void add_pawn_moves(const Quoridor& game, std::set<QuoridorMove>& moves) const {
    const auto add = [&](std::int64_t v) {
      moves.insert({Kind::kPawn, Vertex{static_cast<std::uint32_t>(v)}});
    };
    const auto is_free = [&](std::int64_t v) { return v != -1 && !taken(game, v); };
    for (const unsigned d : kSteps) {
      const std::int64_t to = open_step(game.pawn(game.to_move()).value(), d);
      if (to == -1) continue;
      const auto over = static_cast<std::uint32_t>(to);
      if (is_free(to)) {
        add(to);
      } else if (is_free(open_step(over, d))) {
        add(open_step(over, d));
      } else {
        for (const unsigned side : kSteps)
          if (side % 4 != d % 4 && is_free(open_step(over, side))) add(open_step(over, side));
      }
    }
  }

  [[nodiscard]] bool wall_is_legal(const Quoridor& game, const QuoridorMove& wall) const {
    const std::vector<Edge> edges = edges_of(wall);
    if (game.walls_left(game.to_move()) == 0 || edges.empty() || anchors_.count(wall.cell.value()) == 1)
      return false;
    for (const Edge& edge : edges)
      if (cut_.count(edge) == 1) return false;
    Brute after = *this;
    after.add_wall(wall);
    for (std::uint8_t s = 0; s < seats_; ++s)
      if (game.turn().stands(Seat{s}) && !after.has_path(s, game.pawn(Seat{s}).value())) return false;
    return true;
  }

  [[nodiscard]] bool is_goal(unsigned seat, std::uint32_t v) const {
    const std::uint32_t row = v / grid_.columns;
    const std::uint32_t column = v % grid_.columns;
    const std::array<bool, 4> sides = {row == 0, column == grid_.columns - 1, row == grid_.rows - 1,
                                       column == 0};
    return sides[seats_ == 2 && seat == 1 ? 2 : seat];  // seat 0 goes north, with four on clockwise
  }

  [[nodiscard]] bool has_path(unsigned seat, std::uint32_t from) const {
    std::set<std::uint32_t> seen = {from};
    std::vector<std::uint32_t> flood = {from};
    while (!flood.empty()) {
      const std::uint32_t v = flood.back();
      flood.pop_back();
      if (is_goal(seat, v)) return true;
      for (const unsigned d : kSteps)
        if (const std::int64_t to = open_step(v, d);
            to != -1 && seen.insert(static_cast<std::uint32_t>(to)).second)
          flood.push_back(static_cast<std::uint32_t>(to));
    }
    return false;
  }

  const Arcs& arcs_;
  graph::Grid grid_;
  unsigned seats_;
  std::set<Edge> cut_;
  std::set<std::uint32_t> anchors_;
};

void play_and_compare(const Arcs& arcs, const Quoridor::Setup& setup, Dice& dice) {
  auto created = Quoridor::create(setup);
  if (!created) return;  // no path from these starts
  Quoridor game = *created;
  Brute brute(arcs, setup.grid, static_cast<unsigned>(setup.pawns.size()));
  while (true) {
    const std::set<QuoridorMove> expected = brute.legal_moves(game);
    std::vector<QuoridorMove> moves;
    game.for_each_legal_move([&](const QuoridorMove& move) { moves.push_back(move); });
    ASSERT_EQ(std::set<QuoridorMove>(moves.begin(), moves.end()), expected) << "ply " << game.ply();
    ASSERT_EQ(moves.size(), expected.size());
    for (std::uint32_t v = 0; v <= arcs.vertices(); ++v)
      for (const Kind kind : {Kind::kPawn, Kind::kHorizontal, Kind::kVertical})
        ASSERT_EQ(game.check({kind, Vertex{v}}).has_value(), expected.count({kind, Vertex{v}}) == 1);
    if (game.outcome().over) return;
    const QuoridorMove move = dice.pick(moves);
    const Quoridor before = game;
    game.undo(game.apply(move));
    ASSERT_TRUE(game == before);
    game.apply(move);
    if (move.kind != Kind::kPawn) brute.add_wall(move);
  }
}

// Pawns of 2 or 4 seats on random vertices, none on its goal.
Quoridor::Setup random_setup(const Arcs& arcs, graph::Grid grid, Dice& dice) {
  Quoridor::Setup setup{arcs.graph(), grid, {}, static_cast<std::uint32_t>(dice.below(8)), 60};
  while (setup.pawns.size() < (dice.one_in(2) ? 2U : 4U) || setup.pawns.size() % 2 == 1)
    setup.pawns.emplace_back(Vertex{static_cast<std::uint32_t>(dice.below(arcs.vertices()))});
  return setup;
}

class QuoridorOffTheGrid : public testing::Test {
 protected:
  Dice dice_{testing::UnitTest::GetInstance()->current_test_info()->name()};
  testing::ScopedTrace trace_{__FILE__, __LINE__, how_to_repeat()};
};

TEST_F(QuoridorOffTheGrid, OnACylinder) {
  const Arcs arcs = wrapped_grid(6, 5, Wraps::kColumns, false);
  for (int game = 0; game < 40; ++game)
    ASSERT_NO_FATAL_FAILURE(play_and_compare(arcs, random_setup(arcs, {6, 5}, dice_), dice_));
}

TEST_F(QuoridorOffTheGrid, OnATorus) {
  const Arcs arcs = wrapped_grid(5, 5, Wraps::kBoth, false);
  for (int game = 0; game < 40; ++game)
    ASSERT_NO_FATAL_FAILURE(play_and_compare(arcs, random_setup(arcs, {5, 5}, dice_), dice_));
}

TEST_F(QuoridorOffTheGrid, OnATwistedTorus) {
  const Arcs arcs = wrapped_grid(5, 4, Wraps::kBoth, false, 2);
  for (int game = 0; game < 40; ++game)
    ASSERT_NO_FATAL_FAILURE(play_and_compare(arcs, random_setup(arcs, {5, 4}, dice_), dice_));
}

// A grid of 6 rows and 5 columns, of which one arc in `gaps` is missing.
Arcs grid_with_gaps(std::size_t gaps, Dice& dice) {
  Arcs arcs(30);
  for (std::uint32_t v = 0; v < 30; ++v) {
    if (v % 5 != 4 && !dice.one_in(gaps)) arcs.add(v, v + 1, kEast);
    if (v >= 5 && !dice.one_in(gaps)) arcs.add(v, v - 5, kNorth);
  }
  return arcs;
}

// It still lies on the plane, where most searches for a path are saved.
TEST_F(QuoridorOffTheGrid, OnAGridWithGaps) {
  for (int game = 0; game < 100; ++game) {
    const Arcs arcs = grid_with_gaps(12, dice_);
    ASSERT_NO_FATAL_FAILURE(play_and_compare(arcs, random_setup(arcs, {6, 5}, dice_), dice_));
  }
}

// The gaps are filled with arcs to anywhere: only a search can tell what a wall closes.
TEST_F(QuoridorOffTheGrid, OnAGridWithShortCuts) {
  for (int game = 0; game < 100; ++game) {
    Arcs arcs = grid_with_gaps(4, dice_);
    for (int k = 0; k < 30; ++k)
      arcs.add(static_cast<std::uint32_t>(dice_.below(30)), static_cast<std::uint32_t>(dice_.below(30)),
               dice_.one_in(2) ? kNorth : kEast);
    ASSERT_NO_FATAL_FAILURE(play_and_compare(arcs, random_setup(arcs, {6, 5}, dice_), dice_));
  }
}

}  // namespace

}  // namespace quiver::tests
