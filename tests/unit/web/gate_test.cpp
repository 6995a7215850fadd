// The gate: one request after the other, and rests between them.
#include "referee/web/gate.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace quiver::web {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(Gates, AreOpenToTheFirst) {
  boost::asio::io_context io;
  Gate gate(io);
  bool entered = false;
  gate.enter([&](bool may) { entered = may; });
  EXPECT_TRUE(entered);
}

TEST(Gates, LetTheNextInFourTimesAsMuchLater) {
  boost::asio::io_context io;
  Gate gate(io);
  constexpr auto kTook = milliseconds(5);
  gate.enter([](bool) {});
  const auto before = steady_clock::now();
  gate.count(kTook);
  steady_clock::time_point after;
  gate.enter([&](bool may) {
    EXPECT_TRUE(may);
    after = steady_clock::now();
  });
  io.run();
  EXPECT_GE(after - before, 4 * kTook);
}

TEST(Gates, KeepTheOrderOfThoseWhoWait) {
  boost::asio::io_context io;
  Gate gate(io);
  gate.enter([](bool) {});
  gate.count(milliseconds(1));
  std::string order;
  for (const char who : {'a', 'b', 'c'})
    gate.enter([&, who](bool may) {
      EXPECT_TRUE(may);
      order += who;
      gate.count(milliseconds(1));
    });
  io.run();
  EXPECT_EQ(order, "abc");
}

TEST(Gates, TurnAwayWhoComesWhenTooManyWait) {
  boost::asio::io_context io;
  Gate gate(io);
  gate.enter([](bool) {});
  gate.count(milliseconds(1));
  std::size_t entered = 0;
  for (std::size_t k = 0; k < Gate::kMostWaiting; ++k)
    gate.enter([&](bool may) { entered += may ? 1U : 0U; });
  bool refused = false;
  gate.enter([&](bool may) { refused = !may; });
  EXPECT_TRUE(refused);
  EXPECT_EQ(entered, 0U);
  io.run();
  EXPECT_EQ(entered, Gate::kMostWaiting);
}

TEST(Gates, LetNobodyInAfterTheirEnd) {
  boost::asio::io_context io;
  bool entered = false;
  {
    Gate gate(io);
    gate.enter([](bool) {});
    gate.count(milliseconds(1));
    gate.enter([&](bool) { entered = true; });
  }
  io.run();
  EXPECT_FALSE(entered);
}

}  // namespace
}  // namespace quiver::web
