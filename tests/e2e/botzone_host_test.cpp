// Programs that play by docs/write-a-bot/botzone.md: a fixture that follows the game by its own rules and
// believes nothing.
#include "tests/e2e/hosts.hpp"

namespace quiver::tests {

namespace {

class BotzoneHost : public Hosts {
 protected:
  static std::string plain(const std::string& manner, const std::string& side) {
    return "botzone:" + fixture("plain_amazons.py") + " botzone " + manner + " " + side;
  }
  std::string answers(const std::string& name, const std::string& commands) const {
    return "botzone:" + script(name, "#!/bin/sh\n" + commands + "\n");
  }
};

const Arguments kEight = {"amazons", "--size", "8", "--start", "classic"};
const Arguments kTen = {"amazons", "--start", "classic"};

}  // namespace

TEST_F(BotzoneHost, PlaysWholeGamesFromBothSeats) {
  auto all =
      match(kEight + Arguments{"--games", "2", "--swap", "--bot", plain("keep", "8"), "--bot", "random"});
  const auto ends = match(kEight + Arguments{"--bot", plain("end", "8"), "--bot", plain("both", "8")});
  const auto ten = match(kTen + Arguments{"--bot", plain("both", "10"), "--bot", plain("keep", "10")});
  all.insert(all.end(), ends.begin(), ends.end());
  all.insert(all.end(), ten.begin(), ten.end());
  ASSERT_EQ(all.size(), 4U);
  for (const wire::Record& one : all) {
    expect_clean(one);
    expect_replays(one);
    EXPECT_GT(one.moves.size(), 20U);
  }
}

TEST_F(BotzoneHost, TellsTheMovesWithWhichAMatchBegins) {
  const Arguments opening = {"--moves", "a3-a4/a3 a6-a5/a6 c1-c2/c1"};
  const auto all = match(kEight + opening +
                         Arguments{"--games", "2", "--swap", "--bot", plain("keep", "8"), "--bot", "random"});
  ASSERT_EQ(all.size(), 2U);
  for (const wire::Record& one : all) expect_clean(one);
}

TEST_F(BotzoneHost, StartsAnewIfAProgramNeitherEndsNorAsksToStay) {
  // given an opponent that resigns at its second turn
  const std::string resigns = "text:" + script("resigns", R"(#!/bin/sh
while read -r word rest; do
  case $word in
    begin) echo ready ;;
    turn) echo ${answer:-legal} ;;
    legal) echo "play ${rest%% *}"; answer=resign ;;
  esac
done
)");
  const auto all = match(kEight + Arguments{"--bot", plain("linger", "8"), "--bot", resigns});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(reason_of(all[0], 0), "") << all[0].seats[0].detail;
  EXPECT_EQ(reason_of(all[0], 1), "RESIGNED");
  EXPECT_EQ(all[0].moves.size(), 4U);  // the last one is the elimination
}

TEST_F(BotzoneHost, SaysWhatAProgramDidWrong) {
  expect_out(kEight, answers("dies", "kill -ABRT $$"), "CRASHED",
             "the program was ended by SIGABRT before it answered");
  expect_out(kEight, answers("mumbles", "echo; echo 1 2 3 4 5"), "CRASHED",
             "the program answered \"1 2 3 4 5\" where six integers were expected");
  expect_out(kEight, answers("outside", "echo 0 2 0 9 0 0"), "ILLEGAL_MOVE", "NO_SUCH_CELL");
  const auto record = expect_out(kEight, answers("reads", "head -n 2 >&2; exit 7"), "CRASHED",
                                 "the program ended with status 7 before it answered");
  EXPECT_TRUE(content_of_file(record.seats[0].log).starts_with("1\n-1 -1 -1 -1 -1 -1\n"))
      << content_of_file(record.seats[0].log);
}

TEST_F(BotzoneHost, RefusesBoardsThatTheSiteDoesNotKnow) {
  const std::string sentence =
      "it says: declined: botzone: programs play Amazons for 2 seats on a square of side 8 or 10, --start "
      "classic, and "
      "nothing else";
  expect_out({"amazons"}, plain("keep", "10"), "CRASHED", sentence);
  expect_out({"amazons", "--size", "6", "--start", "classic"}, plain("keep", "6"), "CRASHED", sentence);
}

}  // namespace quiver::tests
