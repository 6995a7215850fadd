// Hex by resistance: conductances that can be computed by hand, symmetry, and moves that nobody may miss.
#include "bots/hex/resistance.hpp"
#include "tests/unit/bots/hex_games.hpp"

namespace quiver::tests {

using base::Random;
using base::Seat;
using base::Vertex;
using bots::SearchLimits;
using bots::hex::Board;
using bots::hex::CellValues;
using bots::hex::Circuit;
using bots::hex::CircuitSolver;
using bots::hex::Evaluator;
using bots::hex::kWin;
using bots::hex::kWinNext;
using bots::hex::Score;
using bots::hex::SearchResult;
using games::Hex;

namespace {

SearchResult searched(const Hex& game, std::uint64_t seed = 1) {
  Random random(seed);
  return bots::hex::best_by_resistance(game, {}, random);
}
std::string best(const Hex& game) { return game.format(searched(game).move); }

double conductance(const Hex& game, unsigned seat) {
  Circuit circuit;
  circuit.build(Board(game), base::seat(seat));
  CellValues start;
  start.fill(0.5);
  return CircuitSolver().solve(circuit, start);
}

}  // namespace

TEST(HexCircuit, IsASeriesOfResistorsWhereThereIsOneWay) {
  // Seat 0 has b3 and b2; only b1 leads on to the bottom. It is 1 from b2, and touches the side twice.
  const Hex game = hex_after(hex_start(3), "b3 c1 b2 a1 c3 a2");
  EXPECT_NEAR(conductance(game, 0), 1 / (1 + 1.0 / 2), 1e-4);
  Circuit circuit;
  circuit.build(Board(game), base::seat(0));
  EXPECT_FALSE(circuit.is_joined());
  EXPECT_EQ(circuit.winning_cells(), 1U);
  circuit.build(Board(hex_after(game, "b1")), base::seat(0));
  EXPECT_TRUE(circuit.is_joined());
}

TEST(HexCircuit, IsTheSameForBothSeatsOnAnEmptyBoard) {
  for (const std::uint32_t side : {3U, 11U, 24U, 25U}) {
    const Hex start = hex_start(side);
    Circuit circuit;
    for (unsigned s = 0; s < 2; ++s) {
      circuit.build(Board(start), base::seat(s));
      EXPECT_FALSE(circuit.is_joined()) << side;
    }
    EXPECT_GT(conductance(start, 0), 0.5) << side;
    EXPECT_NEAR(conductance(start, 0), conductance(start, 1), 1e-4) << side;
  }
}

TEST(HexCircuit, ConductsNothingWhereItIsCut) {
  const Hex game = hex_after(hex_start(3), "a1 a2 b1 b2 a3 c2");
  ASSERT_TRUE(game.outcome().over);
  EXPECT_NEAR(conductance(game, 0), 0, 1e-6);
}

TEST(HexCircuit, ConductsWorseWithEveryStoneOfTheOpponent) {
  Random random(5);
  for (unsigned k = 0; k < 40; ++k) {
    Hex game = hex_at_random(hex_start(4 + k % 8, false), k % 10, random);
    if (game.outcome().over) continue;
    const unsigned other = 1U - game.to_move().value();
    const double before = conductance(game, other);
    game.for_each_child([&](const Hex::Move& move) {
      EXPECT_LE(conductance(game, other), before + 1e-4) << game.format(move);
    });
  }
}

TEST(HexEvaluation, IsTheSameForTheOtherSeatInTheMirror) {
  Random random(11);
  for (unsigned k = 0; k < 60; ++k) {
    const Hex game = hex_at_random(hex_start(5 + k % 8), 2 * (k % 6), random);
    if (game.outcome().over) continue;
    const Hex mirrored = hex_mirrored(game);
    Evaluator here{Board(game)}, there{Board(mirrored)};
    EXPECT_NEAR(here.evaluate(Board(game), base::seat(0)), there.evaluate(Board(mirrored), base::seat(1)), 1);
  }
}

TEST(HexResistance, WinsAtOnceAndBlocks) {
  const std::string ladder = "c5 a1 c4 a2 c3 a3 c2 a4";
  EXPECT_EQ(searched(hex_after(hex_start(5), ladder)).score, kWin);
  const Hex won = [&] {
    Hex game = hex_after(hex_start(5), ladder);
    game.apply(searched(game).move);
    return game;
  }();
  EXPECT_TRUE(won.outcome().over);
  EXPECT_EQ(best(hex_after(hex_start(5), "c5 d1 c4 a2 c3 a3 c2")), "c1");
  // Seat 1 has b2 to e1; only a2 is missing to the left side.
  EXPECT_EQ(best(hex_after(hex_start(5), "a3 b2 b1 c2 e2 d2 a1 e1")), "a2");
}

TEST(HexResistance, SwapsACentreAndLeavesACorner) {
  for (const std::uint32_t side : {5U, 7U, 11U}) {
    const Hex start = hex_start(side);
    const Hex centre = hex_after(start, std::to_string(side * side / 2));
    EXPECT_TRUE(searched(centre).move.swap) << side;
    EXPECT_FALSE(searched(hex_after(start, "a1")).move.swap) << side;
    EXPECT_FALSE(searched(hex_after(hex_start(side, false), std::to_string(side * side / 2))).move.swap);
  }
}

TEST(HexResistance, OpensSoThatTheSwapGainsLittle) {
  Random random(1);
  for (const std::uint32_t side : {3U, 7U, 11U}) {
    const Hex start = hex_start(side);
    const SearchResult opening = bots::hex::balanced_opening(start, {}, random);
    EXPECT_TRUE(start.check(opening.move));
    const SearchResult strongest = searched(hex_start(side, false));
    EXPECT_NE(opening.move, strongest.move) << side;
  }
}

TEST(HexResistance, EvaluatesWhatItsBudgetAllows) {
  SearchLimits limits;
  limits.nodes = 5;
  Random random(1);
  const Hex start = hex_start(25, false);
  const SearchResult found = bots::hex::best_by_resistance(start, limits, random);
  EXPECT_EQ(found.nodes, 5U);
  EXPECT_TRUE(start.check(found.move));
  EXPECT_EQ(searched(hex_start(7), 3).move, searched(hex_start(7), 3).move);
}

}  // namespace quiver::tests
