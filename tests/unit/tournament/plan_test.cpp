// Plans: what is written of them, and which may go on from which.
#include "referee/tournament/plan.hpp"

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"

namespace quiver::tests {

namespace {

using tournament::continues;
using tournament::Plan;

Plan plan(const std::string& format = "round-robin", const std::string& games = "2") {
  Plan made;
  made.add("game", "amazons");
  made.add("size", "6");
  made.add("format", format);
  made.add("games", games);
  made.add("bot", "random");
  made.add("bot", "./mine --depth 3");
  return made;
}

Plan without(const Plan& from, const std::string& key) {
  Plan made;
  for (const std::string& one : from.keys())
    for (const std::string& value : from.all(one))
      if (one != key) made.add(one, value);
  return made;
}

std::string difference(const Plan& before, const Plan& now) {
  const auto same = continues(before, now);
  return same ? "" : same.error().sentence;
}

}  // namespace

TEST(APlan, IsALineForEachKeyAndValue) {
  EXPECT_EQ(
      plan().text(),
      "game = amazons\nsize = 6\nformat = round-robin\ngames = 2\nbot = random\nbot = ./mine --depth 3\n");
  EXPECT_EQ(Plan::parse(plan().text()), plan());
  EXPECT_EQ(Plan::parse(""), Plan());
}

TEST(APlan, IsFoundByKey) {
  EXPECT_EQ(plan().find("size"), "6");
  EXPECT_EQ(plan().find("rows"), std::nullopt);
  EXPECT_EQ(plan().all("bot"), (std::vector<std::string>{"random", "./mine --depth 3"}));
  EXPECT_EQ(plan().keys(), (std::vector<std::string>{"game", "size", "format", "games", "bot"}));
  EXPECT_EQ(plan().number("games", 9), 2U);
  EXPECT_EQ(plan().number("rows", 9), 9U);
  EXPECT_EQ(plan().number("game", 9), 9U);
}

TEST(APlan, ComesBackWhateverTheValuesAre) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("APlan");
  const std::vector<std::string> parts{"\n", "\\", "n", " = ", "=", " ", "\r", "seed", "ü", "\t", ""};
  for (int k = 0; k < 1000; ++k) {
    Plan made;
    for (std::size_t line = dice.below(4); line-- > 0;) {
      std::string value;
      for (std::size_t part = dice.below(6); part-- > 0;) value += dice.pick(parts);
      made.add(dice.one_in(2) ? "bot" : "move-time", value);
    }
    ASSERT_EQ(Plan::parse(made.text()), made) << made.text();
  }
}

TEST(APlan, GoesOnFromItself) { EXPECT_EQ(difference(plan(), plan()), ""); }

TEST(APlan, NamesTheFirstDifference) {
  Plan larger = without(plan(), "size");
  larger.add("size", "8");
  EXPECT_EQ(difference(plan(), larger), "size was 6 when it began, and is 8 now");
  EXPECT_EQ(difference(plan(), without(plan(), "size")), "size was 6 when it began, and is nothing now");
  EXPECT_EQ(difference(without(plan(), "size"), plan()), "size was nothing when it began, and is 6 now");
  Plan third = plan("swiss", "2");
  third.add("bot", "power\x1b");
  EXPECT_EQ(
      difference(plan("swiss", "2"), third),
      "bot was random, ./mine --depth 3 when it began, and is random, ./mine --depth 3, power\\x1b now");
}

TEST(APlan, OfARoundRobinMayGrow) {
  for (const char* format : {"round-robin", "double-round-robin", "gauntlet"}) {
    EXPECT_EQ(difference(plan(format, "2"), plan(format, "10")), "");
    EXPECT_EQ(difference(plan(format, "10"), plan(format, "2")), "games was 10 when it began, and is 2 now");
  }
  for (const char* format : {"swiss", "knockout"})
    EXPECT_EQ(difference(plan(format, "2"), plan(format, "10")), "games was 2 when it began, and is 10 now");
}

TEST(APlan, OfARoundRobinTakesBotsThatComeLater) {
  Plan behind = plan("gauntlet", "2");
  behind.add("bot", "late");
  EXPECT_EQ(difference(plan("gauntlet", "2"), behind), "");
  EXPECT_EQ(difference(behind, plan("gauntlet", "2")),
            "bot was random, ./mine --depth 3, late when it began, and is random, ./mine --depth 3 now");
  Plan before = without(plan(), "bot");
  for (const char* bot : {"late", "random", "./mine --depth 3"}) before.add("bot", bot);
  EXPECT_EQ(difference(plan(), before),
            "new bots are given behind those that are in it, random, ./mine --depth 3");
  Plan another = without(plan(), "bot");
  for (const char* bot : {"random", "./other", "late"}) another.add("bot", bot);
  EXPECT_EQ(difference(plan(), another).substr(0, 41), "bot was random, ./mine --depth 3 when it ");
}

TEST(APlan, KeepsTheStagesInWhichItHasGrown) {
  const Plan first = tournament::grown(plan(), plan());
  EXPECT_EQ(first, plan());
  Plan more = plan();
  more.add("bot", "late");
  const Plan second = tournament::grown(first, more);
  EXPECT_EQ(second.all("stage"), std::vector<std::string>{"2 2"});
  EXPECT_EQ(tournament::grown(second, more), second) << "the same again";
  EXPECT_EQ(difference(second, more), "");
  Plan longer = plan("round-robin", "6");
  longer.add("bot", "late");
  const Plan third = tournament::grown(second, longer);
  EXPECT_EQ(third.all("stage"), std::vector<std::string>{"2 2"}) << "more games are no stage";
  longer.add("bot", "later");
  EXPECT_EQ(tournament::grown(third, longer).all("stage"), (std::vector<std::string>{"2 2", "3 6"}));
  const auto stages = tournament::stages_of(tournament::grown(third, longer)).value();
  EXPECT_EQ(stages, (std::vector<tournament::FormatChoice::Stage>{{2, 2}, {3, 6}}));
  Plan broken = plan();
  broken.add("stage", "2");
  EXPECT_EQ(tournament::stages_of(broken).error().sentence, "the plan has a stage \"2\"");
}

}  // namespace quiver::tests
