// Amazons on graphs that no grid has: cylinders, tori, and arcs between any vertices.
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "client_sdk/games/amazons/amazons.hpp"
#include "tests/property/arcs.hpp"

namespace quiver::tests {

namespace {

using base::Vertex;
using games::Amazons;
using games::AmazonsMove;
using games::Seat;

// A second board beside the game: what stands on each vertex, and rays walked arc by arc.
class Brute {
 public:
  Brute(const Arcs& arcs, const Amazons& game) : arcs_(arcs), occupied_(arcs.vertices()) {
    for (std::uint32_t v = 0; v < arcs.vertices(); ++v) occupied_[v] = !game.empty(Vertex{v});
    for (const Vertex q : game.queens(game.to_move())) own_.insert(q.value());
  }

  [[nodiscard]] std::set<AmazonsMove> legal_moves() {
    std::set<AmazonsMove> moves;
    const std::uint32_t n = arcs_.vertices();
    for (const std::uint32_t from : own_) {
      for (std::uint32_t to = 0; to < n; ++to) {
        if (!sees(from, to)) continue;
        occupied_[from] = false;
        occupied_[to] = true;
        for (std::uint32_t arrow = 0; arrow < n; ++arrow)
          if (sees(to, arrow)) moves.insert({Vertex{from}, Vertex{to}, Vertex{arrow}});
        occupied_[to] = false;
        occupied_[from] = true;
      }
    }
    return moves;
  }

 private:
  // Whether a straight walk from `origin` over empty vertices comes to `target`.
  [[nodiscard]] bool sees(std::uint32_t origin, std::uint32_t target) const {
    for (unsigned d = 1; d <= 8; ++d)
      for (std::int64_t v = arcs_.step(origin, d); v != -1 && !occupied_[static_cast<std::size_t>(v)];
           v = arcs_.step(static_cast<std::uint32_t>(v), d))
        if (v == target) return true;
    return false;
  }

  const Arcs& arcs_;
  std::vector<bool> occupied_;
  std::set<std::uint32_t> own_;
};

Amazons with_queens(const Arcs& arcs, std::size_t seats, std::size_t queens, Dice& dice) {
  std::set<std::uint32_t> taken;
  Amazons::Setup setup{arcs.graph(), {1, arcs.vertices()}, {}};
  setup.queens.resize(seats);
  for (auto& own : setup.queens) {
    while (own.size() < queens) {
      const auto v = static_cast<std::uint32_t>(dice.below(arcs.vertices()));
      if (taken.insert(v).second) own.emplace_back(v);
    }
  }
  return Amazons::create(setup).value();
}

void expect_brute_force_agrees(const Arcs& arcs, const Amazons& game) {
  std::vector<AmazonsMove> generated;
  game.for_each_legal_move([&](const AmazonsMove& move) { generated.push_back(move); });
  const std::set<AmazonsMove> expected =
      game.outcome().over ? std::set<AmazonsMove>{} : Brute(arcs, game).legal_moves();
  ASSERT_EQ(generated, std::vector<AmazonsMove>(expected.begin(), expected.end())) << "moves, in their order";
  ASSERT_EQ(game.count_legal_moves(), expected.size());
  const std::uint32_t n = arcs.vertices();
  for (std::uint32_t code = 0; code < n * n * n; ++code) {
    const AmazonsMove move{Vertex{code % n}, Vertex{code / n % n}, Vertex{code / n / n}};
    ASSERT_EQ(game.check(move).has_value(), expected.count(move) == 1) << game.format_numeric(move);
  }
}

void play_and_compare(const Arcs& arcs, Dice& dice) {
  Amazons game = with_queens(arcs, 2 + dice.below(3), 1 + dice.below(2), dice);
  while (true) {
    ASSERT_NO_FATAL_FAILURE(expect_brute_force_agrees(arcs, game));
    if (game.outcome().over) return;
    std::vector<AmazonsMove> moves;
    game.for_each_legal_move([&](const AmazonsMove& move) { moves.push_back(move); });
    const Amazons before = game;
    const Amazons::Undo made = game.apply(dice.pick(moves));
    game.undo(made);
    ASSERT_TRUE(game == before);
    std::uint64_t children = 0;
    game.for_each_child([&](const AmazonsMove& move) {
      Amazons child = before;
      child.apply(move);
      children += child == game ? 1U : 0U;
    });
    ASSERT_EQ(children, moves.size());
    game.apply(dice.pick(moves));
  }
}

class AmazonsOffTheGrid : public testing::Test {
 protected:
  Dice dice_{testing::UnitTest::GetInstance()->current_test_info()->name()};
  testing::ScopedTrace trace_{__FILE__, __LINE__, how_to_repeat()};
};

TEST_F(AmazonsOffTheGrid, OnACylinder) {
  for (int game = 0; game < 5; ++game)
    ASSERT_NO_FATAL_FAILURE(play_and_compare(wrapped_grid(4, 5, Wraps::kColumns, true), dice_));
}

TEST_F(AmazonsOffTheGrid, OnATorus) {
  for (int game = 0; game < 5; ++game) {
    ASSERT_NO_FATAL_FAILURE(play_and_compare(wrapped_grid(4, 5, Wraps::kBoth, true), dice_));
    ASSERT_NO_FATAL_FAILURE(play_and_compare(wrapped_grid(3, 3, Wraps::kBoth, true), dice_));
  }
}

// The last column is joined to the first one a row lower: rows are one long spiral.
TEST_F(AmazonsOffTheGrid, OnATwistedTorus) {
  const Arcs arcs = wrapped_grid(5, 4, Wraps::kBoth, true, 1);
  ASSERT_FALSE(arcs.graph()->monotone());
  for (int game = 0; game < 5; ++game) ASSERT_NO_FATAL_FAILURE(play_and_compare(arcs, dice_));
}

// Rays that never come back, but cross as no rays on a plane do and may meet more than once.
TEST_F(AmazonsOffTheGrid, OnRandomAscendingArcs) {
  for (int game = 0; game < 20; ++game) {
    const Arcs arcs = random_arcs(16, 120, true, dice_);
    ASSERT_TRUE(arcs.graph()->monotone());
    ASSERT_NO_FATAL_FAILURE(play_and_compare(arcs, dice_));
  }
}

TEST_F(AmazonsOffTheGrid, OnRandomArcs) {
  for (int game = 0; game < 20; ++game)
    ASSERT_NO_FATAL_FAILURE(play_and_compare(random_arcs(16, 120, false, dice_), dice_));
}

}  // namespace

}  // namespace quiver::tests
