// Spectators' work is cut into pieces between which everything else has its turn, and rests afterwards.
#include "referee/web/throttle.hpp"

#include <chrono>
#include <stdexcept>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

namespace quiver::tests {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using web::Throttle;

namespace {

constexpr auto kNone = milliseconds(0);

// Takes so long of the thread's time.
void keep_busy(milliseconds time) {
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end) continue;
}

}  // namespace

TEST(Throttles, AreSilentUntilTheyAreWoken) {
  boost::asio::io_context io;
  int pieces = 0;
  Throttle throttle(io, kNone, [&] { return ++pieces < 0; });
  io.run();
  EXPECT_EQ(pieces, 0);
  throttle.wake();
  EXPECT_EQ(pieces, 0) << "nothing is done inside the call";
  io.restart();
  io.run();
  EXPECT_EQ(pieces, 1);
}

TEST(Throttles, GoOnAfterAFault) {
  boost::asio::io_context io;
  int pieces = 0;
  Throttle throttle(io, kNone, [&] {
    if (++pieces == 1) throw std::runtime_error("a fault");
    return false;
  });
  throttle.wake();
  EXPECT_THROW(io.run(), std::runtime_error);
  throttle.wake();
  io.restart();
  io.run();
  EXPECT_EQ(pieces, 2);
}

TEST(Throttles, LetOthersHaveTheirTurnBetweenTheirPieces) {
  boost::asio::io_context io;
  std::string log;
  int left = 4;
  // Somebody else, who always has something to do while the round goes on.
  std::function<void()> other = [&] {
    log += 'o';
    if (left > 0) boost::asio::post(io, other);
  };
  Throttle throttle(io, kNone, [&] {
    log += 'p';
    return --left > 0;
  });
  throttle.wake();
  boost::asio::post(io, other);
  io.run();
  EXPECT_EQ(log, "popopopo");
}

TEST(Throttles, DoOneRoundHoweverOftenTheyAreWoken) {
  boost::asio::io_context io;
  int pieces = 0;
  Throttle throttle(io, kNone, [&] { return ++pieces < 3; });
  for (int k = 0; k < 10; ++k) throttle.wake();
  io.run();
  EXPECT_EQ(pieces, 3);
}

TEST(Throttles, ForgetNothingThatComesWhileTheyWork) {
  boost::asio::io_context io;
  int news = 1;
  int told = 0;
  Throttle* itself = nullptr;
  Throttle throttle(io, kNone, [&] {
    if (news == 0) return false;
    --news;
    // The second piece of news comes when the first has been told, from inside the piece.
    if (++told == 1) ++news, itself->wake();
    return false;
  });
  itself = &throttle;
  throttle.wake();
  io.run();
  EXPECT_EQ(told, 2);
  EXPECT_EQ(news, 0);
}

TEST(Throttles, RestNineTimesAsLongAsTheyWorked) {
  boost::asio::io_context io;
  constexpr auto kWork = milliseconds(4);
  std::vector<steady_clock::time_point> begins, ends;
  // Each piece takes longer than a whole round may: the next one has to wait, though there is more to do.
  Throttle throttle(io, kNone, [&] {
    begins.push_back(steady_clock::now());
    keep_busy(kWork);
    ends.push_back(steady_clock::now());
    return begins.size() < 3;
  });
  throttle.wake();
  io.run();
  ASSERT_EQ(begins.size(), 3U);
  // A busy machine makes both longer, and the rest never shorter.
  for (std::size_t k = 0; k + 1 < begins.size(); ++k) EXPECT_GE(begins[k + 1] - ends[k], 9 * kWork);
}

TEST(Throttles, RestAtLeastAsLongAsTheyWereTold) {
  boost::asio::io_context io;
  constexpr auto kRest = milliseconds(30);
  std::vector<steady_clock::time_point> times;
  Throttle throttle(io, kRest, [&] {
    times.push_back(steady_clock::now());
    return false;
  });
  throttle.wake();
  io.run();
  throttle.wake();
  io.restart();
  io.run();
  ASSERT_EQ(times.size(), 2U);
  EXPECT_GE(times[1] - times[0], kRest);
}

TEST(Throttles, DoNothingAfterTheirEnd) {
  boost::asio::io_context io;
  int pieces = 0;
  {
    Throttle throttle(io, kNone, [&] { return ++pieces > 0; });
    throttle.wake();
    io.run_one();
    EXPECT_EQ(pieces, 1);
  }
  io.run();
  EXPECT_EQ(pieces, 1);
  {
    Throttle resting(io, std::chrono::hours(1), [&] { return ++pieces < 0; });
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
