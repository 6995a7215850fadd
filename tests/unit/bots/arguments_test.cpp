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
}

TEST(BotArguments, AreRefusedWithASentence) {
  EXPECT_EQ(read({"--depth", "0"}).error().sentence, "--depth takes a number from 1, not \"0\"");
  EXPECT_EQ(read({"--nodes", "many"}).error().sentence, "--nodes takes a number from 1, not \"many\"");
  EXPECT_EQ(read({"--depth"}).error().sentence, "--depth takes a number from 1, not \"\"");
}

}  // namespace quiver::tests
