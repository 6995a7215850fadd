// The words on a searching bot's command line that are its own.
#include "bots/arguments.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

base::Result<bots::SearchLimits> read(std::vector<const char*> words) {
  words.insert(words.begin(), "bot");
  return bots::limits_in(static_cast<int>(words.size()), words.data());
}

}  // namespace

TEST(BotArguments, SayHowFarASearchGoes) {
  EXPECT_EQ(read({}).value().depth, bots::SearchLimits{}.depth);
  const auto limits = read({"--name", "me", "--depth", "3", "--nodes", "5000"}).value();
  EXPECT_EQ(limits.depth, 3U);
  EXPECT_EQ(limits.nodes, 5000U);
  EXPECT_EQ(read({"--depth=3", "--nodes", "5000"}).value().depth, 3U);
}

TEST(BotArguments, AreRefusedWithASentence) {
  EXPECT_EQ(read({"--depth", "0"}).error().sentence, "--depth takes a number from 1, not \"0\"");
  EXPECT_EQ(read({"--nodes", "many"}).error().sentence, "--nodes takes a number from 1, not \"many\"");
  EXPECT_EQ(read({"--depth"}).error().sentence, "--depth takes a number from 1, not \"\"");
  EXPECT_EQ(read({"--depth="}).error().sentence, "--depth takes a number from 1, not \"\"");
  EXPECT_EQ(read({"--depth=x"}).error().sentence, "--depth takes a number from 1, not \"x\"");
}

TEST(BotArguments, ThatABotDoesNotKnowAreRefused) {
  const auto check = [](std::vector<const char*> words, const bots::OwnArguments& known) {
    words.insert(words.begin(), "bot");
    const auto checked = bots::check_arguments(static_cast<int>(words.size()), words.data(), known);
    return checked ? std::string() : checked.error().sentence;
  };
  const bots::OwnArguments some = {{"--depth", "--nodes"}, {"--ponder"}};
  EXPECT_EQ(check({}, {}), "");
  EXPECT_EQ(check({"--name", "me", "--matches", "3"}, {}), "");
  EXPECT_EQ(check({"--depth", "3", "--ponder", "--name=me", "--nodes", "5"}, some), "");
  EXPECT_EQ(check({"--depth=3", "--ponder"}, some), "");
  EXPECT_EQ(check({"move-tme=1s"}, {}),
            "this bot does not know \"move-tme=1s\"; it takes no arguments of its own");
  EXPECT_EQ(check({"--depth", "3", "--node", "5"}, some),
            "this bot does not know \"--node\"; its arguments are --depth, --nodes, --ponder");
  EXPECT_EQ(check({"--ponder=yes"}, some),
            "this bot does not know \"--ponder=yes\"; its arguments are --depth, --nodes, --ponder");
  EXPECT_EQ(check({"--ponder", "yes"}, some),
            "this bot does not know \"yes\"; its arguments are --depth, --nodes, --ponder");
}

}  // namespace quiver::tests
