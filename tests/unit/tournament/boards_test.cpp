// Which board of several the games of two entrants are played on.
#include "referee/tournament/boards.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "referee/tournament/ladder_boards.hpp"

namespace quiver::tests {

namespace {

using tournament::board_turn;
using tournament::LadderBoards;
using tournament::next_board;
using tournament::OpeningBook;
using tournament::Plan;

run::Game game_of(std::uint32_t number, std::size_t first, std::size_t second) {
  run::Game game;
  game.number = number;
  game.bots = {first, second};
  return game;
}

}  // namespace

TEST(Boards, OfAPlanHaveNamesWhereThereAreSeveral) {
  EXPECT_EQ(tournament::board_names(Plan::parse("game = amazons\nboard = donut\nrows = 12\n")),
            std::vector<std::string>{});
  const auto names = tournament::board_names(
      Plan::parse("board = small board=square rows=6 cols=6\nboard = ring board=donut rows=12 cols=12\n"));
  EXPECT_EQ(names, (std::vector<std::string>{"small", "ring"}));
  EXPECT_EQ(tournament::board_number(names, "ring"), 1U);
  EXPECT_EQ(tournament::board_number(names, "gone"), 0U);
}

TEST(Boards, AreTakenInTurn) {
  for (const std::size_t boards : {1U, 2U, 3U, 16U})
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, ~std::uint64_t{0}}) {
      std::set<std::pair<std::size_t, std::uint32_t>> seen;
      for (std::uint32_t round = 0; round < 3 * boards; ++round) {
        const auto turn = board_turn(first, round, boards);
        EXPECT_LT(turn.board, boards);
        EXPECT_EQ(turn.round, round / boards) << "each board has its own openings, from the first one on";
        EXPECT_TRUE(seen.emplace(turn.board, turn.round).second)
            << "on another board, or with another opening";
      }
      EXPECT_EQ(board_turn(first, 0, boards).board, first % boards);
    }
}

TEST(Boards, ThatTwoHavePlayedOnLeastComeNext) {
  EXPECT_EQ(next_board({0}, 7), 0U);
  EXPECT_EQ(next_board({2, 0, 2}, 0), 1U);
  EXPECT_EQ(next_board({2, 2, 2}, 4), 1U) << "between equals the first one decides";
  EXPECT_EQ(next_board({0, 4, 3}, 0), 2U)
      << "an opening is played again with the seats swapped before anything else";
  std::vector<std::uint32_t> games(5, 0);
  for (std::uint32_t k = 0; k < 100; ++k) {
    ++games[next_board(games, 3)];
    const auto [least, most] = std::minmax_element(games.begin(), games.end());
    EXPECT_LE(*most - *least, 2U);
  }
  EXPECT_EQ(games, std::vector<std::uint32_t>(5, 20));
}

TEST(Boards, OfALadderCountFromTheBeginningOfAGame) {
  LadderBoards boards({"usual", "small"}, {OpeningBook(), OpeningBook()});
  run::Game one = game_of(1, 4, 2), two = game_of(2, 2, 4), three = game_of(3, 4, 2);
  for (run::Game* game : {&one, &two, &three}) boards.begin(*game);
  EXPECT_EQ(one.board, two.board) << "both sides of an opening";
  EXPECT_NE(three.board, one.board);
  EXPECT_EQ(boards.end(two, 2, 4), 1U);
  EXPECT_EQ(boards.end(one, 4, 2), 0U) << "however they end";
  boards.undo(three);
  run::Game again = game_of(4, 4, 2);
  boards.begin(again);
  EXPECT_EQ(again.board, three.board) << "a void game does not count";
  EXPECT_EQ(boards.end(again, 4, 2), 0U);
}

TEST(Boards, OfALadderGoOnAfterARestartAndWithAnotherVersion) {
  LadderBoards boards({"usual", "small"}, {OpeningBook(), OpeningBook()});
  boards.recall(0, 1, "small");
  run::Game game = game_of(2, 1, 0);
  boards.begin(game);
  EXPECT_EQ(game.board, 1U) << "the other side of the last opening";
  // The second one turned out to be a new version, number 7, which has met nobody.
  EXPECT_EQ(boards.end(game, 1, 7), 0U);
  run::Game old = game_of(3, 1, 0);
  boards.begin(old);
  EXPECT_EQ(old.board, 1U);
  run::Game other = game_of(4, 7, 1);
  boards.begin(other);
  EXPECT_EQ(other.board, 1U);
  EXPECT_EQ(boards.end(other, 7, 1), 1U);
}

TEST(Boards, OfALadderAreFoundByName) {
  const LadderBoards boards({"usual", "small"}, {OpeningBook(), OpeningBook()});
  EXPECT_EQ(boards.find("small").value(), 1U);
  EXPECT_EQ(boards.find("").value(), 0U);
  EXPECT_EQ(boards.find("smaller").error().sentence,
            "this ladder has no board \"smaller\"; its boards are usual, small");
  const LadderBoards one({}, {OpeningBook()});
  EXPECT_EQ(one.find("").value(), 0U);
  EXPECT_EQ(one.find("usual").error().sentence, "this ladder has one board: leave the board out");
}

}  // namespace quiver::tests
