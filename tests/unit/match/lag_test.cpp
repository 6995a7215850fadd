// The lag quota: what the network takes is forgiven, up to what a move and a game may have.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

// Seat 0 has the quota, seat 1 has none.
Table with_quota(const wire::TimeControl& time, int per_move, int per_game) {
  match::Setup setup = with_time(setup_of(started("connect4")), time);
  setup.seats[0].lag = {Millis(per_move), Millis(per_game)};
  Table t(std::move(setup));
  for (const unsigned s : {0U, 1U}) t.connects(0, s), t.is_ready(0, s);
  return t;
}

std::optional<base::Duration> forgiven(const Table& t, unsigned s) { return t.match.record().seats[s].lag; }

// Seat 1 answers at once.
void answer(Table& t, int ms, std::string_view move) {
  t.turn_sent(ms, 1);
  t.plays(ms, 1, move);
}

TEST(MatchLag, R25_IsAddedToTheDeadlineAndNotCounted) {
  Table t = with_quota(clocks(1000, {}), 200, 1000);
  t.turn_sent(0, 0, 150);
  EXPECT_EQ(t.deadline(), 1'150);
  EXPECT_EQ(t.plays(1'150, 0, "4").front(), "all 01: moved 0 at 0 4 after 1000ms");
  EXPECT_EQ(forgiven(t, 0), Millis(150));
}

TEST(MatchLag, R25_WhoIsLaterStillIsOut) {
  Table t = with_quota(clocks(1000, {}), 200, 1000);
  t.turn_sent(0, 0, 150);
  EXPECT_EQ(t.time_passes(1'149), Lines{});
  EXPECT_EQ(t.plays_late(1'152, 1'151, 0, 0, "4").front(),
            "all 01: out 0 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
  EXPECT_EQ(forgiven(t, 0), Millis(0)) << "a move that never came is forgiven nothing";
}

TEST(MatchLag, R25_TheTurnTellsThePlainLimit) {
  Table t = with_quota(clocks({}, 1000), 200, 1000);
  t.turn_sent(0, 0, 150);
  t.plays(300, 0, "4");
  t.turn_sent(300, 1);
  EXPECT_EQ(t.plays(300, 1, "4").back(), "to 0: turn 2 in 850ms, bank 850ms, bank 1000ms")
      << "150 of the 300 ms were the network's";
}

TEST(MatchLag, R25_NoMoreIsForgivenThanTheMoveTook) {
  Table t = with_quota(clocks({}, 1000), 200, 1000);
  t.turn_sent(0, 0, 150);
  EXPECT_EQ(t.plays(60, 0, "4").front(), "all 01: moved 0 at 0 4 after 0ms");
  EXPECT_EQ(forgiven(t, 0), Millis(60));
}

TEST(MatchLag, R25_AMoveHasItsCap) {
  Table t = with_quota(clocks(1000, {}), 200, 1000);
  t.turn_sent(0, 0, 5'000);
  EXPECT_EQ(t.deadline(), 1'200);
}

TEST(MatchLag, R25_AGameHasItsCapAndThenItIsOver) {
  Table t = with_quota(clocks(1000, {}), 200, 300);
  t.turn_sent(0, 0, 200);
  t.plays(1'200, 0, "4");
  EXPECT_EQ(forgiven(t, 0), Millis(200));
  answer(t, 1'200, "4");
  t.turn_sent(2'000, 0, 200);
  EXPECT_EQ(t.deadline(), 3'100) << "100 ms of the game's quota are left";
  t.plays(3'100, 0, "4");
  EXPECT_EQ(forgiven(t, 0), Millis(300));
  answer(t, 3'100, "4");
  t.turn_sent(4'000, 0, 200);
  EXPECT_EQ(t.deadline(), 5'000) << "and now none are";
  EXPECT_EQ(t.time_passes(5'000).front(),
            "all 01: out 0 TIMEOUT: its 3rd move took more than 1.0 s of 1.0 s");
}

TEST(MatchLag, R25_NobodyElseIsForgivenAnything) {
  Table t = with_quota(clocks(1000, {}), 200, 1000);
  t.turn_sent(0, 0, 0);
  t.plays(10, 0, "4");
  t.turn_sent(10, 1, 150);
  EXPECT_EQ(t.deadline(), 1'010);
  EXPECT_EQ(forgiven(t, 1), std::nullopt) << "it has no quota";
}

TEST(MatchLag, R25_TheWayOfANewConnectionCountsIfItIsLonger) {
  Table t = with_quota(clocks(1000, {}), 200, 1000);
  t.turn_sent(0, 0, 20);
  EXPECT_EQ(t.deadline(), 1'020);
  t.is_lost(100, 0);
  t.connects(200, 0);
  t.turn_sent(200, 0, 120);
  EXPECT_EQ(t.deadline(), 1'120) << "the clock runs since the first Turn";
  t.turn_sent(300, 0, 50);
  EXPECT_EQ(t.deadline(), 1'120);
}

}  // namespace

}  // namespace quiver::tests
