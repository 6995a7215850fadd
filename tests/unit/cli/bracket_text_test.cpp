// A bracket on a terminal.
#include "referee/cli/reports/bracket_text.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

TEST(ABracketText, HasALineForEachTieOfWhichSomebodyIsKnown) {
  store::Bracket bracket;
  bracket.format = "knockout";
  bracket.games = 2;
  bracket.most_games = 6;
  store::Bracket::Tie played;
  played.places = {{{"ann", "", 1, 3.5, false}, {"bob", "", 4, 2.5, false}}};
  played.played = played.games = 6;
  played.winner = 0;
  store::Bracket::Tie going = played;
  going.places[0].name = "c\x1b";
  going.winner.reset();
  going.played = 1;
  going.games = 2;
  store::Bracket::Tie bye;
  bye.places = {{{"dan", "", 2, 0, false}, {"", "", 0, 0, true}}};
  bye.winner = 0;
  store::Bracket::Tie level = played;
  level.decided_by = "seed";
  bracket.rounds = {{"first", 1, {played, going, bye, level}}, {"first", 2, {{}}}};
  EXPECT_EQ(cli::bracket_text(bracket),
            "round 1\n"
            "  > ann (1) 3.5 - 2.5 bob (4)\n"
            "  c\\x1b (1) 3.5 - 2.5 bob (4), 1 of 2 games\n"
            "  > dan (2) - nobody\n"
            "  > ann (1) 3.5 - 2.5 bob (4), level: the better seed goes on\n"
            "a tie has 2 games; while it is level two more, up to 6 in all; then the better seed goes on\n");
}

}  // namespace quiver::tests
