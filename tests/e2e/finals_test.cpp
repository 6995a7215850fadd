// The end of a term: a tournament of a ladder's best, and a folder of players that enter by a pattern.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;

class Finals : public Stage {
 protected:
  Arguments on(const std::string& store) const {
    return Arguments{"connect4", "--rows", "4", "--cols", "4", "--store", folder() + "/" + store,
                     "--seed",   "3"} +
           patient_clock();
  }
  // A ladder in which "strong" is ahead of the others.
  void play_ladder() {
    const Ran ran = quiver(Arguments{"ladder"} + on("ladder.db") +
                           Arguments{"--rest", "0ms", "--games", "30", "--bot", "random name=weak", "--bot",
                                     "minimax name=strong --depth 4", "--bot", "random name=other"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }
  Ran finals(const Arguments& more) {
    return quiver(Arguments{"tournament"} + on("finals.db") +
                  Arguments{"--from-ladder", folder() + "/ladder.db", "--quiet"} + more);
  }
  // The names, in the order in which they were entered.
  Arguments entrants() {
    const Ran ran = quiver({"export", "--store", folder() + "/finals.db"});
    std::set<std::string> names;
    for (const wire::Record& record : records_in(ran.out))
      for (const auto& seat : record.seats) names.insert(seat.name);
    return {names.begin(), names.end()};
  }
};

}  // namespace

TEST_F(Finals, AreForTheBestOfTheLadder) {
  play_ladder();
  const Ran table = quiver({"standings", "--store", folder() + "/ladder.db", "--format", "csv"});
  const std::string first = table.out.substr(table.out.find("1,"), 8);
  EXPECT_EQ(first, "1,strong") << table.out;
  const Ran ran = finals({"--top", "2", "--format", "double-elimination"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Arguments two = entrants();
  ASSERT_EQ(two.size(), 2U);
  EXPECT_NE(std::find(two.begin(), two.end(), "strong"), two.end());
  // When it is run again, it has the same entrants, whatever the ladder has become.
  fs::remove(folder() + "/ladder.db");
  const Ran again = finals({"--top", "2", "--format", "double-elimination"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
}

TEST_F(Finals, RefuseAProgramThatTheLadderHasNotRated) {
  const std::string bot = folder() + "/ann.py";
  fs::copy_file(FIRST_BOT, bot);
  const Arguments ladder = Arguments{"ladder"} + on("ladder.db") +
                           Arguments{"--rest", "0ms", "--games", "2", "--bot", "random", "--bot", bot};
  ASSERT_EQ(quiver(ladder).exit_code, 0);
  std::ofstream(bot, std::ios::app) << "# better\n";
  const Ran ran = finals({});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("the program of ann has changed since it played there"), std::string::npos)
      << ran.err;
  EXPECT_EQ(finals({"--allow-changed"}).exit_code, 0);
}

TEST_F(Finals, NeedALadder) {
  const Ran none = finals({});
  EXPECT_EQ(none.exit_code, 2);
  ASSERT_EQ(quiver(Arguments{"tournament"} + on("ladder.db") +
                   Arguments{"--bot", "random", "--bot", "random", "--quiet"})
                .exit_code,
            0);
  const Ran other = finals({});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("there is no ladder in this store"), std::string::npos) << other.err;
  const Ran top = quiver(Arguments{"tournament"} + on("t.db") +
                         Arguments{"--top", "3", "--bot", "random", "--bot", "random"});
  EXPECT_NE(top.err.find("--top and --season are for --from-ladder"), std::string::npos) << top.err;
}

TEST_F(Finals, EnterAFolderOfPlayers) {
  for (const char* name : {"a.py", "b.py", "c.py"}) fs::copy_file(FIRST_BOT, folder() + "/" + name);
  const Ran ran = quiver(Arguments{"tournament"} + on("finals.db") +
                         Arguments{"--bot", folder() + "/*.py", "--games", "2", "--quiet"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(entrants(), (Arguments{"a", "b", "c"}));
  const Ran none = quiver(Arguments{"tournament"} + on("none.db") + Arguments{"--bot", folder() + "/*.so"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("no file matches"), std::string::npos) << none.err;
}

}  // namespace quiver::tests
