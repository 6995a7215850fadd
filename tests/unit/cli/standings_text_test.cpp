// Tables as people see them.
#include "referee/cli/reports/standings_text.hpp"

#include <gtest/gtest.h>

#include "tests/unit/cli/given_standings.hpp"

namespace quiver::tests {

namespace {

using store::Standings;
using wire::Reason;

}  // namespace

TEST(AStandingsTable, HasALineForEverybody) {
  EXPECT_EQ(cli::standings_table(cup()),
            "#  name             points  games   w-d-l   S-B    Elo  95 %  above next\n"
            "1  ann                 9.5     12   9-1-2  31.2   +123  ±110        99 %\n"
            "2  bob-the-builder       2     12  2-0-10     0  -123?  ±120\n"
            "3  carol                 0      0   0-0-0     0      -\n");
}

TEST(AStandingsTable, HasAColumnPerBoardIfAskedFor) {
  EXPECT_EQ(cli::standings_table(cup_on_boards()), cli::standings_table(cup()));
  EXPECT_EQ(cli::standings_table(cup_on_boards(), true),
            "#  name             points  games   w-d-l  small   ring   S-B    Elo  95 %  above next\n"
            "1  ann                 9.5     12   9-1-2  4.5/6    5/6  31.2   +123  ±110        99 %\n"
            "2  bob-the-builder       2     12  2-0-10  1.5/6  0.5/6     0  -123?  ±120\n"
            "3  carol                 0      0   0-0-0    0/0    0/0     0      -\n");
}

TEST(AStandingsTable, ShowsFaultsAndByesWhereThereAreSome) {
  Standings standings = cup();
  standings.tie_break = "Buchholz";
  standings.rows[0].byes = 1;
  standings.rows[1].faults = {{Reason::kIllegalMove, 2}, {Reason::kTimeout, 1}};
  standings.rows[2].active = false;
  EXPECT_EQ(cli::standings_table(standings),
            "#  name             points  games   w-d-l  byes  Buchholz    Elo  95 %  above next  faults\n"
            "1  ann                 9.5     12   9-1-2     1      31.2   +123  ±110        99 %  -\n"
            "2  bob-the-builder       2     12  2-0-10     0         0  -123?  ±120              "
            "ILLEGAL_MOVE 2, TIMEOUT 1\n"
            "3  carol (left)          0      0   0-0-0     0         0      -                    -\n");
}

TEST(AStandingsTable, OfALadderHasNoTieBreak) {
  Standings standings = cup();
  standings.tie_break.clear();
  standings.rows.resize(1);
  EXPECT_EQ(cli::standings_table(standings),
            "#  name  points  games  w-d-l   Elo  95 %  above next\n"
            "1  ann      9.5     12  9-1-2  +123  ±110        99 %\n");
}

TEST(ACrossTable, SaysWhoScoredWhatAgainstWhom) {
  Standings standings = cup();
  standings.rows[1].name = "bob";
  EXPECT_EQ(cli::cross_table(standings),
            "             1       2  3\n"
            "1  ann       #  9.5/12  ·\n"
            "2  bob    2/12       #  ·\n"
            "3  carol     ·       ·  #\n");
}

TEST(TheLineOfAStoppingRule, SaysHowFarItIs) {
  Standings standings = cup();
  EXPECT_EQ(cli::sprt_line(standings), "");
  standings.sprt = Standings::Sprt{0, 10, 0.05, 0.05, 1.534, -2.944, 2.944, 120, "CONTINUE"};
  EXPECT_EQ(cli::sprt_line(standings),
            "sprt: elo0 0, elo1 10: LLR 1.53 of [-2.94, 2.94], 120 pairs: undecided\n");
  standings.sprt->verdict = "H1";
  EXPECT_TRUE(cli::sprt_line(standings).ends_with("H1 accepted, elo1 or more\n"));
  standings.sprt->verdict = "H0";
  EXPECT_TRUE(cli::sprt_line(standings).ends_with("H0 accepted, elo0 or less\n"));
}

}  // namespace quiver::tests
