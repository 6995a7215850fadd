// Tables in formats for other programs.
#include "referee/cli/reports/standings_files.hpp"

#include <gtest/gtest.h>

#include "tests/unit/cli/given_standings.hpp"

namespace quiver::tests {

TEST(StandingsAsCsv, HaveARowPerEntrantWithPlainNumbers) {
  store::Standings standings = cup();
  standings.rows[1].faults = {{wire::Reason::kIllegalMove, 2}, {wire::Reason::kTimeout, 1}};
  standings.rows[2].active = false;
  standings.rows[0].display = "Équipe 4";
  standings.rows[0].title = "Poseidon, 2";
  EXPECT_EQ(cli::standings_csv(standings),
            "rank,name,points,games,wins,draws,losses,byes,tieBreak,elo,eloLow,eloHigh,provisional,aboveNext,"
            "faults,active,display,title\r\n"
            "1,ann,9.5,12,9,1,2,0,31.25,123.4,23.4,243.4,no,0.987,0,yes,Équipe 4,\"Poseidon, 2\"\r\n"
            "2,bob-the-builder,2,12,2,0,10,0,0,-123.4,-243.4,-3.4,yes,,3,yes,,\r\n"
            "3,carol,0,0,0,0,0,0,0,,,,,,0,no,,\r\n");
}

TEST(StandingsForPeople, HaveTheNamesOfTeamsAndBotsWhereThereAreSome) {
  store::Standings standings = cup();
  standings.tie_break.clear();
  standings.rows[0].display = "Équipe 4";
  standings.rows[1].title = "<b>Bob</b>";
  const std::string table = cli::standings_markdown(standings, false);
  EXPECT_NE(table.find("| \\# | name | team | bot | points |"), std::string::npos) << table;
  EXPECT_NE(table.find("| ---: | --- | --- | --- | ---: |"), std::string::npos) << table;
  EXPECT_NE(table.find("| 1 | ann | Équipe 4 |  | 9.5 |"), std::string::npos) << table;
  EXPECT_NE(table.find("| 2 | bob-the-builder |  | \\<b\\>Bob\\</b\\> | 2 |"), std::string::npos) << table;
  const std::string page = cli::standings_html(standings, false);
  EXPECT_NE(page.find("&lt;b&gt;Bob"), std::string::npos) << page;
}

TEST(StandingsAsCsv, HaveTwoColumnsPerBoardIfAskedFor) {
  EXPECT_EQ(cli::standings_csv(cup_on_boards()), cli::standings_csv(cup()));
  const std::string csv = cli::standings_csv(cup_on_boards(), true);
  EXPECT_NE(csv.find("faults,active,display,title,small points,small games,ring points,ring games\r\n"),
            std::string::npos);
  EXPECT_NE(csv.find(",0.987,0,yes,,,4.5,6,5,6\r\n"), std::string::npos) << csv;
}

TEST(StandingsAsFiles, SayWhichBoardTheyAreOf) {
  store::Standings standings = cup();
  standings.board = "ring";
  standings.game = "hex";
  EXPECT_EQ(cli::standings_markdown(standings, false).substr(0, 27), "# cup: hex, on ring, 0 game");
  EXPECT_NE(cli::standings_html(cup_on_boards(), false, true).find("<td>0.5/6</td>"), std::string::npos);
}

TEST(StandingsAsCsv, CannotBeReadAsAFormula) {
  store::Standings standings = cup();
  standings.rows.resize(1);
  standings.rows[0].name = "=HYPERLINK(\"http://x\",\"y\")";
  const std::string csv = cli::standings_csv(standings);
  EXPECT_NE(csv.find("1,\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",9.5"), std::string::npos) << csv;
}

TEST(StandingsAsMarkdown, AreATable) {
  store::Standings standings = cup();
  standings.game = "hex";
  standings.played = 12;
  EXPECT_EQ(cli::standings_markdown(standings, false),
            "# cup: hex, 12 games\n\n"
            "| \\# | name | points | games | w-d-l | S-B | Elo | 95 % | above next |\n"
            "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
            "| 1 | ann | 9.5 | 12 | 9-1-2 | 31.2 | \\+123 | ±110 | 99 % |\n"
            "| 2 | bob-the-builder | 2 | 12 | 2-0-10 | 0 | -123? | ±120 |  |\n"
            "| 3 | carol | 0 | 0 | 0-0-0 | 0 | - |  |  |\n");
  standings.rows[1].name = "bob";
  EXPECT_NE(cli::standings_markdown(standings, true).find("| 1 | ann | \\# | 9.5/12 | · |"),
            std::string::npos);
}

TEST(StandingsAsMarkdown, EscapeWhatMarkdownAndHtmlWouldRead) {
  store::Standings standings = cup();
  standings.rows.resize(1);
  standings.rows[0].name = "a|<b>*c*`d`";
  EXPECT_NE(cli::standings_markdown(standings, false).find("| a\\|\\<b\\>\\*c\\*\\`d\\` |"),
            std::string::npos);
}

TEST(StandingsAsHtml, AreAWholeDocumentWithoutMarkupFromNames) {
  store::Standings standings = cup();
  standings.rows[0].name = "<script>alert(1)</script>";
  standings.stopped = {"<b>"};
  const std::string html = cli::standings_html(standings, true);
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  EXPECT_TRUE(html.ends_with("</html>\n"));
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"row\" class=\"words\">carol</th>"), std::string::npos);
  EXPECT_NE(html.find("Results against each other"), std::string::npos);
}

}  // namespace quiver::tests
