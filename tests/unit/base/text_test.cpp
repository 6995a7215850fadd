// Text from outside: names, words, and what may be shown.
#include "client_sdk/base/text.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/base/names.hpp"

namespace quiver::tests {

using base::cut;
using base::escaped;
using base::is_name;
using base::split_words;
using Words = std::vector<std::string>;

TEST(Names, AreShortAndPlain) {
  for (const char* name : {"a", "Z9", "my-bot_2.1", "-", "_", "a.", "abcdefghijklmnopqrstuvwxyz012345"})
    EXPECT_TRUE(is_name(name)) << name;
  for (const char* name :
       {"", ".a", ".", "..", "a b", "a/b", "a\n", "ü", "abcdefghijklmnopqrstuvwxyz0123456", "a:b", "\x1b[0m"})
    EXPECT_FALSE(is_name(name)) << name;
  EXPECT_FALSE(is_name(std::string_view("a\0b", 3)));
}

TEST(Names, ThatAreNoneAreToldWhy) {
  EXPECT_EQ(base::name_fault("my-bot_2.1"), "");
  EXPECT_EQ(base::name_fault(std::string(32, 'a')), "");
  EXPECT_EQ(base::name_fault(""), "\"\" is not a name: it is empty");
  EXPECT_EQ(base::name_fault(std::string(33, 'a')),
            "\"" + std::string(33, 'a') + "\" is not a name: it has 33 characters, and 32 are the most");
  EXPECT_EQ(base::name_fault("season-2026", 8),
            "\"season-2026\" is not a name: it has 11 characters, and 8 are the most");
  EXPECT_EQ(base::name_fault(".a"), "\".a\" is not a name: it begins with a dot");
  EXPECT_EQ(base::name_fault("a b"),
            "\"a b\" is not a name: it has a space in it; use letters, digits, '.', '_' and '-'");
  EXPECT_EQ(base::name_fault("über"),
            "\"über\" is not a name: it has \"ü\" in it; use letters, digits, '.', '_' and '-'");
  EXPECT_EQ(base::name_fault("a\x1b[0m"),
            "\"a\\x1b[0m\" is not a name: it has \"\\x1b\" in it; use letters, digits, '.', '_' and '-'");
}

TEST(Words, AreSeparatedBySpaces) {
  EXPECT_EQ(split_words("").value(), Words{});
  EXPECT_EQ(split_words(" \t ").value(), Words{});
  EXPECT_EQ(split_words("  a  bc\td ").value(), (Words{"a", "bc", "d"}));
}

TEST(Words, MayBeQuoted) {
  EXPECT_EQ(split_words(R"('a b' "c d")").value(), (Words{"a b", "c d"}));
  EXPECT_EQ(split_words(R"(a'b 'c"d "e)").value(), Words{"ab cd e"});
  EXPECT_EQ(split_words(R"('' "")").value(), (Words{"", ""}));
  EXPECT_EQ(split_words(R"("it's" 'say "x"')").value(), (Words{"it's", R"(say "x")"}));
}

TEST(Words, TakeWhatFollowsABackslashAsItIs) {
  EXPECT_EQ(split_words(R"(a\ b \'c "d\"e")").value(), (Words{"a b", "'c", "d\"e"}));
  EXPECT_EQ(split_words(R"('a\b')").value(), Words{R"(a\b)"});
  EXPECT_EQ(split_words("a\\").value(), Words{"a\\"});
}

TEST(Words, WithAnOpenQuoteAreRefused) {
  EXPECT_EQ(split_words("a 'b").error().sentence, "\"a 'b\" has a quote that is not closed");
  EXPECT_FALSE(split_words("\""));
}

TEST(EscapedText, HasNoControlCharacters) {
  EXPECT_EQ(escaped("plain, ü and all"), "plain, ü and all");
  EXPECT_EQ(escaped("a\r\n\x1b[31m\x7f"), "a\\x0d\\x0a\\x1b[31m\\x7f");
  EXPECT_EQ(escaped(std::string_view("\0", 1)), "\\x00");
}

TEST(EscapedText, IsCutWhereACharacterBegins) {
  EXPECT_EQ(escaped("aüb", 2), "a");
  EXPECT_EQ(escaped("aüb", 3), "aü");
  EXPECT_EQ(cut("aüb", 4), "aüb");
  EXPECT_EQ(cut("ü", 1), "");
  EXPECT_EQ(cut("", 0), "");
  EXPECT_EQ(escaped(std::string(2000, 'a')).size(), 1024U);
}

}  // namespace quiver::tests
