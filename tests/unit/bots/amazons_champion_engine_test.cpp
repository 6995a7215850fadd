// The champion's engine as a whole: legal on every board, the same again from the same seed, within its
// memory.
#include <gtest/gtest.h>

#include "bots/amazons/champion/engine.hpp"
#include "bots/amazons/champion/node.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

struct PlayedGame {
  std::vector<std::string> moves;
  std::uint64_t positions = 0;  // judged by all seats
};

std::uint64_t positions_in(const SearchResult& found) {
  const std::string& text = found.info.text;
  return text.ends_with(" positions") ? std::stoull(text) : 0;
}

// At most `plies` moves, each seat an engine of its own.
PlayedGame played(Amazons game, std::uint64_t nodes, std::uint64_t seed, unsigned plies,
                  const EngineOptions& options = {}) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    engines.push_back(Engine::for_board(game, options));
    engines.back()->start(seed + s);
  }
  PlayedGame result;
  while (!game.outcome().over && result.moves.size() < plies) {
    const SearchResult found = engines[game.to_move().value()]->think(game, {.nodes = nodes});
    const games::Verdict verdict = game.check(found.move);
    if (!verdict) {
      ADD_FAILURE() << "with seed " << seed << " at ply " << game.ply() << ": " << verdict.error().sentence;
      return result;
    }
    result.moves.push_back(game.format(found.move));
    result.positions += positions_in(found);
    game.apply(found.move);
  }
  return result;
}

constexpr std::uint64_t kPinnedClassic10 = 50239, kPinnedClassic8 = 50164, kPinnedDonut12 = 50588;

Options classic(std::uint32_t side) {
  Options options = of_size(side);
  options.start = "classic";
  return options;
}

TEST(AmazonsChampionEngine, PlaysLegallyOnEveryBoard) {
  for (const Amazons& board : boards_in_bits()) played(board, 300, 5, 400);
}

TEST(AmazonsChampionEngine, PlaysTheSameGameAgain) {
  for (const Amazons& board : {on(classic(8)), on(of_shape("donut", 12))}) {
    const PlayedGame first = played(board, 2000, 3, 12), second = played(board, 2000, 3, 12);
    EXPECT_EQ(first.moves, second.moves);
    EXPECT_EQ(first.positions, second.positions);
    // Chance decides between equals alone: a game of another seed may be the same, but not of every seed.
    bool differs = false;
    for (std::uint64_t seed = 4; seed < 12; ++seed)
      differs = differs || played(board, 2000, seed, 12).moves != first.moves;
    EXPECT_TRUE(differs);
  }
}

TEST(AmazonsChampionEngine, PlaysTheSameGameEverywhere) {
  EngineOptions options;
  options.common.hash_bytes = std::size_t{2} << 20;
  for (const Amazons& board : {on(of_size(6)), on(with_seats(of_size(8), 4)), on(of_shape("donut", 12))}) {
    const PlayedGame once = played(board, 800, 7, 40, options), again = played(board, 800, 7, 40, options);
    EXPECT_GT(once.moves.size(), 8U);
    EXPECT_EQ(again.moves, once.moves);
    EXPECT_EQ(again.positions, once.positions);
  }
}

// A change of these numbers is a change of how it plays: it wants to be measured (docs/play/champions.md).
TEST(AmazonsChampionEngine, LooksAtAsManyPositionsAsEver) {
  EXPECT_EQ(played(on(classic(10)), 5000, 1, 10).positions, kPinnedClassic10);
  EXPECT_EQ(played(on(classic(8)), 5000, 1, 10).positions, kPinnedClassic8);
  EXPECT_EQ(played(on(of_shape("donut", 12)), 5000, 1, 10).positions, kPinnedDonut12);
}

TEST(AmazonsChampionEngine, StopsAtTheNumberOfPositions) {
  const Amazons game = on(classic(10));
  const auto engine = Engine::for_board(game, {});
  engine->start(1);
  const std::uint64_t looked = positions_in(engine->think(game, {.nodes = 3000}));
  EXPECT_GE(looked, 3000U);
  EXPECT_LT(looked, 3000U + 200);  // what one leaf may add
}

TEST(AmazonsChampionEngine, FindsAMoveWithinOnePosition) { played(on(of_size(6)), 1, 7, 400); }

TEST(AmazonsChampionEngine, ThinksOnInTheSmallestMemory) {
  EngineOptions options;
  options.common.hash_bytes = std::size_t{1} << 20;
  const PlayedGame game = played(on(classic(10)), 60'000, 2, 2, options);
  EXPECT_GE(game.positions, 120'000U);  // more than its tree has room for
  EXPECT_LT(options.common.hash_bytes / sizeof(Node), 60'000U);
}

TEST(AmazonsChampionEngine, WinsWhatIsWon) {
  // Seat 0 has nine cells to itself and seat 1 four: the rest is filling.
  const Amazons game = on(on_map("...##..\n.0.##1.\n...##..\n"));
  PlayedGame result = played(game, 2000, 1, 40);
  Amazons end = game;
  for (const std::string& move : result.moves) end.apply(*end.parse(move));
  ASSERT_TRUE(end.outcome().over);
  EXPECT_EQ(end.outcome().winner, base::seat(0));
}

}  // namespace

}  // namespace quiver::bots::amazons::champion
