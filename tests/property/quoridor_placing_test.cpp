// Quoridor's placed start on maps whose sides have hardly a cell.
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Move;
using games::Position;
using games::QuoridorMove;

games::Options placed(const std::vector<std::string>& lines, std::uint32_t seats) {
  games::Options options = with_map(lines);
  options.start = "placed";
  options.seats = seats;
  return options;
}

TEST(QuoridorPlacing, NeedsACellForEverySeat) {
  const std::vector<std::string> no_north_no_south = {"#####", ".....", ".....", ".....", "#####"};
  EXPECT_FALSE(Position::start("quoridor", placed(no_north_no_south, 2)));
  EXPECT_FALSE(Position::start("quoridor", placed(no_north_no_south, 4)));
}

TEST(QuoridorPlacing, BehindAWallEndsAllBuilding) {
  // given that seats 0 and 2 take both cells of the east side, so that seat 3 is passed over,
  const std::vector<std::string> lines = {"####...", "......#", "......#", "......#",
                                          ".....##", "......#", "####..."};
  Position position = Position::start("quoridor", placed(lines, 4)).value();
  ASSERT_TRUE(games::play(position, position.parse_list("g1 a2 g7").value()));
  ASSERT_EQ(position.to_move(), games::Seat{0});
  // when seat 0 is out and a wall closes g1 off, and seat 3 has to place its pawn just there,
  ASSERT_TRUE(games::play(position, position.parse_list("x0 e1v a5v g1").value()));
  // then no wall leaves every seat a path, so none is legal, wherever it would lie.
  ASSERT_EQ(position.to_move(), games::Seat{1});
  for (const Move& move : legal_moves(position))
    EXPECT_EQ(std::get<QuoridorMove>(move).kind, QuoridorMove::Kind::kPawn) << position.format(move);
  EXPECT_EQ(position.check(position.parse("c4h").value()).error().rule, games::Rule::kWallCloses);
}

}  // namespace

}  // namespace quiver::tests
