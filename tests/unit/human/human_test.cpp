// The person's side of a game, with a pipe for a keyboard and a file for a screen.
#include "bots/human/human.hpp"

#include <array>
#include <cstdio>
#include <unistd.h>

#include <gtest/gtest.h>

namespace quiver::tests {

using base::Seat;
using human::Human;
using human::Manner;
using human::Screen;

class HumanTurn : public testing::Test {
 protected:
  HumanTurn() : screen_(std::tmpfile()) { EXPECT_EQ(pipe(keyboard_.data()), 0); }
  ~HumanTurn() override {
    std::fclose(screen_);
    close(keyboard_[0]);
    hang_up();
  }

  void sit_down(const std::string& game, Manner manner = {}, Seat seat = Seat{0},
                const games::Options& options = {}) {
    position_ = games::Position::start(game, options).value();
    human_.emplace(manner, keyboard_[0], Screen(fileno(screen_), false, false));
    human_->start({"m", seat, {"you", "rival", "third", "fourth"}, *position_, {}, 1});
  }
  void type(const std::string& text) {
    EXPECT_EQ(write(keyboard_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void hang_up() {
    if (keyboard_[1] >= 0) close(std::exchange(keyboard_[1], -1));
  }
  bot::Choice choose() {
    const auto later = std::chrono::steady_clock::now() + std::chrono::hours(24);
    return human_->choose(*position_, {later});
  }
  std::string chosen() {
    const bot::Choice choice = choose();
    return choice.move() ? position_->format(games::Event{*choice.move()}) : "resigns";
  }
  void happens(const std::string& move) {
    const Seat mover = position_->to_move();
    const auto event = position_->parse(move);
    position_->apply(*event);
    human_->follow(mover, *event);
  }
  // All that was drawn and said so far.
  std::string screen() {
    std::rewind(screen_);
    std::string all(1 << 16, '\0');
    all.resize(std::fread(all.data(), 1, all.size(), screen_));
    std::fseek(screen_, 0, SEEK_END);
    return all;
  }
  void expect_said(const std::string& text) {
    EXPECT_NE(screen().find(text), std::string::npos) << "not said: " << text << "\n" << screen();
  }

  std::FILE* screen_;
  std::array<int, 2> keyboard_{-1, -1};
  std::optional<games::Position> position_;
  std::optional<Human> human_;
};

TEST_F(HumanTurn, AsksAgainUntilTheMoveIsLegal) {
  sit_down("connect4");
  type("9\n\nfoo\n\xff\xfe\x01\n" + std::string(5000, 'z') + "\n0x4\n-1\n4\n");
  EXPECT_EQ(chosen(), "4");
  expect_said("columns go from 1 to 7");
  expect_said("\"foo\" is not a Connect Four move");
  expect_said("too long");
}

TEST_F(HumanTurn, ResigningIsConfirmed) {
  sit_down("connect4");
  type("resign\nmaybe\nno\nyes\nresign\ny\n");
  EXPECT_EQ(chosen(), "resigns");
  EXPECT_FALSE(human_->leaves());
  expect_said("yes or no?");
  expect_said("The game goes on");
  expect_said("There is nothing to confirm");
}

TEST_F(HumanTurn, QuittingResignsAndLeaves) {
  sit_down("connect4");
  type("quit\nyes\n");
  EXPECT_EQ(chosen(), "resigns");
  EXPECT_TRUE(human_->leaves());
  EXPECT_FALSE(human_->takes_back());
}

TEST_F(HumanTurn, TheEndOfTheInputResignsAndLeaves) {
  sit_down("connect4");
  hang_up();
  EXPECT_EQ(chosen(), "resigns");
  EXPECT_TRUE(human_->leaves());
  expect_said("end of the input");
}

TEST_F(HumanTurn, UndoNeedsAMoveAndSomebodyWhoTakesItBack) {
  sit_down("connect4");
  type("undo\n4\n");
  EXPECT_EQ(chosen(), "4");
  expect_said("only in a game of quiver play against a bot");

  sit_down("connect4", {.undo = true});
  type("undo\n4\n");
  EXPECT_EQ(chosen(), "4");
  expect_said("you have not moved");
  happens("4");
  happens("3");
  type("undo\n");
  EXPECT_EQ(chosen(), "resigns");
  EXPECT_TRUE(human_->takes_back());
  EXPECT_TRUE(human_->leaves());
}

TEST_F(HumanTurn, UndoDoesNotBringBackWhoIsOut) {
  games::Options four;
  four.seats = 4;
  four.size = 5;
  sit_down("quoridor", {.undo = true}, Seat{0}, four);
  position_->apply(games::Elimination{Seat{2}});
  human_->on_elimination(Seat{2}, {wire::Reason::kTimeout, "late"});
  human_->follow(Seat{2}, games::Elimination{Seat{2}});
  for (const char* move : {"c2", "a4", "e4"}) happens(move);
  type("undo\nc3\n");
  EXPECT_EQ(chosen(), "c3");
  expect_said("a player has been eliminated");
}

TEST_F(HumanTurn, TargetsAreDrawn) {
  sit_down("amazons");
  type("?b10\nb10\n\nb10-b8/c8\n");
  EXPECT_EQ(chosen(), "b10-b8/c8");
  expect_said("The queen on b10 can go to");
  expect_said("10  *  0  *  0");
  expect_said("Start again");
}

TEST_F(HumanTurn, TheOpponentIsSaidToThinkAndItsMoveIsMarked) {
  sit_down("connect4");
  happens("4");
  expect_said("rival is thinking");
  happens("4");
  type("help\nrules\n1\n");
  EXPECT_EQ(chosen(), "1");
  expect_said("rival played 4.");
  expect_said("2  .  .  . [1] .  .  .");
  expect_said("four in a line");
}

TEST_F(HumanTurn, WhoeverSharesATerminalDrawsOnlyOnItsTurn) {
  sit_down("connect4", {.shared = true}, Seat{1});
  happens("4");
  EXPECT_EQ(screen(), "");
  type("4\n");
  EXPECT_EQ(chosen(), "4");
  expect_said("rival, your move");
  const std::string before = screen();
  happens("4");
  human_->finish({"m", wire::End::kPlayedOut, Seat{0}, {1, 2}, std::nullopt, "seat 0 won"});
  EXPECT_EQ(screen(), before) << "seat 0 tells the end";
}

TEST_F(HumanTurn, TheEndIsToldInWords) {
  sit_down("connect4");
  for (const char* move : {"1", "2", "1", "2", "1", "2", "1"}) happens(move);
  human_->finish({"m", wire::End::kPlayedOut, Seat{0}, {1, 2}, std::nullopt, "seat 0, you, won"});
  expect_said("You have won: 4 in line.");
  human_->finish({"m", wire::End::kVoid, std::nullopt, {}, std::nullopt, "void: the referee was stopped"});
  expect_said("interrupted");
}

TEST_F(HumanTurn, ListensToTheRefereeWhileThePersonThinks) {
  sit_down("connect4");
  std::array<int, 2> referee{};
  ASSERT_EQ(pipe(referee.data()), 0);
  ASSERT_EQ(write(referee[1], "!", 1), 1);
  const bot::Deadline later{std::chrono::steady_clock::now() + std::chrono::hours(24)};
  EXPECT_FALSE(human_->choose_or_listen(*position_, later, referee[0]));
  char taken = 0;
  ASSERT_EQ(read(referee[0], &taken, 1), 1);
  const std::string before = screen();
  type("4\n");
  EXPECT_TRUE(human_->choose_or_listen(*position_, later, referee[0]));
  EXPECT_EQ(screen(), before) << "it is not asked a second time";
  close(referee[0]);
  close(referee[1]);
}

}  // namespace quiver::tests
