// What CI jobs expect of bots: how it is written, and when it holds.
#include "referee/cli/options/expectation.hpp"

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"

namespace quiver::tests {

using cli::Expectation;
using wire::Reason;

namespace {

// A game of seats called a, b, c, d, placed like this.
wire::Record game(const std::vector<std::uint32_t>& places) {
  wire::Record record;
  for (std::size_t s = 0; s < places.size(); ++s) {
    record.seats.emplace_back();
    record.seats[s].name = std::string(1, static_cast<char>('a' + s));
    record.seats[s].place = places[s];
  }
  return record;
}

const std::vector<std::uint32_t> kWon = {1, 2}, kDrawn = {1, 1}, kLost = {2, 1};

Expectation expected(const std::string& text) { return Expectation::parse(text).value(); }

// After so many games of two seats, for a.
Expectation after(const std::string& text, int wins, int draws, int losses) {
  Expectation one = expected(text);
  for (int k = 0; k < wins; ++k) one.add(game(kWon));
  for (int k = 0; k < draws; ++k) one.add(game(kDrawn));
  for (int k = 0; k < losses; ++k) one.add(game(kLost));
  return one;
}

std::string failure_after(const std::string& text, int wins, int draws, int losses) {
  return after(text, wins, draws, losses).failure().value_or("holds");
}

}  // namespace

TEST(Expectations, AreReadWithAndWithoutSpaces) {
  for (const char* text : {"my-bot.2>=0.55", "my-bot.2 >= 0.55", "  my-bot.2>=   0.55 "}) {
    const auto one = Expectation::parse(text);
    ASSERT_TRUE(one) << text;
    EXPECT_EQ(one->name(), "my-bot.2");
    EXPECT_EQ(one->text(), "my-bot.2>=0.55");
  }
  EXPECT_EQ(expected("a : no-faults").text(), "a:no-faults");
  for (const char* text : {"a>0", "a<1", "a<=1.0", "a>=0.123456", "a>1.000000"})
    EXPECT_EQ(expected(text).text(), text);
}

TEST(Expectations, AreRefusedIfMalformed) {
  for (const char* text : {"",        "a",        ">=0.5",    "a>=",          "a>=x",       "a=0.5",
                           "a==0.5",  "a=>0.5",   "a>=1.01",  "a>=2",         "a>=-0.1",    "a>=.5",
                           "a>=0.",   "a>=0.5.5", "a>=50%",   "a>=0.1234567", "a b>=0.5",   "a/b>=0.5",
                           "a>>0.5",  "a> =0.5",  "a:faults", "a:",           ":no-faults", "a:no-faults x",
                           ".a>=0.5", "a>=0,5",   "a>=00.5",  "a>=0.5 0.6",   "a>=1e0",     "a>=+0.5",
                           "a>=0.5\n"}) {
    const auto one = Expectation::parse(text);
    EXPECT_FALSE(one) << text;
    if (!one && *text != '\0') {
      EXPECT_NE(one.error().sentence.find('"'), std::string::npos) << one.error().sentence;
    }
  }
}

TEST(Expectations, SayByHowMuchTheyFail) {
  EXPECT_EQ(failure_after("a>=0.55", 24, 0, 26), "it scored 0.480 (24 of 50), 0.070 too little");
  EXPECT_EQ(failure_after("a>0.5", 1, 1, 2), "it scored 0.375 (1.5 of 4), 0.125 too little");
  EXPECT_EQ(failure_after("a<=0.25", 1, 1, 0), "it scored 0.750 (1.5 of 2), 0.500 too much");
  EXPECT_EQ(failure_after("a<0.5", 3, 0, 0), "it scored 1.000 (3 of 3), 0.500 too much");
}

TEST(Expectations, AreExactWhereTheScoreIsTheBound) {
  EXPECT_EQ(failure_after("a>=0.55", 11, 0, 9), "holds");
  EXPECT_EQ(failure_after("a<=0.55", 11, 0, 9), "holds");
  EXPECT_EQ(failure_after("a>0.55", 11, 0, 9), "it scored 0.550 (11 of 20), which is not more");
  EXPECT_EQ(failure_after("a<0.55", 11, 0, 9), "it scored 0.550 (11 of 20), which is not less");
  EXPECT_EQ(failure_after("a>=0.500001", 1, 0, 1), "it scored 0.500 (1 of 2), less than 0.001 too little");
  EXPECT_EQ(failure_after("a>=0.499999", 1, 0, 1), "holds");
}

// Against the definition, in another arithmetic; the bounds are hundredths, which a hundred games hit.
TEST(Expectations, HoldExactlyWhenTheScoreIsSo) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("Expectations");
  for (int round = 0; round < 300; ++round) {
    const int wins = static_cast<int>(dice.below(101));
    const int draws = static_cast<int>(dice.below(static_cast<std::size_t>(101 - wins)));
    const int losses = 100 - wins - draws;
    const int bound = static_cast<int>(dice.below(100));
    const std::string number = std::string("0.") + (bound < 10 ? "0" : "") + std::to_string(bound);
    const int halves = 2 * wins + draws;
    const auto holds = [&](const std::string& op) {
      return !after("a" + op + number, wins, draws, losses).failure();
    };
    EXPECT_EQ(holds(">="), halves >= 2 * bound);
    EXPECT_EQ(holds(">"), halves > 2 * bound);
    EXPECT_EQ(holds("<="), halves <= 2 * bound);
    EXPECT_EQ(holds("<"), halves < 2 * bound);
  }
}

TEST(Expectations, CountPlacesWithFourSeats) {
  // Second of four alone: two below, a third of a point is missing.
  Expectation one = expected("b>=0.67");
  one.add(game({1, 2, 3, 4}));
  EXPECT_EQ(one.failure(), "it scored 0.667 (0.67 of 1), 0.003 too little");
  // Second with two others: (0 + 2 / 2) / 3.
  one.add(game({1, 2, 2, 2}));
  EXPECT_EQ(one.failure(), "it scored 0.500 (1 of 2), 0.170 too little");
  // All equal: a half. Last: nothing.
  one.add(game({1, 1, 1, 1}));
  one.add(game({1, 4, 1, 1}));
  EXPECT_EQ(one.failure(), "it scored 0.375 (1.5 of 4), 0.295 too little");
}

TEST(Expectations, SharesOfAllSeatsMakeHalfOfTheSeats) {
  for (const auto& places :
       {std::vector<std::uint32_t>{1, 2, 3, 4}, {1, 2, 2, 4}, {1, 1, 3, 3}, {1, 2, 2, 2}}) {
    // 0.5 is the mean of the four, so they cannot all be above it, nor all below.
    int above = 0, below = 0;
    for (const char* name : {"a", "b", "c", "d"}) {
      Expectation more = expected(std::string(name) + ">0.5"), less = expected(std::string(name) + "<0.5");
      more.add(game(places));
      less.add(game(places));
      above += more.failure() ? 0 : 1;
      below += less.failure() ? 0 : 1;
    }
    EXPECT_GT(above, 0);
    EXPECT_GT(below, 0);
  }
}

TEST(Expectations, FailWithoutGames) {
  for (const char* text : {"a>=0", "a>0", "a<=1", "a<1"}) {
    EXPECT_EQ(failure_after(text, 0, 0, 0), "it played no games");
    Expectation of_void = expected(text);
    wire::Record nothing = game({0, 0});
    nothing.end = wire::End::kVoid;
    of_void.add(nothing);
    EXPECT_EQ(of_void.failure(), "it played no games");
    Expectation of_others = expected(std::string("z") + (text + 1));
    of_others.add(game(kWon));
    EXPECT_EQ(of_others.failure(), "it played no games");
  }
  EXPECT_EQ(failure_after("a:no-faults", 0, 0, 0), "holds");
}

TEST(Expectations, CountFaultsAndNameTheFirst) {
  Expectation one = expected("a:no-faults");
  wire::Record record = game(kLost);
  for (const Reason harmless : {Reason::kBlocked, Reason::kResigned}) {
    record.seats[0].reason = harmless;
    one.add(record);
  }
  record.seats[0].reason.reset();
  record.seats[1].reason = Reason::kCrashed;  // somebody else's
  one.add(record);
  record = game(kLost);
  record.end = wire::End::kVoid;
  record.seats[0].reason = Reason::kCrashed;
  one.add(record);
  EXPECT_FALSE(one.failure());
  record.end = wire::End::kForfeit;
  record.number = 7;
  record.seats[0].reason = Reason::kTimeout;
  record.seats[0].detail = "its clock\nran out";
  one.add(record);
  EXPECT_EQ(one.failure(), "1 fault, in game 7: TIMEOUT, its clock\\x0aran out");
  record.number = 9;
  one.add(record);
  EXPECT_EQ(one.failure(), "2 faults, the first in game 7: TIMEOUT, its clock\\x0aran out");
}

}  // namespace quiver::tests
