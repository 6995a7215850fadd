// Replaying a game: where keys lead, and what is shown there.
#include <gtest/gtest.h>

#include "referee/cli/terminal/replay_game.hpp"
#include "referee/cli/terminal/replay_keys.hpp"
#include "referee/records/foreign_games.hpp"

namespace quiver::tests {

using cli::ReplayControl;
using cli::ReplayGame;
using namespace std::chrono_literals;

namespace {

wire::Record report_game() {
  return records::read_quoridor_history({"e8 e2", "e7 e3", "e7h e2h"}, 1).value();
}

std::size_t after(const std::string& keys) {
  ReplayControl control(20, 5, std::nullopt);
  control.press(keys);
  return control.at();
}

}  // namespace

TEST(ReplayKeys, LeadThroughTheGame) {
  for (const char* forward : {" ", "n", "l", "\x1b[C", "\x1b[B", "\x1bOC"})
    EXPECT_EQ(after(forward), 6U) << forward;
  for (const char* back : {"p", "h", "\x1b[D", "\x1b[A", "\x1bOD"}) EXPECT_EQ(after(back), 4U) << back;
  for (const char* first : {"^", "\x1b[H", "\x1b[1~", "\x1bOH", "0g"}) EXPECT_EQ(after(first), 0U) << first;
  for (const char* last : {"$", "\x1b[F", "\x1b[4~", "\x1bOF", "999999999999999g"})
    EXPECT_EQ(after(last), 20U) << last;
  EXPECT_EQ(after("\x1b[6~"), 15U);
  EXPECT_EQ(after("\x1b[5~"), 0U);
  EXPECT_EQ(after("12g"), 12U);
  EXPECT_EQ(after("12\r"), 12U);
  EXPECT_EQ(after("12ng"), 6U) << "n forgets the digits";
  EXPECT_EQ(after("g"), 5U);
  EXPECT_EQ(after("\x1b\x1b[Cn"), 7U) << "Escape alone does nothing";
  EXPECT_EQ(after("\x1b[200~\xff\x01zz\x1b[99;99R"), 5U) << "neither does what is no key";
}

TEST(ReplayKeys, MayComeInPieces) {
  ReplayControl control(20, 5, std::nullopt);
  control.press("\x1b");
  control.press("[");
  EXPECT_EQ(control.at(), 5U);
  control.press("Cn");
  EXPECT_EQ(control.at(), 7U);
  control.press("\x1b[" + std::string(100, '1'));
  control.press("n");
  EXPECT_EQ(control.at(), 8U) << "a code without an end is given up";
}

TEST(ReplayKeys, SetThePace) {
  ReplayControl control(3, 0, std::nullopt);
  EXPECT_FALSE(control.pace());
  control.tick();
  EXPECT_EQ(control.at(), 0U);
  control.press("s");
  EXPECT_EQ(control.pace(), 500ms);
  control.press("+");
  EXPECT_EQ(control.pace(), 250ms);
  control.press("--");
  EXPECT_EQ(control.pace(), 1s);
  control.press(std::string(50, '+'));
  EXPECT_EQ(control.pace(), 16ms);
  control.press(std::string(50, '-'));
  EXPECT_EQ(control.pace(), 64s);
  control.tick();
  EXPECT_EQ(control.at(), 1U);
  control.press("n");
  EXPECT_FALSE(control.pace()) << "a step by hand stops it";
  control.press("s");
  control.tick();
  EXPECT_EQ(control.at(), 3U);
  EXPECT_FALSE(control.pace()) << "it stops at the end";
  control.press("s");
  EXPECT_FALSE(control.pace());
  EXPECT_EQ(ReplayControl(3, 0, 20ms).pace(), 20ms);
  control.press("q");
  EXPECT_TRUE(control.quit());
}

TEST(ReplayGames, ShowEveryPosition) {
  wire::Record record = report_game();
  record.moves[2].took = 1500ms;
  record.moves[2].info = {-0.5, 7, "hm\x1b"};
  record.opening = 1;
  ReplayGame game = ReplayGame::open(record).value();
  EXPECT_EQ(game.length(), 6U);
  game.go_to(1);
  EXPECT_EQ(game.frame(false).foot.find("move 1 of 6: seat-0 played e2 (opening)\n"), 0U);
  game.go_to(3);
  const auto third = game.frame(false);
  EXPECT_EQ(third.foot.find("move 3 of 6: seat-0 played e3, 1500ms\n  it says: score -0.5, depth 7, hm"), 0U)
      << third.foot;
  EXPECT_EQ(third.foot.find('\x1b'), std::string::npos);
  EXPECT_NE(third.head.find("seat-0, used 1500ms"), std::string::npos) << third.head;
  EXPECT_NE(third.board.find("[0]"), std::string::npos) << third.board;
  game.go_to(99);
  EXPECT_EQ(game.at(), 6U);
  EXPECT_NE(game.frame(false).foot.find(record.sentence), std::string::npos);
  game.go_to(3);
  EXPECT_EQ(game.frame(false).board, third.board) << "the way back is the way there";
}

TEST(ReplayGames, TellWhoIsOutAndWhy) {
  wire::Record record = report_game();
  record.moves.push_back({base::Seat{1}, "x1", {}, {}});
  record.seats[1].reason = wire::Reason::kTimeout;
  record.seats[1].detail = "its clock ran out";
  record.seats[0].place = 1;
  ReplayGame game = ReplayGame::open(record).value();
  game.go_to(6);
  EXPECT_EQ(game.frame(false).head.find("TIMEOUT"), std::string::npos);
  game.go_to(7);
  EXPECT_NE(game.frame(false).head.find("seat-1, used 0s, out, TIMEOUT: its clock ran out"),
            std::string::npos)
      << game.frame(false).head;
  EXPECT_NE(game.frame(false).head.find("seat-0, used 0s, place 1"), std::string::npos)
      << game.frame(false).head;
  EXPECT_EQ(game.frame(false).foot.find("move 7 of 7: seat-1 was eliminated"), 0U);
}

TEST(ReplayGames, AreShownAsFarAsTheyCanBePlayed) {
  wire::Record record = report_game();
  record.moves[3].notation = "a1";
  ReplayGame game = ReplayGame::open(record).value();
  EXPECT_EQ(game.length(), 3U);
  game.go_to(3);
  EXPECT_NE(game.frame(false).foot.find("move 4, a1, cannot be played: "), std::string::npos);
  record.rows = 8;
  EXPECT_FALSE(ReplayGame::open(record));
}

}  // namespace quiver::tests
