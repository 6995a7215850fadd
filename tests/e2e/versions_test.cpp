// A bot's file changes while it plays: every game counts for the version that was played, whatever the
// moment.
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;

namespace {

class Versions : public TournamentStage {
 protected:
  void SetUp() override {
    // A script that says which version it is, and plays randomly.
    script_ = file("mine.sh", "echo this is version 1 .\nexec \"$1\"\n");
    fs::permissions(script_, fs::perms(0755));
  }

  // In place: the same file, the same size, and at no moment half of it.
  void overwrite(char version) const {
    const int script = open(script_.c_str(), O_WRONLY | O_CLOEXEC);
    const bool written = pwrite(script, &version, 1, 21) == 1;
    close(script);
    if (!written) throw std::runtime_error("not written");
  }

  [[nodiscard]] Arguments bots() const {
    return {"--bot",  "/bin/sh name=mine " + script_ + " " + bundled_bot_path("connect4-random"),
            "--bot",  "random",
            "--logs", folder() + "/logs"};
  }
  [[nodiscard]] Arguments ladder(const Arguments& more) const {
    return Arguments{"ladder",  "connect4", "--rows", "4",   "--cols", "4",
                     "--store", store(),    "--rest", "0ms", "--json"} +
           patient_clock() + bots() + more;
  }
  // The version that a game's process said it was; empty if it has run since a game before.
  static std::string version_in(const std::string& log) {
    const std::string text = log.empty() ? "" : content_of_file(log);
    const std::size_t at = text.rfind("this is version ");
    return at == std::string::npos ? "" : text.substr(at + 16, 1);
  }
  // The versions of all games that a run has told of so far.
  static std::set<std::string> versions_told(const Program& program) {
    std::set<std::string> found;
    for (const std::string& line : whole_lines(program.out()))
      for (const wire::Record& record : records_in(line))
        for (const auto& seat : record.seats) found.insert(version_in(seat.log));
    return found;
  }
  // Which versions played under each name of mine.
  [[nodiscard]] std::map<std::string, std::set<std::string>> versions() const {
    std::map<std::string, std::set<std::string>> found;
    for (const auto& [number, game] : games())
      for (const auto& seat : game.record.seats)
        if (const std::string version = version_in(seat.log); !version.empty())
          found[seat.name].insert(version);
    return found;
  }
  // Every record says who played as the table does.
  void expect_names_of_the_table() {
    const std::string table = standings();
    for (const auto& [number, game] : games())
      for (const auto& seat : game.record.seats) expect_in(table, seat.name);
  }

  std::string script_;
};

using Names = std::map<std::string, std::set<std::string>>;

struct Change {
  std::string isolation = {};
  std::string games = {};
  useconds_t longest = 0;  // between two changes

  friend std::ostream& operator<<(std::ostream& out, const Change& one) { return out << one.isolation; }
};

class ChangingVersions : public Versions, public testing::WithParamInterface<Change> {};

}  // namespace

TEST_F(Versions, AreNewEntriesOfALadderFromTheNextGameOn) {
  // given a ladder whose processes stay up from game to game
  Program& going = start_quiver(ladder({}));
  ASSERT_TRUE(eventually([&] { return whole_lines(going.out()).size() > 3; })) << going.err();
  // when a file is overwritten, and later is as it was before
  overwrite('2');
  ASSERT_TRUE(eventually([&] { return going.err().find("mine-v2 has entered") != std::string::npos; }))
      << going.err();
  ASSERT_TRUE(eventually([&] { return going.out().find("\"mine-v2\"") != std::string::npos; }));
  overwrite('1');
  ASSERT_TRUE(eventually([&] { return going.err().find("mine is back") != std::string::npos; }))
      << going.err();
  const std::size_t before = whole_lines(going.out()).size();
  ASSERT_TRUE(eventually([&] { return whole_lines(going.out()).size() > before + 3; }));
  going.signal(SIGINT);
  EXPECT_EQ(going.wait(), 130);
  // then each game counts for what was played
  expect_in(going.err(), "mine is out: there is a new version, mine-v2");
  EXPECT_EQ(versions(), (Names{{"mine", {"1"}}, {"mine-v2", {"2"}}}));
  expect_names_of_the_table();
}

TEST_P(ChangingVersions, AreNeverMixedHoweverOftenTheFileChanges) {
  // given an author who overwrites the file again and again, between any two steps of a start
  std::atomic<bool> stop = false;
  std::thread author([&] {
    for (unsigned k = 0; !stop; ++k) {
      overwrite(k % 2 == 0 ? '2' : '1');
      usleep(GetParam().longest / 90 * (k % 90));
    }
  });
  // when many games are played, each by new processes
  const Ran ran =
      quiver(ladder({"--restart", "--games", GetParam().games, "--isolate", GetParam().isolation}));
  stop = true;
  author.join();
  // then no name has games of two versions
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Names found = versions();
  EXPECT_FALSE(found.empty()) << ran.err;
  for (const auto& [name, all] : found) EXPECT_EQ(all.size(), 1U) << name;
  expect_names_of_the_table();
}

// Without isolation a game is void if the file changed while the bot was loading it, and a void game costs a
// ladder some seconds.
INSTANTIATE_TEST_SUITE_P(Everywhere, ChangingVersions,
                         testing::Values(Change{"required", "25", 60'000}, Change{"off", "6", 1'500'000}),
                         [](const auto& one) { return one.param.isolation; });

TEST_F(Versions, EndATournamentThatGoesOn) {
  const Arguments command = cup(bots() + Arguments{"--games", "100000", "--json"});
  Program& going = start_quiver(command);
  ASSERT_TRUE(eventually([&] { return whole_lines(going.out()).size() > 3; })) << going.err();
  overwrite('2');
  EXPECT_EQ(going.wait(), 2) << going.err();
  expect_in(going.err(), "the program of mine has changed since the tournament began: give another --store");
  EXPECT_EQ(versions(), (Names{{"mine", {"1"}}}));
  const std::size_t played = games().size();
  // when somebody goes on all the same, or does not
  EXPECT_EQ(quiver(command).exit_code, 2);
  EXPECT_EQ(games().size(), played);
  overwrite('1');
  Program& again = start_quiver(command + Arguments{"--allow-changed"});
  ASSERT_TRUE(eventually([&] { return whole_lines(again.out()).size() > 3; })) << again.err();
  overwrite('2');
  ASSERT_TRUE(eventually([&] { return versions_told(again).contains("2"); })) << again.err();
  again.signal(SIGINT);
  EXPECT_EQ(again.wait(), 130);
}

TEST_F(Versions, AreNotMixedInAMatchEither) {
  const Arguments command =
      Arguments{"match", "connect4", "--rows", "4", "--cols", "4", "--json", "--restart", "--games", "300"} +
      patient_clock() + bots();
  Program& going = start_quiver(command);
  ASSERT_TRUE(eventually([&] { return whole_lines(going.out()).size() > 3; })) << going.err();
  overwrite('2');
  EXPECT_EQ(going.wait(), 4) << going.err();
  expect_in(going.out(), "the program of mine has changed since the first game");
  for (const wire::Record& record : records_in(going.out()))
    for (const auto& seat : record.seats)
      if (seat.name == "mine") {
        EXPECT_NE(version_in(seat.log), "2") << record.id;
      }
}

}  // namespace quiver::tests
