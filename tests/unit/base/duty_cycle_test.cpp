// Whoever shares a thread or a disk works for a fixed share of the time and no more.
#include "client_sdk/base/duty_cycle.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using base::Duration;
using base::DutyCycle;
using base::Time;
using std::chrono::milliseconds;

namespace {

Time at(int millis) { return Time(milliseconds(millis)); }

}  // namespace

TEST(DutyCycles, RestAMultipleOfTheWork) {
  DutyCycle cycle(9);
  EXPECT_LE(cycle.until(), at(0)) << "the first work waits for nothing";
  cycle.worked(milliseconds(4), at(10));
  EXPECT_EQ(cycle.until(), at(46));
}

TEST(DutyCycles, NeverRestLongerThanTheirLimit) {
  DutyCycle cycle(9, milliseconds(200));
  EXPECT_EQ(cycle.rest_after(milliseconds(22)), milliseconds(198));
  EXPECT_EQ(cycle.rest_after(milliseconds(23)), milliseconds(200));
  EXPECT_EQ(cycle.rest_after(Duration::max()), milliseconds(200)) << "no overflow";
  EXPECT_EQ(DutyCycle(9).rest_after(Duration::max()), Duration::max());
}

TEST(DutyCycles, RestAtLeastAsLongAsAsked) {
  DutyCycle cycle(9);
  cycle.worked(milliseconds(1), at(0), milliseconds(20));
  EXPECT_EQ(cycle.until(), at(20));
  cycle.worked(milliseconds(3), at(20), milliseconds(20));
  EXPECT_EQ(cycle.until(), at(47));
}

TEST(DutyCycles, ForgetTheRestBeforeOrAddToIt) {
  DutyCycle cycle(4);
  cycle.worked(milliseconds(10), at(0));
  cycle.worked(milliseconds(1), at(5));
  EXPECT_EQ(cycle.until(), at(9)) << "work that could not wait";
  cycle.also_worked(milliseconds(1), at(6));
  EXPECT_EQ(cycle.until(), at(13)) << "on top of the rest that is left";
  cycle.also_worked(milliseconds(1), at(50));
  EXPECT_EQ(cycle.until(), at(54)) << "nothing is left of it";
}

}  // namespace quiver::tests
