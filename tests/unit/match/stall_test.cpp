// A referee that stood still: nobody who connects, comes back or gets ready pays for it, and moves count as
// ever.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

Lines stalls(Table& table, int ms, int time) { return table.when(ms, match::Stalled{Millis(time)}); }

}  // namespace

TEST(MatchStall, GivesTheTimeToConnectBack) {
  Table t = connect_four();
  EXPECT_EQ(t.deadline(), 10'000);
  EXPECT_EQ(stalls(t, 21'000, 20'000), Lines{});
  EXPECT_EQ(t.deadline(), 30'000);
  EXPECT_EQ(t.time_passes(21'000), Lines{}) << "it is not over";
  EXPECT_EQ(t.connects(22'000, 0), Lines{"introduce 0"});
}

TEST(MatchStall, GivesTheTimeToBeReadyBack) {
  Table t = connect_four();
  for (const unsigned s : {0U, 1U}) t.connects(1'000, s);
  stalls(t, 21'500, 20'000);
  EXPECT_EQ(t.deadline(), 26'000);
  EXPECT_EQ(t.time_passes(21'500), Lines{});
}

TEST(MatchStall, GivesTheTimeToComeBackBack) {
  Table t = connect_four();
  t.gathered();
  t.is_lost(100, 1);
  EXPECT_EQ(t.deadline(), 1'000) << "seat 0 is to move";
  t.plays(500, 0, "4");
  EXPECT_EQ(t.deadline(), 1'500) << "the clock of a seat that is lost runs";
  stalls(t, 40'600, 40'000);
  EXPECT_EQ(t.deadline(), 41'500) << "but not while it cannot come back";
  EXPECT_EQ(t.connects(41'000, 1).front(), "introduce 1");
}

TEST(MatchStall, LeavesTheClockOfWhoIsConnectedAlone) {
  Table t = connect_four();
  t.gathered();
  stalls(t, 20'100, 20'000);
  EXPECT_EQ(t.deadline(), 1'000);
  EXPECT_EQ(t.plays_late(20'100, 900, 0, 0, "4").front(), "all 01: moved 0 at 0 4 after 900ms");
  t.turn_sent(20'100, 1);
  EXPECT_EQ(t.time_passes(21'100).front(),
            "all 01: out 1 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
}

TEST(MatchStall, GivesNoMoreThanThereWas) {
  Table t = connect_four();
  t.connects(15'000, 0);
  stalls(t, 15'500, 20'000);
  EXPECT_EQ(t.deadline(), 20'500) << "5 s from now at most";
}

}  // namespace quiver::tests
