// kill -9 of a tournament at random moments, again and again: what was told is kept, and in the end exactly
// what was planned has been played.
#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

#include "client_sdk/wire/codec.hpp"
#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

unsigned chosen_seed() {
  const char* given = std::getenv("QUIVER_SEED");
  return given != nullptr ? static_cast<unsigned>(std::stoul(given)) : std::random_device{}();
}

class KilledTournament : public TournamentStage {
 protected:
  static constexpr unsigned kKills = 50;
  static constexpr std::size_t kGames = 200;  // ten pairs, twenty games each

  [[nodiscard]] Arguments command(const std::string& name, const std::string& pause) const {
    Arguments bots;
    for (const char* bot : {"a", "b", "c", "d", "e"})
      bots = bots + Arguments{"--bot", waiting_bot(bot, pause)};
    return cup(bots + Arguments{"--games", "20", "--concurrency", "4", "--json"}, name);
  }
  // All lines that came out whole; none of them a second time.
  void remember(const std::string& out) {
    for (const std::string& line : whole_lines(out)) {
      const auto record = wire::parse_record_json(line);
      ASSERT_TRUE(record) << line;
      ASSERT_TRUE(told_.emplace(record->number, line).second)
          << "game " << record->number << " was told twice";
    }
  }
  // While it starts, or some time after it has told of up to three games. All games have to last for all
  // kills, so when most of them are played it is always while it starts.
  void wait_for_some_moment(Program& program, std::mt19937& random) {
    const auto began = Clock::now();
    const std::size_t games = told_.size() > kGames * 3 / 5 ? 0 : random() % 4;
    const auto some_of = [&](Clock::duration most) {
      return Clock::duration(std::uniform_int_distribution<Clock::duration::rep>(0, most.count())(random));
    };
    if (games == 0) {
      // On a busy machine what was a start before is much more by now: not later than the first game.
      const auto end = began + some_of(to_first_game_);
      while (Clock::now() < end && whole_lines(program.out()).empty())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return;
    }
    EXPECT_TRUE(eventually([&] { return !whole_lines(program.out()).empty(); })) << program.err();
    to_first_game_ = Clock::now() - began;
    EXPECT_TRUE(eventually([&] { return whole_lines(program.out()).size() >= games; })) << program.err();
    std::this_thread::sleep_for(some_of(to_first_game_ / 10));
  }
  [[nodiscard]] const std::map<std::uint32_t, std::string>& told() const { return told_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::map<std::uint32_t, std::string> told_;
  Clock::duration to_first_game_ = std::chrono::milliseconds(200);
};

}  // namespace

TEST_F(KilledTournament, EndsAsIfNothingHadHappened) {
  const unsigned chance = chosen_seed();
  RecordProperty("seed", static_cast<int>(chance));
  SCOPED_TRACE("QUIVER_SEED=" + std::to_string(chance));
  std::mt19937 random(chance);
  // A move takes 4 ms at least, so that no run plays all games before it is killed.
  const Arguments run = command("t.db", "env:PAUSE=4");
  for (unsigned k = 0; k < kKills; ++k) {
    Program& program = start_quiver(run);
    wait_for_some_moment(program, random);
    ASSERT_TRUE(program.runs()) << "it ended before it was killed, " << told().size() << " games were told";
    program.signal(SIGKILL);
    ASSERT_EQ(program.wait(), 128 + SIGKILL) << program.err();
    EXPECT_EQ(but_for_cores(program.err()), "");
    ASSERT_NO_FATAL_FAILURE(remember(program.out()));
    ASSERT_TRUE(eventually([this] { return processes().empty(); })) << "after kill " << k;
  }
  EXPECT_LT(told().size(), kGames);
  const Ran last = quiver(run);
  EXPECT_EQ(last.exit_code, 0) << last.err;
  remember(last.out);

  // Exactly what was planned; what was told is what is kept.
  const auto kept = games();
  EXPECT_EQ(kept.size(), kGames);
  std::map<std::uint32_t, std::set<std::uint32_t>> indices;
  std::map<std::vector<std::uint32_t>, int> seatings;
  for (const auto& [number, game] : kept) {
    EXPECT_TRUE(indices[game.pairing].insert(game.index).second);
    ++seatings[game.entrants];
    const auto found = told().find(number);
    if (found != told().end()) {
      EXPECT_EQ(wire::record_json(game.record), found->second);
    }
  }
  for (const auto& [number, line] : told()) EXPECT_TRUE(kept.contains(number));
  EXPECT_EQ(indices.size(), 10U);
  for (const auto& [pairing, those] : indices) EXPECT_EQ(those.size(), 20U);
  EXPECT_EQ(seatings.size(), 20U);
  for (const auto& [seats, times] : seatings) EXPECT_EQ(times, 10);
  // Every record is as the rules say.
  EXPECT_EQ(quiver({"verify", store()}).out, "200 games, all as recorded\n");
  // And the games are those of a tournament that nobody disturbed.
  EXPECT_EQ(quiver(command("whole.db", "")).exit_code, 0);
  EXPECT_EQ(essences(kept), essences(games("whole.db")));
}

// Where results decide who meets whom: what is kept is always a beginning of what happened.
TEST_F(KilledTournament, InRoundsEndsAsIfNothingHadHappened) {
  const unsigned chance = chosen_seed();
  SCOPED_TRACE("QUIVER_SEED=" + std::to_string(chance));
  std::mt19937 random(chance);
  for (const std::string format : {"swiss", "knockout", "double-elimination"}) {
    const auto rounds = [&](const std::string& at_once, const std::string& pause, const std::string& name) {
      Arguments bots;
      for (const char* bot : {"a", "b", "c", "d", "e", "f", "g"})
        bots = bots + Arguments{"--bot", waiting_bot(bot, pause)};
      return cup(bots + Arguments{"--format", format, "--games", "2", "--concurrency", at_once, "--json"},
                 name);
    };
    const Arguments run = rounds("3", "env:PAUSE=4", format + ".db");
    for (int k = 0; k < 6; ++k) {
      Program& program = start_quiver(run);
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 300'000));
      program.signal(SIGKILL);
      program.wait();
      ASSERT_TRUE(eventually([this] { return processes().empty(); }));
    }
    EXPECT_EQ(quiver(run).exit_code, 0);
    EXPECT_EQ(quiver(rounds("1", "", format + "-whole.db")).exit_code, 0);
    EXPECT_EQ(essences(games(format + ".db")), essences(games(format + "-whole.db"))) << format;
  }
}

}  // namespace quiver::tests
