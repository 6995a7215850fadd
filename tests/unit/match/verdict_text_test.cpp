// Verdicts in words, with their numbers.
#include "referee/match/verdict_text.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace quiver::tests {

using match::format_seconds;
using match::ordinal;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(VerdictText, WritesSeconds) {
  EXPECT_EQ(format_seconds(milliseconds(0)), "0.0 s");
  EXPECT_EQ(format_seconds(milliseconds(50)), "0.05 s");
  EXPECT_EQ(format_seconds(milliseconds(1000)), "1.0 s");
  EXPECT_EQ(format_seconds(milliseconds(2300)), "2.3 s");
  EXPECT_EQ(format_seconds(microseconds(2'345'678)), "2.346 s");
  EXPECT_EQ(format_seconds(std::chrono::minutes(10)), "600.0 s");
}

TEST(VerdictText, WritesOrdinals) {
  EXPECT_EQ(ordinal(1) + " " + ordinal(2) + " " + ordinal(3) + " " + ordinal(4), "1st 2nd 3rd 4th");
  EXPECT_EQ(ordinal(11) + " " + ordinal(12) + " " + ordinal(13), "11th 12th 13th");
  EXPECT_EQ(ordinal(21) + " " + ordinal(112) + " " + ordinal(153), "21st 112th 153rd");
}

TEST(VerdictText, NamesTheLimitThatALateMoveBroke) {
  wire::TimeControl time;
  time.cap = seconds(60);
  EXPECT_EQ(match::late_move_text({time, {}, seconds(60), 2}),
            "its 2nd move took more than 60.0 s, the longest that any move may take");
  time.per_move = seconds(1);
  EXPECT_EQ(match::late_move_text({time, {}, seconds(1), 6}), "its 6th move took more than 1.0 s of 1.0 s");
  time.bank = seconds(10);
  EXPECT_EQ(match::late_move_text({time, milliseconds(800), milliseconds(800), 31}),
            "its bank of 10.0 s ran out in its 31st move, which took more than 0.8 s");
  EXPECT_EQ(match::late_move_text({time, seconds(5), seconds(1), 7}),
            "its 7th move took more than 1.0 s of 1.0 s");
}

}  // namespace quiver::tests
