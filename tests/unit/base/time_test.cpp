// Spans of time as people write them.
#include "client_sdk/base/time.hpp"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"

namespace quiver::tests {

using base::format_duration;
using base::parse_duration;
using namespace std::chrono_literals;

TEST(Durations, AreReadWithTheirUnit) {
  EXPECT_EQ(parse_duration("500ms").value(), 500ms);
  EXPECT_EQ(parse_duration("2s").value(), 2s);
  EXPECT_EQ(parse_duration("1m").value(), 1min);
  EXPECT_EQ(parse_duration("24h").value(), 24h);
  EXPECT_EQ(parse_duration("1.5s").value(), 1500ms);
  EXPECT_EQ(parse_duration("0.001s").value(), 1ms);
  EXPECT_EQ(parse_duration("0s").value(), 0s);
}

TEST(Durations, AreRefusedWithASentence) {
  for (const char* text : {"", "s", "5", "-1s", "+1s", " 1s", "1s ", "1 s", "1.s", ".5s", "1..5s", "1.2.3s",
                           "1.0001s", "1S", "1e3s", "0x1s", "inf", "1sec"}) {
    const auto duration = parse_duration(text);
    ASSERT_FALSE(duration) << text;
    EXPECT_EQ(duration.error().sentence,
              '"' + std::string(text) + "\" is not a duration; write 500ms, 2s or 1m");
  }
}

TEST(Durations, LastADayAtMost) {
  EXPECT_TRUE(parse_duration("1440m"));
  EXPECT_TRUE(parse_duration("86400s"));
  EXPECT_EQ(parse_duration("86400001ms").error().sentence, "\"86400001ms\" is longer than a day");
  EXPECT_FALSE(parse_duration("25h"));
  EXPECT_FALSE(parse_duration("99999999999999999999999999s"));
}

TEST(Durations, AreWrittenShortly) {
  EXPECT_EQ(format_duration(500ms), "500ms");
  EXPECT_EQ(format_duration(2s), "2s");
  EXPECT_EQ(format_duration(60s), "1m");
  EXPECT_EQ(format_duration(90s), "90s");
  EXPECT_EQ(format_duration(0s), "0s");
  EXPECT_EQ(format_duration(1500ms), "1500ms");
  EXPECT_EQ(format_duration(1400us), "1ms");
}

TEST(Durations, AreReadBackAsTheyWereWritten) {
  constexpr std::uint64_t kSeed = 4;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  base::Random random(kSeed);
  for (int k = 0; k < 1000; ++k) {
    const auto duration = std::chrono::milliseconds(random.below(86'400'001));
    EXPECT_EQ(parse_duration(format_duration(duration)).value(), duration);
  }
}

TEST(Times, AreWrittenInUtc) {
  EXPECT_EQ(base::format_utc(std::chrono::system_clock::from_time_t(0)), "1970-01-01T00:00:00Z");
  EXPECT_EQ(base::format_utc(std::chrono::system_clock::from_time_t(1769860805)), "2026-01-31T12:00:05Z");
}

TEST(AMoment, HasADateATimeAndAZone) {
  const auto utc = [](const char* text) { return base::format_utc(base::parse_moment(text).value()); };
  EXPECT_EQ(utc("2026-12-01T23:59+01:00"), "2026-12-01T22:59:00Z");
  EXPECT_EQ(utc("2026-12-01T23:59Z"), "2026-12-01T23:59:00Z");
  EXPECT_EQ(utc("2026-12-01T23:59:58Z"), "2026-12-01T23:59:58Z");
  EXPECT_EQ(utc("2026-12-31T23:30-05:30"), "2027-01-01T05:00:00Z");
  EXPECT_EQ(utc("2024-02-29T00:00+00:00"), "2024-02-29T00:00:00Z");
  EXPECT_EQ(utc("1970-01-01T00:00Z"), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc("2261-12-31T23:59:59-23:59"), "2262-01-01T23:58:59Z");
}

TEST(AMoment, IsNothingElse) {
  for (const char* text : {"",
                           "2026-12-01",
                           "2026-12-01T23:59",
                           "2026-12-01 23:59Z",
                           "2026-12-01t23:59z",
                           "2026-12-01T24:00Z",
                           "2026-12-01T23:60Z",
                           "2026-12-01T23:59:60Z",
                           "2026-13-01T00:00Z",
                           "2026-02-29T00:00Z",
                           "2026-11-31T00:00Z",
                           "2026-00-01T00:00Z",
                           "2026-1-01T00:00Z",
                           "26-12-01T00:00Z",
                           "1969-12-31T00:00Z",
                           "2262-01-01T00:00Z",
                           "9999-12-31T23:59:59Z",
                           "2026-12-01T23:59+1:00",
                           "2026-12-01T23:59+0100",
                           "2026-12-01T23:59+24:00",
                           "2026-12-01T23:59Zulu",
                           " 2026-12-01T23:59Z",
                           "2026-12-01T23:59:5Z",
                           "2026-12-01T23:59:05.5Z",
                           "+026-12-01T23:59Z",
                           "tomorrow"})
    EXPECT_FALSE(base::parse_moment(text)) << text;
  EXPECT_EQ(
      base::parse_moment("2026-12-01 23:59").error().sentence,
      "\"2026-12-01 23:59\" is no time with its zone; write it as 2026-12-01T23:59+01:00, or with Z for UTC");
}

}  // namespace quiver::tests
