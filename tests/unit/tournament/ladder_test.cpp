// A ladder without a network: who is entered, who drops out, what is kept. The store is a real one.
#include "tests/unit/tournament/given_ladder.hpp"

namespace quiver::tests {

namespace {

using namespace std::chrono_literals;
using tournament::Ladder;
using tournament::LadderRules;
using wire::Reason;

using Names = std::vector<std::string>;

class LadderOf : public StoreFolder {};

}  // namespace

TEST_F(LadderOf, LaunchedAndRemoteBotsPlayEachOther) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  run.ladder.enter_done();
  run.connected.here = {"ann"};
  std::set<std::string> seen;
  for (int k = 0; k < 9; ++k) {
    const auto game = run.play();
    ASSERT_TRUE(game);
    for (const std::size_t bot : game->bots) seen.insert(run.ladder.bot(bot).name);
  }
  EXPECT_EQ(seen, (std::set<std::string>{"a", "b", "ann"}));
  EXPECT_EQ(run.listener.games.size(), 9U);
  EXPECT_EQ(run.active(), (Names{"a", "ann", "b"}));
  for (const auto& row : run.board.standings().rows) EXPECT_NEAR(row.games, 6, 1) << row.name;
}

TEST_F(LadderOf, ItRestsBetweenTwoGamesOfOne) {
  LadderRules rules;
  rules.rest = 1s;
  Season run(path(), rules);
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  const auto first = run.ladder.next(run.connected);
  ASSERT_TRUE(first);
  run.now += 30s;
  run.end(*first);
  run.now -= 10s;
  EXPECT_FALSE(run.ladder.next(run.connected));
  run.now += 1s;
  EXPECT_TRUE(run.ladder.next(run.connected));
}

TEST_F(LadderOf, TheNextRunGoesOnWithTheSeason) {
  std::uint32_t last = 0;
  {
    Season run(path(), {});
    run.ladder.enter(launched("a"), "a", "1");
    run.ladder.enter(launched("b"), "b", "1");
    for (int k = 0; k < 4; ++k) last = run.play()->number;
  }
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  run.ladder.enter_done();
  EXPECT_EQ(run.board.games(), 4U);
  EXPECT_EQ(run.active(), (Names{"a", "b"}));
  EXPECT_EQ(run.play()->number, last + 1);
  EXPECT_TRUE(run.listener.news.empty()) << run.listener.news.front();
}

TEST_F(LadderOf, ANewVersionIsANewEntryAndTheOldOneDropsOut) {
  {
    Season run(path(), {});
    run.ladder.enter(launched("a"), "a", "1");
    run.ladder.enter(launched("b"), "b", "1");
    run.play();
  }
  {
    Season run(path(), {});
    run.ladder.enter(launched("a"), "a", "2");
    run.ladder.enter(launched("b"), "b", "1");
    run.ladder.enter_done();
    EXPECT_EQ(run.active(), (Names{"a-v2", "b"}));
    run.play();
  }
  {
    // The same version again is the same entry, though its name is not the bot's.
    Season run(path(), {});
    run.ladder.enter(launched("a"), "a", "2");
    run.ladder.enter(launched("b"), "b", "1");
    run.ladder.enter_done();
    EXPECT_EQ(run.active(), (Names{"a-v2", "b"}));
    EXPECT_TRUE(run.listener.news.empty()) << run.listener.news.front();
  }
  // The version before, once more, is the entry before.
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter_done();
  EXPECT_EQ(run.active(), (Names{"a"}));
  EXPECT_EQ(run.board.entrants(), 3U);
}

TEST_F(LadderOf, ARemoteBotWithANewTitleIsANewEntry) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.connected.here = {"ann"};
  for (int k = 0; k < 3; ++k) run.play({}, {{"ann", "deep 1.0"}});
  EXPECT_EQ(run.active(), (Names{"a", "ann"}));
  run.play({}, {{"ann", "deep 1.1"}});
  EXPECT_EQ(run.active(), (Names{"a", "ann-v2"}));
  EXPECT_EQ(run.board.standings().rows.size(), 3U);
  // The game in which the new title was first heard counts for the new entry.
  EXPECT_EQ(run.listener.games.back().entrants[0] + run.listener.games.back().entrants[1], 0U + 2U);
  run.play({}, {{"ann", "deep 1.0"}});
  EXPECT_EQ(run.active(), (Names{"a", "ann"}));
  // One that was out before it could say its title is who it was.
  run.play({{"ann", Reason::kNotReady}}, {{"ann", ""}});
  EXPECT_EQ(run.active(), (Names{"a", "ann"}));
}

TEST_F(LadderOf, WhoIsAwayForLongDropsOutAndComesBack) {
  LadderRules rules;
  rules.inactive = 1h;
  Season run(path(), rules);
  run.ladder.enter(launched("a"), "a", "1");
  run.connected.here = {"ann", "bob"};
  run.play();
  run.connected.here = {"bob"};
  run.now += 30min;
  run.play();
  EXPECT_EQ(run.active(), (Names{"a", "ann", "bob"}));
  run.now += 31min;
  run.play();
  EXPECT_EQ(run.active(), (Names{"a", "bob"}));
  EXPECT_TRUE(run.listener.heard("ann is out: it was away for"));
  run.connected.here.insert("ann");
  run.play();
  EXPECT_EQ(run.active(), (Names{"a", "ann", "bob"}));
  EXPECT_TRUE(run.listener.heard("ann is back"));
}

TEST_F(LadderOf, WhoFailsAgainAndAgainDropsOut) {
  LadderRules rules;
  rules.faults = 3;
  Season run(path(), rules);
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  run.play({{"b", Reason::kCrashed}});
  run.play({{"b", Reason::kCrashed}});
  run.play({{"b", Reason::kBlocked}});  // no fault, and the count begins anew
  run.play({{"b", Reason::kCrashed}});
  run.play({{"b", Reason::kTimeout}});
  EXPECT_EQ(run.active(), (Names{"a", "b"}));
  run.play({{"b", Reason::kCrashed}});
  EXPECT_EQ(run.active(), (Names{"a"}));
  EXPECT_TRUE(run.listener.heard("it failed in 3 games in a row, the last time for CRASHED"));
  EXPECT_FALSE(run.play());
  // How often it crashed is in the table.
  const auto standings = run.board.standings();
  ASSERT_EQ(standings.rows.back().name, "b");
  EXPECT_EQ(standings.rows.back().faults.at(Reason::kCrashed), 4U);
}

TEST_F(LadderOf, ARemoteBotThatFailedMayComeBackLater) {
  LadderRules rules;
  rules.faults = 1;
  Season run(path(), rules);
  run.ladder.enter(launched("a"), "a", "1");
  run.connected.here = {"ann"};
  run.play({{"ann", Reason::kDisconnected}});
  EXPECT_EQ(run.active(), (Names{"a"}));
  EXPECT_FALSE(run.play());
  run.now += 10min;
  EXPECT_TRUE(run.play());
}

TEST_F(LadderOf, VoidGamesCountForNothingAndWhoCannotBeStartedDropsOut) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  for (int k = 0; k < 3; ++k) {
    const auto game = run.ladder.next(run.connected);
    ASSERT_TRUE(game);
    run.end(*game, {}, {}, true, base::seat(run.ladder.bot(game->bots[0]).name == "b" ? 0 : 1));
  }
  EXPECT_EQ(run.listener.voids, 3);
  EXPECT_EQ(run.board.games(), 0U);
  EXPECT_EQ(run.active(), Names{"a"});
  EXPECT_FALSE(run.ladder.next(run.connected));
  EXPECT_TRUE(run.listener.heard("fewer than two can play"));
}

TEST_F(LadderOf, ATitleThatChangesAllTheTimeIsNoVersion) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.connected.here = {"ann"};
  for (int k = 0; k < 400; ++k) run.play({}, {{"ann", "built at " + std::to_string(k)}});
  EXPECT_LE(run.board.entrants(), 101U);
}

// A game for which the process of "a" is started from these files; who played it.
std::set<std::string> play_from(Season& run, const std::string& fingerprint) {
  auto game = run.ladder.next(run.connected).value();
  for (unsigned s = 0; s < 2; ++s) {
    const bool mine = run.ladder.bot(game.bots[s]).program == "/bin/a";
    const auto identified = run.ladder.identify(game, base::seat(s), mine ? fingerprint : "1");
    if (!identified) return run.end(game, {}, {}, true, base::seat(s)), std::set<std::string>();
    game.bots[s] = *identified;
  }
  run.end(game);
  const auto& seats = run.listener.games.back().record.seats;
  return {seats[0].name, seats[1].name};
}

TEST_F(LadderOf, AProcessStartedFromChangedFilesPlaysAsANewEntry) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  EXPECT_EQ(play_from(run, "1"), (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(play_from(run, "2"), (std::set<std::string>{"a-v2", "b"}));
  EXPECT_TRUE(run.listener.heard("a is out: there is a new version, a-v2"));
  EXPECT_EQ(play_from(run, "1"), (std::set<std::string>{"a", "b"}));
  EXPECT_TRUE(run.listener.heard("a is back"));
}

TEST_F(LadderOf, FilesThatChangeAllTheTimeDropOut) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "0");
  run.ladder.enter(launched("b"), "b", "1");
  for (int k = 1; k < 100; ++k) EXPECT_EQ(play_from(run, std::to_string(k)).size(), 2U);
  EXPECT_EQ(play_from(run, "100").size(), 0U);
  EXPECT_TRUE(run.listener.heard("its files have changed too often"));
  EXPECT_EQ(run.active(), Names{"b"});
}

TEST_F(LadderOf, EndsAfterAsManyGamesAsAsked) {
  LadderRules rules;
  rules.games = 2;
  Season run(path(), rules);
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  EXPECT_TRUE(run.play());
  EXPECT_FALSE(run.ladder.finished());
  const auto last = run.ladder.next(run.connected);
  ASSERT_TRUE(last);
  EXPECT_FALSE(run.ladder.next(run.connected));
  EXPECT_FALSE(run.ladder.finished());
  run.end(*last);
  EXPECT_TRUE(run.ladder.finished());
}

TEST_F(LadderOf, RatingsAreKeptWithTheGames) {
  {
    Season run(path(), {});
    run.ladder.enter(launched("a"), "a", "1");
    run.ladder.enter(launched("b"), "b", "1");
    for (int k = 0; k < 6; ++k) run.play();
  }
  const auto store = *store::open_sqlite_store(path(), store::Access::kRead);
  const auto ratings = store->ratings(store->events()->front().id);
  ASSERT_TRUE(ratings);
  EXPECT_EQ(ratings->size(), 12U);  // both, after each game
  EXPECT_EQ(ratings->back().after, 6U);
}

// --- the end of a season

namespace {

// Rules with an end at noon, and the clock on the wall.
struct Wall {
  tournament::WallTime now{std::chrono::hours(11)};
  [[nodiscard]] LadderRules rules(std::optional<double> settle = {}) {
    LadderRules rules;
    rules.end.until = tournament::WallTime(std::chrono::hours(12));
    rules.end.settle = settle;
    rules.end.now = [this] { return now; };
    return rules;
  }
};

}  // namespace

TEST_F(LadderOf, ItEndsWhenTheTimeIsOverAndItsGamesAre) {
  Wall wall;
  Season run(path(), wall.rules());
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  ASSERT_TRUE(run.play());
  const auto going = run.ladder.next(run.connected);
  ASSERT_TRUE(going);
  wall.now += 1h;
  run.connected.here = {"late"};
  EXPECT_FALSE(run.ladder.next(run.connected));
  EXPECT_FALSE(run.ladder.finished()) << "a game is being played";
  run.end(*going);
  EXPECT_TRUE(run.ladder.finished());
  EXPECT_TRUE(run.listener.heard("the season is over"));
  EXPECT_EQ(run.active(), (Names{"a", "b"}));
  EXPECT_EQ(run.board.games(), 2U);
}

TEST_F(LadderOf, ItGoesOnUntilRatingsAreSettledWithoutAnybodyNew) {
  Wall wall;
  LadderRules rules = wall.rules(300);
  bool checking = true;
  rules.end.expects_more = [&] { return checking; };
  Season run(path(), rules);
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  run.connected.here = {"ann"};
  ASSERT_TRUE(run.play());
  wall.now += 1h;
  // Who is in stays in; who comes now is not admitted, and a new title makes no new version.
  run.connected.here = {"ann", "late"};
  std::uint32_t most = 0;
  for (; most < 2000 && run.play({}, {{"ann", "another title"}}); ++most) {
    if (most == 300) {
      EXPECT_TRUE(checking);
      checking = false;  // until then a version that came in time might still enter
    }
  }
  EXPECT_GT(most, 300U);
  EXPECT_LT(most, 2000U);
  EXPECT_TRUE(run.ladder.finished());
  EXPECT_EQ(run.active(), (Names{"a", "ann", "b"}));
  EXPECT_TRUE(run.listener.heard("late is not admitted: it came after the time was over"));
  EXPECT_TRUE(run.listener.heard("all ratings are settled: the season is over"));
  for (const auto& row : run.board.standings().rows) {
    ASSERT_TRUE(row.elo) << row.name;
    EXPECT_LE(row.elo->high - row.elo->low, 300) << row.name;
  }
}

TEST_F(LadderOf, ASeasonThatIsOverEndsAtOnceWhenItIsStartedAgain) {
  Wall wall;
  wall.now += 2h;
  Season run(path(), wall.rules());
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter(launched("b"), "b", "1");
  EXPECT_FALSE(run.ladder.next(run.connected));
  EXPECT_TRUE(run.ladder.finished());
}

TEST(ASeason, IsSettledWhenAllActiveIntervalsAreNarrow) {
  store::Standings standings;
  const auto add = [&](double width, bool active, bool provisional = false, std::uint32_t games = 5) {
    auto& row = standings.rows.emplace_back();
    row.active = active;
    row.games = games;
    row.elo = {0, -width / 2, width / 2, provisional};
  };
  EXPECT_TRUE(tournament::is_settled(standings, 100));
  add(100, true);
  EXPECT_TRUE(tournament::is_settled(standings, 50)) << "one alone can play nobody";
  add(80, true);
  EXPECT_TRUE(tournament::is_settled(standings, 100));
  EXPECT_FALSE(tournament::is_settled(standings, 99));
  add(900, false);
  EXPECT_TRUE(tournament::is_settled(standings, 100)) << "it has dropped out";
  add(900, true, true);
  EXPECT_FALSE(tournament::is_settled(standings, 100));
  standings.rows.back().games = tournament::kGamesOfTheUndetermined;
  EXPECT_TRUE(tournament::is_settled(standings, 100)) << "it has lost everything, and will go on doing so";
  standings.rows.emplace_back();
  EXPECT_FALSE(tournament::is_settled(standings, 100)) << "it has not played";
}

}  // namespace quiver::tests
