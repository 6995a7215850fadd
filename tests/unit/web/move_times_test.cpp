// How a bot used its time, from games whose times are known.
#include "referee/web/bots/move_times.hpp"

#include <gtest/gtest.h>

#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using web::digest_of;
using web::MoveTimes;

namespace {

using std::chrono::milliseconds;

// Seat 0 makes moves that take these milliseconds, after an opening of two moves.
wire::Record timed(const std::vector<int>& millis) {
  wire::Record record = a_game(1).record;
  record.moves.clear();
  record.opening = 2;
  for (unsigned ply = 0; ply < 2; ++ply) record.moves.push_back({base::seat(ply), "4", milliseconds(0), {}});
  for (const int one : millis) {
    record.moves.push_back({base::seat(0), "4", milliseconds(one), {}});
    record.moves.push_back({base::seat(1), "5", milliseconds(77'000), {}});
    record.seats[0].used += milliseconds(one);
  }
  record.moves.push_back({base::seat(0), "x0", milliseconds(500), {}});
  return record;
}

}  // namespace

TEST(MovesTimes, AreCountedWithoutOpeningsAndEliminations) {
  MoveTimes times;
  wire::Record record = timed({0, 3, 4, 999});
  record.seats[0].time.per_move = milliseconds(1000);
  times.add(digest_of(record, "cup-1"), 0);
  const auto out = times.message();
  EXPECT_EQ(out.games(), 1U);
  EXPECT_EQ(out.moves(), 4U);
  EXPECT_DOUBLE_EQ(out.median_millis(), 3.5);
  EXPECT_DOUBLE_EQ(out.longest_millis(), 999);
  EXPECT_EQ(out.longest_game(), "cup-1");
  EXPECT_EQ(out.longest_step(), 9U);
  ASSERT_EQ(out.times_size(), 10) << "from below 1 ms to below 1 s";
  EXPECT_EQ(out.times(0).from_millis(), 0);
  EXPECT_EQ(out.times(0).to_millis(), 1);
  EXPECT_EQ(out.times(0).moves(), 1U);
  EXPECT_EQ(out.times(2).moves(), 2U);
  EXPECT_EQ(out.times(9).to_millis(), 1000);
  ASSERT_EQ(out.move_shares_size(), 10);
  EXPECT_EQ(out.move_shares(0), 3U);
  EXPECT_EQ(out.move_shares(9), 1U);
  EXPECT_EQ(out.bank_shares_size(), 0);
}

TEST(MovesTimes, CompareAGameWithItsBankAndIncrements) {
  MoveTimes times;
  wire::Record record = timed({400, 600});
  record.seats[0].time.bank = milliseconds(1500);
  record.seats[0].time.increment = milliseconds(250);
  times.add(digest_of(record, "cup-1"), 0);
  record.seats[0].used = milliseconds(5000);
  times.add(digest_of(record, "cup-2"), 0);
  const auto out = times.message();
  EXPECT_EQ(out.games(), 2U);
  EXPECT_EQ(out.move_shares_size(), 0);
  ASSERT_EQ(out.bank_shares_size(), 10);
  EXPECT_EQ(out.bank_shares(5), 1U) << "1 s of 2 s";
  EXPECT_EQ(out.bank_shares(9), 1U) << "more than all of it is the last tenth";
}

TEST(MovesTimes, HaveALastBinWithoutAnEnd) {
  MoveTimes times;
  times.add(digest_of(timed({}), "cup-1"), 1);
  times.add(digest_of(timed({1}), "cup-2"), 1);
  const auto out = times.message();
  EXPECT_EQ(out.moves(), 1U);
  ASSERT_EQ(out.times_size(), 1);
  EXPECT_EQ(out.times(0).from_millis(), 60'000);
  EXPECT_EQ(out.times(0).to_millis(), 0);
  EXPECT_EQ(MoveTimes().message().times_size(), 0);
}

}  // namespace quiver::tests
