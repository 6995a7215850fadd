// The judge: whatever the rules settle in a record cannot be changed without its notice.
#include "referee/records/verify.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "tests/property/recorded_match.hpp"

namespace quiver::tests {

using base::Seat;
using wire::End;
using wire::Reason;
using wire::Record;

namespace {

games::Options side(std::uint32_t size, std::optional<std::uint32_t> seats = std::nullopt) {
  games::Options options;
  options.size = size;
  options.seats = seats;
  return options;
}

// Seat 0 stacks four discs.
Record connect4() { return scripted_match("connect4", {}, "4 5 4 5 4 5 4", 2); }
// Of four seats 1 resigns; the last two left go out at one time.
Record four_seats() { return scripted_match("quoridor", side(5, 4), "c2 x1 c4 x3 x0+x2"); }

// The queen of seat 1 has one way out, and seat 0 shoots into it.
games::Options tiny_map() {
  games::Options options;
  options.map = graph::parse_map("0...\n####\n1.##\n####\n").value();
  return options;
}
Record blocked() { return scripted_match("amazons", tiny_map(), "a4-b4/c4 a2-b2/a2 b4-a4/b4"); }

std::string verdict(const Record& record) {
  const auto judged = records::judge(record);
  return judged ? "" : judged.error().sentence;
}

struct Change {
  const char* what;
  std::function<void(Record&)> make;
  const char* expected;  // how the sentence begins
};

void expect_noticed(const Record& record, const std::vector<Change>& changes) {
  ASSERT_EQ(verdict(record), "");
  for (const Change& change : changes) {
    Record changed = record;
    change.make(changed);
    EXPECT_NE(verdict(changed), "") << change.what;
    EXPECT_EQ(verdict(changed).find(change.expected), 0U) << change.what << ": " << verdict(changed);
  }
}

}  // namespace

TEST(Judge, NoticesEveryChangeOfTheBoard) {
  expect_noticed(
      connect4(),
      {{"game", [](Record& r) { r.game = "quoridor"; }, "Quoridor needs odd sides"},
       {"no game", [](Record& r) { r.game = "chess"; }, "there is no game called \"chess\""},
       {"board", [](Record& r) { r.board = "map"; }, "there is no board called \"map\""},
       {"shape", [](Record& r) { r.board = "donut"; }, "Connect Four is played on rectangular boards"},
       {"rows", [](Record& r) { r.rows = 7; }, "the hash of the last position should be"},
       {"columns", [](Record& r) { r.columns = 8; }, "the hash of the last position should be"},
       {"line", [](Record& r) { r.options.line = 5; }, "the hash of the last position should be"},
       {"walls", [](Record& r) { r.options.walls = 5; }, "--walls does not apply to Connect Four"},
       {"start", [](Record& r) { r.options.start = "classic"; }, "--start does not apply to"},
       {"max_plies", [](Record& r) { r.options.max_plies = 5; }, "--max-plies does not apply to"},
       {"a seat less", [](Record& r) { r.seats.pop_back(); }, "Connect Four is played by 2 seats"},
       {"seats more", [](Record& r) { r.seats.resize(4); }, "Connect Four is played by 2 seats"}});
  expect_noticed(
      blocked(),
      {{"no map", [](Record& r) { r.options.map.reset(); }, "there is no board called \"map\""},
       {"a name for it", [](Record& r) { r.board = "square"; }, "the board should be \"map\""},
       {"another map", [](Record& r) { r.options.map->cells[3] = '#'; }, "the hash of the last"},
       {"its rows", [](Record& r) { r.rows = 5; }, "rows should be 4, and the record says 5"},
       {"its columns", [](Record& r) { r.columns = 5; }, "columns should be 4, and the record says 5"},
       {"four seats", [](Record& r) { r.seats.resize(4); }, "the map has start cells for 2 seats"}});
}

TEST(Judge, NoticesEveryChangeOfTheMoves) {
  expect_noticed(
      connect4(),
      {{"whose", [](Record& r) { r.moves[3].seat = Seat{0}; },
        "move 4, 5: it is recorded as of seat 0, but seat 1 is to move"},
       {"no column", [](Record& r) { r.moves[3].notation = "9"; }, "move 4, 9: "},
       {"no move", [](Record& r) { r.moves[3].notation = "\x1b[2J"; }, "move 4, \\x1b[2J: "},
       {"other column", [](Record& r) { r.moves[3].notation = "6"; }, "the hash of the last position"},
       {"one less", [](Record& r) { r.moves.pop_back(); }, "the hash of the last position"},
       {"one more", [](Record& r) { r.moves.push_back(r.moves[1]); }, "move 8, 5: the game is over"},
       {"none", [](Record& r) { r.moves.clear(), r.opening = 0; }, "the hash of the last position"},
       {"opening", [](Record& r) { r.opening = 8; }, "opening should be at most 7, and the record says 8"}});
  expect_noticed(
      four_seats(),
      {{"who is out", [](Record& r) { r.moves[1].notation = "x3"; }, "move 2, x3: it is recorded"},
       {"of whom", [](Record& r) { r.moves[1].seat = Seat{2}; },
        "move 2, x1: it is recorded as of seat 2, but seat 1 is eliminated"},
       {"twice", [](Record& r) { r.moves[3].notation = "x1"; }, "move 4, x1: seat 1 is not in the game"},
       {"opening", [](Record& r) { r.opening = 2; }, "move 2, x1: an opening has moves"}});
}

TEST(Judge, NoticesEveryChangeOfTheResult) {
  expect_noticed(
      connect4(),
      {{"hash", [](Record& r) { r.hash ^= 1; }, "the hash of the last position should be "},
       {"nobody", [](Record& r) { r.winner.reset(); },
        "the winner should be seat 0, and the record says nobody"},
       {"winner", [](Record& r) { r.winner = Seat{1}; },
        "the winner should be seat 0, and the record says seat 1"},
       {"end", [](Record& r) { r.end = End::kForfeit; }, "the end should be PLAYED_OUT"},
       {"void", [](Record& r) { r.end = End::kVoid; }, "the winner of a void game should be nobody"},
       {"void too", [](Record& r) { r.end = End::kVoid, r.winner.reset(); },
        "the place of seat 0 in a void game"},
       {"place", [](Record& r) { r.seats[1].place = 1; },
        "the places should be 1 2, and the record says 1 1"},
       {"reason", [](Record& r) { r.seats[1].reason = Reason::kTimeout; },
        "the reason of seat 1 should be none, and the record says TIMEOUT"},
       {"blocked", [](Record& r) { r.seats[1].reason = Reason::kBlocked; },
        "the reason of seat 1 should be none"}});
  Record unfinished = scripted_match("connect4", {}, "4 5 4");
  expect_noticed(unfinished, {{"end", [](Record& r) { r.end = End::kPlayedOut; },
                               "after the last move, 3, the game is not over"}});
}

TEST(Judge, KnowsWhoCannotMove) {
  const Record record = blocked();
  EXPECT_EQ(record.seats[1].reason, Reason::kBlocked);
  EXPECT_EQ(record.end, End::kPlayedOut);
  expect_noticed(record, {{"no reason", [](Record& r) { r.seats[1].reason.reset(); },
                           "the reason of seat 1 should be BLOCKED, and the record says none"},
                          {"other", [](Record& r) { r.seats[1].reason = Reason::kCrashed; },
                           "the reason of seat 1 should be BLOCKED, and the record says CRASHED"}});
}

// 1 and then 3 went out one after the other, 0 and 2 together, of whom only 0 has an entry.
TEST(Judge, KnowsWhoWentOutTogether) {
  const Record record = four_seats();
  EXPECT_EQ(record.moves.size(), 5U);
  EXPECT_FALSE(record.winner);
  EXPECT_EQ(record.seats[0].place, 1U);
  EXPECT_EQ(record.seats[2].place, 1U);
  EXPECT_EQ(record.seats[3].place, 3U);
  EXPECT_EQ(record.seats[1].place, 4U);
  expect_noticed(record,
                 {{"winner", [](Record& r) { r.winner = Seat{2}; }, "the winner should be nobody"},
                  {"late", [](Record& r) { r.seats[2].reason.reset(); }, "the winner should be seat 2"},
                  {"blocked", [](Record& r) { r.seats[2].reason = Reason::kBlocked; },
                   "the reason of seat 2 should be none"},
                  {"none", [](Record& r) { r.seats[1].reason.reset(); },
                   "the reason of seat 1 should be the referee's, and the record says none"},
                  {"places", [](Record& r) { r.seats[3].place = 4; }, "the places should be"}});
}

// Whether two who follow each other went out at one time is not told, so both is possible.
TEST(Judge, TakesEitherPlacesWhereTheRecordDoesNotTell) {
  const Record apart = scripted_match("quoridor", side(5, 4), "c2 x1 x3 x0");
  const Record together = scripted_match("quoridor", side(5, 4), "c2 x1+x3 x0");
  EXPECT_EQ(verdict(apart), "");
  EXPECT_EQ(verdict(together), "");
  EXPECT_EQ(apart.seats[1].place, 4U);
  EXPECT_EQ(together.seats[1].place, 3U);
  Record neither = apart;
  neither.seats[0].place = 3;
  neither.seats[3].place = 2;
  EXPECT_EQ(verdict(neither), "the places should be 2 4 1 3, and the record says 3 4 1 2");
}

TEST(Judge, SettlesAGameThatCameWithoutItsResult) {
  for (const Record& whole : {connect4(), blocked()}) {
    Record bare;
    bare.game = whole.game;
    bare.board = whole.board;
    bare.options = whole.options;
    bare.rows = whole.rows;
    bare.columns = whole.columns;
    for (const auto& seat : whole.seats) bare.seats.emplace_back().name = seat.name;
    for (const auto& entry : whole.moves) bare.moves.push_back({Seat{0}, entry.notation, {}, {}});
    ASSERT_TRUE(records::settle(bare));
    EXPECT_EQ(verdict(bare), "");
    EXPECT_EQ(bare.sentence, whole.sentence);
    EXPECT_EQ(bare.winner, whole.winner);
    bare.moves[2].notation = "z9";
    const auto settled = records::settle(bare);
    ASSERT_FALSE(settled);
    EXPECT_EQ(settled.error().sentence.find("move 3, z9: "), 0U) << settled.error().sentence;
  }
}

}  // namespace quiver::tests
