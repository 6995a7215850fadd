// `quiver play` as a person meets it: at a terminal, with bad input, second thoughts and good moves.
#include "tests/e2e/daemon.hpp"

namespace quiver::tests {

namespace {

const std::string kPrompt = "> ";

}  // namespace

class PlayAtTerminal : public Stage {
 protected:
  std::vector<wire::Record> records() const { return records_in(content_of_file(record_file())); }
  [[nodiscard]] std::string record_file() const { return folder() + "/games"; }
};

TEST_F(PlayAtTerminal, AWholeGameOfConnectFour) {
  Terminal& terminal = start_at_terminal(
      {"play", "connect4", "--against", "random", "--seed", "7", "--record", record_file()});
  unsigned column = 0;
  std::size_t said = 0;
  // Column after column until the game is over; what is full is refused, and the next one tried.
  while ((said = terminal.expect_one_of({kPrompt, "have won", "has won", "is drawn"})) == 0)
    terminal.type(std::to_string(column++ % 7 + 1));
  EXPECT_LT(said, 4U) << terminal.screen();
  EXPECT_EQ(terminal.wait(), 0) << terminal.screen();
  EXPECT_NE(terminal.screen().find("random is thinking"), std::string::npos);
  const auto games = records();
  ASSERT_EQ(games.size(), 1U);
  expect_clean(games[0]);
  expect_replays(games[0]);
  EXPECT_EQ(games[0].seats[0].name, "you");
}

TEST_F(PlayAtTerminal, WhatIsWrongIsExplainedAndNeverALoss) {
  Terminal& terminal = start_at_terminal({"play", "amazons", "--start", "classic", "--against", "random"});
  terminal.expect("10  .  .  .  1");
  terminal.expect(kPrompt);
  for (const auto& [typed, answer] :
       std::vector<std::pair<std::string, std::string>>{{"hello", "is not an Amazons move"},
                                                        {"d1-e3/e4", "no straight line"},
                                                        {"a7-a8/a9", "belongs to seat 1"},
                                                        {"e5-e6/e7", "no queen stands on e5"},
                                                        {"k1-k2/k3", "there is no cell"},
                                                        {"\x15\xff\xfe\xc3", "is not an Amazons move"},
                                                        {std::string(2000, 'y'), "too long"},
                                                        {"undo", "nothing to take back"},
                                                        {"?d1", "The queen on d1 can go to"},
                                                        {"?d1-d7", "From d7 the arrow can go to"},
                                                        {"HELP", "A move is three cells"},
                                                        {"rules", "shoots an"}}) {
    terminal.type(typed);
    terminal.expect(answer);
    terminal.expect(kPrompt);
  }
  for (const char* cell : {"D1", " d7 ", "g7"}) terminal.type(cell);
  terminal.expect("You played d1-d7/g7.");
  terminal.expect("random played ");
  terminal.expect(kPrompt);
  terminal.type("resign");
  terminal.expect("yes or no");
  terminal.type("yes");
  terminal.expect("You have resigned.");
  terminal.expect("random has won.");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST_F(PlayAtTerminal, UndoGoesBackMoveByMove) {
  Terminal& terminal = start_at_terminal(
      {"play", "connect4", "--against", "random", "--second", "--seed", "3", "--record", record_file()});
  terminal.expect("random played ");
  terminal.expect(kPrompt);
  for (const char* column : {"1", "2"}) {
    terminal.type(column);
    terminal.expect("You played " + std::string(column));
    terminal.expect("random played ");
    terminal.expect(kPrompt);
  }
  for (int k = 0; k < 2; ++k) {
    terminal.type("undo");
    terminal.expect("Your last move is taken back.");
    terminal.expect(kPrompt);
  }
  terminal.type("undo");
  terminal.expect("you have not moved");
  terminal.type("7");
  terminal.expect("You played 7.");
  terminal.expect(kPrompt);
  terminal.type("quit");
  terminal.type("yes");
  EXPECT_EQ(terminal.wait(), 0);
  const auto games = records();
  ASSERT_EQ(games.size(), 1U) << "only the game that was played on counts";
  ASSERT_GE(games[0].moves.size(), 2U);
  EXPECT_EQ(games[0].opening, 1U);
  EXPECT_EQ(games[0].moves[1].notation, "7");
  EXPECT_EQ(reason_of(games[0], 1), "RESIGNED");
  expect_replays(games[0]);
}

TEST_F(PlayAtTerminal, TwoPeopleShareIt) {
  Terminal& terminal = start_at_terminal({"play", "connect4", "--two", "--record", record_file()});
  unsigned mover = 0;
  for (const char* column : {"4", "4", "3", "3", "2", "2", "1"}) {
    terminal.expect("player-" + std::to_string(mover + 1) + ", your move");
    terminal.expect(kPrompt);
    terminal.type(column);
    mover = 1 - mover;
  }
  terminal.expect("player-1 has won: 4 in line.");
  EXPECT_EQ(terminal.wait(), 0);
  ASSERT_EQ(records().size(), 1U);
  EXPECT_EQ(moves_of(records()[0]), "4 4 3 3 2 2 1");
}

TEST_F(PlayAtTerminal, QuoridorWithFourSeats) {
  Terminal& terminal = start_at_terminal(
      {"play", "quoridor", "--seats", "4", "--size", "5", "--seed", "5", "--against", "random"});
  terminal.expect("you, to the top row");
  terminal.expect(kPrompt);
  terminal.type("?b2h");
  terminal.expect("The wall b2h can be placed.");
  terminal.type("b2h");
  terminal.expect("You played b2h.");
  terminal.expect("random-3 played ");
  terminal.expect(kPrompt);
  terminal.type("undo");
  terminal.expect("taken back");
  terminal.expect(kPrompt);
  // Whoever quits need not wait for the others.
  terminal.type("quit");
  terminal.expect("yes or no");
  terminal.type("yes");
  EXPECT_EQ(terminal.wait(), 0) << terminal.screen();
}

TEST_F(PlayAtTerminal, JoinsARefereeThatRunsElsewhere) {
  Daemon daemon(*this, {"--no-pairing", "--offer", "connect4-random"});
  Terminal& terminal = start_at_terminal(Arguments{"play"} + daemon.connect_as("alice"));
  terminal.expect("Waiting for a game");
  daemon.await_competitors({"alice"});
  Visitor boss = daemon.admin();
  boss.send(order_for("connect4", {"remote:alice", "connect4-random"}));
  boss.expect<wire::Ordered>();
  terminal.expect(kPrompt);
  terminal.type("undo");
  terminal.expect("only in a game of quiver play");
  terminal.type("4");
  terminal.expect("connect4-random played ");
  terminal.expect(kPrompt);
  terminal.type("quit");
  terminal.expect("yes or no");
  terminal.type("yes");
  terminal.expect("connect4-random has won.");
  EXPECT_EQ(terminal.wait(), 0);
  const auto record = boss.expect<wire::Record>();
  EXPECT_EQ(record.seats[0].name, "alice");
  EXPECT_EQ(reason_of(record, 0), "RESIGNED");
}

TEST_F(PlayAtTerminal, IsRefusedByARefereeThatDoesNotKnowTheToken) {
  Daemon daemon(*this);
  Terminal& terminal =
      start_at_terminal({"play", "--connect", daemon.url(), "--token", "nobody-has-this-one"});
  terminal.expect("the token is not known here");
  EXPECT_EQ(terminal.wait(), 2);
}

TEST_F(PlayAtTerminal, AClockThatRunsOutIsHeardWhileNothingIsTyped) {
  Terminal& terminal =
      start_at_terminal({"play", "connect4", "--against", "random move-time=1m", "--move-time", "300ms"});
  terminal.expect("You have run out of time.");
  terminal.expect("random has won.");
  EXPECT_EQ(terminal.wait(), 0);
}

}  // namespace quiver::tests
