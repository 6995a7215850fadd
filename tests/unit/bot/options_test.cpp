// The command line of a bot.
#include "client_sdk/bot/options.hpp"

#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

base::Result<bot::Options> read(std::vector<const char*> words, const bot::Profile& profile = {}) {
  words.insert(words.begin(), "./my bot");
  return bot::read_options(static_cast<int>(words.size()), words.data(), profile);
}

std::string named(const char* program) { return bot::program_name(1, &program); }

}  // namespace

TEST(BotOptions, AreRead) {
  const auto options = read({"--connect", "quiver://h:7", "--token", "t", "--name", "n", "--matches", "3"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->address.url(), "quiver://h:7");
  EXPECT_FALSE(options->launched);
  EXPECT_EQ(options->token, "t");
  EXPECT_EQ(options->name, "n");
  EXPECT_EQ(options->matches, 3U);
}

TEST(BotOptions, LeaveOtherWordsToTheBot) {
  const auto options = read({"--depth", "3", "--connect=quiver://h:7", "-v", "book.txt"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->address.port, 7);
  EXPECT_FALSE(options->matches);
}

TEST(BotOptions, ComeFromTheEnvironmentWhereNothingIsSaid) {
  ::setenv("QUIVER_ADDRESS", "quiver://env:1", 1);
  ::setenv("QUIVER_TOKEN", "env", 1);
  const auto launched = read({});
  const auto told = read({"--connect", "quiver://h:7", "--token", "t"});
  ::unsetenv("QUIVER_ADDRESS");
  ::unsetenv("QUIVER_TOKEN");
  ASSERT_TRUE(launched);
  EXPECT_TRUE(launched->launched);
  EXPECT_EQ(launched->address.host, "env");
  EXPECT_EQ(launched->token, "env");
  ASSERT_TRUE(told);
  EXPECT_FALSE(told->launched);
  EXPECT_EQ(told->token, "t");
}

TEST(BotOptions, NameTheBotByItsProfileOrItsProgram) {
  EXPECT_EQ(read({"--connect", "quiver://h:7"})->name, "my-bot");
  EXPECT_EQ(read({"--connect", "quiver://h:7"}, {"profiled", "", "", {}})->name, "profiled");
  EXPECT_EQ(read({"--connect", "quiver://h:7", "--name", "said"}, {"profiled", "", "", {}})->name, "said");
  EXPECT_FALSE(read({"--connect", "quiver://h:7"}, {"not a name", "", "", {}}));
}

TEST(BotOptions, MakeANameOfAnyFileName) {
  EXPECT_EQ(named("/usr/bin/bot"), "bot");
  EXPECT_EQ(named("..hidden"), "hidden");
  EXPECT_EQ(named("dir/"), "bot");
  EXPECT_EQ(named("..."), "bot");
  EXPECT_EQ(named("ü.out"), "--.out");
  EXPECT_EQ(named(std::string(50, 'a').c_str()), std::string(32, 'a'));
  EXPECT_EQ(bot::program_name(0, nullptr), "bot");
}

TEST(BotOptions, WithoutAValueAreRefusedInOneLine) {
  const auto options = read({"--connect"});
  ASSERT_FALSE(options);
  EXPECT_EQ(options.error().sentence.find('\n'), std::string::npos);
  EXPECT_NE(options.error().sentence.find("--connect"), std::string::npos);
}

}  // namespace quiver::tests
