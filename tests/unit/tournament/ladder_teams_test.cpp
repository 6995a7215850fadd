// Teams in a ladder that runs: versions that enter, come back and leave, names, and challenges.
#include "tests/unit/tournament/given_ladder.hpp"

namespace quiver::tests {

namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;
using tournament::TeamBot;

class LadderWithTeams : public StoreFolder {};

// A version of the team whose program is told by a letter.
TeamBot version_of(const std::string& team, std::uint32_t number, char content) {
  return {team, number, std::string(64, content), team + " " + std::to_string(number), launched("run")};
}

store::Entrant entrant_of(store::Store& store, const std::string& name) {
  const auto all = store.entrants(store.events().value().front().id).value();
  for (const store::Entrant& one : all)
    if (one.name == name) return one;
  return {};
}

}  // namespace

TEST_F(LadderWithTeams, ANewVersionTakesTheOldOnesPlace) {
  {
    Season run(path(), {});
    run.ladder.enter(launched("a"), "a", "1");
    run.ladder.enter_done();
    run.ladder.set_display("ann", "Équipe 4");
    run.ladder.enter_team(version_of("ann", 1, 'a'));
    run.play();
    const auto going = run.ladder.next(run.connected);
    ASSERT_TRUE(going);
    run.ladder.enter_team(version_of("ann", 3, 'b'));
    EXPECT_EQ(run.active(), (Names{"a", "ann-v3"}));
    run.end(*going);
    EXPECT_EQ(run.listener.games.size(), 2U) << "the game that ran counts for the version that played it";
    EXPECT_EQ(run.play()->bots.size(), 2U);
    // Rolled back: the same entry, with its games.
    run.ladder.enter_team(version_of("ann", 1, 'a'));
    EXPECT_EQ(run.active(), (Names{"a", "ann"}));
    EXPECT_TRUE(run.listener.heard("ann is back"));
  }
  const auto store = open(store::Access::kRead);
  const store::Entrant first = entrant_of(*store, "ann");
  EXPECT_EQ(first.spec, "bundle:" + std::string(64, 'a'));
  EXPECT_EQ(first.version, "ann " + std::string(16, 'a'));
  EXPECT_EQ(first.display, "Équipe 4");
  EXPECT_EQ(store::team_of(first), "ann");
  EXPECT_EQ(entrant_of(*store, "ann-v3").title, "ann 3");
}

TEST_F(LadderWithTeams, TheNextRunKnowsThem) {
  {
    Season run(path(), {});
    run.ladder.enter(launched("a"), "a", "1");
    run.ladder.enter_team(version_of("ann", 1, 'a'));
    run.ladder.enter_team(version_of("bob", 1, 'b'));
    run.ladder.enter_done();
    for (int k = 0; k < 3; ++k) run.play();
  }
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter_team(version_of("ann", 1, 'a'));
  run.ladder.enter_done();
  EXPECT_EQ(run.active(), (Names{"a", "ann"})) << "bob was not entered again";
  EXPECT_FALSE(run.listener.heard("ann has entered"));
  const auto game = run.play();
  ASSERT_TRUE(game);
  EXPECT_EQ(run.ladder.bot(game->bots[0]).program,
            run.ladder.bot(game->bots[0]).name == "a" ? "/bin/a" : "/bin/run");
}

TEST_F(LadderWithTeams, ATeamALaunchedAndARemoteBotOfOneNameAreThree) {
  Season run(path(), {});
  run.ladder.enter(launched("ann"), "ann", "1");
  run.connected.here = {"ann"};
  run.play();
  run.ladder.enter_team(version_of("ann", 1, 'a'));
  run.play();
  EXPECT_EQ(run.active(), (Names{"ann", "ann-v2", "ann-v3"}));
  run.ladder.leave_team("ann", "its team withdrew it");
  EXPECT_EQ(run.active().size(), 2U);
}

TEST_F(LadderWithTeams, ABundleNeverBecomesAnotherVersion) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.ladder.enter_team(version_of("ann", 1, 'a'));
  const auto game = run.ladder.next(run.connected);
  ASSERT_TRUE(game);
  for (unsigned s = 0; s < 2; ++s) {
    const bool of_team = run.ladder.bot(game->bots[s]).name == "ann";
    const auto played_as = run.ladder.identify(*game, base::seat(s), "another fingerprint");
    EXPECT_EQ(*played_as == game->bots[s], of_team);
  }
}

TEST_F(LadderWithTeams, BarredNamesDoNotPlay) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.connected.here = {"ann"};
  ASSERT_TRUE(run.play());
  run.ladder.set_barred({"ann"});
  EXPECT_EQ(run.active(), Names{"a"});
  EXPECT_FALSE(run.play()) << "though it is still connected";
  run.ladder.set_barred({});
  EXPECT_TRUE(run.play());
}

TEST_F(LadderWithTeams, NamesAndTitlesStandInTheTable) {
  Season run(path(), {});
  run.ladder.enter(launched("a"), "a", "1");
  run.connected.here = {"ann"};
  run.play({}, {{"a", "Poseidon 2"}, {"ann", "Ann 1.0"}});
  run.ladder.set_display("ann", "Équipe 4");
  for (const auto& row : run.board.standings().rows) {
    EXPECT_EQ(row.display, row.name == "ann" ? "Équipe 4" : "");
    EXPECT_EQ(row.title, row.name == "ann" ? "Ann 1.0" : "Poseidon 2");
  }
  EXPECT_TRUE(run.ladder.is_name_taken("ann"));
  EXPECT_FALSE(run.ladder.is_name_taken("bob"));
}

TEST_F(LadderWithTeams, BotsLeaveWhileItRuns) {
  Season run(path(), {});
  for (const char* name : {"a", "b", "c"}) run.ladder.enter(launched(name), name, "1");
  run.ladder.enter_done();
  run.play();
  run.ladder.leave("b", "its file has gone");
  EXPECT_EQ(run.active(), (Names{"a", "c"}));
  EXPECT_TRUE(run.listener.heard("b is out: its file has gone"));
  run.ladder.enter(launched("b"), "b", "2");
  EXPECT_EQ(run.active(), (Names{"a", "b-v2", "c"}));
}

// --- challenges

TEST_F(LadderWithTeams, ChallengesArePlayedUnrated) {
  std::vector<std::string> over;
  {
    Season run(path(), {});
    run.ladder.enter_team(version_of("ann", 1, 'a'));
    run.ladder.enter_team(version_of("bob", 1, 'b'));
    run.ladder.on_challenge_over([&](const std::string& team, const wire::Record& record) {
      over.push_back(team + " " + record.id + " " + record.seats[0].name);
    });
    std::optional<tournament::ChallengeGames> queued;
    ASSERT_TRUE(run.ladder.challenge("ann", "bob", 2, "", [&](const auto& games) { queued = games; }));
    EXPECT_FALSE(queued) << "its numbers are not committed yet";
    run.settle();
    ASSERT_TRUE(queued);
    EXPECT_EQ(queued->ids, (Names{"ladder-challenges-1", "ladder-challenges-2"}));
    const auto first = run.play();
    const auto rated = run.play();
    const auto second = run.play();
    EXPECT_EQ(first->id, "ladder-challenges-1");
    EXPECT_EQ(rated->id, "ladder-1-1") << "the ladder's own games go on";
    EXPECT_EQ(second->id, "ladder-challenges-2");
    EXPECT_EQ(first->bots[0], second->bots[1]) << "the seats change";
    EXPECT_EQ(run.board.games(), 1U);
    EXPECT_EQ(run.listener.games.size(), 1U);
  }
  EXPECT_EQ(over, (Names{"ann ladder-challenges-1 ann", "ann ladder-challenges-2 bob"}));
  const auto store = open(store::Access::kRead);
  const auto events = store->events().value();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[1].name, "ladder-challenges");
  EXPECT_EQ(events[1].kind, "games");
  EXPECT_EQ(store->results(events[1].id).value().size(), 2U);
}

TEST_F(LadderWithTeams, AChallengesNumbersAreNeverUsedTwice) {
  {
    Season run(path(), {});
    run.ladder.enter_team(version_of("ann", 1, 'a'));
    run.ladder.enter_team(version_of("bob", 1, 'b'));
    ASSERT_TRUE(run.ladder.challenge("ann", "bob", 5, "", {}));
    run.settle();
  }
  Season run(path(), {});
  run.ladder.enter_team(version_of("ann", 1, 'a'));
  run.ladder.enter_team(version_of("bob", 1, 'b'));
  ASSERT_TRUE(run.ladder.challenge("bob", "ann", 1, "", {}));
  run.settle();
  EXPECT_EQ(run.play()->id, "ladder-challenges-6");
}

TEST_F(LadderWithTeams, AChallengeNeedsTwoWhoPlay) {
  Season run(path(), {});
  const auto why = [&](const std::string& team, const std::string& opponent, const std::string& board = "") {
    const auto done = run.ladder.challenge(team, opponent, 1, board, {});
    return done ? "" : done.error().sentence;
  };
  run.ladder.enter(launched("a"), "a", "1");
  EXPECT_NE(why("ann", "a").find("has no bot in the ladder now"), std::string::npos);
  run.ladder.enter_team(version_of("ann", 1, 'a'));
  EXPECT_EQ(why("ann", "bob"), "nobody who plays now is called \"bob\"");
  EXPECT_EQ(why("ann", "ann"), "a team cannot challenge itself");
  EXPECT_NE(why("ann", "a", "donut").find("one board"), std::string::npos);
  EXPECT_EQ(why("ann", "a"), "");
  run.settle();
  std::vector<std::string> over;
  run.ladder.on_challenge_over(
      [&](const std::string&, const wire::Record& record) { over.push_back(record.sentence); });
  run.ladder.leave("a", "its file has gone");
  EXPECT_FALSE(run.play());
  EXPECT_EQ(over, Names{"void: a has left"});
}

}  // namespace quiver::tests
