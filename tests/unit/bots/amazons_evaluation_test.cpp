// The evaluation of the Amazons bots: against distances found the slow way, and in positions small enough to
// count.
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "bots/amazons/search/evaluation.hpp"
#include "bots/amazons/search/region_filler.hpp"
#include "bots/amazons/search/territory.hpp"
#include "bots/amazons/simple/power.hpp"
#include "bots/amazons/simple/random_engine.hpp"
#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::bots::amazons {

using namespace quiver::tests;

namespace {

constexpr unsigned kFar = std::numeric_limits<unsigned>::max();

Amazons drawn_game(std::string_view map) { return *started("amazons", on_map(map)).as<Amazons>(); }

Amazons after_random_moves(const Options& options, std::uint64_t seed, unsigned plies) {
  Amazons game = *started("amazons", options).as<Amazons>();
  RandomEngine chance;
  chance.start(seed);
  for (unsigned k = 0; k < plies && !game.outcome().over; ++k) {
    SearchBudget budget = evaluation_budget({.nodes = 1});
    game.apply(chance.think(game, budget).move);
  }
  return game;
}

// Distances by relaxing every cell over and over until nothing changes: slow, and as plain as can be.
// `longest` is how far a piece goes in a move.
std::vector<unsigned> slow_distances(const Amazons& game, const std::vector<Vertex>& queens,
                                     unsigned longest) {
  const graph::Graph& graph = game.graph();
  std::vector<unsigned> distance(graph.num_vertices(), kFar);
  for (const Vertex queen : queens) distance[queen.value()] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
      if (distance[v] == kFar) continue;
      for (const graph::Direction d : graph::kAllDirections) {
        Vertex to = graph.step(Vertex{v}, d);
        for (unsigned k = 0; k < longest && game.empty(to); ++k, to = graph.step(to, d))
          if (distance[to.value()] > distance[v] + 1) distance[to.value()] = distance[v] + 1, changed = true;
      }
    }
  }
  return distance;
}

std::vector<Vertex> queens_of(const Amazons& game, Seat me, bool mine) {
  std::vector<Vertex> queens;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if ((base::seat(s) == me) == mine && game.turn().stands(base::seat(s)))
      queens.insert(queens.end(), game.queens(base::seat(s)).begin(), game.queens(base::seat(s)).end());
  return queens;
}

struct Slow {
  std::vector<unsigned> mine, theirs;

  Slow(const Amazons& game, Seat me, unsigned longest)
      : mine(slow_distances(game, queens_of(game, me, true), longest)),
        theirs(slow_distances(game, queens_of(game, me, false), longest)) {}
};

template <class Count>
void count_cells(const Amazons& game, const Slow& slow, const Count& count) {
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.empty(Vertex{v}) && !game.graph().isolated(Vertex{v})) count(slow.mine[v], slow.theirs[v]);
}

Territory slow_territory(const Amazons& game, const Slow& slow) {
  Territory territory;
  count_cells(game, slow, [&](unsigned mine, unsigned theirs) {
    if (mine < theirs) ++territory.mine;
    if (mine > theirs) ++territory.theirs;
    if (mine == theirs && mine != kFar) ++territory.even;
  });
  return territory;
}

Terms slow_terms(const Amazons& game, Seat me) {
  const Slow queens(game, me, 1000), kings(game, me, 1);
  Terms terms;
  terms.queens = slow_territory(game, queens);
  count_cells(game, queens, [&](unsigned mine, unsigned theirs) {
    if (mine == kFar || theirs == kFar) return;
    const unsigned apart = mine > theirs ? mine - theirs : theirs - mine;
    ++terms.shared;
    terms.open += apart == 0 ? 4 : apart == 1 ? 2 : 1;
  });
  if (terms.shared == 0) return terms;
  terms.kings = slow_territory(game, kings);
  const auto nearness = [](unsigned moves) { return moves <= 6 ? 128 >> moves : 0; };
  count_cells(game, queens,
              [&](unsigned mine, unsigned theirs) { terms.near += nearness(mine) - nearness(theirs); });
  unsigned farthest = 1;
  count_cells(game, kings, [&](unsigned mine, unsigned theirs) {
    for (const unsigned far : {mine, theirs})
      if (far != kFar) farthest = std::max(farthest, std::min(far, Reach<SmallBitboard::Set>::kMaxLevels));
  });
  count_cells(game, kings, [&](unsigned mine, unsigned theirs) {
    const auto steps = [&](unsigned far) { return far == kFar ? farthest + 1 : std::min(far, farthest); };
    terms.ahead += static_cast<int>(steps(theirs)) - static_cast<int>(steps(mine));
  });
  return terms;
}

Terms fast_terms(const Amazons& game, Seat me) {
  return with_bitboard(*BitboardLayout::of(game), game,
                       [&](const auto& board) { return terms_of(board, me); });
}

}  // namespace

TEST(AmazonsEvaluation, IsThatOfTheSlowDistances) {
  std::vector<Options> boards = {
      of_size(5),           of_size(10),          of_size(12),           of_size(16),
      of_size(22),          of_shape("donut", 9), of_shape("donut", 15), of_shape("clover", 10),
      of_shape("eight", 8), of_shape("eight", 12)};
  boards.push_back(of_size(10));
  boards.back().seats = 4;
  boards.push_back(on_map("0..#...1\n....#..1\n.0......\n"));
  for (std::size_t k = 0; k < boards.size(); ++k)
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const Amazons game = after_random_moves(boards[k], seed, static_cast<unsigned>(6 * seed));
      for (unsigned s = 0; s < game.turn().seats(); ++s) {
        if (game.outcome().over || !game.turn().stands(base::seat(s))) continue;
        const Terms slow = slow_terms(game, base::seat(s)), fast = fast_terms(game, base::seat(s));
        SCOPED_TRACE("board " + std::to_string(k) + ", seed " + std::to_string(seed) + ", seat " +
                     std::to_string(s));
        EXPECT_EQ(fast.queens, slow.queens);
        EXPECT_EQ(fast.kings, slow.kings);
        EXPECT_EQ(fast.shared, slow.shared);
        EXPECT_EQ(fast.open, slow.shared == 0 ? 0 : slow.open);
        EXPECT_EQ(fast.near, slow.near);
        EXPECT_EQ(fast.ahead, slow.ahead);
      }
    }
}

TEST(AmazonsEvaluation, CountsWhoIsFirst) {
  const Terms terms = fast_terms(drawn_game("1.#..\n..#..\n..#.0\n"), base::seat(0));
  EXPECT_EQ(terms.queens, (Territory{5, 5, 0})) << "a wall between: each has its own";
  EXPECT_EQ(terms.shared, 0);
  const Terms row = fast_terms(drawn_game("0......1\n"), base::seat(0));
  EXPECT_EQ(row.queens, (Territory{0, 0, 6})) << "along a row both reach everything in one move";
  EXPECT_EQ(row.kings, (Territory{3, 3, 0}));
  const Terms longer = fast_terms(drawn_game("0.....1\n"), base::seat(1));
  EXPECT_EQ(longer.kings, (Territory{2, 2, 1}));
}

TEST(AmazonsEvaluation, IsEvenWhereBothSidesAreAlike) {
  for (const std::uint32_t side : {5U, 8U, 10U, 14U, 20U}) {
    const Amazons game = *started("amazons", of_size(side)).as<Amazons>();
    const Terms mine = fast_terms(game, base::seat(0)), theirs = fast_terms(game, base::seat(1));
    EXPECT_EQ(mine.queens, theirs.queens);
    EXPECT_EQ(mine.queens.mine, mine.queens.theirs);
    EXPECT_EQ(mine.near, 0);
    EXPECT_EQ(mine.ahead, 0);
    EXPECT_GT(weighted_score(mine, true, 50), 0) << "whoever moves is better off";
    EXPECT_EQ(weighted_score(mine, true, 50), -weighted_score(theirs, false, 50));
  }
}

// As in the figure: one queen sees 7 cells to the left of her on her row, the other 7 cells below on her
// column.
TEST(AmazonsEvaluation, PowerIsWhatBlockingTakesAway) {
  const Amazons game = drawn_game(
      "#####1##\n"
      "#####.##\n"
      ".......1\n"
      "#####.##\n"
      "#####.##\n"
      "#####.##\n"
      "0.###.##\n"
      "#####.##\n");
  const std::vector<unsigned> power = power_of_cells(game);
  const auto row = [&](std::uint32_t column) { return power[2 * 8 + column]; };
  EXPECT_EQ(row(0), 1U);
  EXPECT_EQ(row(4), 5U);
  EXPECT_EQ(row(5), 6U + 6U) << "where the rays cross the powers add up";
  EXPECT_EQ(row(6), 7U);
  EXPECT_EQ(power[1 * 8 + 5], 7U);
  EXPECT_EQ(power[7 * 8 + 5], 1U);
}

TEST(AmazonsEvaluation, SpreadsTheCellsOverTheQueens) {
  const Amazons game = drawn_game("0....\n.....\n#####\n0#.1.\n");
  const auto layout = BitboardLayout::of(game);
  const SmallBitboard board(*layout, game);
  EXPECT_EQ((cells_by_queen<SmallBitboard::kStride>(board.queens[0], board.empty)), (std::vector<int>{9, 0}));
  EXPECT_EQ(variance({9, 0}), 2025);
  EXPECT_EQ(variance({4, 4, 4}), 0);
}

TEST(AmazonsEvaluation, KnowsWhenOnlyFillingIsLeft) {
  const auto filling = [](std::string_view map) {
    const Amazons game = drawn_game(map);
    return with_bitboard(*BitboardLayout::of(game), game,
                         [](const auto& board) { return only_filling_left(board); });
  };
  EXPECT_TRUE(filling("0..#..1\n...#...\n"));
  EXPECT_FALSE(filling("0..#..1\n.......\n"));
  EXPECT_FALSE(filling("0.1\n"));
  EXPECT_FALSE(filling(".01#..\n###...\n")) << "where a queen stands now, another may go when she has left";
  EXPECT_FALSE(filling("0..#..1\n..#....\n")) << "diagonal neighbours are joined";
}

TEST(AmazonsEvaluation, LaysOutOnlyWhatBitsStandFor) {
  EXPECT_EQ(BitboardLayout::of(*started("amazons", of_size(10)).as<Amazons>())->size(),
            BitboardLayout::Size::kSmall);
  EXPECT_EQ(BitboardLayout::of(*started("amazons", of_size(15)).as<Amazons>())->size(),
            BitboardLayout::Size::kMedium);
  EXPECT_EQ(BitboardLayout::of(*started("amazons", of_size(22)).as<Amazons>())->size(),
            BitboardLayout::Size::kLarge);
  EXPECT_EQ(BitboardLayout::of(*started("amazons", of_size(23)).as<Amazons>()), nullptr);
  const Amazons wrapped = Amazons::create({torus(6, 6), {6, 6}, {{Vertex{0}}, {Vertex{20}}}}).value();
  EXPECT_EQ(BitboardLayout::of(wrapped), nullptr);
  const auto four =
      Amazons::create({drawn("....\n....\n", graph::Adjacency::kFour), {2, 4}, {{Vertex{0}}, {Vertex{7}}}});
  EXPECT_EQ(BitboardLayout::of(four.value()), nullptr) << "a grid without diagonals";
}

}  // namespace quiver::bots::amazons
