// Bots on another machine: a cable that is pulled, a machine that dies, a way that takes its time.
#include <csignal>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include "tests/e2e/machines.hpp"

namespace quiver::tests {

namespace {

using std::chrono::milliseconds;

double millis_of(const std::string& line) {
  const std::string before = "{\"millis\":";
  return std::stod(line.substr(line.find(before) + before.size()));
}

std::size_t moves_by(const wire::Record& record, unsigned seat) {
  std::size_t moves = 0;
  for (const auto& one : record.moves)
    moves += one.seat == base::seat(seat) && one.notation != "x" + std::to_string(seat) ? 1U : 0U;
  return moves;
}

}  // namespace

TEST_F(TwoMachines, ABotPlaysFromTheOtherOverTls) {
  if (!join_by_cable()) return;
  start_referee();
  EXPECT_TRUE(referee().out().starts_with("listening on quivers://192.0.2.1:")) << referee().out();
  const wire::Record record = play_alice_and_bob("", "");
  expect_clean(record);
  expect_replays(record);
}

TEST_F(TwoMachines, ABotPlaysFromTheOtherInTheClearIfThatIsSaidAloud) {
  if (!join_by_cable()) return;
  speak_in_the_clear();
  start_referee();
  EXPECT_TRUE(referee().out().starts_with("listening on quiver://192.0.2.1:")) << referee().out();
  expect_clean(play_alice_and_bob("", ""));
}

TEST_F(TwoMachines, AGameGoesOnAfterTheCableWasPulledForAMoment) {
  if (!join_by_cable()) return;
  start_referee();
  // given alice, thinking about her third move
  Program& alice = start_bot(Place::kThere, "alice", 3);
  start_bot(Place::kHere, "bob");
  Program& order = start_game("", "");
  await_turns("alice", 3);
  // when the cable is pulled for a moment, in which she moves
  pull_cable();
  let_go("alice");
  std::this_thread::sleep_for(milliseconds(500));  // that it is a while is what is tested
  EXPECT_EQ(traced("\"sent\":{\"turn\"", "\"peer\":\"alice\"").size(), 3U) << "her move has not come";
  plug_in_cable();
  // then her move comes after all, on the same connection
  expect_clean(end_of(order));
  EXPECT_EQ(alice.wait(), 0) << alice.err();
  EXPECT_EQ(traced("\"sent\":{\"welcome\"", "\"peer\":\"alice\"").size(), 1U);
}

TEST_F(TwoMachines, AGameResumesThoughTheConnectionBroke) {
  if (!join_by_cable()) return;
  give_up_soon();
  start_referee();
  Program& alice = start_bot(Place::kThere, "alice", 3);
  start_bot(Place::kHere, "bob");
  Program& order = start_game("", "");
  await_turns("alice", 3);
  // when the cable is pulled until her machine gives the connection up
  pull_cable();
  let_go("alice");
  ASSERT_TRUE(eventually([this] { return !has_connection(Place::kThere); }));
  plug_in_cable();
  // then she comes back by herself and nobody is out
  expect_clean(end_of(order));
  EXPECT_EQ(alice.wait(), 0) << alice.err();
  const auto welcomes = traced("\"sent\":{\"welcome\"", "\"peer\":\"alice\"");
  ASSERT_EQ(welcomes.size(), 2U);
  EXPECT_NE(welcomes[1].find("\"resumed\":true"), std::string::npos) << welcomes[1];
}

TEST_F(TwoMachines, WhoStaysAwayOnItsTurnIsDisconnectedWhenItsClockEnds) {
  if (!join_by_cable()) return;
  give_up_soon();
  start_referee({"--reconnect-time", "1s"});
  // given bob, thinking, and a cable that is pulled for good
  Program& alice = start_bot(Place::kThere, "alice");
  start_bot(Place::kHere, "bob", 3);
  Program& order = start_game(" move-time=5s", "");
  await_turns("bob", 3);
  pull_cable();
  // when it is alice's turn
  let_go("bob");
  // then she is out, for that
  const wire::Record record = end_of(order);
  EXPECT_EQ(reason_of(record, 0), "DISCONNECTED") << record.seats[0].detail;
  EXPECT_EQ(record.winner, base::seat(1));
  alice.signal(SIGKILL);
}

TEST_F(TwoMachines, WhoStaysAwayOffItsTurnIsDisconnectedWhenTheReconnectTimeEnds) {
  if (!join_by_cable()) return;
  give_up_soon();
  start_referee({"--reconnect-time", "1s"});
  Program& alice = start_bot(Place::kThere, "alice");
  start_bot(Place::kHere, "bob", 3);
  Program& order = start_game("", "");
  await_turns("bob", 3);
  // when the cable is pulled for good while bob goes on thinking
  pull_cable();
  // then the connection is given up, at the next ping at the latest, and after the reconnect time she is out
  const wire::Record record = end_of(order);
  EXPECT_EQ(reason_of(record, 0), "DISCONNECTED") << record.seats[0].detail;
  EXPECT_EQ(record.winner, base::seat(1));
  EXPECT_EQ(traced("\"sent\":{\"turn\"", "\"peer\":\"alice\"").size(),
            traced("\"sent\":{\"turn\"", "\"peer\":\"bob\"").size())
      << "it was bob's turn";
  let_go("bob");
  alice.signal(SIGKILL);
}

TEST_F(TwoMachines, AMachineThatDiesMidMoveIsOutWhenItsClockEnds) {
  if (!join_by_cable()) return;
  start_referee();
  Program& alice = start_bot(Place::kThere, "alice", 3);
  start_bot(Place::kHere, "bob");
  Program& order = start_game(" move-time=2s", "");
  await_turns("alice", 3);
  // when her machine dies, without a word
  pull_cable();
  alice.signal(SIGKILL);
  EXPECT_EQ(alice.wait(), 128 + SIGKILL);
  // then the verdict comes when her clock ends, neither before nor much later
  const wire::Record record = end_of(order);
  EXPECT_EQ(reason_of(record, 0), "TIMEOUT") << record.seats[0].detail;
  EXPECT_EQ(record.winner, base::seat(1));
  const auto turns = traced("\"sent\":{\"turn\"", "\"peer\":\"alice\"");
  const auto outs = traced("\"sent\":{\"eliminated\"", "\"peer\":\"bob\"");
  ASSERT_TRUE(turns.size() == 3 && outs.size() == 1);
  EXPECT_GE(millis_of(outs[0]) - millis_of(turns[2]), 2'000);
  EXPECT_LT(millis_of(outs[0]) - millis_of(turns[2]), 10'000);
}

TEST_F(TwoMachines, WithoutTokensNobodyFromTheOtherIsLetIn) {
  if (!join_by_cable()) return;
  start_referee({}, false);
  Program& alice = start_bot(Place::kThere, "alice");
  EXPECT_EQ(alice.wait(), 2);
  EXPECT_NE(alice.err().find("accepts only connections from its own machine"), std::string::npos)
      << alice.err();
  EXPECT_TRUE(eventually([&] { return traced("NOT_LOCAL", "refused").size() == 1U; }));
}

// --- a long way

namespace {

struct LongWay {
  std::string name;
  int one_way = 0;    // milliseconds
  int move_time = 0;  // shorter than there and back
  friend std::ostream& operator<<(std::ostream& out, const LongWay& one) { return out << one.name; }
};

class FarAway : public TwoMachines, public testing::WithParamInterface<LongWay> {
 protected:
  // Clocks as short as these are missed by a machine that is busy, too: so often it may try.
  static constexpr int kAttempts = 20;

  [[nodiscard]] static std::string clock() {
    return " move-time=" + std::to_string(GetParam().move_time) + "ms";
  }
};

}  // namespace

TEST_P(FarAway, GamesEndAsTheyShould) {
  if (!join_by_long_way(GetParam().one_way)) return;
  start_referee();
  const wire::Record record = play_alice_and_bob("", "");
  expect_clean(record);
  EXPECT_GE(record.seats[0].used, milliseconds(2 * GetParam().one_way) * moves_by(record, 0))
      << "without a quota the way is her time";
  EXPECT_EQ(record.seats[0].lag, std::nullopt);
}

TEST_P(FarAway, WhoAnswersInTimeLosesNothingByTheWayWithAQuota) {
  if (!join_by_long_way(GetParam().one_way)) return;
  start_referee({"--lag-quota", "1s/1m"});
  for (int attempt = 1;; ++attempt) {
    const wire::Record record = play_alice_and_bob(clock(), "");
    if (reason_of(record, 0) == "TIMEOUT" && attempt < kAttempts) continue;
    expect_clean(record);
    EXPECT_GE(record.seats[0].lag.value(), milliseconds(2 * GetParam().one_way) * (moves_by(record, 0) - 1));
    EXPECT_LT(record.seats[1].lag.value(), milliseconds(GetParam().one_way)) << "bob is near";
    return;
  }
}

TEST_P(FarAway, WithoutAQuotaItIsLate) {
  if (!join_by_long_way(GetParam().one_way)) return;
  start_referee();
  const wire::Record record = play_alice_and_bob(clock(), "");
  EXPECT_EQ(reason_of(record, 0), "TIMEOUT");
  EXPECT_EQ(moves_by(record, 0), 0U);
}

TEST_P(FarAway, AQuotaThatIsUsedUpForgivesNothingMore) {
  if (!join_by_long_way(GetParam().one_way)) return;
  // given a quota for two ways there and back, and a bit
  const int game = 2 * 2 * GetParam().one_way + GetParam().one_way / 10;
  start_referee(
      {"--lag-quota", std::to_string(2 * GetParam().one_way) + "ms/" + std::to_string(game) + "ms"});
  for (int attempt = 1;; ++attempt) {
    const wire::Record record = play_alice_and_bob(clock(), "");
    ASSERT_EQ(reason_of(record, 0), "TIMEOUT");
    ASSERT_LE(record.seats[0].lag.value(), milliseconds(game));
    ASSERT_LE(moves_by(record, 0), 2U);
    if (moves_by(record, 0) < 2 && attempt < kAttempts) continue;
    EXPECT_EQ(moves_by(record, 0), 2U);
    return;
  }
}

INSTANTIATE_TEST_SUITE_P(RoundTrip, FarAway,
                         testing::Values(LongWay{"50ms", 25, 40}, LongWay{"200ms", 100, 160}),
                         [](const auto& one) { return "Of" + one.param.name; });

TEST_F(TwoMachines, AWayThatStallsCostsNothingButTime) {
  if (!join_by_long_way(25)) return;
  start_referee();
  start_bot(Place::kThere, "alice", 3);
  start_bot(Place::kHere, "bob");
  Program& order = start_game("", "");
  await_turns("alice", 3);
  stall_long_way();
  let_go("alice");
  std::this_thread::sleep_for(milliseconds(700));
  EXPECT_EQ(traced("\"sent\":{\"turn\"", "\"peer\":\"alice\"").size(), 3U) << "her move has not come";
  release_long_way();
  expect_clean(end_of(order));
}

// --- as somebody without rights

TEST_F(TwoMachines, TheSameAsAnOrdinaryUser) {
  if (geteuid() != 0 || std::getenv("QUIVER_TEST_RIGHTS") != nullptr)
    GTEST_SKIP() << "this is an ordinary user already";
  constexpr auto kAll = std::filesystem::perms::all;
  std::filesystem::permissions(folder(), kAll);
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const Arguments nobody = {"--reuid=65534", "--regid=65534", "--clear-groups"};
  if (start("/usr/bin/setpriv", nobody + Arguments{"test", "-x", self}).wait() != 0)
    GTEST_SKIP() << "an ordinary user cannot reach " << self;
  Program& user =
      start("/usr/bin/setpriv", nobody + Arguments{self, "--gtest_filter=TwoMachines.*-*Ordinary*"});
  EXPECT_EQ(user.wait(), 0) << user.out() << user.err();
  if (user.out().find("no network namespaces can be made here") != std::string::npos)
    GTEST_SKIP() << "an ordinary user cannot make network namespaces here";
  EXPECT_NE(user.out().find("[       OK ] TwoMachines.ABotPlaysFromTheOtherOverTls"), std::string::npos)
      << user.out();
}

}  // namespace quiver::tests

int main(int argc, char** argv) {
  quiver::tests::take_rights(argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
