// Text on its way to the wire.
#include "client_sdk/base/plain_text.hpp"

#include <string>

#include <gtest/gtest.h>

namespace quiver::tests {

using base::plain_text;

TEST(PlainText, KeepsWhatIsValid) {
  for (const char* text : {"", "plain", "ü", "€", "𝄞", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf", "a\nb"})
    EXPECT_EQ(plain_text(text, 100), text);
  EXPECT_EQ(plain_text(std::string_view("\0", 1), 100).size(), 1U);
}

TEST(PlainText, ReplacesBytesThatAreNoCharacter) {
  EXPECT_EQ(plain_text("a\xff"
                       "b",
                       100),
            "a?b");
  EXPECT_EQ(plain_text("\xc3", 100), "?");  // cut off
  EXPECT_EQ(plain_text("\xc3"
                       "a",
                       100),
            "?a");
  EXPECT_EQ(plain_text("\xe2\x82", 100), "??");
  EXPECT_EQ(plain_text("\xc0\x80", 100), "??");            // a long form
  EXPECT_EQ(plain_text("\xed\xa0\x80", 100), "???");       // half of a surrogate pair
  EXPECT_EQ(plain_text("\xf4\x90\x80\x80", 100), "????");  // beyond the last character
}

TEST(PlainText, IsCutWhereACharacterBegins) {
  EXPECT_EQ(plain_text("abc", 2), "ab");
  EXPECT_EQ(plain_text("aü", 2), "a");
  EXPECT_EQ(plain_text("aü", 3), "aü");
}

}  // namespace quiver::tests
