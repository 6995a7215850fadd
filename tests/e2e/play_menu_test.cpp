// `quiver play` without a game: the menu at a terminal, whatever is typed into it.
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

class PlayMenuAtTerminal : public Stage {};

TEST_F(PlayMenuAtTerminal, LeadsToAGameAndToAnother) {
  Terminal& terminal = start_at_terminal({"play"});
  const auto ask = [&](const std::string& question, const std::string& answer) {
    terminal.expect(question);
    terminal.type(answer);
  };
  ask("Which game?", "chess");
  ask("\"chess\" is none of these", "rules");
  ask("Bring your pawn", "3");
  ask("Rows, 4 to 15", "3");
  ask("3 is not possible here", "four");
  ask("\"four\" is no number", "4");
  ask("Columns, 4 to 15", "99999999999999999999");
  ask("is no number", "5");
  ask("How many players?", "1");
  ask("Against whom?", "connect4-random");
  ask("Who begins?", "");
  terminal.expect("Connect Four, 4 x 5");
  ask("> ", "resign");
  ask("yes or no", "yes");
  terminal.expect("connect4-random has won.");
  ask("Another game?", "perhaps");
  ask("yes or no?", "yes");
  ask("Which game?", "connect4");
  ask("Rows", "");
  ask("Columns", "");
  ask("How many players?", "two");
  ask("player-1, your move", "quit");
  ask("yes or no", "yes");
  terminal.expect("player-2 has won.");
  // who quits is not asked again
  EXPECT_EQ(terminal.wait(), 0) << terminal.screen();
}

TEST_F(PlayMenuAtTerminal, IsLeftByQuitAndByCtrlD) {
  Terminal& first = start_at_terminal({"play"});
  first.expect("quit [1]: ");
  first.type("quit");
  EXPECT_EQ(first.wait(), 0);
  Terminal& second = start_at_terminal({"play"});
  second.expect("quit [1]: ");
  second.press("\x04");
  second.expect("the input ended");
  EXPECT_EQ(second.wait(), 2);
}

}  // namespace quiver::tests
