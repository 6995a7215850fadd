// The order of a schedule's games, their numbers, and what becomes of void ones.
#include "referee/tournament/schedule.hpp"

#include <gtest/gtest.h>

#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using tournament::Schedule;
using Slot = Schedule::Slot;

Schedule begun(const FormatChoice& choice) {
  Schedule schedule(format(choice));
  schedule.draw();
  return schedule;
}

bool anything(const Slot&) { return true; }

// "number:pairing.index"
std::string text(const Slot& slot) {
  return std::to_string(slot.number) + ":" + std::to_string(slot.pairing) + "." + std::to_string(slot.index);
}

// Hands out all there is now; nothing of it ends.
std::string hand_out(Schedule& schedule) {
  std::string all;
  while (const auto slot = schedule.next(anything)) all += (all.empty() ? "" : " ") + text(*slot);
  return all;
}

const FormatChoice kThree{.name = "round-robin", .entrants = 3, .games = 2};

}  // namespace

TEST(ASchedule, PlaysTheFirstGameOfEverybodyBeforeTheSecondOfAnybody) {
  Schedule schedule = begun(kThree);
  EXPECT_EQ(hand_out(schedule), "1:1.0 2:2.0 3:3.0 4:1.1 5:2.1 6:3.1");
  EXPECT_EQ(schedule.planned(), 6U);
  EXPECT_FALSE(schedule.exhausted()) << "they go on";
}

TEST(ASchedule, FindsTheOnlyPairThatCanPlayAmongThousands) {
  Schedule schedule = begun({.name = "round-robin", .entrants = 64, .games = 100});
  const auto last = static_cast<std::uint32_t>(schedule.pairings());
  const auto only_last = [&](const Slot& slot) { return slot.pairing == last; };
  for (std::uint32_t index = 0; index < 100; ++index) {
    const auto slot = schedule.next(only_last);
    ASSERT_TRUE(slot);
    EXPECT_EQ(slot->index, index);
  }
  EXPECT_FALSE(schedule.next(only_last));
  EXPECT_EQ(text(schedule.next(anything).value()), "1:1.0");
}

TEST(ASchedule, KeepsTheNumbersOfGamesWhenThereAreMore) {
  FormatChoice more = kThree;
  more.games = 4;
  Schedule schedule = begun(more);
  EXPECT_EQ(hand_out(schedule), "1:1.0 2:2.0 3:3.0 4:1.1 5:2.1 6:3.1 7:1.2 8:2.2 9:3.2 10:1.3 11:2.3 12:3.3");
}

TEST(ASchedule, PassesOverWhatCannotBePlayedAndComesBackToIt) {
  Schedule schedule = begun(kThree);
  const auto not_first = [](const Slot& slot) { return slot.pairing != 1; };
  EXPECT_EQ(text(schedule.next(not_first).value()), "2:2.0");
  EXPECT_EQ(text(schedule.next(anything).value()), "1:1.0");
  EXPECT_EQ(text(schedule.next(not_first).value()), "3:3.0");
  EXPECT_EQ(text(schedule.next(not_first).value()), "5:2.1");
  EXPECT_EQ(text(schedule.next(anything).value()), "4:1.1");
}

TEST(ASchedule, PlaysAVoidGameAgainUnderItsNumber) {
  Schedule schedule = begun(kThree);
  const Slot first = schedule.next(anything).value();
  EXPECT_TRUE(schedule.repeat(first));
  EXPECT_EQ(text(schedule.next(anything).value()), "1:1.0");
  EXPECT_EQ(text(schedule.next(anything).value()), "2:2.0");
}

TEST(ASchedule, StopsAPairingAfterTwoVoidsInARowAndNoOther) {
  Schedule schedule = begun(kThree);
  EXPECT_TRUE(schedule.repeat(schedule.next(anything).value()));
  EXPECT_FALSE(schedule.repeat(schedule.next(anything).value()));
  EXPECT_TRUE(schedule.is_stopped(1));
  EXPECT_FALSE(schedule.is_stopped(2));
  std::vector<Slot> rest;
  while (const auto slot = schedule.next(anything)) rest.push_back(*slot);
  std::string all;
  for (const Slot& slot : rest) all += text(slot) + " ";
  EXPECT_EQ(all, "2:2.0 3:3.0 5:2.1 6:3.1 ");
  for (const Slot& slot : rest) {
    EXPECT_FALSE(schedule.exhausted());
    schedule.finish(slot, {1, 0});
  }
  EXPECT_TRUE(schedule.exhausted());
  EXPECT_FALSE(schedule.complete());
  EXPECT_EQ(schedule.played(), 4U);
}

TEST(ASchedule, ForgivesAVoidOnceAGameOfThePairingHasEnded) {
  Schedule schedule = begun({.name = "round-robin", .entrants = 2, .games = 3});
  EXPECT_TRUE(schedule.repeat(schedule.next(anything).value()));
  schedule.finish(schedule.next(anything).value(), {1, 0});
  const Slot second = schedule.next(anything).value();
  EXPECT_TRUE(schedule.repeat(second));
  EXPECT_EQ(text(schedule.next(anything).value()), text(second));
  EXPECT_FALSE(schedule.is_stopped(1));
}

// Four of its games were under way at once: the third and the fourth that are void change nothing, and what
// ends well counts.
TEST(ASchedule, LetsGamesOfAStoppedPairingEnd) {
  Schedule schedule = begun({.name = "round-robin", .entrants = 2, .games = 6});
  std::vector<Slot> going;
  for (int k = 0; k < 4; ++k) going.push_back(schedule.next(anything).value());
  EXPECT_TRUE(schedule.repeat(going[0]));
  EXPECT_FALSE(schedule.repeat(going[1]));
  EXPECT_EQ(schedule.next(anything), std::nullopt);
  EXPECT_FALSE(schedule.exhausted());
  schedule.finish(going[2], {1, 0});
  EXPECT_FALSE(schedule.repeat(going[3])) << "though one has ended in between, it stays stopped";
  EXPECT_TRUE(schedule.exhausted());
  EXPECT_EQ(schedule.next(anything), std::nullopt);
  EXPECT_EQ(schedule.played(), 1U);
}

TEST(ASchedule, HandsOutNothingOnceItIsStopped) {
  Schedule schedule = begun(kThree);
  const Slot first = schedule.next(anything).value();
  schedule.stop();
  EXPECT_EQ(schedule.next(anything), std::nullopt);
  schedule.put_back(first);
  EXPECT_EQ(schedule.next(anything), std::nullopt);
  EXPECT_TRUE(schedule.exhausted());
}

// Of four, 1-4 and 2-3 meet first; both ties are level after the planned game, the second one goes on longer.
TEST(ASchedule, GivesALevelTieOfAKnockoutMoreGames) {
  Schedule schedule = begun({.name = "knockout", .entrants = 4, .games = 1});
  const auto play = [&](const std::string& expected, double first) {
    const auto slot = schedule.next(anything);
    ASSERT_TRUE(slot) << expected;
    EXPECT_EQ(text(*slot), expected);
    schedule.finish(*slot, {first, 1 - first});
  };
  play("1:1.0", 0.5);
  play("2:2.0", 0.5);
  EXPECT_TRUE(schedule.draw().empty());
  play("3:1.1", 1);
  play("4:2.1", 1);
  play("5:1.2", 1);
  play("6:2.2", 0);
  EXPECT_TRUE(schedule.is_settled(1));
  EXPECT_FALSE(schedule.is_settled(2));
  play("8:2.3", 0.5);
  play("10:2.4", 1);
  EXPECT_EQ(schedule.next(anything), std::nullopt);
  // The final's number follows all those that the first round could have had.
  EXPECT_EQ(schedule.draw().size(), 1U);
  play("11:3.0", 0);
  EXPECT_TRUE(schedule.draw().empty());
  EXPECT_TRUE(schedule.complete());
}

// One of two games that decide a tie is handed out while the other tie has long asked for more.
TEST(ASchedule, FindsTieGamesThatTheOrderHasGonePast) {
  Schedule schedule = begun({.name = "knockout", .entrants = 4, .games = 1});
  const Slot one = schedule.next(anything).value(), two = schedule.next(anything).value();
  schedule.finish(two, {0.5, 0.5});
  EXPECT_EQ(text(schedule.next(anything).value()), "4:2.1");
  EXPECT_EQ(text(schedule.next(anything).value()), "6:2.2");
  EXPECT_EQ(schedule.next(anything), std::nullopt);
  schedule.finish(one, {0.5, 0.5});
  EXPECT_EQ(text(schedule.next(anything).value()), "3:1.1");
  EXPECT_EQ(text(schedule.next(anything).value()), "5:1.2");
}

TEST(ASchedule, RefusesPairingsThatCannotBeTheFormats) {
  const std::vector<Pairing> drawn = begun(kThree).draw();
  Schedule fewer(format({.name = "round-robin", .entrants = 4, .games = 2}));
  EXPECT_FALSE(fewer.restore({{1, 1, {0, 1}, 2}}, {}));
  Schedule more(format(kThree));
  const Pairing one{1, 1, {0, 1}, 2};
  EXPECT_FALSE(more.restore({one, one, one, one}, {}));
  Schedule other(format(kThree));
  EXPECT_FALSE(other.restore({one, one, {3, 1, {0, 1, 2, 3}, 2}}, {}));
}

// With two seats a round has both orders; in a double round robin the two pairings make one each.
TEST(ASchedule, KnowsTheRoundsOfSeats) {
  Schedule once = begun({.name = "round-robin", .entrants = 2, .games = 5});
  Schedule twice = begun({.name = "double-round-robin", .entrants = 2, .games = 2});
  Schedule four = begun({.name = "round-robin", .entrants = 4, .seats = 4, .games = 8});
  Schedule four_twice = begun({.name = "double-round-robin", .entrants = 4, .seats = 4, .games = 4});
  const auto rounds = [](Schedule& schedule) {
    std::string all;
    while (const auto slot = schedule.next(anything)) all += std::to_string(schedule.seat_round(*slot));
    return all;
  };
  EXPECT_EQ(rounds(once), "00112");
  EXPECT_EQ(rounds(twice), "0011");
  EXPECT_EQ(rounds(four), "00001111");
  EXPECT_EQ(rounds(four_twice), "00001111");
}

}  // namespace quiver::tests
