// Where the queens of Amazons start, and on which boards.
#include <algorithm>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/games/given.hpp"

namespace quiver::tests {

using games::Amazons;

namespace {

Ids queens(const Position& position, unsigned s) {
  Ids ids;
  for (const Vertex v : position.as<Amazons>()->queens(seat(s))) ids.push_back(v.value());
  std::sort(ids.begin(), ids.end());
  return ids;
}

Names queen_names(const Position& position, unsigned s) {
  Names names;
  for (const std::uint32_t v : queens(position, s)) names.push_back(position.grid().name(Vertex{v}));
  std::sort(names.begin(), names.end());
  return names;
}

Options with_start(std::uint32_t side, std::string start) {
  Options options = of_size(side);
  options.start = std::move(start);
  return options;
}

Options with_seats(Options options, std::uint32_t seats) {
  options.seats = seats;
  return options;
}

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

Ids reflected(const Ids& ids, std::uint32_t m) {
  Ids out;
  for (const std::uint32_t v : ids) out.push_back(m * m - 1 - v);
  return sorted(out);
}

}  // namespace

TEST(AmazonsStart, A1_HasTwoSeatsOnEveryBoard) {
  for (const auto& [shape, side] : {std::pair{"square", 5U}, {"donut", 6U}, {"clover", 5U}, {"eight", 8U}}) {
    const Position position = started("amazons", of_shape(shape, side));
    EXPECT_EQ(position.turn().seats(), 2U);
    expect_to_move(position, 0);
  }
  EXPECT_EQ(started("amazons", on_map("0..\n..1\n")).turn().seats(), 2U);
}

TEST(AmazonsStart, A1_HasFourSeatsOnSquaresAndMapsOnly) {
  EXPECT_EQ(started("amazons", with_seats(of_size(10), 4)).turn().seats(), 4U);
  EXPECT_EQ(started("amazons", on_map("0.1\n2.3\n")).turn().seats(), 4U);
  EXPECT_EQ(started("amazons", with_seats(on_map(".....\n.....\n..#..\n.....\n.....\n"), 4)).turn().seats(),
            4U);
  EXPECT_EQ(refusal("amazons", with_seats(of_shape("donut", 9), 4)),
            "4 seats play Amazons on square and map boards, not on donut");
  EXPECT_EQ(refusal("amazons", with_seats(of_shape("clover", 10), 4)),
            "4 seats play Amazons on square and map boards, not on clover");
  EXPECT_EQ(refusal("amazons", with_seats(of_shape("eight", 8), 4)),
            "4 seats play Amazons on square and map boards, not on eight");
  for (const std::uint32_t seats : {0U, 1U, 3U, 5U})
    EXPECT_EQ(refusal("amazons", with_seats(of_size(10), seats)),
              "a game has 2 or 4 seats, not " + std::to_string(seats));
}

TEST(AmazonsStart, A2_IsTheCourseOnASquareOfTenByDefault) {
  const Position position = started("amazons");
  EXPECT_EQ(position.grid(), (graph::Grid{10, 10}));
  EXPECT_EQ(position.turn().seats(), 2U);
  EXPECT_TRUE(position == started("amazons", with_start(10, "course")));
}

TEST(AmazonsStart, A13_PutsTheCoursesQueensAtItsOffsets) {
  // side 9: q = 4, s = 4, o = 1
  EXPECT_EQ(queens(started("amazons", of_size(9)), 0), (Ids{1, 7, 9, 17}));
  // side 10: q = 8, s = 2, o = 1 and 3
  EXPECT_EQ(queens(started("amazons", of_size(10)), 0), (Ids{1, 3, 6, 8, 10, 19, 30, 39}));
  // side 20: q = 12, s = 3, o = 1, 4 and 7
  EXPECT_EQ(queens(started("amazons", of_size(20)), 0),
            sorted({1, 4, 7, 12, 15, 18, 20, 80, 140, 39, 99, 159}));
}

TEST(AmazonsStart, A13_GivesEachSeatFourQueensMoreForEveryTenOfTheSide) {
  for (std::uint32_t m = 5; m <= 105; m += m < 32 ? 1 : 7) {
    const Position position = started("amazons", of_size(m));
    const std::size_t q = 4 * (m / 10 + 1);
    EXPECT_EQ(queens(position, 0).size(), q) << m;
    EXPECT_EQ(queens(position, 1).size(), q) << m;
  }
}

TEST(AmazonsStart, A14_ReflectsSeat1AtThePoint) {
  EXPECT_EQ(queens(started("amazons", of_size(5)), 0), (Ids{1, 3, 5, 9}));
  EXPECT_EQ(queens(started("amazons", of_size(5)), 1), (Ids{15, 19, 21, 23}));
  for (const std::uint32_t m : {6U, 10U, 33U, 100U}) {
    const Position position = started("amazons", of_size(m));
    EXPECT_EQ(queens(position, 1), reflected(queens(position, 0), m));
  }
}

TEST(AmazonsStart, A13_A14_IsTheSameOnShapesWithHoles) {
  EXPECT_EQ(queens(started("amazons", of_shape("donut", 12)), 0), queens(started("amazons", of_size(12)), 0));
  EXPECT_EQ(queens(started("amazons", of_shape("eight", 12)), 1), queens(started("amazons", of_size(12)), 1));
}

TEST(AmazonsStart, A15_PutsTheClassicQueensAtThreeTenths) {
  // side 12: t = 3
  const Position position = started("amazons", with_start(12, "classic"));
  EXPECT_EQ(queens(position, 1), (Ids{3, 8, 36, 47}));
  EXPECT_EQ(queens(position, 0), (Ids{96, 107, 135, 140}));
  for (std::uint32_t m = 5; m <= 40; ++m) {
    const Position any = started("amazons", with_start(m, "classic"));
    const std::uint32_t t = 3 * m / 10;
    EXPECT_EQ(queens(any, 1), sorted({t, m - 1 - t, t * m, t * m + m - 1})) << m;
    EXPECT_EQ(queens(any, 0), reflected(queens(any, 1), m)) << m;
  }
}

TEST(AmazonsStart, A16_IsTheUsualOneOnTenAndOnEight) {
  const Position ten = started("amazons", with_start(10, "classic"));
  EXPECT_EQ(queen_names(ten, 0), (Names{"a4", "d1", "g1", "j4"}));
  EXPECT_EQ(queen_names(ten, 1), (Names{"a7", "d10", "g10", "j7"}));
  expect_to_move(ten, 0);
  const Position eight = started("amazons", with_start(8, "classic"));
  EXPECT_EQ(queen_names(eight, 0), (Names{"a3", "c1", "f1", "h3"}));
  EXPECT_EQ(queen_names(eight, 1), (Names{"a6", "c8", "f8", "h6"}));
}

TEST(AmazonsStart, A17_PutsFourSeatsOnTheFourSides) {
  // side 10: offsets 1 and 3, and from the other end 8 and 6
  const Position position = started("amazons", with_seats(of_size(10), 4));
  EXPECT_EQ(queens(position, 0), (Ids{1, 3, 6, 8}));
  EXPECT_EQ(queens(position, 1), (Ids{19, 39, 69, 89}));
  EXPECT_EQ(queens(position, 2), (Ids{91, 93, 96, 98}));
  EXPECT_EQ(queens(position, 3), (Ids{10, 30, 60, 80}));
}

TEST(AmazonsStart, A17_HasNoClassicForFourSeats) {
  EXPECT_EQ(refusal("amazons", with_seats(with_start(10, "classic"), 4)),
            "with 4 seats the only start is course");
}

TEST(AmazonsStart, A18_TakesTheQueensFromTheMap) {
  const Position position = started("amazons", on_map("00..\n.#.0\n1...\n"));
  EXPECT_EQ(queens(position, 0), (Ids{0, 1, 7}));
  EXPECT_EQ(queens(position, 1), (Ids{8}));
}

TEST(AmazonsStart, B20_RefusesAStartBesideDigits) {
  Options options = on_map("0..\n..1\n");
  options.start = "course";
  EXPECT_EQ(refusal("amazons", options), "the map's digits determine the start; leave out --start");
}

TEST(AmazonsStart, B19_RefusesOtherSeatsThanTheMapHas) {
  EXPECT_EQ(refusal("amazons", with_seats(on_map("0..\n..1\n"), 4)),
            "the map has start cells for 2 seats, not for 4");
  EXPECT_EQ(refusal("amazons", with_seats(on_map("0.2\n3.1\n"), 2)),
            "the map has start cells for 4 seats, not for 2");
}

TEST(AmazonsStart, B21_TakesTheOrdinaryStartOnAMapWithoutDigitsIfItFits) {
  const std::string map = ".....\n.....\n..#..\n.....\n.....\n";
  EXPECT_EQ(queens(started("amazons", on_map(map)), 0), (Ids{1, 3, 5, 9}));
  Options classic = on_map(map);
  classic.start = "classic";
  EXPECT_EQ(queens(started("amazons", classic), 1), (Ids{1, 3, 5, 9}));
}

TEST(AmazonsStart, B21_RefusesAMapWithoutDigitsThatTheStartDoesNotFit) {
  EXPECT_EQ(refusal("amazons", on_map("......\n......\n......\n......\n......\n")),
            "the course start needs a square board of side 5 or more; this one has 5 rows and 6 columns");
  EXPECT_EQ(refusal("amazons", on_map("....\n....\n....\n....\n")),
            "the course start needs a square board of side 5 or more; this one has 4 rows and 4 columns");
  EXPECT_EQ(refusal("amazons", on_map(".#...\n.....\n.....\n.....\n.....\n")),
            "the map has no start digits, and the ordinary start puts a queen on b5, which is a hole");
}

TEST(AmazonsStart, RefusesStartsItDoesNotKnow) {
  EXPECT_EQ(refusal("amazons", with_start(10, "placed")),
            "Amazons does not know the start \"placed\"; it knows course and classic");
}

}  // namespace quiver::tests
