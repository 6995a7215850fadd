// What a person says at the prompt.
#include "bots/human/words.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using human::Said;
using human::understand;
using Kind = Said::Kind;

TEST(Words, CommandsAreKnownHoweverTheyAreTyped) {
  EXPECT_EQ(understand("help"), (Said{Kind::kHelp, ""}));
  EXPECT_EQ(understand("  HELP\r"), (Said{Kind::kHelp, ""}));
  EXPECT_EQ(understand("Undo"), (Said{Kind::kUndo, ""}));
  EXPECT_EQ(understand("resign"), (Said{Kind::kResign, ""}));
  EXPECT_EQ(understand("Q"), (Said{Kind::kQuit, ""}));
  EXPECT_EQ(understand("YES"), (Said{Kind::kYes, ""}));
  EXPECT_EQ(understand("rules"), (Said{Kind::kRules, ""}));
}

TEST(Words, QuestionsAskForTargets) {
  EXPECT_EQ(understand("?"), (Said{Kind::kTargets, ""}));
  EXPECT_EQ(understand("? D1"), (Said{Kind::kTargets, "d1"}));
  EXPECT_EQ(understand("??d1-d7"), (Said{Kind::kTargets, "d1-d7"}));
  EXPECT_EQ(understand("moves"), (Said{Kind::kTargets, ""}));
}

TEST(Words, NothingIsNothingAndTheRestMayBeAMove) {
  EXPECT_EQ(understand(""), Said{});
  EXPECT_EQ(understand(" \t\x1b"), Said{});
  EXPECT_EQ(understand("D1-D7/G7"), (Said{Kind::kOther, "d1-d7/g7"}));
  EXPECT_EQ(understand("helpp"), (Said{Kind::kOther, "helpp"}));
}

TEST(Words, HelpTellsOfUndoOnlyWhereThereIsOne) {
  for (const std::string& game : games::all_game_names()) {
    const auto position = games::Position::start(game, {}).value();
    EXPECT_NE(human::help_for(position, true).find("undo"), std::string::npos);
    EXPECT_EQ(human::help_for(position, false).find("undo"), std::string::npos);
  }
}

}  // namespace quiver::tests
