// The command line of a bot.
#include "client_sdk/bot/options.hpp"

#include <cstdlib>
#include <unistd.h>
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

TEST(BotOptions, TakeTheTokenFromAFile) {
  std::string path = "/tmp/quiver-options-XXXXXX";
  const int file = ::mkstemp(path.data());
  ASSERT_EQ(::write(file, "filed\n", 6), 6);
  ::close(file);
  const char* const kUrl = "--connect=quiver://h:7";
  EXPECT_EQ(read({kUrl, "--token-file", path.c_str()})->token, "filed");
  ::setenv("QUIVER_TOKEN_FILE", path.c_str(), 1);
  EXPECT_EQ(read({kUrl})->token, "filed");
  EXPECT_EQ(read({kUrl, "--token", "aloud"})->token, "aloud");
  ::setenv("QUIVER_TOKEN", "env", 1);
  EXPECT_EQ(read({kUrl})->token, "env");
  EXPECT_EQ(read({kUrl, "--token-file", path.c_str()})->token, "filed");
  ::unsetenv("QUIVER_TOKEN");
  ::unsetenv("QUIVER_TOKEN_FILE");
  ::unlink(path.c_str());
  EXPECT_EQ(read({kUrl, "--token", "a", "--token-file", "b"}).error().sentence,
            "give --token or --token-file, not both");
  EXPECT_EQ(read({kUrl, "--token-file", "/no/file"}).error().sentence, "\"/no/file\" cannot be read");
}

TEST(BotOptions, SayWhomToTrust) {
  const char* const kUrl = "--connect=quivers://h:7";
  EXPECT_TRUE(read({kUrl})->address.tls);
  EXPECT_EQ(read({kUrl})->authorities, "");
  EXPECT_EQ(read({kUrl, "--ca", "ca.pem"})->authorities, "ca.pem");
  EXPECT_EQ(read({"--connect=quiver://h:7", "--ca", "ca.pem"}).error().sentence,
            "--ca is for an address with TLS; write quivers:// for quiver://");
  ::setenv("QUIVER_CA", "env.pem", 1);
  EXPECT_EQ(read({kUrl})->authorities, "env.pem");
  EXPECT_EQ(read({kUrl, "--ca", "ca.pem"})->authorities, "ca.pem");
  EXPECT_EQ(read({"--connect=quiver://h:7"})->authorities, "");
  ::unsetenv("QUIVER_CA");
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
