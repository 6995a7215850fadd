// However a game at the terminal is left, it says so and nothing of it stays behind. Stage looks for that.
#include <algorithm>
#include <csignal>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

class PlayEnds : public Stage {
 protected:
  // A game that waits for its first move.
  Terminal& begun(const Arguments& more = {"--against", "random"}) {
    Terminal& terminal = start_at_terminal(Arguments{"play", "connect4"} + more);
    terminal.expect("> ");
    return terminal;
  }
  // The process of this test with this name; 0 if there is none.
  pid_t find(const std::string& name) {
    for (const pid_t one : processes())
      if (content_of_file("/proc/" + std::to_string(one) + "/comm") == name + "\n") return one;
    return 0;
  }
  pid_t person() { return find("human"); }
};

TEST_F(PlayEnds, ByCtrlC) {
  Terminal& terminal = begun();
  terminal.press("\x03");
  terminal.expect("the game was interrupted");
  EXPECT_EQ(terminal.wait(), 128 + SIGINT);
}

TEST_F(PlayEnds, ByCtrlCWhereTwoPeopleSit) {
  Terminal& terminal = begun({"--two"});
  terminal.press("half a move\x03");
  terminal.expect("the game was interrupted");
  EXPECT_EQ(terminal.wait(), 128 + SIGINT);
}

TEST_F(PlayEnds, ByCtrlDWhichResigns) {
  Terminal& terminal = begun();
  terminal.press("\x04");
  terminal.expect("end of the input: you resign");
  terminal.expect("random has won");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST_F(PlayEnds, ByATerminalThatIsClosed) {
  Terminal& terminal = begun();
  terminal.close();
  EXPECT_EQ(terminal.wait(), 128 + SIGHUP);
}

TEST_F(PlayEnds, ByASignalToTheReferee) {
  Terminal& terminal = begun();
  kill(terminal.pid(), SIGTERM);
  terminal.expect("The game was interrupted");
  EXPECT_EQ(terminal.wait(), 128 + SIGTERM);
}

TEST_F(PlayEnds, ByARefereeThatIsKilled) {
  // The shell stays, as it does where people have one: with it the terminal would go.
  Terminal& terminal =
      start_shell_at_terminal(quiver_program() + " play connect4 --against random; sleep 600");
  terminal.expect("> ");
  const pid_t referee = find("quiver");
  ASSERT_NE(referee, 0);
  adopt(referee);
  kill(referee, SIGKILL);
  terminal.expect("The referee has stopped, and the game with it.");
  EXPECT_TRUE(eventually([this] { return person() == 0; }));
  terminal.close();
  EXPECT_EQ(terminal.wait(), 128 + SIGHUP);
  allow_scratch_folders();
}

TEST_F(PlayEnds, ByAPersonsProgramThatIsKilled) {
  Terminal& terminal = begun();
  ASSERT_NE(person(), 0);
  kill(person(), SIGKILL);
  terminal.expect("at the terminal failed");
  EXPECT_EQ(terminal.wait(), 4);
}

TEST_F(PlayEnds, ByABotThatCannotBeStarted) {
  Terminal& terminal =
      start_at_terminal({"play", "connect4", "--against", file("no-program", "not executable")});
  terminal.expect("--against: ");
  EXPECT_EQ(terminal.wait(), 2);
}

TEST_F(PlayEnds, ByABotThatGivesUpAtOnce) {
  Terminal& terminal = start_at_terminal({"play", "connect4", "--against", "/usr/bin/false"});
  terminal.expect("false has crashed");
  terminal.expect("You have won.");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST_F(PlayEnds, TheTokenIsNoWordOfAnyProcess) {
  Terminal& terminal = begun();
  const pid_t one = person();
  ASSERT_NE(one, 0);
  const std::string words = content_of_file("/proc/" + std::to_string(one) + "/cmdline");
  const std::string environment = content_of_file("/proc/" + std::to_string(one) + "/environ");
  const std::size_t at = environment.find("QUIVER_TOKEN=");
  ASSERT_NE(at, std::string::npos);
  const std::string token = environment.substr(at + 13, 32);
  EXPECT_EQ(words.find(token), std::string::npos);
  terminal.press("\x04");
  EXPECT_EQ(terminal.wait(), 0);
}

// --- without a terminal

TEST_F(PlayEnds, OnAPipeTwoPeopleReadTheirOwnLines) {
  Program& shell = start("/bin/sh", {"-c", "printf '4\\n4\\n3\\nx\\n3\\n2\\n2\\n1\\n' | " + quiver_program() +
                                               " play connect4 --two"});
  EXPECT_EQ(shell.wait(), 0) << shell.err();
  EXPECT_NE(shell.out().find("player-1 has won: 4 in line."), std::string::npos) << shell.out();
  EXPECT_EQ(shell.out().find('\x1b'), std::string::npos) << "codes went into a pipe";
}

TEST_F(PlayEnds, WithoutInputItResignsOrSaysThatNobodyAnswers) {
  EXPECT_EQ(quiver({"play", "connect4", "--against", "random"}).exit_code, 0);
  const Ran menu = quiver({"play"});
  EXPECT_EQ(menu.exit_code, 2);
  EXPECT_EQ(menu.err, "quiver: the input ended before a game was chosen; quiver play GAME asks nothing\n");
}

TEST_F(PlayEnds, BadOptionsAreToldInASentence) {
  for (const auto& [arguments, sentence] : std::vector<std::pair<Arguments, std::string>>{
           {{"--size", "7"}, "which game?"},
           {{"--second"}, "The menu asks who begins"},
           {{"connect4", "--seat", "2"}, "--seat takes 0 to 1"},
           {{"connect4", "--two", "--second"}, "in the seats 0 and 1"},
           {{"connect4", "--two", "--against", "random"}, "no seat for --against"},
           {{"connect4", "--against", "remote:ann"}, "--connect to a referee"},
           {{"connect4", "--connect", "quiver://localhost:1"}, "the referee says what is played"},
           {{"connect4", "--token", "secret-token"}, "go with --connect"},
           {{"connect4", "--name", "a b"}, "is not a name"},
           {{"connect4", "--record", "/nowhere/games"}, "/nowhere/games"},
           {{"chess"}, "chess"}}) {
    const Ran ran = quiver(Arguments{"play"} + arguments);
    EXPECT_EQ(ran.exit_code, 2) << sentence;
    EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

}  // namespace quiver::tests
