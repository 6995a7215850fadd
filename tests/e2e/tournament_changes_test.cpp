// What may change between two runs of a tournament and what may not; and what CI hears of games that cannot
// be played.
#include <filesystem>

#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class ChangedTournament : public TournamentStage {
 protected:
  Ran play(const Arguments& more) { return quiver(cup(random_bots({"a", "b"}) + more)); }
  void expect_refused(const Ran& ran, const std::string& why) {
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    expect_in(ran.err, why);
  }
};

}  // namespace

TEST_F(ChangedTournament, IsTheSameIfADefaultIsSaid) {
  ASSERT_EQ(play({"--games", "2"}).exit_code, 0);
  EXPECT_EQ(play({"--games", "2", "--board", "square"}).exit_code, 0);
  EXPECT_EQ(play({"--games", "2", "--anchor", "a=1500"}).exit_code, 0);
  expect_in(standings(), "+1500");
  expect_refused(play({"--games", "2", "--move-time", "9s"}),
                 "move-time was nothing when it began, and is 9s now");
}

TEST_F(ChangedTournament, WithOtherOpeningsIsAnother) {
  const std::string book = file("book.txt", "1\n2\n");
  const Arguments command = {"--games", "4", "--openings", book};
  ASSERT_EQ(play(command).exit_code, 0);
  EXPECT_EQ(play(command).exit_code, 0);
  static_cast<void>(file("book.txt", "1\n3\n"));
  expect_refused(play(command), "the file with the openings is not what it was when it began");
}

TEST_F(ChangedTournament, WithAChangedProgramIsRefused) {
  const std::string bot = folder() + "/mine";
  const auto install = [&](const std::string& name) {
    std::filesystem::copy_file(bundled_bot_path(name), bot,
                               std::filesystem::copy_options::overwrite_existing);
  };
  install("connect4-random");
  const Arguments command = cup({"--bot", bot, "--bot", "random", "--games", "2"});
  ASSERT_EQ(quiver(command).exit_code, 0);
  EXPECT_EQ(quiver(command).exit_code, 0);
  // A job that plays nothing must not be green for the games of another program.
  install("connect4-minimax");
  expect_refused(quiver(command + Arguments{"--expect", "mine>=0"}),
                 "the program of mine has changed since the tournament began");
  EXPECT_EQ(quiver(command + Arguments{"--allow-changed"}).exit_code, 0);
  EXPECT_EQ(quiver(command).exit_code, 0) << "it is known now";
}

TEST_F(ChangedTournament, ReadsItsFileWhereverItStands) {
  const std::string plan = file(
      "cup.toml", "game = \"connect4\"\nrows = 4\ncols = 4\nbot = [\"random\", \"random\"]\ngames = 4\n");
  const Ran ran = quiver(Arguments{"tournament", "--games", "2", plan, "--quiet"} + patient_clock());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  expect_in(ran.out, "2 of 2 games");
  EXPECT_TRUE(std::filesystem::exists(folder() + "/cup.db"));
}

TEST_F(ChangedTournament, IsRefusedBeforeAStoreIsMade) {
  expect_refused(play({"--event", "no/name"}), "--event: \"no/name\" is not a name: it has \"/\" in it");
  expect_refused(quiver(cup(random_bots({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
                                         "o", "p"}) +
                            Arguments{"--games", "1000000"})),
                 "that would be 120000000 games; a tournament has at most 100000000");
  EXPECT_FALSE(std::filesystem::exists(store()));
}

TEST_F(ChangedTournament, IsNotGreenIfGamesCannotBePlayed) {
  const std::string bot = file("broken", "#!/nonexistent/interpreter\n");
  std::filesystem::permissions(bot, std::filesystem::perms::owner_all);
  const Arguments command = cup(random_bots({"a", "b"}) + Arguments{"--bot", bot, "--games", "2"});
  const std::string junit = folder() + "/results.xml";
  Ran ran = quiver(command + Arguments{"--junit", junit});
  EXPECT_EQ(ran.exit_code, 4) << ran.err;
  expect_in(content_of_file(junit), "errors=\"2\"");
  expect_in(content_of_file(junit), "broken: two games in a row were void: ");
  ran = quiver(command + Arguments{"--tap"});
  EXPECT_EQ(ran.exit_code, 4) << ran.err;
  expect_in(ran.out, "not ok 3 - all games are played\n");
}

}  // namespace quiver::tests
