// The throttle: one request after the other, and rests between them.
#include "referee/web/http/request_throttle.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace quiver::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr net::AddressKey kAnn{1};
constexpr net::AddressKey kBob{2};

TEST(RequestThrottles, AreOpenToTheFirst) {
  boost::asio::io_context io;
  RequestThrottle throttle(io);
  bool entered = false;
  throttle.enter(kAnn, [&](bool may) { entered = may; });
  EXPECT_TRUE(entered);
}

TEST(RequestThrottles, LetTheNextInFourTimesAsMuchLater) {
  boost::asio::io_context io;
  RequestThrottle throttle(io);
  constexpr auto kTook = milliseconds(5);
  throttle.enter(kAnn, [](bool) {});
  const auto before = steady_clock::now();
  throttle.count(kTook);
  steady_clock::time_point after;
  throttle.enter(kAnn, [&](bool may) {
    EXPECT_TRUE(may);
    after = steady_clock::now();
  });
  io.run();
  EXPECT_GE(after - before, 4 * kTook);
}

TEST(RequestThrottles, KeepTheOrderOfThoseWhoWait) {
  boost::asio::io_context io;
  RequestThrottle throttle(io);
  throttle.enter(kAnn, [](bool) {});
  throttle.count(milliseconds(1));
  std::string order;
  for (const char who : {'a', 'b', 'c'})
    throttle.enter(kAnn, [&, who](bool may) {
      EXPECT_TRUE(may);
      order += who;
      throttle.count(milliseconds(1));
    });
  io.run();
  EXPECT_EQ(order, "abc");
}

TEST(RequestThrottles, TurnAwayWhoComesWhenTooManyWait) {
  boost::asio::io_context io;
  RequestThrottle throttle(io);
  throttle.enter(kAnn, [](bool) {});
  throttle.count(milliseconds(1));
  std::size_t entered = 0;
  for (std::size_t k = 0; k < RequestThrottle::kMostWaiting; ++k)
    throttle.enter(kAnn, [&](bool may) { entered += may ? 1U : 0U; });
  bool refused = false;
  throttle.enter(kAnn, [&](bool may) { refused = !may; });
  EXPECT_TRUE(refused);
  EXPECT_EQ(entered, 0U);
  io.run();
  EXPECT_EQ(entered, RequestThrottle::kMostWaiting);
}

// As many as the page has room for may come at once to listen, and keep nobody from asking.
TEST(RequestThrottles, HaveRoomForAllWhoWantToListen) {
  boost::asio::io_context io;
  RequestThrottle throttle(io);
  throttle.enter(kAnn, [](bool) {});
  throttle.count(milliseconds(1));
  constexpr std::size_t kListeners = 2000;
  std::size_t listening = 0, asked = 0;
  for (std::size_t k = 0; k < kListeners; ++k)
    throttle.enter(
        kAnn, [&](bool may) { listening += may ? 1U : 0U; }, RequestThrottle::Kind::kSocket);
  for (std::size_t k = 0; k < RequestThrottle::kMostWaiting; ++k)
    throttle.enter(kAnn, [&](bool may) { asked += may ? 1U : 0U; });
  bool refused = false;
  throttle.enter(kAnn, [&](bool may) { refused = !may; });
  EXPECT_TRUE(refused);
  io.run();
  EXPECT_EQ(listening, kListeners);
  EXPECT_EQ(asked, RequestThrottle::kMostWaiting);
}

TEST(RequestThrottles, GiveAddressesTurns) {
  boost::asio::io_context io;
  RequestThrottle throttle(io);
  throttle.enter(kAnn, [](bool) {});
  throttle.count(milliseconds(1));
  std::string order;
  const auto come = [&](const net::AddressKey& from, char who) {
    throttle.enter(from, [&, who](bool may) {
      EXPECT_TRUE(may);
      order += who;
      throttle.count({});
    });
  };
  for (int k = 0; k < 4; ++k) come(kAnn, 'a');
  come(kBob, 'b');
  come(kBob, 'b');
  io.run();
  EXPECT_EQ(order, "ababaa") << "one that asks much keeps nobody else waiting for all of it";
}

TEST(RequestThrottles, AreNotFullForOthersWhenOneAddressFillsThem) {
  boost::asio::io_context io;
  RequestThrottle throttle(io);
  throttle.enter(kAnn, [](bool) {});
  throttle.count(milliseconds(1));
  for (std::size_t k = 0; k < RequestThrottle::kMostWaiting; ++k) throttle.enter(kAnn, [](bool) {});
  bool refused = false;
  throttle.enter(kBob, [&](bool may) { refused = !may; });
  EXPECT_FALSE(refused);
}

TEST(RequestThrottles, LetNobodyInAfterTheirEnd) {
  boost::asio::io_context io;
  bool entered = false;
  {
    RequestThrottle throttle(io);
    throttle.enter(kAnn, [](bool) {});
    throttle.count(milliseconds(1));
    throttle.enter(kAnn, [&](bool) { entered = true; });
  }
  io.run();
  EXPECT_FALSE(entered);
}

}  // namespace
}  // namespace quiver::web
