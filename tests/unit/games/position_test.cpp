// A position of any game: events, eliminations, lists of moves, taking back.
#include "client_sdk/games/position.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/games/turn.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::tests {

using base::Error;
using games::Elimination;
using games::Event;
using games::Turn;

namespace {

const std::vector<std::string> kGames = games::all_game_names();

}  // namespace

TEST(Eliminations, N6_AreWrittenXAndTheSeat) {
  for (const std::string& game : kGames) {
    const Position position = started(game);
    for (const unsigned s : {0U, 1U, 2U, 3U}) {
      const std::string text = "x" + std::to_string(s);
      const auto event = position.parse(text);
      ASSERT_TRUE(event) << text;
      EXPECT_EQ(*event, Event(Elimination{seat(s)}));
      EXPECT_EQ(position.format(*event), text);
    }
    for (const char* text : {"x", "x4", "x00", "X1", "x 1", "xa"})
      EXPECT_FALSE(position.parse(text)) << game << text;
  }
}

TEST(Eliminations, E1_TakeOutAnySeatThatIsInTheGame) {
  const Position position = started("amazons", four_seats(10));
  for (const unsigned s : {0U, 1U, 2U, 3U}) {
    const Position later = after(position, "x" + std::to_string(s));
    EXPECT_FALSE(stands(later, s));
    EXPECT_EQ(later.turn().standing(), 3U);
  }
}

TEST(Eliminations, E3_AreNoMoves) {
  for (const char* game : {"amazons", "quoridor"}) {
    const Position position = started(game, four_seats(9));
    EXPECT_EQ(after(position, "x2").ply(), 0U);
    // the turn goes on only from the seat that is out
    expect_to_move(after(position, "x1"), 0);
    expect_to_move(after(position, "x0"), 1);
    expect_to_move(after(position, "x1 x0"), 2);
  }
}

TEST(Eliminations, E2_SkipTheSeatFromThenOn) {
  Position position = after(started("quoridor", four_seats(9)), "x1");
  for (const unsigned s : {0U, 2U, 3U, 0U, 2U}) {
    expect_to_move(position, s);
    position = after(position, legal_moves(position).front());
  }
}

TEST(Eliminations, E4_LetTheLastSeatStandingWin) {
  for (const char* game : {"amazons", "quoridor"}) {
    const Position position = started(game, four_seats(9));
    EXPECT_FALSE(after(position, "x3 x1").outcome().over);
    expect_winner(after(position, "x3 x1 x0"), 2);
    expect_winner(after(position, "x0 x1 x2"), 3);
  }
  for (const std::string& game : kGames) {
    expect_winner(after(started(game), "x0"), 1);
    expect_winner(after(started(game), "x1"), 0);
  }
}

TEST(Eliminations, E5_DoNotConcernSeatsThatAreOutOrWereNeverIn) {
  const Position position = after(started("amazons", four_seats(10)), "x2");
  expect_broken(position, "x2", Rule::kSeatOut, "seat 2 is not in the game");
  for (const std::string& game : kGames)
    expect_broken(started(game), "x3", Rule::kSeatOut, "seat 3 is not in the game");
  EXPECT_EQ(started("connect4").check(Elimination{Seat{255}}).error().rule, Rule::kSeatOut);
}

TEST(Eliminations, E6_AreNotLegalWhenTheGameIsOver) {
  for (const std::string& game : kGames)
    expect_broken(after(started(game), "x0"), "x1", Rule::kGameOver, "the game is over");
}

TEST(Events, E1_AreMovesOrEliminations) {
  Position position = started("amazons", of_size(6));
  position = after(position, "4-22/19 29-17/3");
  EXPECT_EQ(position.ply(), 2U);
  expect_winner(after(position, "x0"), 1);
}

TEST(Events, OfAnotherGameAreNotLegal) {
  const Event event = games::Move{games::ConnectFourMove{3}};
  const games::Verdict verdict = started("amazons").check(event);
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().rule, Rule::kNoPiece);
  EXPECT_EQ(verdict.error().sentence, "this is a move of another game");
}

TEST(Events, OfAnyKindCanBeTakenBack) {
  constexpr unsigned kSeed = 11;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  for (const Position& start :
       {started("amazons", four_seats(8)), started("quoridor", four_seats(7)),
        started("quoridor", of_size(5)), started("connect4"), started("amazons", of_size(6))}) {
    std::vector<Position> seen = {start};
    std::vector<Position::Undo> made;
    while (!seen.back().outcome().over && made.size() < 60) {
      Position position = seen.back();
      const Names moves = legal_moves(position);
      const bool out = random() % 20 == 0 && position.turn().standing() > 2;
      const Event event = out ? Event{Elimination{position.to_move()}}
                              : position.parse(moves[random() % moves.size()]).value();
      made.push_back(position.apply(event));
      seen.push_back(position);
    }
    Position position = seen.back();
    for (std::size_t k = made.size(); k-- > 0;) {
      position.undo(made[k]);
      ASSERT_TRUE(position == seen[k]) << "after " << k << " events";
      ASSERT_EQ(position.hash(), seen[k].hash());
      ASSERT_EQ(position.ply(), seen[k].ply());
      ASSERT_EQ(legal_moves(position), legal_moves(seen[k]));
      ASSERT_EQ(position.count_legal_moves(), legal_moves(position).size());
    }
  }
}

TEST(Lists, N7_AreSeparatedBySpacesLineEndsOrCommas) {
  const Position position = started("amazons", of_size(6));
  for (const char* text :
       {"4-22/19 29-17/3 x1", "4-22/19,29-17/3,x1", "4-22/19\n29-17/3\r\nx1\n", " 4-22/19, 29-17/3 ,\tx1 "}) {
    const auto events = position.parse_list(text);
    ASSERT_TRUE(events) << text;
    ASSERT_EQ(events->size(), 3U) << text;
    EXPECT_EQ(position.format(events->at(1)), "f2-f4/d6");
    EXPECT_EQ(position.format(events->at(2)), "x1");
  }
  EXPECT_TRUE(position.parse_list("").value().empty());
  EXPECT_TRUE(position.parse_list(" ,\n").value().empty());
}

TEST(Lists, SayWhichMoveCannotBeRead) {
  const auto malformed = started("quoridor").parse_list("e2 e8 e3hh");
  ASSERT_FALSE(malformed);
  EXPECT_EQ(malformed.error().code, Error::Code::kBadInput);
  EXPECT_EQ(malformed.error().sentence,
            "move 3: \"e3hh\" is not a Quoridor move; write e2 (pawn), e3h or e3v (wall)");
  const auto lacking = started("connect4").parse_list("448");
  ASSERT_FALSE(lacking);
  EXPECT_EQ(lacking.error().code, Error::Code::kNoSuchCell);
  EXPECT_EQ(lacking.error().sentence, "move 3: there is no column 8; columns go from 1 to 7");
}

TEST(Lists, SayWhichMoveIsNotLegalAndStopBeforeIt) {
  Position position = started("quoridor");
  const auto played = play(position, position.parse_list("e2 e8 e4 e7").value());
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().code, Error::Code::kIllegal);
  EXPECT_EQ(played.error().sentence, "move 3, e4: the pawn on e2 cannot reach e4 with one step or jump");
  EXPECT_TRUE(position == after(started("quoridor"), "e2 e8"));
}

TEST(Lists, OfWholeGamesAreReadAsTheyAreWritten) {
  const Position start = started("quoridor");
  const std::string text = "e2 e8 e3h d5v x1";
  std::string written;
  for (const Event& event : start.parse_list(text).value())
    written += (written.empty() ? "" : " ") + start.format(event);
  EXPECT_EQ(written, text);
}

TEST(Positions, ThatAreEqualAreOfOneGameAndOneBoard) {
  EXPECT_TRUE(started("amazons") == started("amazons"));
  EXPECT_FALSE(started("amazons") == started("quoridor"));
  EXPECT_FALSE(started("amazons") == started("amazons", of_size(9)));
  Options five_in_line;
  five_in_line.line = 5;
  EXPECT_FALSE(started("connect4") == started("connect4", five_in_line));
  // how they came about does not matter
  EXPECT_TRUE(after(started("quoridor"), "e2 e8 e1 e9") == started("quoridor"));
}

TEST(Turns, GoToTheNextSeatThatStands) {
  Turn turn(4);
  EXPECT_EQ(turn.next_after(Seat{3}), Seat{0});
  turn.eliminate(Seat{1});
  EXPECT_EQ(turn.next_after(Seat{0}), Seat{2});
  turn.eliminate(Seat{2});
  EXPECT_EQ(turn.next_after(Seat{0}), Seat{3});
  EXPECT_FALSE(turn.over());
  turn.eliminate(Seat{3});
  EXPECT_EQ(turn.outcome(), (games::Outcome{true, Seat{0}}));
  EXPECT_EQ(turn.next_after(Seat{0}), Seat{0});
}

TEST(Turns, MayEndInADraw) {
  Turn turn(2);
  turn.draw();
  EXPECT_EQ(turn.outcome(), (games::Outcome{true, std::nullopt}));
  EXPECT_EQ(turn.standing(), 2U);
}

}  // namespace quiver::tests
