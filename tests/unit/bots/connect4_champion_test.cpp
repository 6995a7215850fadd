// The champion of Connect Four: it keeps what it has, within whatever limits, and repeats itself.
#include "tests/unit/bots/connect4_positions.hpp"

namespace quiver::tests {

using base::Random;

namespace {

SearchResult chosen(Engine& engine, const ConnectFour& game, std::uint64_t nodes, std::uint64_t seed = 1) {
  Random random(seed);
  SearchLimits limits;
  limits.nodes = nodes;
  return engine.choose(game, limits, random);
}

// The score that the mover has after its move, as before it.
int kept(Engine& judge, ConnectFour game, unsigned column) {
  const int cells = static_cast<int>(game.graph().num_vertices());
  game.apply({column});
  if (game.outcome().winner) return (cells + 2 - static_cast<int>(game.ply())) / 2;
  return game.turn().over() ? 0 : -judge.solve(game, Wanted::kScore, {})->score;
}

void expect_best_moves(const ConnectFour& start, unsigned board, unsigned count, std::uint64_t nodes,
                       Dice& dice) {
  const auto engine = engine_for(start);
  const auto judge = engine_for(start);
  for (unsigned k = 0; k < count; ++k) {
    SCOPED_TRACE(how_to_repeat());
    const ConnectFour game = random_position(start, board, dice);
    engine->forget();
    const SearchResult found = chosen(*engine, game, nodes, k);
    ASSERT_TRUE(game.check({found.column}));
    ASSERT_EQ(kept(*judge, game, found.column), judge->solve(game, Wanted::kScore, {})->score)
        << board << " discs, column " << found.column + 1;
  }
}

}  // namespace

TEST(ConnectFourChampion, PlaysTheFastestWinAndTheSlowestLoss) {
  Dice dice("ConnectFourChampion");
  const std::uint64_t all = ~std::uint64_t{0};
  for (const unsigned board : {16U, 21U, 28U, 35U, 40U, 41U})
    expect_best_moves(connect4_board(6, 7), board, 20, all, dice);
  expect_best_moves(connect4_board(5, 6), 8, 10, all, dice);
  expect_best_moves(connect4_board(4, 4), 0, 1, all, dice);
  expect_best_moves(connect4_board(9, 9, 5), 66, 10, all, dice);
  expect_best_moves(connect4_board(13, 12, 7), 144, 10, all, dice);
}

TEST(ConnectFourChampion, NeedsFewPositionsNearTheEnd) {
  Dice dice("ConnectFourChampionEnd");
  expect_best_moves(connect4_board(6, 7), 32, 40, 2'000, dice);
  expect_best_moves(connect4_board(6, 7), 36, 40, 300, dice);
}

TEST(ConnectFourChampion, NeverGivesAwayAWonOrDrawnGame) {
  // Whole games from random positions: against random moves and against its like, with some positions a move,
  // the end is not worse than the beginning.
  Dice dice("ConnectFourChampionGames");
  const ConnectFour start = connect4_board(6, 7);
  const auto engine = engine_for(start);
  const auto other = engine_for(start);
  for (unsigned k = 0; k < 40; ++k) {
    SCOPED_TRACE(how_to_repeat());
    ConnectFour game = random_position(start, 18, dice);
    const base::Seat own = game.to_move();
    engine->forget();
    const int sign = std::clamp(engine->solve(game, Wanted::kScore, {})->score, -1, 1);
    while (!game.turn().over()) {
      if (game.to_move() == own) {
        game.apply({chosen(*engine, game, 400'000, k).column});
        continue;
      }
      if (k % 2 == 0) {
        game.apply({chosen(*other, game, 400'000, k).column});
        continue;
      }
      std::vector<ConnectFour::Move> moves;
      game.for_each_legal_move([&](const ConnectFour::Move& move) { moves.push_back(move); });
      game.apply(moves[dice.below(moves.size())]);
    }
    const auto winner = game.outcome().winner;
    EXPECT_GE(!winner ? 0 : *winner == own ? 1 : -1, sign);
  }
}

TEST(ConnectFourChampion, WinsAndBlocksWithoutThinking) {
  for (const auto& [rows, columns] : {std::pair{6U, 7U}, {8U, 12U}, {15U, 15U}}) {
    Options options;
    options.rows = rows;
    options.columns = columns;
    const Position start = started("connect4", options);
    const std::string side = std::to_string(columns);
    const auto game_after = [&](const std::string& moves) {
      return game_of<ConnectFour>(after(start, moves));
    };
    const auto engine = engine_for(game_of<ConnectFour>(start));
    EXPECT_EQ(chosen(*engine, game_after("1," + side + ",2," + side + ",3," + side), 1).column, 3U);
    EXPECT_EQ(chosen(*engine, game_after("1," + side + ",2," + side + ",3"), 1).column, 3U);
  }
}

TEST(ConnectFourChampion, IsLegalAndRepeatsItselfOnEveryBoard) {
  Dice dice("ConnectFourChampionLegal");
  for_each_random_position<ConnectFour>(
      GameCases<ConnectFour>::all(), dice, 4, [](const Case&, const ConnectFour& game) {
        SCOPED_TRACE(how_to_repeat());
        const auto once = engine_for(game);
        const auto again = engine_for(game);
        for (const std::uint64_t nodes : {1U, 300U, 3000U}) {
          const SearchResult found = chosen(*once, game, nodes, game.ply());
          EXPECT_TRUE(game.check({found.column})) << found.column;
          const SearchResult other = chosen(*again, game, nodes, game.ply());
          EXPECT_EQ(found.column, other.column);
          EXPECT_EQ(found.nodes, other.nodes);
          EXPECT_LE(found.nodes, nodes + 1);
        }
      });
}

TEST(ConnectFourChampion, SearchesTheSamePositionsEverywhere) {
  const auto of = [](std::uint32_t rows, std::uint32_t columns, std::uint32_t line, const std::string& moves,
                     std::uint64_t nodes) {
    ConnectFour game = connect4_board(rows, columns, line);
    for (const char c : moves) game.apply({static_cast<std::uint32_t>(c - '1')});
    const SearchResult found = chosen(*engine_for(game), game, nodes, 7);
    return std::to_string(found.column + 1) + " after " + std::to_string(found.nodes) + ", " +
           std::to_string(found.score) + " at depth " + std::to_string(found.depth);
  };
  EXPECT_EQ(of(6, 7, 4, "4444445226113355", 1'000'000), "5 after 246870, -1 at depth 0");
  EXPECT_EQ(of(6, 7, 4, "44", 50'000), "4 after 50000, -1 at depth 9");
  EXPECT_EQ(of(9, 9, 4, "5555", 50'000), "5 after 50000, -7 at depth 8");
  EXPECT_EQ(of(15, 15, 5, "8888", 20'000), "8 after 20000, -5 at depth 6");
}

TEST(ConnectFourChampion, ChanceDecidesBetweenMovesThatAreEquallyGood) {
  const ConnectFour game = connect4_board(4, 4);
  const auto engine = engine_for(game);
  std::vector<unsigned> times(4);
  for (std::uint64_t seed = 0; seed < 80; ++seed)
    ++times[chosen(*engine, game, ~std::uint64_t{0}, seed).column];
  for (const unsigned often : times) EXPECT_GT(often, 5U) << "every first move on 4x4 draws";
}

}  // namespace quiver::tests
