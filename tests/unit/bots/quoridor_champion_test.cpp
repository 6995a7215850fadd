// The champion of Quoridor: it plays legally on every board, repeats itself to the node, and wins what is
// won.
#include "bots/quoridor/champion/engine.hpp"
#include "bots/quoridor/wall_or_step.hpp"
#include "tests/unit/bots/board_games.hpp"

namespace quiver::tests {

using base::Random;
using bots::Bound;
using bots::ChampionOptions;
using bots::SearchLimits;
using bots::quoridor::kWin;
using bots::quoridor::champion::Engine;
using bots::quoridor::champion::SearchResult;
using games::Quoridor;

namespace {

ChampionOptions of_nodes(std::uint64_t nodes) {
  ChampionOptions options;
  options.nodes = nodes;
  options.hash_bytes = std::size_t{1} << 20;
  return options;
}

SearchLimits nodes(std::uint64_t most) {
  SearchLimits limits;
  limits.nodes = most;
  return limits;
}

SearchResult searched(const Position& position, std::uint64_t most) {
  Random random(1);
  return Engine(of_nodes(most)).search(game_of<Quoridor>(position), nodes(most), random);
}

SearchResult searched_to(const Position& position, unsigned depth) {
  Random random(1);
  SearchLimits limits;
  limits.depth = depth;
  return Engine(of_nodes(100'000)).search(game_of<Quoridor>(position), limits, random);
}

// The seat that wins when the champion has `own` and chance the others.
std::optional<Seat> winner_against_random(const Options& options, unsigned own, std::uint64_t seed) {
  Quoridor game = game_of<Quoridor>(started("quoridor", options));
  Engine champion(of_nodes(300));
  Random random(seed);
  while (!game.turn().over()) {
    const bool mine = game.to_move().value() == own;
    const Quoridor::Move move =
        mine ? champion.search(game, nodes(300), random).move : bots::quoridor::wall_or_step(game, random);
    EXPECT_TRUE(game.check(move)) << game.format(move);
    game.apply(move);
  }
  return game.outcome().winner;
}

}  // namespace

TEST(QuoridorChampion, LooksAtTheSamePositionsEverywhere) {
  Options four;
  four.seats = 4;
  EXPECT_EQ(searched_to(started("quoridor"), 6).nodes, 7929U);
  EXPECT_EQ(searched_to(after(started("quoridor"), "e2 e8 e3 e7 e4 d3h c7h e6"), 6).nodes, 5787U);
  EXPECT_EQ(searched_to(started("quoridor", of_size(13)), 4).nodes, 2301U);
  EXPECT_EQ(searched_to(started("quoridor", four), 4).nodes, 622U);
}

TEST(QuoridorChampion, IsLegalAndRepeatsItselfOnEveryBoard) {
  Dice dice("QuoridorChampionLegal");
  for_each_random_position<Quoridor>(
      GameCases<Quoridor>::all(), dice, 6, [](const Case&, const Quoridor& game) {
        SCOPED_TRACE(how_to_repeat());
        Random once(game.ply());
        Random again(game.ply());
        const SearchResult found = Engine(of_nodes(500)).search(game, nodes(500), once);
        EXPECT_TRUE(game.check(found.move)) << game.format(found.move);
        const SearchResult same = Engine(of_nodes(500)).search(game, nodes(500), again);
        EXPECT_EQ(found.move, same.move);
        EXPECT_EQ(found.score, same.score);
        EXPECT_EQ(found.nodes, same.nodes);
      });
}

TEST(QuoridorChampion, AMatchBeforeChangesNothing) {
  const Position position = started("quoridor");
  Engine kept(of_nodes(3000));
  Random random(4);
  kept.search(game_of<Quoridor>(started("quoridor", of_size(13))), nodes(3000), random);
  kept.start(std::chrono::seconds(1));
  Random once(1);
  const SearchResult found = kept.search(game_of<Quoridor>(position), nodes(3000), once);
  EXPECT_EQ(found.nodes, searched(position, 3000).nodes);
  EXPECT_EQ(found.move, searched(position, 3000).move);
}

TEST(QuoridorChampion, BeatsChanceFromEverySeat) {
  for (const unsigned seats : {2U, 4U})
    for (unsigned own = 0; own < seats; ++own) {
      Options options = of_size(7);
      options.seats = seats;
      if (own % 2 == 1) options.start = "placed";
      const auto winner = winner_against_random(options, own, 5 + own);
      ASSERT_TRUE(winner) << "seat " << own << " of " << seats;
      EXPECT_EQ(winner->value(), own) << "of " << seats;
    }
}

TEST(QuoridorChampion, TakesTheWinThatIsNearest) {
  const Position won = started("quoridor", on_map("..1..\n..0..\n.....\n.....\n.....\n"));
  const SearchResult found = searched(won, 2000);
  EXPECT_EQ(found.score, kWin - 1);
  EXPECT_EQ(won.format(found.move).back(), '5');
}

TEST(QuoridorChampion, BlocksAnEnemyWhoIsAboutToWin) {
  const Position position = after(started("quoridor"), "e2 e8 e3 e7 e4 e6 e5 e4 d5 e3 d4 e2 d5 a1h");
  const SearchResult found = searched(position, 5000);
  ASSERT_NE(found.move.kind, Quoridor::Move::Kind::kPawn);
}

TEST(QuoridorChampion, RunsHomeInARaceThatIsWon) {
  for (const std::uint32_t side : {9U, 17U}) {  // from a table, and by searching
    Options options = of_size(side);
    options.walls = 0;
    Quoridor game = game_of<Quoridor>(after(started("quoridor", options), side == 9 ? "d1" : "h1"));
    Engine champion(of_nodes(3000));
    Random random(1);
    const Seat own = game.to_move();  // it moves first now, and both need as many steps
    while (!game.turn().over()) {
      const SearchResult found = champion.search(game, nodes(3000), random);
      EXPECT_EQ(found.score > 0, game.to_move() == own);
      game.apply(found.move);
    }
    ASSERT_TRUE(game.outcome().winner);
    EXPECT_EQ(*game.outcome().winner, own);
    EXPECT_EQ(game.ply(), 2 * side - 2);
  }
}

TEST(QuoridorChampion, ALossFarAwayIsBetterThanOneAtHand) {
  Options options = on_map("..1..\n.....\n.....\n.....\n..0..\n");
  options.walls = 0;
  const Position position = after(started("quoridor", options), "b1 c4");
  EXPECT_EQ(searched(position, 1000).score, -(kWin - 6));
}

TEST(QuoridorChampion, AnswersEvenIfThereIsNoTimeAtAll) {
  const Position position = started("quoridor", of_size(25));
  bots::TimeManager time;
  const auto now = std::chrono::steady_clock::now();
  time.begin({now}, now, 1);
  SearchLimits limits;
  limits.time = &time;
  Random random(1);
  const SearchResult found = Engine(of_nodes(1)).search(game_of<Quoridor>(position), limits, random);
  EXPECT_TRUE(position.check(games::Move{found.move}));
}

TEST(QuoridorChampionTable, FindsWhatWasKeptAndNothingElse) {
  using namespace bots::quoridor::champion;  // NOLINT
  TranspositionTable table(std::size_t{1} << 16);
  table.new_search();
  table.store(77, {kVertical | 12, -1234, 9, Bound::kUpper});
  const TableEntry known = table.find(77);
  EXPECT_EQ(known.best, kVertical | 12);
  EXPECT_EQ(known.score, -1234);
  EXPECT_EQ(known.depth, 9);
  EXPECT_EQ(known.bound, Bound::kUpper);
  EXPECT_EQ(table.find(78).bound, Bound::kNone);
  table.clear(std::size_t{1} << 16);
  EXPECT_EQ(table.find(77).bound, Bound::kNone);
}

}  // namespace quiver::tests
