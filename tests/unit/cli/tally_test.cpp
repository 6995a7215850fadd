// What a run of games comes to.
#include "referee/cli/reports/tally.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using base::seat;
using cli::Tally;
using wire::Reason;

namespace {

wire::Record record(std::optional<base::Seat> winner) {
  wire::Record out;
  out.number = 3;
  out.seats.resize(2);
  out.seats[0].name = "a";
  out.seats[1].name = "b";
  out.seats[0].used = std::chrono::milliseconds(10);
  for (unsigned s = 0; s < 2; ++s) out.seats[s].place = !winner || *winner == seat(s) ? 1 : 2;
  out.winner = winner;
  constexpr std::chrono::milliseconds kEach(5);
  out.moves = {{seat(0), "4", kEach, {}}, {seat(1), "4", {}, {}}, {seat(0), "3", kEach, {}}};
  out.sentence = winner ? "somebody won" : "drawn";
  return out;
}

}  // namespace

TEST(Tallies, CountBySeat) {
  Tally tally;
  tally.add(record(seat(0)));
  tally.add(record(seat(1)));
  tally.add(record(std::nullopt));
  EXPECT_EQ(tally.games(), 3U);
  EXPECT_EQ(tally.table(),
            "bot    won-drawn-lost    as seat 0    as seat 1    time, s  ms a move  out for\n"
            "a               1-1-1        1-1-1        0-0-0      0.030      5.000  -\n"
            "b               1-1-1        0-0-0        1-1-1      0.000      0.000  -\n");
  EXPECT_FALSE(tally.misbehaved());
}

TEST(Tallies, CountTheTimeOfATurnThatEndedASeatButNotAsAMove) {
  wire::Record late = record(seat(1));
  late.seats[0].used += std::chrono::seconds(1);
  late.moves.push_back({seat(0), "x0", std::chrono::seconds(1), {}});
  Tally tally;
  tally.add(late);
  EXPECT_NE(tally.table().find("      1.010      5.000"), std::string::npos) << tally.table();
}

TEST(Tallies, TellTheScore) {
  Tally tally;
  EXPECT_EQ(tally.score(), "");
  tally.add(record(seat(0)));
  EXPECT_EQ(tally.score(), "a 1, b 0");
  tally.add(record(seat(0)));
  tally.add(record(std::nullopt));
  EXPECT_EQ(tally.score(), "a 2.5, b 0.5");
}

TEST(Tallies, KnowWhoMisbehaved) {
  for (const Reason reason : {Reason::kBlocked, Reason::kResigned}) {
    Tally tally;
    wire::Record harmless = record(seat(0));
    harmless.seats[1].reason = reason;
    tally.add(harmless);
    EXPECT_FALSE(tally.misbehaved());
  }
  Tally tally;
  wire::Record bad = record(seat(0));
  bad.seats[1].reason = Reason::kTimeout;
  tally.add(bad);
  EXPECT_TRUE(tally.misbehaved());
  EXPECT_NE(tally.table().find("TIMEOUT 1"), std::string::npos);
}

TEST(Tallies, CountVoidGamesForNobody) {
  Tally tally;
  wire::Record nothing = record(std::nullopt);
  nothing.end = wire::End::kVoid;
  tally.add(nothing);
  EXPECT_EQ(tally.voids(), 1U);
  EXPECT_NE(tally.table().find("0-0-0"), std::string::npos);
  EXPECT_EQ(tally.table().find("0-1-0"), std::string::npos);
}

TEST(GameLines, CountMovesAndNameTheOffender) {
  wire::Record one = record(seat(0));
  one.moves.push_back({seat(1), "x1", {}, {}});
  one.seats[1].reason = Reason::kCrashed;
  one.seats[1].detail = "its process ended: exit status 4";
  EXPECT_EQ(cli::game_line(one),
            "game 3: a - b: somebody won; 3 moves, 0.010 s\n  b: its process ended: exit status 4");
}

}  // namespace quiver::tests
