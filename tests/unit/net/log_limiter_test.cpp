// Lines that anybody can cause are few, and what was left out is counted.
#include "referee/net/transport/log_limiter.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using net::LogLimiter;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Lines = std::vector<std::string>;

namespace {

const base::Time kFirstLine = base::Time(std::chrono::hours(1));

unsigned written(LogLimiter& limit, const char* kind, unsigned lines, base::Time now) {
  unsigned count = 0;
  for (unsigned k = 0; k < lines; ++k) count += limit.admit(kind, now) ? 1U : 0U;
  return count;
}

}  // namespace

TEST(LogLimiter, WritesTheFirstFewOfEachKind) {
  LogLimiter limit;
  EXPECT_EQ(written(limit, "refused", 5000, kFirstLine), 10U);
  EXPECT_EQ(written(limit, "closed", 3, kFirstLine), 3U) << "another kind";
}

TEST(LogLimiter, SumsUpTheOthersWhenTheirTimeIsOver) {
  LogLimiter limit;
  written(limit, "refused", 4822, kFirstLine);
  written(limit, "closed", 10, kFirstLine);
  EXPECT_EQ(limit.sums(kFirstLine + seconds(9)), Lines{});
  EXPECT_EQ(limit.sums(kFirstLine + seconds(10)),
            Lines{"refused: and 4,812 more like this in the last 10 s"});
  EXPECT_EQ(limit.sums(kFirstLine + seconds(20)), Lines{}) << "once";
}

TEST(LogLimiter, BeginsAnewWithTheNextLine) {
  LogLimiter limit;
  written(limit, "refused", 100, kFirstLine);
  limit.sums(kFirstLine + seconds(10));
  EXPECT_EQ(written(limit, "refused", 11, kFirstLine + seconds(60)), 10U);
  EXPECT_EQ(limit.sums(kFirstLine + seconds(65)), Lines{});
  EXPECT_EQ(limit.sums(kFirstLine + seconds(70)), Lines{"refused: and 1 more like this in the last 10 s"});
}

TEST(LogLimiter, SumsUpEverythingAtTheEnd) {
  LogLimiter limit;
  written(limit, "refused", 1'000'010, kFirstLine);
  EXPECT_EQ(limit.sums(kFirstLine + milliseconds(1500), true),
            Lines{"refused: and 1,000,000 more like this in the last 2 s"});
}

TEST(LogLimiter, OfAFloodWithoutEndIsALineASecond) {
  LogLimiter limit;
  std::size_t lines = 0;
  for (unsigned tick = 0; tick < 100'000; ++tick) {
    const base::Time now = kFirstLine + milliseconds(tick);
    lines += limit.sums(now).size() + (limit.admit("refused", now) ? 1U : 0U);
  }
  EXPECT_EQ(lines, 10 * 10 + 9U) << "in 100 s";
}

}  // namespace quiver::tests
