// The champion of Connect Four with two threads on one table: the same scores.
#include "tests/unit/bots/connect4_positions.hpp"

namespace quiver::tests {

TEST(ConnectFourThreads, FindTheSameScores) {
  Dice dice("ConnectFourThreads");
  const ConnectFour start = connect4_board(6, 7);
  const auto one = engine_for(start);
  const auto two = engine_for(start, 2);
  for (int k = 0; k < 4; ++k) {
    SCOPED_TRACE(how_to_repeat());
    const ConnectFour game = random_position(start, 18, dice);
    one->forget();
    two->forget();
    const auto expected = one->solve(game, Wanted::kScoreAndColumns, {});
    const auto found = two->solve(game, Wanted::kScoreAndColumns, {});
    EXPECT_EQ(found->score, expected->score);
    EXPECT_EQ(found->best, expected->best);
  }
}

TEST(ConnectFourThreads, AnswerWithinTheirPositions) {
  const ConnectFour game = connect4_board(8, 9);
  const auto engine = engine_for(game, 2);
  base::Random random(3);
  SearchLimits limits;
  limits.nodes = 5'000;
  const SearchResult found = engine->choose(game, limits, random);
  EXPECT_TRUE(game.check({found.column}));
  EXPECT_LE(found.nodes, 5'001U);
}

}  // namespace quiver::tests
