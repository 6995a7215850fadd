// The exact scores of Connect Four: what plain minimax finds, on boards of every width of word.
#include "bots/connect4/champion/bitboard_layout.hpp"
#include "tests/unit/bots/connect4_positions.hpp"

namespace quiver::tests {

namespace {

struct Case4 {
  std::uint32_t rows, columns, line;
  unsigned empty;  // cells left of the positions that plain minimax can still do
};

std::string named(const Case4& c) {
  return std::to_string(c.rows) + "x" + std::to_string(c.columns) + " line " + std::to_string(c.line);
}

ConnectFour in_mirror(const ConnectFour& start, const std::vector<ConnectFour::Move>& moves) {
  ConnectFour game = start;
  for (const auto& move : moves) game.apply({game.columns() - 1 - move.column});
  return game;
}

int score_of(const std::string& moves) {
  const ConnectFour game = game_of<ConnectFour>(after(started("connect4"), moves));
  return engine_for(game)->solve(game, Wanted::kScore, {})->score;
}

}  // namespace

TEST(ConnectFourSolver, FindsWhatPlainMinimaxFinds) {
  Dice dice("ConnectFourSolver");
  for (const Case4& c : {Case4{4, 4, 4, 16},
                         {4, 4, 3, 16},
                         {4, 5, 4, 13},
                         {5, 4, 3, 16},
                         {5, 5, 4, 12},
                         {5, 5, 5, 12},
                         {6, 7, 4, 12},
                         {7, 7, 4, 11},
                         {7, 8, 5, 11},
                         {4, 12, 6, 10},
                         {8, 8, 5, 10},
                         {9, 11, 6, 10},
                         {4, 15, 5, 9},
                         {15, 4, 9, 10},
                         {12, 12, 8, 9},
                         {15, 15, 7, 9},
                         {15, 15, 15, 9}}) {
    SCOPED_TRACE(named(c) + ", " + how_to_repeat());
    const ConnectFour start = connect4_board(c.rows, c.columns, c.line);
    const auto engine = engine_for(start);
    for (int k = 0; k < (c.empty == 16 ? 1 : 8); ++k) {
      ConnectFour game = random_position(start, c.rows * c.columns - c.empty, dice);
      PlainSolver plain;
      const auto found = engine->solve(game, Wanted::kScoreAndColumns, {});
      ASSERT_TRUE(found);
      ASSERT_EQ(found->score, plain.score(game));
      ASSERT_EQ(found->best, plain.best_columns(game));
    }
  }
}

// On boards whose positions are out of reach: which cells make a line, by the rules.
template <class Layout>
void expect_lines(std::uint32_t rows, std::uint32_t columns, std::uint32_t line, Dice& dice) {
  const Layout layout({rows, columns, line});
  for (int k = 0; k < 5; ++k) {
    SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(columns) + ", " + how_to_repeat());
    ConnectFour game = connect4_board(rows, columns, line);
    bots::connect4::champion::Bitboard<typename Layout::Word> board;
    while (!game.turn().over()) {
      const auto landing = layout.landing(board.all);
      const auto making = layout.completing(board.own);
      game.for_each_child([&](const ConnectFour::Move& move) {
        unsigned row = 0;
        while (any(board.all & layout.cell(move.column, row))) ++row;
        const auto cell = layout.cell(move.column, row);
        ASSERT_TRUE(any(cell & landing));
        ASSERT_EQ(any(cell & making), game.outcome().winner.has_value()) << "column " << move.column + 1;
        ASSERT_EQ(layout.has_line(board.own | cell), game.outcome().winner.has_value());
        ASSERT_EQ(layout.column_of(cell), move.column);
      });
      const ConnectFour::Move move{static_cast<std::uint32_t>(dice.below(columns))};
      if (!game.check(move)) continue;
      unsigned row = 0;
      while (any(board.all & layout.cell(move.column, row))) ++row;
      board = board.with(layout.cell(move.column, row));
      game.apply(move);
    }
  }
}

TEST(ConnectFourSolver, SeesTheLinesThatTheRulesSee) {
  using namespace bots::connect4::champion;  // NOLINT(google-build-using-namespace)
  Dice dice("ConnectFourLines");
  expect_lines<BitboardLayout<Word64, 4>>(6, 7, 4, dice);
  expect_lines<BitboardLayout<Word64, 4>>(7, 8, 4, dice);
  expect_lines<BitboardLayout<Word64, 0>>(4, 12, 3, dice);
  expect_lines<BitboardLayout<Word64, 0>>(12, 4, 5, dice);
  expect_lines<BitboardLayout<Word128, 4>>(8, 8, 4, dice);
  expect_lines<BitboardLayout<Word128, 4>>(7, 15, 4, dice);
  expect_lines<BitboardLayout<Word128, 0>>(10, 11, 5, dice);
  expect_lines<BitboardLayout<Word256, 4>>(15, 15, 4, dice);
  expect_lines<BitboardLayout<Word256, 4>>(9, 13, 4, dice);
  expect_lines<BitboardLayout<Word256, 0>>(15, 15, 6, dice);
  expect_lines<BitboardLayout<Word256, 0>>(11, 12, 3, dice);
}

TEST(ConnectFourSolver, KnowsTheScoresThatEverybodyKnows) {
  // Of the public sets: an end that is soon reached, the first lines of each.
  EXPECT_EQ(score_of("2252576253462244111563365343671351441"), -1);
  EXPECT_EQ(score_of("7422341735647741166133573473242566"), 1);
  EXPECT_EQ(score_of("23163416124767223154467471272416755633"), 0);
  EXPECT_EQ(score_of("172737"), 18) << "a fourth disc of twenty-one";
  EXPECT_EQ(score_of("44553"), -18) << "four in the bottom row, either way";
}

TEST(ConnectFourSolver, APositionAndItsMirrorImageHaveTheSameScore) {
  Dice dice("ConnectFourMirror");
  for (const auto& [rows, columns] : {std::pair{6U, 7U}, {6U, 8U}, {5U, 6U}}) {
    SCOPED_TRACE(how_to_repeat());
    const ConnectFour start = connect4_board(rows, columns);
    for (int k = 0; k < 6; ++k) {
      ConnectFour game = start;
      std::vector<ConnectFour::Move> moves;
      while (game.ply() + 24 < rows * columns) {
        const ConnectFour::Move move{static_cast<std::uint32_t>(dice.below(columns))};
        if (!game.check(move)) continue;
        const auto made = game.apply(move);
        if (game.turn().over())
          game.undo(made);
        else
          moves.push_back(move);
      }
      const ConnectFour mirrored = in_mirror(start, moves);
      const auto one = engine_for(game)->solve(game, Wanted::kScoreAndColumns, {});
      auto other = engine_for(mirrored)->solve(mirrored, Wanted::kScoreAndColumns, {});
      EXPECT_EQ(one->score, other->score);
      for (unsigned& column : other->best) column = columns - 1 - column;
      std::sort(other->best.begin(), other->best.end());
      EXPECT_EQ(one->best, other->best);
    }
  }
}

TEST(ConnectFourSolver, StopsWhereItsLimitsEnd) {
  const ConnectFour game = connect4_board(6, 7);
  SearchLimits limits;
  limits.nodes = 1000;
  EXPECT_FALSE(engine_for(game)->solve(game, Wanted::kScore, limits));
}

TEST(ConnectFourSolver, ForgetsAndFindsTheSameAgain) {
  const ConnectFour game = game_of<ConnectFour>(after(started("connect4"), "4444445226113355"));
  const auto engine = engine_for(game);
  const auto first = engine->solve(game, Wanted::kScore, {});
  EXPECT_LT(engine->solve(game, Wanted::kScore, {})->nodes, first->nodes) << "it remembers";
  for (int k = 0; k < 20; ++k) {
    engine->forget();
    const auto again = engine->solve(game, Wanted::kScore, {});
    ASSERT_EQ(again->score, first->score);
    ASSERT_EQ(again->nodes, first->nodes);
  }
}

}  // namespace quiver::tests
