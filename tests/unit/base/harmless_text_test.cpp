// Foreign text is shown as text: nothing in it is obeyed, reorders or hides anything.
#include "client_sdk/base/harmless_text.hpp"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::tests {

using base::harmless_json;
using base::harmless_text;
using base::Keep;

namespace {

std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t bits) { return std::string(1, static_cast<char>(bits)); };
  const auto tail = [&](unsigned shift) { return byte(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) return byte(0xC0U | code >> 6U) + tail(0);
  if (code < 0x10000) return byte(0xE0U | code >> 12U) + tail(6) + tail(0);
  return byte(0xF0U | code >> 18U) + tail(12) + tail(6) + tail(0);
}

}  // namespace

TEST(HarmlessText, LeavesWhatIsShownAsItself) {
  for (const char* text :
       {"", "plain ~", "ü ß é", "日本語", "עברית", "العربية", "♟ ± … – ·", "🏆", "e\xCC\x81", "a\\x1b"})
    EXPECT_EQ(harmless_text(text), text);
}

TEST(HarmlessText, ShowsControlsAsCodes) {
  EXPECT_EQ(harmless_text("a\r\n\t\x1b]0;b\a\x7f"), "a\\x0d\\x0a\\x09\\x1b]0;b\\x07\\x7f");
  EXPECT_EQ(harmless_text(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(harmless_text("\u0080\u0085\u009b31m\u009f"), "\\u{80}\\u{85}\\u{9b}31m\\u{9f}");
}

TEST(HarmlessText, ShowsBytesThatAreNoTextAsCodes) {
  EXPECT_EQ(harmless_text("\x9b"
                          "31m\xff\xc3"),
            "\\x9b31m\\xff\\xc3");
  EXPECT_EQ(harmless_text("\xc0\x9b \xe0\x82\x9b"), "\\xc0\\x9b \\xe0\\x82\\x9b")
      << "long forms of a control";
  EXPECT_EQ(harmless_text("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(harmless_text("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
}

TEST(HarmlessText, ShowsWhatReordersSeparatesOrHidesAsCodes) {
  EXPECT_EQ(harmless_text("won\u202Etsol"), "won\\u{202e}tsol");
  for (const int code : {0x061C, 0x200E, 0x200F, 0x202A,  0x202B,  0x202C, 0x202D,  0x202E,  0x2066,  0x2067,
                         0x2068, 0x2069,  // order
                         0x2028, 0x2029,  // lines
                         0x00AD, 0x034F, 0x115F, 0x180E,  0x200B,  0x200C, 0x200D,  0x2060,  0x2064,  0x206A,
                         0x3164, 0xFE0F, 0xFEFF, 0xFFA0,  0xFFF9,  0xFFFB, 0xE0001, 0xE0041, 0xE0100,  // hide
                         0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE, 0x10FFFF}) {                                 // none
    const std::string shown = harmless_text("a" + utf8(static_cast<std::uint32_t>(code)) + "b");
    EXPECT_TRUE(shown.starts_with("a\\u{") && shown.ends_with("}b")) << shown;
  }
}

TEST(HarmlessText, KeepsOnlyWhatItIsToldTo) {
  const std::string text = "a\tb\n\x1b[1;31mred\x1b[0m\x1b[2J\x1b[31\x1b";
  EXPECT_EQ(harmless_text(text, Keep::kTabs), "a\tb\\x0a\\x1b[1;31mred\\x1b[0m\\x1b[2J\\x1b[31\\x1b");
  EXPECT_EQ(harmless_text(text, Keep::kLinesAndColors), "a\tb\n\x1b[1;31mred\x1b[0m\\x1b[2J\\x1b[31\\x1b");
  EXPECT_EQ(harmless_text("\r\u202E\x9b", Keep::kLinesAndColors), "\\x0d\\u{202e}\\x9b");
}

// The tables in Python and on the page are tested for the same two numbers.
TEST(HarmlessText, EscapesTheSameCharactersAsPythonAndThePage) {
  unsigned count = 0;
  std::uint64_t sum = 0;
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    const std::string character = utf8(code);
    const std::string shown = harmless_text(character);
    ASSERT_EQ(harmless_text(shown), shown);
    if (shown == character) continue;
    ++count;
    sum += code;
  }
  EXPECT_EQ(count, 4326U);
  EXPECT_EQ(sum, 3793548850U);
}

TEST(HarmlessText, OfJsonSaysTheSame) {
  EXPECT_EQ(harmless_json("{\"a\": \"ü\"}\n"), "{\"a\": \"ü\"}\n");
  EXPECT_EQ(harmless_json("\"\u2066\u061C\u009b\x7f\""), "\"\\u2066\\u061c\\u009b\\u007f\"");
  EXPECT_EQ(harmless_json("\"\U000E0041\U0001D173\""), "\"\\udb40\\udc41\\ud834\\udd73\"");
}

TEST(HarmlessText, IsWhatAllThatIsShownGoesThrough) {
  EXPECT_EQ(base::quoted("\u202E"), "\"\\u{202e}\"");
  EXPECT_EQ(base::escaped("\u009b2J"), "\\u{9b}2J");
  EXPECT_EQ(base::one_line("a\nb\u2028\u009b\n"), "a b\\u{2028}\\u{9b}");
}

TEST(HarmlessText, IsNotEmptyBecauseItIsNoText) {
  const std::string bytes(2000, '\x80');
  EXPECT_EQ(base::cut(bytes, 1024).size(), 1021U) << "no character is longer than four bytes";
}

}  // namespace quiver::tests
