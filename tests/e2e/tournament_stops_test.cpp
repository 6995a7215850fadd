// Tournaments that are broken off, wait for others or are played twice at once; and how many games go on.
#include <csignal>
#include <set>

#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class RunningTournament : public TournamentStage {
 protected:
  // Bots whose processes wait at a certain move, by default their third, until go() is called.
  [[nodiscard]] Arguments waiting_bots(const std::vector<std::string>& names, int at = 3) const {
    Arguments bots;
    for (const std::string& name : names)
      bots = bots +
             Arguments{"--bot", waiting_bot(name, "see=" + folder() + " env:WAIT_AT=" + std::to_string(at) +
                                                      " env:WAIT_FOR=" + folder() + "/go")};
    return bots;
  }
  void go() const { static_cast<void>(file("go", "")); }
  // Where it waits for a remote bot.
  std::string url_for(Program& program, const std::string& name) {
    const std::string before = "waiting for " + name + " at ";
    EXPECT_TRUE(eventually([&] {
      const std::string said = program.err();
      return said.find(before) != std::string::npos && said.ends_with('\n');
    })) << program.err();
    const std::string said = program.err();
    const std::size_t at = said.find(before) + before.size();
    return said.substr(at, said.find('\n', at) - at);
  }
};

}  // namespace

TEST_F(RunningTournament, IsBrokenOffByCtrlCAndGoesOn) {
  const Arguments more = {"--games", "50", "--concurrency", "3", "--openings", "random:2"};
  Arguments eager;
  for (const char* name : {"a", "b", "c", "d"}) eager = eager + Arguments{"--bot", waiting_bot(name)};
  EXPECT_EQ(quiver(cup(eager + more, "whole.db")).exit_code, 0);
  const auto whole = essences(games("whole.db"));
  EXPECT_EQ(whole.size(), 300U);
  // However fast this machine is, it comes to a halt: a process has played five games by its 40th move.
  const Arguments command = cup(waiting_bots({"a", "b", "c", "d"}, 40) + more);
  std::size_t before = 0;
  for (unsigned stop = 1; stop <= 3; ++stop) {
    Program& run = start_quiver(command + Arguments{"--json"});
    EXPECT_TRUE(eventually([&] { return whole_lines(run.out()).size() >= 5; })) << run.err();
    run.signal(stop == 2 ? SIGTERM : SIGINT);
    EXPECT_EQ(run.wait(), 128 + (stop == 2 ? SIGTERM : SIGINT)) << run.err();
    expect_in(run.err(), "quiver: interrupted; finished games are stored in " + store() +
                             ", and the same command resumes it\n");
    // What was told is kept, and everything that is kept was told.
    const auto kept = essences(games());
    EXPECT_EQ(kept.size(), before + whole_lines(run.out()).size());
    for (const wire::Record& record : records_in(run.out()))
      EXPECT_EQ(kept.at(record.number), essence(record));
    before = kept.size();
  }
  EXPECT_LT(before, 300U);
  go();
  EXPECT_EQ(quiver(command).exit_code, 0);
  EXPECT_EQ(essences(games()), whole);
}

TEST_F(RunningTournament, HasItsStoreToItself) {
  const Arguments command = cup(waiting_bots({"a", "b", "c"}) + Arguments{"--games", "1"});
  Program& first = start_quiver(command);
  EXPECT_TRUE(eventually([&] { return processes().size() >= 5; })) << first.err();
  const Ran second = quiver(command);
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_EQ(second.out, "");
  EXPECT_TRUE(second.err.starts_with("quiver: \"" + store() + "\" is in use by process " +
                                     std::to_string(first.pid()) + " (quiver tournament, since "))
      << second.err;
  EXPECT_EQ(whole_lines(second.err).size(), 1U);
  // Whoever only looks may do so.
  expect_in(standings(), "tournament: connect4, round-robin, 0 of 3 games\n");
  go();
  EXPECT_EQ(first.wait(), 0) << first.err();
  EXPECT_EQ(games().size(), 3U);
}

// By what goes over the wire, in its order: how many matches have begun and not ended.
TEST_F(RunningTournament, NeverPlaysMoreGamesAtOnceThanAsked) {
  for (const unsigned asked : {1U, 2U, 3U, 5U}) {
    const std::string trace = folder() + "/trace-" + std::to_string(asked);
    const Ran ran =
        quiver(cup(random_bots({"a", "b", "c", "d"}) +
                       Arguments{"--games", "8", "--concurrency", std::to_string(asked), "--trace", trace},
                   std::to_string(asked) + ".db"));
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    std::set<std::string> going, all;
    std::size_t most = 0;
    const auto match_in = [](const std::string& line, const std::string& kind) {
      const std::string before = "\"" + kind + "\":{\"match\":\"";
      const std::size_t at = line.find(before);
      if (at == std::string::npos) return std::string();
      return line.substr(at + before.size(), line.find('"', at + before.size()) - at - before.size());
    };
    for (const std::string& line : whole_lines(content_of_file(trace))) {
      const std::string begun = match_in(line, "matchStart"), ended = match_in(line, "matchEnd");
      if (!begun.empty() && all.insert(begun).second) going.insert(begun);
      going.erase(ended);
      most = std::max(most, going.size());
    }
    EXPECT_EQ(all.size(), 48U);
    EXPECT_TRUE(going.empty());
    EXPECT_LE(most, asked);
    EXPECT_GT(most, asked > 1 ? 1U : 0U);
  }
}

TEST_F(RunningTournament, LaunchesTwoBotsForEachGameThatGoesOn) {
  Program& run =
      start_quiver(cup(waiting_bots({"a", "b", "c"}) + Arguments{"--games", "8", "--concurrency", "3"}));
  // The referee, and for each of six bots a supervisor and the bot.
  EXPECT_TRUE(eventually([&] { return processes().size() == 13; })) << run.err();
  go();
  EXPECT_EQ(run.wait(), 0) << run.err();
  EXPECT_EQ(games().size(), 24U);
}

TEST_F(RunningTournament, IsPlayedByBotsThatDialIn) {
  const std::string tokens = file("tokens", "alice token-of-alice\nbob token-of-bob\ncarol token-of-carol\n");
  Program& run = start_quiver(cup(Arguments{
      "--bot", "remote:alice", "--bot", "random name=here", "--bot", "remote:bob", "--bot", "remote:carol",
      "--tokens", tokens, "--connect-time", "20m", "--games", "4", "--concurrency", "3", "--json"}));
  std::vector<Program*> bots;
  for (const std::string name : {"alice", "bob", "carol"})
    bots.push_back(&start(bundled_bot_path("connect4-random"), {},
                          {{"QUIVER_ADDRESS", url_for(run, name)}, {"QUIVER_TOKEN", "token-of-" + name}}));
  EXPECT_EQ(run.wait(), 0) << run.err();
  for (Program* bot : bots) EXPECT_EQ(bot->wait(), 0) << bot->err();
  const auto all = games();
  EXPECT_EQ(all.size(), 24U);
  for (const auto& [number, game] : all) expect_clean(game.record);
  EXPECT_EQ(records_in(run.out()).size(), 24U);
}

TEST_F(RunningTournament, LosesNothingByOneThatNeverComes) {
  const Arguments here = random_bots({"a", "b"});
  EXPECT_EQ(quiver(cup(here + Arguments{"--games", "4"}, "without.db")).exit_code, 0);
  const Ran ran = quiver(cup(Arguments{"--bot", "remote:ghost"} + here +
                             Arguments{"--games", "4", "--connect-time", "8s", "--concurrency", "8"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::multiset<std::string> without, among;
  for (const auto& [number, what] : essences(games("without.db"))) without.insert(what);
  for (const auto& [number, game] : games()) {
    const bool ghost = game.record.seats[0].name == "ghost" || game.record.seats[1].name == "ghost";
    if (!ghost) {
      among.insert(essence(game.record));
    } else {
      const unsigned seat = game.record.seats[0].name == "ghost" ? 0 : 1;
      EXPECT_EQ(reason_of(game.record, seat), "NOT_READY");
      EXPECT_EQ(reason_of(game.record, 1 - seat), "");
      EXPECT_EQ(game.record.seats[seat].place, 2U);
    }
  }
  EXPECT_EQ(games().size(), 12U);
  EXPECT_EQ(among, without);
  expect_in(ran.out, "NOT_READY 8\n");
}

}  // namespace quiver::tests
