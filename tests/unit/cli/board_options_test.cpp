// --board, given several times, each with settings of its own.
#include "referee/cli/options/board_options.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/tournament_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/tournament/boards.hpp"

namespace quiver::tests {

namespace {

using Words = std::vector<std::string>;

// The options of a tournament with these words.
cli::TournamentOptions options_of(const Words& words) {
  cli::TournamentOptions options;
  cli::CommandLine program("", "");
  cli::Command& command = program.add("run");
  options.add_to(command);
  command.run([] { return 0; });
  std::vector<const char*> all{"quiver", "run"};
  for (const std::string& word : words) all.push_back(word.c_str());
  program.run(static_cast<int>(all.size()), all.data());
  return options;
}

std::vector<cli::NamedBoard> boards_of(const Words& words) { return options_of(words).boards(); }

// "small 6x6", with the start and the openings if they are given.
std::string text(const cli::NamedBoard& board) {
  const auto grid = board.start.grid();
  return board.name + " " + std::to_string(grid.rows) + "x" + std::to_string(grid.columns) +
         (board.options.start ? " " + *board.options.start : "") +
         (board.openings ? " " + *board.openings : "");
}
Words texts(const Words& words) {
  Words all;
  for (const auto& board : boards_of(words)) all.push_back(text(board));
  return all;
}

Words operator+(Words left, const Words& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

std::string refusal(const Words& words) {
  try {
    const auto options = options_of(words);
    const auto boards = options.boards();
    static_cast<void>(options.plan(boards, 1));
    static_cast<void>(options.books(boards, 1));
  } catch (const cli::UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(BoardOptions, AreAsEverForOneBoard) {
  EXPECT_EQ(texts({}), Words{" 10x10"});
  EXPECT_EQ(texts({"--board", "donut", "--size", "12"}), Words{" 12x12"});
  EXPECT_EQ(texts({"--board", "donut size=12 name=ring openings=random:2"}), Words{" 12x12 random:2"});
  const auto plan = [](const Words& words) {
    const auto options = options_of(words);
    return options.plan(options.boards(), 1);
  };
  EXPECT_EQ(plan({"--board", "donut", "--size", "12", "--openings", "random:2"}).text(),
            plan({"--board", "donut size=12 name=ring openings=random:2"}).text());
}

TEST(BoardOptions, OfSeveralHaveTheirOwnSettingsAndNames) {
  EXPECT_EQ(
      texts({"--start", "classic", "--openings", "random:2", "--size", "8", "--board", "size=6", "--board",
             "donut size=12 start=course openings=random:4", "--board", "clover name=leaves size=10"}),
      (Words{"square-6 6x6 classic random:2", "donut-12 12x12 course random:4",
             "leaves 10x10 classic random:2"}));
  EXPECT_EQ(texts({"connect4", "--board", "rows=4 cols=5", "--board", "name=usual"}),
            (Words{"rectangle-4x5 4x5", "usual 6x7"}));
}

TEST(BoardOptions, AreInThePlanWithTheirNames) {
  const auto options =
      options_of({"--board", "size=6 start=classic", "--board", "donut size=12 openings=random:4"});
  const auto plan = options.plan(options.boards(), 1);
  EXPECT_EQ(plan.all("board"), (Words{"square-6 board=square rows=6 cols=6 start=classic",
                                      "donut-12 board=donut rows=12 cols=12 openings=random:4"}));
  EXPECT_EQ(plan.find("rows"), std::nullopt);
  EXPECT_EQ(plan.find("games"), "4") << "one game from each seat on each board";
  EXPECT_EQ(tournament::board_names(plan), (Words{"square-6", "donut-12"}));
  EXPECT_EQ(cli::match_config(options.boards()).name_of(1), "donut-12");
  EXPECT_EQ(cli::match_config(options.boards()).start_of(1).grid().rows, 12U);
}

TEST(BoardOptions, AskForAsManyGamesOnEachBoard) {
  const Words three = {"--board", "size=6", "--board", "size=8", "--board", "donut size=12"};
  const auto games = [&](Words more) {
    more.insert(more.end(), three.begin(), three.end());
    const auto options = options_of(more);
    return options.num_games(options.boards());
  };
  EXPECT_EQ(games({}), 6U);
  EXPECT_EQ(games({"--games", "12"}), 12U);
  EXPECT_EQ(games({"--format", "double-round-robin", "--games", "3"}), 3U);
  EXPECT_EQ(games({"--sprt", "elo1=5"}), 20'004U);
  Words uneven = {"--games", "8"};
  uneven.insert(uneven.end(), three.begin(), three.end());
  EXPECT_EQ(
      refusal(uneven),
      "with 3 boards --games takes a multiple of 6, so that every pair plays each board equally often from "
      "each seat");
}

TEST(BoardOptions, RefuseWhatCannotBeMeant) {
  EXPECT_EQ(refusal({"--board", "donut siez=12"}),
            "--board: a board has no setting \"siez\"; did you mean size?");
  EXPECT_EQ(refusal({"--board", "donut size=twelve"}), "--board: size takes a whole number, not \"twelve\"");
  EXPECT_EQ(refusal({"--board", "donut size=12 size=10"}),
            "--board: size is given twice in \"donut size=12 size=10\"");
  EXPECT_EQ(refusal({"--board", "donut shape=square size=8"}),
            "--board: the shape is given twice in \"donut shape=square size=8\"");
  EXPECT_EQ(refusal({"--board", "donut size=12 large"}),
            "--board: \"large\" stands behind the shape and is no setting; write KEY=VALUE, as size=12");
  EXPECT_EQ(refusal({"hex", "--board", "swap-rule=yes"}), "--board: swap-rule takes on or off, not \"yes\"");
  EXPECT_EQ(refusal({"--board", "size=6", "--board", "size=6 start=classic"}),
            "--board: two boards are called \"square-6\"; give one of them a name, as in name=large");
  EXPECT_EQ(refusal({"--board", "size=8 seats=2", "--board", "size=6"}).substr(0, 38),
            "--board: a board has no setting \"seats");
  EXPECT_NE(refusal({"--board", "size=6", "--board", "donut size=12 openings=random:900"})
                .find("--openings of donut-12: "),
            std::string::npos)
      << "the board with which something is wrong is named";
  Words many;
  for (int k = 0; k < 17; ++k) many.insert(many.end(), {"--board", "size=6 name=b" + std::to_string(k)});
  EXPECT_EQ(refusal(many), "--board: an event has at most 16 boards, not 17");
}

TEST(BoardOptions, MeanTheSameToAnotherCommand) {
  const std::string map = testing::TempDir() + "/quiver a map.txt";
  std::ofstream(map) << "0..1\n....\n....\n1..0\n";
  for (const Words& given :
       {Words{"amazons"}, Words{"amazons", "--board", "donut", "--size", "9"},
        Words{"amazons", "--board", "size=6 start=classic"}, Words{"amazons", "--board", map},
        Words{"amazons", "--seats", "4", "--board", "size=6", "--board", "size=8 name=large"},
        Words{"amazons", "--board", "size=6", "--board", "donut size=12", "--board",
              "clover size=10 name=leaves"},
        Words{"amazons", "--board", "size=5", "--board", base::escaped_word(map) + " name=small"},
        Words{"quoridor", "--size", "5", "--board", "walls=3 max-plies=20 name=few", "--board",
              "start=placed name=placed"},
        Words{"connect4", "--rows", "5", "--line", "3", "--board", "cols=5", "--board", "cols=9"},
        Words{"hex", "--board", "size=5 swap-rule=off", "--board", "size=7"}}) {
    const auto boards = boards_of(given);
    const auto again = boards_of(Words{given.front()} + cli::board_arguments(boards));
    ASSERT_EQ(again.size(), boards.size()) << given.back();
    for (std::size_t k = 0; k < boards.size(); ++k) {
      EXPECT_EQ(again[k].name, boards[k].name);
      EXPECT_EQ(again[k].start.hash(), boards[k].start.hash()) << given.back();
      EXPECT_EQ(again[k].options.walls, boards[k].options.walls);
      EXPECT_EQ(again[k].options.line, boards[k].options.line);
      EXPECT_EQ(again[k].options.max_plies, boards[k].options.max_plies);
      EXPECT_EQ(again[k].options.swap_rule, boards[k].options.swap_rule);
    }
  }
  std::filesystem::remove(map);
}

}  // namespace quiver::tests
