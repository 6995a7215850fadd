// `quiver ladder` with what teams submitted, and with a folder that it watches: built by the real `quiver
// admit`, killed in the middle of it, and played.
#include <csignal>
#include <filesystem>
#include <fstream>

#include "client_sdk/wire/sha256.hpp"
#include "referee/store/sqlite_store.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;
using State = store::TeamVersion::State;

// Plays at random, and takes its time.
constexpr const char* kSlowBot = R"(import random, time
from quiver import Bot, Profile, run_bot

class Slow(Bot):
    profile = Profile(title="Slow and steady")

    def choose(self, position, deadline):
        time.sleep(0.15)
        return position.random_move(random.Random(1))

run_bot(Slow())
)";

class LadderTeamsCommand : public Stage {
 protected:
  [[nodiscard]] std::string store() const { return folder() + "/ladder.db"; }
  [[nodiscard]] Arguments ladder(const Arguments& more) const {
    return Arguments{"ladder", "connect4", "--rows", "4",      "--cols",
                     "4",      "--store",  store(),  "--rest", "0ms"} +
           patient_clock() + more;
  }
  // As the referee leaves it when it has taken a submission.
  void submit(const std::string& team, std::uint32_t number, const std::string& program) const {
    const auto written = store::open_sqlite_store(store(), store::Access::kWrite).value();
    store::Team account{
        number, team, "Équipe " + team, "", "2026-11-01T10:00:00Z", store::Team::State::kActive, 0, ""};
    store::TeamVersion version;
    version.team = number;
    version.number = 1;
    version.file = "my_bot.py";
    version.submitted = "2026-11-01T10:00:00Z";
    version.upload = wire::sha256_hex(program);
    written->commit(0, {account, version, store::StoredBundle{version.upload, program}}).value();
  }
  [[nodiscard]] store::TeamVersion version_of(std::uint32_t team) const {
    const auto read = store::open_sqlite_store(store(), store::Access::kRead).value();
    return read->version(team, 1).value().value();
  }
  // How many games the entrant of this name has played.
  [[nodiscard]] std::size_t games_of(const std::string& name) const {
    const auto read = store::open_sqlite_store(store(), store::Access::kRead).value();
    const auto events = read->events().value();
    std::size_t count = 0;
    for (const store::Event& event : events)
      read->games(event.id,
                  [&](const store::Game& game) {
                    for (const auto& seat : game.record.seats) count += seat.name == name ? 1U : 0U;
                    return true;
                  })
          .value();
    return count;
  }
};

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_F(LadderTeamsCommand, BuildsAgainWhatAKillInterruptedAndThenItPlays) {
  submit("ann", 1, kSlowBot);
  {
    Program& going = start_quiver(ladder({"--bot", "random", "--accept", "python"}));
    ASSERT_TRUE(eventually([&] { return version_of(1).state == State::kChecking; })) << going.err();
    going.signal(SIGKILL);
    EXPECT_EQ(going.wait(), 128 + SIGKILL);
    allow_scratch_folders();
  }
  EXPECT_EQ(version_of(1).state, State::kChecking) << "it was in the middle of it";
  Program& going = start_quiver(ladder({"--bot", "random", "--accept", "python"}));
  ASSERT_TRUE(eventually([&] { return store::is_settled(version_of(1).state); })) << going.err();
  const store::TeamVersion version = version_of(1);
  ASSERT_EQ(version.state, State::kAdmitted) << version.report;
  EXPECT_EQ(version.title, "Slow and steady");
  EXPECT_EQ(version.kind, "python");
  ASSERT_TRUE(eventually([&] { return games_of("ann") >= 2; })) << going.err();
  EXPECT_TRUE(says(going.err(), "ann has entered")) << going.err();
  going.signal(SIGINT);
  EXPECT_EQ(going.wait(), 130);

  const Ran table = quiver({"standings", "--store", store()});
  EXPECT_TRUE(says(table.out, "Équipe ann")) << table.out;
  EXPECT_TRUE(says(table.out, "Slow and steady")) << table.out;
  // The program is in the store: its folder may be lost.
  const std::size_t before = games_of("ann");
  fs::remove_all(store() + ".bundles");
  const Ran again = quiver(ladder({"--bot", "random", "--games", "2"}));
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_FALSE(says(again.err, "ann has entered")) << again.err;
  EXPECT_EQ(games_of("ann"), before + 2) << "it plays on where nothing more is accepted";
}

TEST_F(LadderTeamsCommand, RefusesABotThatFailsAndSaysWhy) {
  submit("ann", 1, "print('I am no bot')\n");
  Program& going = start_quiver(ladder({"--bot", "random", "--accept", "python"}));
  ASSERT_TRUE(eventually([&] { return store::is_settled(version_of(1).state); })) << going.err();
  EXPECT_EQ(version_of(1).state, State::kRefused) << version_of(1).report;
  EXPECT_TRUE(says(version_of(1).report, "refused: ")) << version_of(1).report;
  EXPECT_FALSE(says(going.err(), "ann has entered")) << going.err();
  going.signal(SIGINT);
  EXPECT_EQ(going.wait(), 130);
}

TEST_F(LadderTeamsCommand, ChecksASubmissionOnAllItsBoards) {
  submit("ann", 1, content_of_file(FIRST_BOT));
  Program& going = start_quiver(ladder({"--bot", "random", "--accept", "python", "--board", "name=low",
                                        "--board", "rows=5 line=3 name=tall"}));
  ASSERT_TRUE(eventually([&] { return store::is_settled(version_of(1).state); })) << going.err();
  const std::string report = version_of(1).report;
  EXPECT_EQ(version_of(1).state, State::kAdmitted) << report;
  EXPECT_TRUE(says(report, "  ok        low ")) << report;
  EXPECT_TRUE(says(report, "  ok        tall ")) << report;
  going.signal(SIGINT);
  EXPECT_EQ(going.wait(), 130);
}

TEST_F(LadderTeamsCommand, PlaysWhatOthersWroteOnlyIsolated) {
  const Ran ran = quiver(ladder({"--bot", "random", "--accept", "python", "--isolate", "off"}));
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(says(ran.err, "what teams submit is only played isolated")) << ran.err;
  EXPECT_FALSE(fs::exists(store()));
  const auto refusal = [&](const Arguments& more) { return quiver(ladder(more)).err; };
  EXPECT_TRUE(says(refusal({"--accept", "pyton"}), "python")) << refusal({"--accept", "pyton"});
  EXPECT_TRUE(says(refusal({"--accept", "python", "--max-size", "65M"}), "--max-size takes at most 64M"));
  EXPECT_TRUE(says(refusal({"--max-size", "1M"}), "give --accept KINDS"));
  EXPECT_TRUE(says(refusal({"--watch", "nowhere"}), "is not a folder"));
}

TEST_F(LadderTeamsCommand, WatchesAFolder) {
  const std::string players = folder() + "/players";
  fs::create_directory(players);
  fs::copy_file(bundled_bot_path("connect4-random"), players + "/ann");
  Program& going = start_quiver(ladder({"--bot", "random", "--watch", players, "--concurrency", "2"}));
  ASSERT_TRUE(eventually([&] { return says(going.err(), "ann has entered"); })) << going.err();
  fs::copy_file(bundled_bot_path("connect4-random"), players + "/bob");
  ASSERT_TRUE(eventually([&] { return says(going.err(), "bob has entered"); })) << going.err();
  ASSERT_TRUE(eventually([&] { return games_of("bob") > 0; })) << going.err();
  // A program stays one with something behind it. It is put in place of the other at once.
  fs::copy_file(players + "/ann", folder() + "/new");
  std::ofstream(folder() + "/new", std::ios::app) << "another version";
  fs::rename(folder() + "/new", players + "/ann");
  ASSERT_TRUE(eventually([&] { return games_of("ann-v2") > 0; })) << going.err();
  fs::remove(players + "/bob");
  ASSERT_TRUE(eventually([&] { return says(going.err(), "bob is out: its file has gone"); })) << going.err();
  std::ofstream(players + "/readme.txt") << "not a bot";
  ASSERT_TRUE(eventually([&] { return says(going.err(), "readme.txt\" does not play: "); })) << going.err();
  going.signal(SIGINT);
  EXPECT_EQ(going.wait(), 130);
  const Ran again = quiver(ladder({"--bot", "random", "--watch", players, "--games", "1"}));
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_FALSE(says(again.err, "has entered")) << again.err;
}

}  // namespace quiver::tests
