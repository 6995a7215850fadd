// Spectators' work is cut into pieces between which everything else has its turn, and rests afterwards.
#include "referee/web/pulse.hpp"

#include <chrono>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

namespace quiver::tests {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using web::Pulse;

namespace {

constexpr auto kNone = milliseconds(0);

// Takes so long of the thread's time.
void keep_busy(milliseconds time) {
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end) continue;
}

}  // namespace

TEST(Pulses, AreSilentUntilTheyAreWoken) {
  boost::asio::io_context io;
  int pieces = 0;
  Pulse pulse(io, kNone, [&] { return ++pieces < 0; });
  io.run();
  EXPECT_EQ(pieces, 0);
  pulse.wake();
  EXPECT_EQ(pieces, 0) << "nothing is done inside the call";
  io.restart();
  io.run();
  EXPECT_EQ(pieces, 1);
}

TEST(Pulses, LetOthersHaveTheirTurnBetweenTheirPieces) {
  boost::asio::io_context io;
  std::string log;
  int left = 4;
  // Somebody else, who always has something to do while the round goes on.
  std::function<void()> other = [&] {
    log += 'o';
    if (left > 0) boost::asio::post(io, other);
  };
  Pulse pulse(io, kNone, [&] {
    log += 'p';
    return --left > 0;
  });
  pulse.wake();
  boost::asio::post(io, other);
  io.run();
  EXPECT_EQ(log, "popopopo");
}

TEST(Pulses, DoOneRoundHoweverOftenTheyAreWoken) {
  boost::asio::io_context io;
  int pieces = 0;
  Pulse pulse(io, kNone, [&] { return ++pieces < 3; });
  for (int k = 0; k < 10; ++k) pulse.wake();
  io.run();
  EXPECT_EQ(pieces, 3);
}

TEST(Pulses, ForgetNothingThatComesWhileTheyWork) {
  boost::asio::io_context io;
  int news = 1;
  int told = 0;
  Pulse* itself = nullptr;
  Pulse pulse(io, kNone, [&] {
    if (news == 0) return false;
    --news;
    // The second piece of news comes when the first has been told, from inside the piece.
    if (++told == 1) ++news, itself->wake();
    return false;
  });
  itself = &pulse;
  pulse.wake();
  io.run();
  EXPECT_EQ(told, 2);
  EXPECT_EQ(news, 0);
}

TEST(Pulses, RestNineTimesAsLongAsTheyWorked) {
  boost::asio::io_context io;
  constexpr auto kWork = milliseconds(4);
  std::vector<steady_clock::time_point> ends;
  steady_clock::time_point again;
  int pieces = 0;
  // A round of three pieces, and a second one that is wanted all the time.
  Pulse pulse(io, kNone, [&] {
    if (++pieces > 3) {
      again = steady_clock::now();
      return false;
    }
    keep_busy(kWork);
    ends.push_back(steady_clock::now());
    return pieces < 3;
  });
  pulse.wake();
  io.run();
  ASSERT_EQ(pieces, 3);
  pulse.wake();
  io.restart();
  io.run();
  ASSERT_EQ(pieces, 4);
  // A busy machine makes both longer, and the rest never shorter.
  EXPECT_GE(again - ends.back(), 9 * 3 * kWork);
}

TEST(Pulses, RestAtLeastAsLongAsTheyWereTold) {
  boost::asio::io_context io;
  constexpr auto kRest = milliseconds(30);
  std::vector<steady_clock::time_point> times;
  Pulse pulse(io, kRest, [&] {
    times.push_back(steady_clock::now());
    return false;
  });
  pulse.wake();
  io.run();
  pulse.wake();
  io.restart();
  io.run();
  ASSERT_EQ(times.size(), 2U);
  EXPECT_GE(times[1] - times[0], kRest);
}

TEST(Pulses, DoNothingAfterTheirEnd) {
  boost::asio::io_context io;
  int pieces = 0;
  {
    Pulse pulse(io, kNone, [&] { return ++pieces > 0; });
    pulse.wake();
    io.run_one();
    EXPECT_EQ(pieces, 1);
  }
  io.run();
  EXPECT_EQ(pieces, 1);
  {
    Pulse resting(io, std::chrono::hours(1), [&] { return ++pieces < 0; });
    resting.wake();
    io.restart();
    io.run();
    resting.wake();
  }
  io.restart();
  io.run();  // returns: the rest ends with it
  EXPECT_EQ(pieces, 2);
}

}  // namespace quiver::tests
