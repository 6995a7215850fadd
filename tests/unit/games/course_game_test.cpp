// A game that was played on the course's ladder, side 6, as its viewer showed it.
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/games/given.hpp"

namespace quiver::tests {

using games::Amazons;

namespace {

constexpr std::string_view kMoves =
    "4-22/19 29-17/3 1-15/13 24-12/2 11-26/27 12-7/0 15-21/11 34-28/23 26-32/8 7-1/7 21-16/21 31-24/12 "
    "32-31/25 "
    "28-29/28 16-10/16 29-34/29 31-33/30 34-35/34 33-32/31 24-18/24 10-4/10";

}  // namespace

TEST(CourseGame, A14_StartsWhereItsFirstMovesSay) {
  const Position position = started("amazons", of_size(6));
  for (const std::uint32_t v : {1U, 4U, 6U, 11U}) EXPECT_TRUE(position.as<Amazons>()->has_queen(Vertex{v}));
  for (const std::uint32_t v : {34U, 31U, 29U, 24U})
    EXPECT_TRUE(position.as<Amazons>()->has_queen(Vertex{v}));
}

TEST(CourseGame, EveryMoveIsLegalAndGenerated) {
  Position position = started("amazons", of_size(6));
  const auto events = position.parse_list(kMoves).value();
  ASSERT_EQ(events.size(), 21U);
  for (const games::Event& event : events) {
    ASSERT_FALSE(position.outcome().over) << "before " << position.format(event);
    EXPECT_TRUE(position.check(event)) << position.format(event);
    bool found = false;
    position.for_each_legal_move([&](const games::Move& move) { found |= games::Event{move} == event; });
    EXPECT_TRUE(found) << position.format(event);
    position.apply(event);
  }
}

TEST(CourseGame, A9_A10_EndsWithItsLastMoveBecauseSeat1CannotMove) {
  const Position position = after(started("amazons", of_size(6)), kMoves);
  EXPECT_EQ(position.ply(), 21U);
  EXPECT_FALSE(stands(position, 1));
  expect_winner(position, 0);
}

TEST(CourseGame, CanBeTakenBackToItsStart) {
  const Position start = started("amazons", of_size(6));
  Position position = start;
  std::vector<Position::Undo> made;
  for (const games::Event& event : start.parse_list(kMoves).value()) made.push_back(position.apply(event));
  for (auto undo = made.rbegin(); undo != made.rend(); ++undo) position.undo(*undo);
  EXPECT_TRUE(position == start);
  EXPECT_EQ(position.hash(), start.hash());
  EXPECT_EQ(position.ply(), 0U);
}

}  // namespace quiver::tests
