#include <algorithm>
#include <cmath>

#include "tests/property/cases.hpp"

namespace quiver::tests {

namespace {

using Lines = std::vector<std::string>;

struct Limits {
  std::optional<int> walls;
  std::optional<int> max_plies;
};

// 2 players have 10 walls each, 4 have 5; another side has round(walls * side / 9).
int usual_walls(int seats, int side) {
  return static_cast<int>(std::lround((seats == 2 ? 10.0 : 5.0) * side / 9));
}

Case with_limits(Case c, const Sheet& board, int seats, Limits limits) {
  c.game = "quoridor";
  if (limits.walls) c.options.walls = static_cast<std::uint32_t>(*limits.walls);
  if (limits.max_plies) c.options.max_plies = static_cast<std::uint32_t>(*limits.max_plies);
  const int side = std::max(board.rows(), board.columns());
  const int walls = limits.walls.value_or(usual_walls(seats, side));
  const int max_plies = limits.max_plies.value_or(40 * side);
  c.reference = [=] { return reference_quoridor(board, seats, walls, max_plies); };
  if (limits.walls) c.name += "_w" + std::to_string(walls);
  if (limits.max_plies) c.name += "_p" + std::to_string(max_plies);
  return c;
}

Case quoridor_on(const std::string& shape, int side, const std::string& start, int seats,
                 Limits limits = {}) {
  Case c;
  c.name = "quoridor_" + shape + std::to_string(side) + "_" + start + "_" + std::to_string(seats);
  c.options.shape = shape;
  c.options.size = static_cast<std::uint32_t>(side);
  c.options.start = start;
  c.options.seats = static_cast<std::uint32_t>(seats);
  const Sheet board = shape_sheet(shape, side);
  return with_limits(c, start == "middle" ? with_middle_start(board, seats) : board, seats, limits);
}

Case on_map(const std::string& name, const Lines& lines, int seats, Limits limits = {}) {
  Case c;
  c.name = "quoridor_map_" + name;
  c.options = with_map(lines);
  return with_limits(c, Sheet(lines), seats, limits);
}

// A map without digits, the pawns placed by the first moves.
Case placed_on_map(const std::string& name, const Lines& lines, int seats, Limits limits = {}) {
  Case c = on_map(name + "_placed", lines, seats, limits);
  c.options.start = "placed";
  c.options.seats = static_cast<std::uint32_t>(seats);
  return c;
}

}  // namespace

template <>
std::vector<Case> GameCases<games::Quoridor>::all() {
  return {
      quoridor_on("square", 5, "middle", 2),
      quoridor_on("square", 7, "middle", 2),
      quoridor_on("square", 9, "middle", 2),
      quoridor_on("square", 5, "placed", 2),
      quoridor_on("square", 9, "placed", 2),
      quoridor_on("square", 5, "middle", 4),
      quoridor_on("square", 9, "middle", 4),
      quoridor_on("square", 5, "placed", 4),
      quoridor_on("square", 7, "placed", 4),
      quoridor_on("donut", 9, "middle", 2),
      quoridor_on("donut", 9, "placed", 4),
      quoridor_on("clover", 5, "middle", 2),
      quoridor_on("clover", 5, "middle", 4),
      quoridor_on("clover", 5, "placed", 4),
      quoridor_on("square", 5, "middle", 2, {0, std::nullopt}),
      quoridor_on("square", 5, "middle", 2, {20, std::nullopt}),
      quoridor_on("square", 7, "middle", 4, {1, std::nullopt}),
      quoridor_on("square", 5, "middle", 2, {std::nullopt, 1}),
      quoridor_on("square", 5, "middle", 2, {std::nullopt, 14}),
      quoridor_on("square", 5, "placed", 4, {2, 23}),
      on_map("even_sides", {"...1..", "......", "..#...", "......", "......", "......", "..0..."}, 2),
      on_map("holes", {"..1..#", ".....#", ".#....", "...#..", "......", "#.0..."}, 2, {8, std::nullopt}),
      on_map("pawns_meet", {".....", "..1..", "..0..", ".....", "....."}, 2, {3, std::nullopt}),
      on_map("crowd", {".......", ".......", "...2...", "..130..", ".......", ".......", "......."}, 4),
      on_map("corridor", {"##.##", "##1##", ".....", "##0##", "##.##"}, 2, {std::nullopt, 30}),
      on_map("seat_0_passed_over",
             {"###.###", "###.###", "###.###", ".....3.", "###2###", "###1###", "###0###"}, 4, {2, 60}),
      on_map("four_wide", {"....2....", "....#....", "1...#...3", ".........", "....0...."}, 4),
      placed_on_map("holes", {".....", "#.#..", ".....", "..#.#", "....."}, 2),
      placed_on_map("late", {"####...", "......#", "......#", "......#", ".....##", "......#", "####..."}, 4),
      placed_on_map("few_homes", {"###..", "....#", "....#", "....#", "###.."}, 4, {3, 80}),
  };
}

}  // namespace quiver::tests
