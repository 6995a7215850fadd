// Openings, drawn and read.
#include "referee/tournament/openings.hpp"

#include <map>

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

using games::Event;
using games::Position;
using tournament::Opening;
using tournament::random_opening;
using tournament::read_openings;

Position start_of(std::string_view game, std::optional<std::uint32_t> size = {},
                  std::optional<std::uint32_t> seats = {}) {
  games::Options options;
  options.size = size;
  options.seats = seats;
  return Position::start(game, options).value();
}

void expect_goes_on(const Position& start, const Opening& opening) {
  Position position = start;
  for (const Event& event : opening) {
    ASSERT_TRUE(std::holds_alternative<games::Move>(event));
    ASSERT_TRUE(position.check(event)) << position.format(event);
    position.apply(event);
  }
  EXPECT_FALSE(position.outcome().over);
  EXPECT_EQ(position.turn().standing(), start.turn().standing());
}

TEST(RandomOpening, IsLegalAndLeavesEverybodyIn) {
  const std::vector<std::pair<Position, unsigned>> cases = {
      {start_of("amazons"), 10},        {start_of("amazons", 5), 6}, {start_of("amazons", 6, 4), 8},
      {start_of("amazons", 40, 4), 12}, {start_of("quoridor"), 20},  {start_of("quoridor", 9, 4), 12},
      {start_of("connect4"), 12},       {start_of("connect4"), 24},
  };
  for (const auto& [start, plies] : cases)
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      SCOPED_TRACE(std::string(start.game_name()) + ", seed " + std::to_string(seed));
      const auto opening = random_opening(start, plies, seed);
      ASSERT_TRUE(opening) << opening.error().sentence;
      ASSERT_EQ(opening->size(), plies);
      ASSERT_NO_FATAL_FAILURE(expect_goes_on(start, *opening));
    }
}

TEST(RandomOpening, IsTheSameForTheSameSeedAndNotForAnother) {
  for (const Position& start : {start_of("amazons"), start_of("amazons", 30), start_of("quoridor")}) {
    EXPECT_EQ(random_opening(start, 6, 7).value(), random_opening(start, 6, 7).value());
    EXPECT_NE(random_opening(start, 6, 7).value(), random_opening(start, 6, 8).value());
  }
  EXPECT_TRUE(random_opening(start_of("connect4"), 0, 1).value().empty());
}

// 1400 draws among seven columns: each about 200 times, within five standard deviations.
TEST(RandomOpening, MakesEveryMoveAsLikely) {
  const Position start = start_of("connect4");
  std::map<std::string, int> drawn;
  for (std::uint64_t seed = 0; seed < 1400; ++seed)
    ++drawn[start.format(random_opening(start, 1, seed).value()[0])];
  ASSERT_EQ(drawn.size(), 7U);
  for (const auto& [move, times] : drawn) EXPECT_NEAR(times, 200, 65) << move;
}

// On a large board too every queen moves and every direction is taken, now and then.
TEST(RandomOpening, ReachesAllPartsOfALargeBoard) {
  const Position start = start_of("amazons", 100);
  std::map<std::uint32_t, int> queens;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Opening opening = random_opening(start, 1, seed).value();
    ++queens[std::get<games::AmazonsMove>(std::get<games::Move>(opening[0])).from.value()];
  }
  const auto* amazons = start.as<games::Amazons>();
  EXPECT_EQ(queens.size(), amazons->queens(start.to_move()).size());
}

TEST(RandomOpening, NeedsNoListOfMovesOnTheLargestBoard) {
  const Position start = start_of("amazons", 1024);
  const auto opening = random_opening(start, 200, 3);
  ASSERT_TRUE(opening);
  ASSERT_NO_FATAL_FAILURE(expect_goes_on(start, *opening));
}

TEST(RandomOpening, RefusesMorePliesThanTheBoardTakes) {
  const auto none = random_opening(start_of("connect4"), 42, 1);
  ASSERT_FALSE(none);
  EXPECT_EQ(
      none.error().sentence,
      "42 random plies are too many for this board: in 200 tries the game ended or somebody was eliminated; "
      "ask for fewer");
  EXPECT_FALSE(random_opening(start_of("amazons", 5), 20, 1));
  EXPECT_EQ(random_opening(start_of("amazons"), 1001, 1).error().sentence,
            "an opening has at most 1000 plies, not 1001");
}

std::string refusal(std::string_view text, const Position& start) {
  const auto openings = read_openings(text, start);
  return openings ? "" : openings.error().sentence;
}

TEST(ReadOpenings, TakesOneALineAndSkipsBlanksAndRemarks) {
  const Position start = start_of("connect4");
  const auto openings = read_openings("# two openings\n\n44\r\n  \t\n1, 7 4\n", start);
  ASSERT_TRUE(openings) << openings.error().sentence;
  ASSERT_EQ(openings->size(), 2U);
  EXPECT_EQ((*openings)[0], start.parse_list("4 4").value());
  EXPECT_EQ((*openings)[1], start.parse_list("1 7 4").value());
}

TEST(ReadOpenings, NeedsNoLineEndAtTheEnd) {
  const Position start = start_of("amazons");
  const std::string line = start.format(random_opening(start, 1, 1).value()[0]);
  EXPECT_EQ(read_openings(line, start).value(), std::vector<Opening>{start.parse_list(line).value()});
}

TEST(ReadOpenings, NamesTheLineThatIsWrong) {
  const Position start = start_of("connect4");
  EXPECT_EQ(refusal("44\n# x\n4 x1\n", start), "line 3: an opening is made of moves, and x1 is none");
  EXPECT_EQ(refusal("44\n1212121\n", start), "line 2: the game is over after these moves");
  EXPECT_EQ(refusal("\n4444444", start).substr(0, 21), "line 2: move 7, 4: co");
  EXPECT_EQ(refusal("4 z", start).substr(0, 15), "line 1: move 2:");
  EXPECT_EQ(refusal("44\n ,\n", start), "line 2: there are no moves in it");
  EXPECT_EQ(refusal("# nothing\n\n", start), "there are no openings in it");
  EXPECT_EQ(refusal("", start), "there are no openings in it");
}

// Seat 0 steps beside seat 1, which has a hole on its other side.
TEST(ReadOpenings, RefusesOneThatPutsSomebodyOut) {
  games::Options options;
  options.map = graph::parse_map("0..1#2...#3...\n").value();
  const Position start = Position::start("amazons", options).value();
  EXPECT_EQ(refusal("a1-b1/a1\n", start), "");
  EXPECT_EQ(refusal("a1-b1/a1\na1-c1/b1\n", start), "line 2: a seat is out of the game after these moves");
}

}  // namespace

}  // namespace quiver::tests
