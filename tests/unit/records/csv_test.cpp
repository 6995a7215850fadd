// Games as rows of a table.
#include "referee/records/csv.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "referee/records/game_csv.hpp"

namespace quiver::tests {

namespace {

using records::CsvLine;
using namespace std::chrono_literals;

wire::Record game() {
  wire::Record record;
  record.id = "cup-1";
  record.game = "connect4";
  record.board = "rectangle";
  record.rows = 6;
  record.columns = 7;
  record.seed = 9;
  record.started = "2026-01-31T12:00:00Z";
  record.opening = 1;
  record.moves = {
      {base::seat(0), "4", 0ms, {}}, {base::seat(1), "5", 1500us, {}}, {base::seat(0), "x0", 2ms, {}}};
  record.seats.resize(2);
  record.seats[0].name = "ann";
  record.seats[0].title = "Ann, the first";
  record.seats[0].reason = wire::Reason::kTimeout;
  record.seats[0].detail = "said \"no\"\nand left";
  record.seats[0].place = 2;
  record.seats[0].time.per_move = 50ms;
  record.seats[0].used = 2ms;
  record.seats[0].cpu_on_turn = 3ms;
  record.seats[0].cpu_off_turn = 1ms;
  record.seats[1].name = "bob";
  record.seats[1].place = 1;
  record.seats[1].time.bank = 60s;
  record.winner = base::seat(1);
  record.end = wire::End::kForfeit;
  record.sentence = "seat 1, bob, won";
  record.hash = 0xABC;
  return record;
}

}  // namespace

TEST(CsvFields, AreQuotedWhereTheyHaveToBe) {
  EXPECT_EQ(CsvLine().text("a").text("b,c").text("d\"e").text("").number(2).str(),
            "a,\"b,c\",\"d\"\"e\",,2\r\n");
}

TEST(CsvFields, HaveNumbersWithoutNeedlessDecimals) {
  EXPECT_EQ(CsvLine().number(0).number(-0.0001).number(1.5).number(100).number(1.0 / 3).number(-7).str(),
            "0,0,1.5,100,0.333,-7\r\n");
}

TEST(CsvFields, CannotBeReadAsAFormula) {
  for (const std::string text : {"=1+1", "+1", "-1", "@x"})
    EXPECT_EQ(CsvLine().text(text).str(), "'" + text + "\r\n");
  EXPECT_EQ(CsvLine().text("\t=1").str().front(), '\'');
}

TEST(CsvFields, HaveNoControlCharacters) {
  EXPECT_EQ(CsvLine().text("a\x1b[31m\nb").str(), "a\\x1b[31m\\x0ab\r\n");
}

TEST(AGameAsCsv, HasAsManyFieldsAsTheHeading) {
  const std::string heading = records::game_csv_heading();
  wire::Record bare = game();
  bare.seats[0].title = bare.seats[0].detail = bare.sentence = "";
  const std::string line = records::game_csv(bare);
  EXPECT_EQ(std::count(heading.begin(), heading.end(), ','), std::count(line.begin(), line.end(), ','));
}

TEST(AGameAsCsv, HasTheGameAndItsSeats) {
  const std::string line = records::game_csv(game());
  EXPECT_TRUE(
      line.starts_with("cup-1,1,2026-01-31T12:00:00Z,connect4,rectangle,6,7,2,9,1,3,4 5 x0,FORFEIT,1,bob,"
                       "\"seat 1, bob, won\",0000000000000abc,,,"
                       "ann,\"Ann, the first\",2,TIMEOUT,\"said \"\"no\"\"\\x0aand left\",2,4,50,,0,,"
                       "bob,,1,,,0,,,60000,0,,"))
      << line;
  EXPECT_TRUE(line.ends_with(",,,,\r\n"));
}

TEST(AGameAsCsv, HasNoWinnerInADraw) {
  wire::Record record = game();
  record.winner.reset();
  EXPECT_NE(records::game_csv(record).find(",FORFEIT,,,"), std::string::npos);
}

}  // namespace quiver::tests
