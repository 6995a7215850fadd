// Small boards, counted by the game and by the reference.
#include <gtest/gtest.h>

#include "client_sdk/games/perft.hpp"
#include "client_sdk/games/registry.hpp"
#include "tests/property/reference.hpp"

namespace quiver::tests {

namespace {

using games::LastPly;
using games::Options;

void expect_same_counts(const std::string& name, const Options& options, const Reference& reference,
                        int depth) {
  auto started = games::start_game(name, options).value();
  std::visit(
      [&](auto& game) {
        for (int d = 1; d <= depth; ++d) {
          const std::uint64_t count = reference_perft(reference, d);
          const auto plies = static_cast<unsigned>(d);
          EXPECT_EQ(games::perft(game, plies, LastPly::kMade), count) << "depth " << d;
          EXPECT_EQ(games::perft(game, plies, LastPly::kCounted), count) << "depth " << d;
        }
      },
      started);
}

Options on_board(const std::string& shape, std::uint32_t side, std::uint32_t seats,
                 const std::string& start) {
  Options options;
  options.shape = shape;
  options.size = side;
  options.seats = seats;
  options.start = start;
  return options;
}

TEST(ReferenceCounts, AmazonsFiveByFive) {
  expect_same_counts("amazons", on_board("square", 5, 2, "course"),
                     *reference_amazons(with_course_start(shape_sheet("square", 5), 2)), 2);
}

TEST(ReferenceCounts, AmazonsDonut) {
  expect_same_counts("amazons", on_board("donut", 6, 2, "classic"),
                     *reference_amazons(with_classic_start(shape_sheet("donut", 6))), 2);
}

TEST(ReferenceCounts, AmazonsForFour) {
  expect_same_counts("amazons", on_board("square", 5, 4, "course"),
                     *reference_amazons(with_course_start(shape_sheet("square", 5), 4)), 2);
}

// So small that games end, and seats go out, within the depth.
TEST(ReferenceCounts, AmazonsToTheEnd) {
  const std::vector<std::string> lines = {"0.1", ".#.", "2.3"};
  Options options;
  options.map = graph::parse_map("0.1\n.#.\n2.3\n").value();
  expect_same_counts("amazons", options, *reference_amazons(Sheet(lines)), 8);
}

TEST(ReferenceCounts, QuoridorFiveByFive) {
  expect_same_counts("quoridor", on_board("square", 5, 2, "middle"),
                     *reference_quoridor(with_middle_start(shape_sheet("square", 5), 2), 2, 6, 200), 3);
}

TEST(ReferenceCounts, QuoridorPlaced) {
  expect_same_counts("quoridor", on_board("square", 5, 2, "placed"),
                     *reference_quoridor(shape_sheet("square", 5), 2, 6, 200), 3);
}

TEST(ReferenceCounts, QuoridorForFour) {
  expect_same_counts("quoridor", on_board("square", 5, 4, "middle"),
                     *reference_quoridor(with_middle_start(shape_sheet("square", 5), 4), 4, 3, 200), 3);
}

// The limit of plies falls within the depth.
TEST(ReferenceCounts, QuoridorUntilTheDraw) {
  Options options = on_board("square", 5, 2, "middle");
  options.walls = 1;
  options.max_plies = 2;
  expect_same_counts("quoridor", options,
                     *reference_quoridor(with_middle_start(shape_sheet("square", 5), 2), 2, 1, 2), 3);
}

TEST(ReferenceCounts, ConnectFourThreeInLine) {
  Options options;
  options.size = 4;
  options.line = 3;
  expect_same_counts("connect4", options, *reference_connect4(4, 4, 3), 8);
}

// All games to their ends: after nine stones nothing is left, and the swap makes one move more.
TEST(ReferenceCounts, HexThreeByThreeToTheEnd) {
  for (const bool swap_rule : {false, true}) {
    Options options;
    options.size = 3;
    options.swap_rule = swap_rule;
    expect_same_counts("hex", options, *reference_hex(3, swap_rule), 10);
  }
}

TEST(ReferenceCounts, HexFiveByFive) {
  Options options;
  options.size = 5;
  expect_same_counts("hex", options, *reference_hex(5, true), 4);
}

}  // namespace

}  // namespace quiver::tests
