// A seat that stands in a debugger: time never runs out for it, and for the others as ever.
#include "tests/unit/match/table.hpp"

namespace quiver::tests {

namespace {

constexpr int kLong = 1'000'000'000;  // eleven days

Table with_untimed_seat_0() {
  match::Setup setup = setup_of(started("connect4"));
  setup.seats[0].untimed = true;
  return Table(std::move(setup));
}

TEST(MatchUnhurried, R26_MayTakeAsLongAsItLikesToConnectAndToBeReady) {
  Table t = with_untimed_seat_0();
  t.connects(0, 1);
  t.is_ready(0, 1);
  EXPECT_EQ(t.deadline(), -1);
  EXPECT_EQ(t.time_passes(kLong), Lines{});
  t.connects(kLong, 0);
  EXPECT_EQ(t.deadline(), -1);
  EXPECT_EQ(t.is_ready(2 * kLong, 0).size(), 1U) << "and then it is asked";
}

TEST(MatchUnhurried, R26_MayTakeAsLongAsItLikesToMove) {
  Table t = with_untimed_seat_0();
  t.gathered();
  EXPECT_EQ(t.deadline(), -1);
  EXPECT_EQ(t.time_passes(kLong), Lines{});
  EXPECT_EQ(t.plays(kLong, 0, "4").back(), "to 1: turn 1 in 1000ms");
}

TEST(MatchUnhurried, R26_MayComeBackWheneverItLikes) {
  Table t = with_untimed_seat_0();
  t.gathered();
  t.is_lost(10, 0);
  EXPECT_EQ(t.deadline(), -1);
  EXPECT_EQ(t.time_passes(kLong), Lines{});
  t.connects(kLong, 0);
  EXPECT_EQ(t.plays(kLong, 0, "4").size(), 2U);
}

TEST(MatchUnhurried, R26_DoesNotMakeTheOthersSo) {
  Table t = with_untimed_seat_0();
  t.gathered();
  t.plays(kLong, 0, "4");
  t.turn_sent(kLong, 1);
  EXPECT_EQ(t.deadline(), kLong + 1'000);
  EXPECT_EQ(t.time_passes(kLong + 1'000).front(),
            "all 01: out 1 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s");
}

TEST(MatchUnhurried, R26_IsOutForEverythingElse) {
  Table t = with_untimed_seat_0();
  t.gathered();
  EXPECT_EQ(t.faults(10, 0, Reason::kCrashed, "its process ended").front(),
            "all 01: out 0 CRASHED: its process ended");
}

}  // namespace

}  // namespace quiver::tests
