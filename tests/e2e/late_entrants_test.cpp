// Entrants that come to a tournament that has begun: also while it is played, after a kill.
#include <csignal>
#include <set>

#include "client_sdk/wire/codec.hpp"
#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class LateEntrants : public TournamentStage {
 protected:
  // "a" to "d", as far as there are so many.
  [[nodiscard]] static Arguments bots(std::size_t many, const std::string& pause = "") {
    Arguments all;
    for (std::size_t k = 0; k < many; ++k)
      all = all + Arguments{"--bot", waiting_bot(std::string(1, static_cast<char>('a' + k)), pause)};
    return all;
  }
  // What was played, in whatever order it was planned.
  [[nodiscard]] std::multiset<std::string> all_games(const std::string& name = "t.db") const {
    std::multiset<std::string> all;
    for (const auto& [number, game] : games(name)) all.insert(essence(game.record));
    return all;
  }
};

}  // namespace

TEST_F(LateEntrants, JoinWhileGamesArePlayedAndAfterAKill) {
  const Arguments more = {"--games", "8", "--concurrency", "3", "--openings", "random:2", "--json"};
  std::map<std::uint32_t, std::string> told;
  // Two, then three, then four; each run but the last is killed while it plays.
  for (const std::size_t many : {2U, 3U, 3U, 4U}) {
    const std::size_t before = told.size();
    Program& program = start_quiver(cup(bots(many, "env:PAUSE=4") + more));
    ASSERT_TRUE(eventually([&] { return whole_lines(program.out()).size() >= 3; })) << program.err();
    program.signal(SIGKILL);
    ASSERT_EQ(program.wait(), 128 + SIGKILL) << program.err();
    ASSERT_TRUE(eventually([this] { return processes().empty(); }));
    for (const std::string& line : whole_lines(program.out())) {
      const auto record = wire::parse_record_json(line);
      ASSERT_TRUE(record) << line;
      EXPECT_TRUE(told.emplace(record->number, line).second)
          << "game " << record->number << " was told twice";
    }
    EXPECT_GT(told.size(), before);
  }
  ASSERT_EQ(quiver(cup(bots(4, "env:PAUSE=4") + more)).exit_code, 0);
  const auto kept = games();
  ASSERT_EQ(kept.size(), 48U);
  EXPECT_EQ(kept.rbegin()->first, 48U) << "numbered without gaps";
  for (const auto& [number, line] : told) EXPECT_EQ(wire::record_json(kept.at(number).record), line);
  EXPECT_EQ(quiver({"verify", store()}).out, "48 games, all as recorded\n");
  for (const store::Pairing& one : pairings())
    EXPECT_EQ(one.state, store::Pairing::State::kDone) << one.number;
  // The same games as if all had been there from the beginning.
  ASSERT_EQ(quiver(cup(bots(4) + more, "whole.db")).exit_code, 0);
  EXPECT_EQ(all_games(), all_games("whole.db"));
  EXPECT_NE(table_in(standings()).find("d "), std::string::npos);
}

TEST_F(LateEntrants, JoinARoundRobinThatIsOverAndAFileThatHasGrown) {
  const std::string head =
      "game = \"connect4\"\nrows = 4\ncols = 4\nseed = 7\nformat = \"gauntlet\"\nclock = \"20m\"\n"
      "max-move-time = \"20m\"\n";
  const std::string path = file("cup.toml", head + "bot = [\"random name=a\", \"random name=b\"]\n");
  ASSERT_EQ(quiver({"tournament", path, "--store", store()}).exit_code, 0);
  const auto before = essences(games());
  ASSERT_EQ(file("cup.toml", head + "bot = [\"random name=a\", \"random name=b\", \"random name=c\"]\n"),
            path);
  const Ran ran = quiver({"tournament", path, "--store", store(), "--games", "4"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  expect_in(ran.out, "2 games were played before\n");
  const auto after = essences(games());
  EXPECT_EQ(after.size(), 8U);
  for (const auto& [number, what] : before) EXPECT_EQ(after.at(number), what);
  // The same again plays nothing more.
  expect_in(quiver({"tournament", path, "--store", store(), "--games", "4"}).out,
            "8 games were played before\n");
  EXPECT_EQ(essences(games()), after);
}

TEST_F(LateEntrants, AreRefusedWhereTheyWouldChangeWhatWasPlayed) {
  ASSERT_EQ(quiver(cup(random_bots({"a", "b"}))).exit_code, 0);
  const auto before = essences(games());
  const auto refused = [&](const Arguments& command) {
    const Ran ran = quiver(command);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(essences(games()), before);
    return ran.err;
  };
  expect_in(refused(cup(random_bots({"c", "a", "b"}))), "new bots are given behind those that are in it");
  expect_in(refused(cup(random_bots({"a", "c"}))), "bot was random name=a, random name=b when it began");
  ASSERT_EQ(quiver(cup(random_bots({"a", "b"}) + Arguments{"--format", "swiss"}, "s.db")).exit_code, 0);
  const Ran swiss = quiver(cup(random_bots({"a", "b", "c"}) + Arguments{"--format", "swiss"}, "s.db"));
  EXPECT_EQ(swiss.exit_code, 2);
  expect_in(swiss.err, "bot was random name=a, random name=b when it began");
}

}  // namespace quiver::tests
