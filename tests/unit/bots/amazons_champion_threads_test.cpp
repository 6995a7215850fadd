// The champion's engine with several threads, and between its turns.
#include <gtest/gtest.h>

#include "bots/amazons/champion/engine.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

void play_against_itself(const EngineOptions& options, std::uint64_t nodes, unsigned plies,
                         std::uint32_t side = 6) {
  Amazons game = on(of_size(side));
  std::vector<std::unique_ptr<Engine>> engines;
  for (unsigned s = 0; s < 2; ++s) {
    engines.push_back(Engine::for_board(game, options));
    engines.back()->start(s);
  }
  for (unsigned ply = 0; ply < plies && !game.outcome().over; ++ply) {
    const SearchResult found = engines[game.to_move().value()]->think(game, {.nodes = nodes});
    ASSERT_TRUE(game.check(found.move)) << game.format(found.move) << " at ply " << ply;
    game.apply(found.move);
  }
}

TEST(AmazonsChampionThreads, ThinkTogether) {
  EngineOptions options;
  options.common.threads = 3;
  play_against_itself(options, 3000, 40);
}

TEST(AmazonsChampionThreads, TwoShareASmallTree) {
  EngineOptions options;
  options.common.threads = 2;
  options.common.hash_bytes = std::size_t{2} << 20;
  play_against_itself(options, 3000, 12, 8);
}

TEST(AmazonsChampionThreads, MakeRoomTogether) {
  EngineOptions options;
  options.common.threads = 3;
  options.common.hash_bytes = std::size_t{1} << 20;
  play_against_itself(options, 40'000, 2);
}

TEST(AmazonsChampionThreads, PonderBetweenTurns) {
  EngineOptions options;
  options.ponder = true;
  play_against_itself(options, 1000, 40);
}

TEST(AmazonsChampionThreads, EndWhileTheyPonder) {
  EngineOptions options;
  options.ponder = true;
  Amazons game = on(of_size(8));
  const auto engine = Engine::for_board(game, options);
  engine->start(1);
  game.apply(engine->think(game, {.nodes = 1000}).move);
  engine->start(2);  // a new match
  EXPECT_TRUE(on(of_size(8)).check(engine->think(on(of_size(8)), {.nodes = 1000}).move));
}

}  // namespace

}  // namespace quiver::bots::amazons::champion
