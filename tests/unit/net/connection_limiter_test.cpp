// How many may come from one address, and what becomes of those that guess.
#include "referee/net/transport/connection_limiter.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using boost::asio::ip::make_address;
using net::address_key;
using net::AddressKey;
using net::ConnectionLimiter;
using net::Duration;
using net::Time;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

AddressKey from(const std::string& address) { return address_key(make_address(address)); }

AddressKey numbered(unsigned number) {
  return address_key(boost::asio::ip::make_address_v4(0x0A000000U + number));
}

const AddressKey kHere = from("192.0.2.1");

}  // namespace

TEST(AddressKey, IsAnAddressOrTheNetworkThatSomebodyHas) {
  EXPECT_NE(from("192.0.2.1"), from("192.0.2.2"));
  EXPECT_EQ(from("::ffff:192.0.2.1"), from("192.0.2.1"));
  EXPECT_EQ(from("2001:db8:1:2::1"), from("2001:db8:1:2:ffff::9"));
  EXPECT_NE(from("2001:db8:1:2::1"), from("2001:db8:1:3::1"));
  EXPECT_NE(from("::1"), from("127.0.0.1"));
}

TEST(ConnectionLimiter, TakeSoManyAtOnceAndNotMore) {
  ConnectionLimiter limiter;
  ConnectionLimiter::Permit first = limiter.enter(kHere, 2);
  ConnectionLimiter::Permit second = limiter.enter(kHere, 2);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(limiter.enter(kHere, 2));
  EXPECT_TRUE(limiter.enter(from("192.0.2.2"), 2));
  first.reset();
  EXPECT_TRUE(limiter.enter(kHere, 2));  // and gone at once
  first = limiter.enter(kHere, 2);
  EXPECT_TRUE(first);
  EXPECT_FALSE(limiter.enter(kHere, 2));
}

TEST(ConnectionLimiter, MayGoBeforeTheirVisits) {
  auto limiter = std::make_unique<ConnectionLimiter>();
  const ConnectionLimiter::Permit visit = limiter->enter(kHere, 2);
  limiter.reset();
  EXPECT_TRUE(visit);
}

TEST(ConnectionLimiter, ForgiveFourWrongTokensAndThenWaitTwiceAsLongEachTime) {
  ConnectionLimiter limiter;
  Time now{hours(1)};
  for (int k = 0; k < 4; ++k) {
    limiter.note_wrong_token(kHere, now);
    EXPECT_EQ(limiter.pause(kHere, now), Duration::zero());
  }
  for (Duration wait = seconds(1); wait < minutes(15); wait *= 2) {
    limiter.note_wrong_token(kHere, now);
    EXPECT_EQ(limiter.pause(kHere, now), wait);
    EXPECT_EQ(limiter.pause(from("192.0.2.2"), now), Duration::zero());
    now += wait;
    EXPECT_EQ(limiter.pause(kHere, now), Duration::zero());
  }
  for (int k = 0; k < 100; ++k) {
    limiter.note_wrong_token(kHere, now);
    EXPECT_EQ(limiter.pause(kHere, now), minutes(15));
  }
}

TEST(ConnectionLimiter, ForgetAfterAGoodTokenOrALongTime) {
  ConnectionLimiter limiter;
  Time now{hours(1)};
  for (int k = 0; k < 10; ++k) limiter.note_wrong_token(kHere, now);
  EXPECT_GT(limiter.pause(kHere, now), Duration::zero());
  limiter.note_good_token(kHere);
  EXPECT_EQ(limiter.pause(kHere, now), Duration::zero());
  EXPECT_EQ(limiter.num_remembered(), 0U);
  for (int k = 0; k < 10; ++k) limiter.note_wrong_token(kHere, now);
  now += hours(1) + seconds(1);
  limiter.note_wrong_token(kHere, now);
  EXPECT_EQ(limiter.pause(kHere, now), Duration::zero());
}

TEST(ConnectionLimiter, RememberABoundedNumberTheLatestOnes) {
  ConnectionLimiter limiter;
  Time now{hours(1)};
  for (unsigned k = 0; k < 2 * ConnectionLimiter::kMostRemembered; ++k) {
    now += std::chrono::microseconds(1);
    for (int times = 0; times < 5; ++times) limiter.note_wrong_token(numbered(k), now);
    ASSERT_LE(limiter.num_remembered(), ConnectionLimiter::kMostRemembered);
  }
  EXPECT_EQ(limiter.pause(numbered(0), now), Duration::zero());
  EXPECT_GT(limiter.pause(numbered(2 * ConnectionLimiter::kMostRemembered - 1), now), Duration::zero());
}

}  // namespace quiver::tests
