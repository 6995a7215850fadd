// Strong ids, results, text from outside, and the mixer under the hashes.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/mix.hpp"
#include "client_sdk/base/result.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::tests {

using base::bad_input;
using base::Error;
using base::mix64;
using base::parse_number;
using base::Result;
using base::Seat;
using base::Vertex;

TEST(Ids, OfDifferentKindsDoNotMix) {
  static_assert(!std::is_convertible_v<Seat, Vertex>);
  static_assert(!std::is_convertible_v<std::uint32_t, Vertex>);
  static_assert(!std::is_convertible_v<Vertex, std::uint32_t>);
  static_assert(sizeof(Vertex) == sizeof(std::uint32_t));
  static_assert(sizeof(Seat) == 1);
}

TEST(Ids, CompareAsTheirNumbers) {
  EXPECT_EQ(Vertex{}, Vertex{0});
  EXPECT_EQ(Vertex{7}.value(), 7U);
  EXPECT_LT(Vertex{7}, Vertex{8});
  EXPECT_GT(Seat{3}, Seat{2});
  EXPECT_NE(Seat{3}, Seat{2});
  EXPECT_EQ(base::seat(3), Seat{3});
}

TEST(Results, HoldAValueOrASentence) {
  const Result<int> good = 5;
  const Result<int> bad = bad_input("it is not so");
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 5);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, Error::Code::kBadInput);
  EXPECT_EQ(bad.error().sentence, "it is not so");
}

TEST(Results, WithoutAValueThrowTheSentenceAtWhoeverAsksForIt) {
  const Result<int> bad = bad_input("it is not so");
  try {
    static_cast<void>(bad.value());
    FAIL() << "nothing was thrown";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(), "it is not so");
  }
}

TEST(Numbers, AreReadUpTo32Bits) {
  EXPECT_EQ(parse_number("0").value(), 0U);
  EXPECT_EQ(parse_number("93").value(), 93U);
  EXPECT_EQ(parse_number("4294967295").value(), 4294967295U);
}

TEST(Numbers, AreRefusedWithASentence) {
  const auto sentence = [](std::string_view text) { return parse_number(text).error().sentence; };
  EXPECT_EQ(sentence(""), "\"\" is not a number");
  EXPECT_EQ(sentence("4294967296"), "\"4294967296\" is not a number");
  EXPECT_EQ(sentence("-1"), "\"-1\" is not a number");
  EXPECT_EQ(sentence("+1"), "\"+1\" is not a number");
  EXPECT_EQ(sentence(" 1"), "\" 1\" is not a number");
  EXPECT_EQ(sentence("1 "), "\"1 \" is not a number");
  EXPECT_EQ(sentence("1a"), "\"1a\" is not a number");
  EXPECT_EQ(sentence("0x1"), "\"0x1\" is not a number");
  EXPECT_EQ(sentence("07"), "\"07\" has a leading zero");
  EXPECT_EQ(sentence("00"), "\"00\" has a leading zero");
}

TEST(QuotedText, EscapesControlCharacters) {
  EXPECT_EQ(base::quoted("d7"), "\"d7\"");
  EXPECT_EQ(base::quoted("a\nb\x1b[0m\x7f"), "\"a\\x0ab\\x1b[0m\\x7f\"");
  EXPECT_EQ(base::quoted(std::string_view("\0", 1)), "\"\\x00\"");
}

TEST(QuotedText, IsCutAfterFortyBytes) {
  EXPECT_EQ(base::quoted(std::string(40, 'a')), '"' + std::string(40, 'a') + '"');
  EXPECT_EQ(base::quoted(std::string(41, 'a')), '"' + std::string(40, 'a') + "…\"");
}

TEST(OneLine, HasSpacesForControlCharactersAndNoneAtItsEnd) {
  EXPECT_EQ(base::one_line("as it is"), "as it is");
  EXPECT_EQ(base::one_line("two\nlines\tand a tab \r\n"), "two lines and a tab");
  EXPECT_EQ(base::one_line("\n\n"), "");
}

TEST(Mixer, IsTheFinishingStepOfSplitmix64) {
  // The first numbers of splitmix64 seeded with 0 and with 1234567, as published with it.
  EXPECT_EQ(mix64(0), 0xE220A8397B1DCDAF);
  EXPECT_EQ(mix64(0x9E3779B97F4A7C15), 0x6E789E6AA1B965F4);
  EXPECT_EQ(mix64(1234567), 6457827717110365317U);
}

}  // namespace quiver::tests
