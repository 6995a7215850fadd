// Entrants that hang, crash, cheat and flood beside innocent ones; and faults of the referee's own.
#include <filesystem>
#include <set>

#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;

class AmongHostiles : public TournamentStage {
 protected:
  [[nodiscard]] static Arguments hostile(const std::string& name, const std::string& behaviour,
                                         const std::string& clock = "") {
    return {"--bot", hostile_bot() + " name=" + name + (clock.empty() ? "" : " " + clock) + " " + behaviour};
  }
};

class BrokenLaunches : public TournamentStage {
 protected:
  // A program that cannot be started, through nobody's fault but the machine's.
  [[nodiscard]] std::string broken() const {
    std::string path = file("broken", "#!/nowhere/interpreter\n");
    fs::permissions(path, fs::perms(0755));
    return path;
  }
  void repair() const {
    static_cast<void>(file("broken", "#!/bin/sh\nexec '" + bundled_bot_path("connect4-random") + "'\n"));
  }
  [[nodiscard]] static std::size_t count(const std::string& all, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = all.find(part); at != std::string::npos; at = all.find(part, at + 1)) ++times;
    return times;
  }
};

}  // namespace

TEST_F(AmongHostiles, TheInnocentPlayAsIfTheyWereAlone) {
  const Arguments more = {"--games", "2", "--concurrency", "2", "--openings", "random:2"};
  EXPECT_EQ(quiver(cup(random_bots({"ann", "bob", "carol"}) + more, "alone.db")).exit_code, 0);
  std::multiset<std::string> alone;
  for (const auto& [number, what] : essences(games("alone.db"))) alone.insert(what);

  const Ran ran = quiver(cup(
      hostile("crashing", "exit 3") + random_bots({"ann"}) + hostile("cheating", "play connect4 9") +
      hostile("hanging", "hang", "move-time=300ms") + random_bots({"bob"}) + hostile("flooding", "flood") +
      random_bots({"carol"}) + hostile("silent", "exit-before-hello") + more));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const std::map<std::string, std::string> verdicts{{"crashing", "CRASHED"},
                                                    {"cheating", "ILLEGAL_MOVE"},
                                                    {"hanging", "TIMEOUT"},
                                                    {"flooding", "PROTOCOL_ERROR"},
                                                    {"silent", "CRASHED"}};
  std::multiset<std::string> among;
  std::map<std::string, int> verdict_count;
  const auto all = games();
  for (const auto& [number, game] : all) {
    std::vector<unsigned> bad;
    for (unsigned s = 0; s < 2; ++s)
      if (verdicts.contains(game.record.seats[s].name)) bad.push_back(s);
    if (bad.empty()) among.insert(essence(game.record));
    for (unsigned s = 0; s < 2; ++s) {
      const std::string reason = reason_of(game.record, s);
      const std::string& name = game.record.seats[s].name;
      if (!verdicts.contains(name)) {
        EXPECT_EQ(reason, "") << essence(game.record);
      } else if (!reason.empty()) {
        EXPECT_EQ(reason, verdicts.at(name)) << game.record.seats[s].detail;
        ++verdict_count[name];
      }
    }
    if (bad.size() == 1) {
      EXPECT_EQ(game.record.seats[bad[0]].place, 2U) << essence(game.record);
    }
  }
  EXPECT_EQ(all.size(), 56U);
  EXPECT_EQ(among, alone);
  for (const auto& [name, reason] : verdicts) EXPECT_GE(verdict_count[name], 6) << name;
  for (const char* reason : {"CRASHED", "ILLEGAL_MOVE", "TIMEOUT", "PROTOCOL_ERROR"})
    expect_in(table_in(ran.out), reason);
}

TEST_F(BrokenLaunches, StopTheirPairingsAndNoOther) {
  for (const char* at_once : {"1", "3"}) {
    const std::string name = std::string(at_once) + ".db";
    const Arguments command =
        cup(Arguments{"--bot", broken() + " see=" + bundled_bot_path("connect4-random")} +
                random_bots({"a", "b"}) + Arguments{"--games", "4", "--concurrency", at_once},
            name);
    const Ran ran = quiver(command);
    EXPECT_EQ(ran.exit_code, 4) << ran.err;
    // One after the other, each is tried again under its own number before its pairing is given up.
    if (std::string(at_once) == "1") {
      EXPECT_EQ(count(ran.err, " is void: "), 4U) << ran.err;
      EXPECT_EQ(count(ran.err, "game 2 is void: ") + count(ran.err, "game 3 is void: ") +
                    count(ran.err, "game 1 is void: "),
                4U)
          << ran.err;
    }
    EXPECT_EQ(count(ran.err, " do not continue their pairing: two games in a row were void: "), 2U)
        << ran.err;
    EXPECT_EQ(games(name).size(), 4U) << "a and b have played";
    unsigned stopped = 0;
    for (const store::Pairing& pairing : pairings(name))
      stopped += pairing.state == store::Pairing::State::kStopped ? 1U : 0U;
    EXPECT_EQ(stopped, 2U);
    const std::string table = standings({}, name);
    expect_in(table, "tournament: connect4, round-robin, 4 of 12 games\n");
    EXPECT_EQ(count(table, "stopped: "), 2U) << table;
    // The next run tries again, and stops again or does not.
    EXPECT_EQ(quiver(command).exit_code, 4);
    EXPECT_EQ(games(name).size(), 4U);
    repair();
    const Ran later = quiver(command);
    EXPECT_EQ(later.exit_code, 0) << later.err;
    EXPECT_EQ(but_for_cores(later.err), "");
    EXPECT_EQ(games(name).size(), 12U);
    for (const store::Pairing& pairing : pairings(name)) {
      EXPECT_EQ(pairing.state, store::Pairing::State::kDone);
      EXPECT_EQ(pairing.note, "");
    }
    EXPECT_EQ(count(standings({}, name), "stopped"), 0U);
  }
}

}  // namespace quiver::tests
