#include "tests/property/cases.hpp"

namespace quiver::tests {

namespace {

using Lines = std::vector<std::string>;

Case amazons_on(const std::string& shape, int side, const std::string& start, int seats = 2) {
  Case c;
  c.name = "amazons_" + shape + std::to_string(side) + "_" + start + "_" + std::to_string(seats);
  c.game = "amazons";
  c.options.shape = shape;
  c.options.size = static_cast<std::uint32_t>(side);
  c.options.start = start;
  c.options.seats = static_cast<std::uint32_t>(seats);
  c.reference = [=] {
    const Sheet board = shape_sheet(shape, side);
    return reference_amazons(start == "classic" ? with_classic_start(board)
                                                : with_course_start(board, seats));
  };
  return c;
}

Case on_map(const std::string& name, const Lines& lines) {
  Case c;
  c.name = "amazons_map_" + name;
  c.game = "amazons";
  c.options = with_map(lines);
  c.reference = [=] { return reference_amazons(Sheet(lines)); };
  return c;
}

Case large(Case c) {
  c.large = true;
  return c;
}

// Without digits: the ordinary start, for four.
Case four_around_holes() {
  const Lines lines = {".....", "..#..", ".#...", "...#.", "....."};
  Case c;
  c.name = "amazons_map_four_around_holes";
  c.game = "amazons";
  c.options = with_map(lines);
  c.options.seats = 4;
  c.reference = [=] { return reference_amazons(with_course_start(Sheet(lines), 4)); };
  return c;
}

// Every second cell a hole: more lines than bits are kept for.
Lines chequered(std::size_t side) {
  Lines lines(side, std::string(side, '.'));
  for (std::size_t r = 0; r < side; ++r)
    for (std::size_t c = 0; c < side; ++c)
      if (r % 2 == 1 && c % 2 == 1) lines[r][c] = '#';
  lines[0][0] = lines[7][8] = '0';
  lines[side - 1][4] = lines[8][13] = '1';
  return lines;
}

// An empty board with two queens a seat.
Lines open_board(std::size_t rows, std::size_t columns) {
  Lines lines(rows, std::string(columns, '.'));
  lines[0][1] = lines[rows / 2][columns / 3] = '0';
  lines[rows - 1][columns - 2] = lines[rows / 3][columns / 2] = '1';
  return lines;
}

}  // namespace

template <>
std::vector<Case> GameCases<games::Amazons>::all() {
  return {
      amazons_on("square", 5, "course"),
      amazons_on("square", 5, "classic"),
      amazons_on("square", 5, "course", 4),
      amazons_on("square", 6, "course"),
      amazons_on("square", 7, "classic"),
      amazons_on("square", 7, "course", 4),
      amazons_on("square", 8, "classic"),
      large(amazons_on("square", 10, "classic")),
      large(amazons_on("square", 10, "course")),
      large(amazons_on("square", 10, "course", 4)),
      amazons_on("donut", 6, "course"),
      amazons_on("donut", 6, "classic"),
      large(amazons_on("donut", 9, "course")),
      amazons_on("clover", 5, "course"),
      amazons_on("clover", 5, "classic"),
      large(amazons_on("clover", 10, "course")),
      amazons_on("eight", 8, "course"),
      amazons_on("eight", 8, "classic"),
      on_map("unequal_queens", {"0..#1", ".#...", "..1..", "1..#.", "#.0.1"}),
      on_map("narrow", {"0....1...", ".........", "#.1...0.."}),
      on_map("one_line", {"0..1..0.1"}),
      on_map("one_column", {"0", ".", ".", "1", ".", "0"}),
      on_map("diagonal_gap", {"0.#..", "..#..", "##...", "1.#.0", "..#1."}),
      on_map("four_unequal", {"0.2.3.", "..#...", "1....0", "#..3..", "2...#1"}),
      on_map("seat_0_shut_in", {"01...", "11...", "..#..", "...0#", "....#"}),
      on_map("first_seat_out_at_once", {"01..", "11..", "....", "..#."}),
      on_map("only_seat_2_can_move", {"0#1#..", "##.#2.", "3#1#..", "##.#.."}),
      on_map("nobody_can_move", {"0#1", "###", "1#0"}),
      four_around_holes(),
      on_map("cells_64", open_board(4, 16)),
      large(on_map("cells_128", open_board(8, 16))),
      large(on_map("cells_129", open_board(3, 43))),
      large(on_map("cells_156", open_board(12, 13))),
      large(on_map("cells_529", open_board(23, 23))),
      large(on_map("long_lines", open_board(3, 70))),
      large(on_map("many_lines", chequered(15))),
  };
}

}  // namespace quiver::tests
