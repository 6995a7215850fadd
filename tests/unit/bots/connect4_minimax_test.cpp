// Minimax for Connect Four: lines made and blocked, and what a search without pruning finds.
#include <cmath>

#include "bots/connect4/minimax.hpp"
#include "tests/unit/bots/board_games.hpp"

namespace quiver::tests {

using base::Random;
using bots::SearchLimits;
using bots::connect4::kWin;
using bots::connect4::Score;
using bots::connect4::SearchResult;
using bots::connect4::Segments;
using games::ConnectFour;

namespace {

SearchResult searched(const ConnectFour& game, unsigned depth, std::uint64_t seed = 1) {
  Random random(seed);
  SearchLimits limits;
  limits.depth = depth;
  return bots::connect4::search(game, limits, random);
}

SearchResult searched(const Position& position, unsigned depth) {
  return searched(game_of<ConnectFour>(position), depth);
}

std::string best(const Position& position, unsigned depth) {
  return position.format(searched(position, depth).move);
}

// The worth of a position for `own`, by minimax without pruning and with every segment counted anew.
Score plain(ConnectFour& game, Seat own, unsigned depth, unsigned ply) {
  if (depth == 0 || game.turn().over()) return bots::connect4::evaluate(game, Segments(game), own, ply);
  const bool maximises = game.to_move() == own;
  Score best = maximises ? -kWin - 1 : kWin + 1;
  game.for_each_child([&](const ConnectFour::Move&) {
    const Score score = plain(game, own, depth - 1, ply + 1);
    best = maximises ? std::max(best, score) : std::min(best, score);
  });
  return best;
}

}  // namespace

TEST(ConnectFourSegments, AreAllThatALineFitsOn) {
  EXPECT_EQ(Segments(game_of<ConnectFour>(started("connect4"))).count(), 69U);
  Options options;
  options.rows = 4;
  options.columns = 5;
  options.line = 5;
  EXPECT_EQ(Segments(game_of<ConnectFour>(started("connect4", options))).count(), 4U) << "the rows alone";
}

TEST(ConnectFourSegments, CountForTheSeatThatHasThemToItself) {
  EXPECT_EQ(Segments(game_of<ConnectFour>(started("connect4"))).sum(), 0);
  // The disc at d1 lies on 7 segments: 4 along the row, 1 up, 1 each way across.
  EXPECT_EQ(Segments(game_of<ConnectFour>(after(started("connect4"), "4"))).sum(), 7 * 4);
  // The one on top of it takes the column, and has 10 with the row: 4 + 0 + 2 + 2.
  const Score after_two = Segments(game_of<ConnectFour>(after(started("connect4"), "44"))).sum();
  EXPECT_EQ(after_two, 6 * 4 - 9 * 4);
}

TEST(ConnectFourMinimax, CompletesALineAndBlocksOne) {
  for (unsigned depth = 1; depth <= 6; ++depth) {
    EXPECT_EQ(best(after(started("connect4"), "172737"), depth), "4");
    EXPECT_EQ(searched(after(started("connect4"), "172737"), depth).score, kWin - 1);
  }
  for (unsigned depth = 2; depth <= 6; ++depth)
    EXPECT_EQ(best(after(started("connect4"), "17273"), depth), "4") << "seat 1 at depth " << depth;
}

TEST(ConnectFourMinimax, SeesTheOpenThreeThatItsUsualDepthIsFor) {
  // Two in the middle of the bottom row, both sides free: a third makes two threats at once.
  const SearchResult found = searched(after(started("connect4"), "4455"), bots::connect4::kDefaultDepth);
  EXPECT_EQ(found.score, kWin - 3);
  EXPECT_TRUE(found.move.column == 2 || found.move.column == 5) << found.move.column + 1;
  EXPECT_EQ(searched(after(started("connect4"), "4455"), 2).depth, 2U);
}

TEST(ConnectFourMinimax, FindsWhatAPlainSearchFinds) {
  Dice dice("ConnectFourMinimax");
  for_each_random_position<ConnectFour>(
      GameCases<ConnectFour>::all(), dice, 5, [&](const Case&, const ConnectFour& game) {
        SCOPED_TRACE(how_to_repeat());
        const double moves = static_cast<double>(game.count_legal_moves());
        for (unsigned depth = 1; depth <= 6 && std::pow(moves, depth) < 250; ++depth) {
          const SearchResult found = searched(game, depth, dice.below(1000));
          ConnectFour copy = game;
          ASSERT_EQ(found.score, plain(copy, game.to_move(), depth, 0)) << "depth " << depth;
          copy.apply(found.move);
          ASSERT_EQ(found.score, plain(copy, game.to_move(), depth - 1, 1)) << "depth " << depth;
        }
      });
}

TEST(ConnectFourMinimax, ChanceDecidesBetweenMovesThatAreEquallyGood) {
  // An empty board with an even number of columns: to the left of the middle is as good as to the right.
  Options options;
  options.rows = 6;
  options.columns = 8;
  const Position position = started("connect4", options);
  std::vector<unsigned> times(8);
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    ++times[searched(game_of<ConnectFour>(position), 1, seed).move.column];
  EXPECT_GT(times[3], 60U);
  EXPECT_GT(times[4], 60U);
  EXPECT_EQ(times[3] + times[4], 200U);
}

TEST(ConnectFourMinimax, IsLegalAndRepeatsItselfOnEveryBoard) {
  Dice dice("ConnectFourMinimaxLegal");
  for_each_random_position<ConnectFour>(
      GameCases<ConnectFour>::all(), dice, 4, [](const Case&, const ConnectFour& game) {
        SCOPED_TRACE(how_to_repeat());
        for (const std::uint64_t nodes : {1U, 300U}) {
          SearchLimits limits;
          limits.nodes = nodes;
          Random once(game.ply());
          Random again(game.ply());
          const SearchResult found = bots::connect4::search(game, limits, once);
          EXPECT_TRUE(game.check(found.move)) << game.format(found.move);
          EXPECT_EQ(found.move, bots::connect4::search(game, limits, again).move);
        }
      });
}

}  // namespace quiver::tests
