// Which bot a word means.
#include "referee/cli/options/bot_names.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using cli::BotNames;

namespace {

launch::BotSpec bot(const std::string& name, const std::string& program = "/nowhere/" + std::string("x")) {
  launch::BotSpec spec;
  spec.name = name;
  spec.program = program;
  return spec;
}

std::string found(const BotNames& names, const std::string& word) {
  const auto name = names.find(word);
  return name ? *name : "not: " + name.error().sentence;
}

}  // namespace

TEST(BotNames, AreThoseOfTheTableFirst) {
  const BotNames names(
      {"random", "random", "./x/my_bot.py --depth 3", "text:./old name=former", "remote:ann"},
      {bot("random"), bot("random-2"), bot("my_bot"), bot("former"), bot("ann")});
  EXPECT_EQ(found(names, "random"), "random");
  EXPECT_EQ(found(names, "random-2"), "random-2");
  EXPECT_EQ(found(names, "my_bot"), "my_bot");
  EXPECT_EQ(found(names, "former"), "former");
  EXPECT_EQ(names.all(), (std::vector<std::string>{"random", "random-2", "my_bot", "former", "ann"}));
}

TEST(BotNames, AreWhatWasTypedTooWhereThatIsOneBotAlone) {
  const BotNames names(
      {"random name=weak", "./x/my_bot.py --depth 3", "text:./old name=former", "remote:ann"},
      {bot("weak"), bot("my_bot"), bot("former"), bot("ann")});
  EXPECT_EQ(found(names, "random"), "weak");
  EXPECT_EQ(found(names, "my_bot.py"), "my_bot");
  EXPECT_EQ(found(names, "./x/my_bot.py"), "my_bot");
  EXPECT_EQ(found(names, "old"), "former");
  EXPECT_EQ(found(names, "remote:ann"), "ann");
}

TEST(BotNames, AreRefusedWhereTheyMeanNobodyOrSeveral) {
  const BotNames names({"./a/bot name=left", "./b/bot name=right"}, {bot("left"), bot("right")});
  EXPECT_EQ(found(names, "bot"),
            "not: bot means more than one bot here; write one of their names: left, right");
  EXPECT_EQ(found(names, "lefd"), "not: there is no bot lefd; the names are left, right; did you mean left?");
  EXPECT_EQ(found(names, "other"), "not: there is no bot other; the names are left, right");
}

}  // namespace quiver::tests
