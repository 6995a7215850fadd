// How Amazons is played: queens, arrows, and who is out when.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/games/perft.hpp"
#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using games::Amazons;

namespace {

Position amazons(std::string_view map) { return started("amazons", on_map(map)); }

std::vector<Amazons::Move> generated(const Amazons& game) {
  std::vector<Amazons::Move> moves;
  game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
  return moves;
}

Options classic(std::uint32_t side) {
  Options options = of_size(side);
  options.start = "classic";
  return options;
}

}  // namespace

TEST(AmazonsRules, A3_AQueenMovesLikeAChessQueenOverEmptyCells) {
  // given a queen on c3 of an empty board
  const Position position = amazons(".....\n.....\n..0..\n.....\n....1\n");
  // then she goes any distance in any of eight directions, but not where a knight goes
  for (const char* to :
       {"c4", "c5", "d4", "e5", "d3", "e3", "d2", "c2", "c1", "b2", "a1", "b3", "a3", "b4", "a5"})
    EXPECT_TRUE(is_legal(position, std::string("c3-") + to + "/c3")) << to;
  for (const char* to : {"b1", "d1", "a2", "e2", "a4", "e4", "b5", "d5"})
    EXPECT_FALSE(is_legal(position, std::string("c3-") + to + "/c3")) << to;
  // nor onto a queen, nor nowhere
  EXPECT_FALSE(is_legal(position, "c3-e1/c3"));
  EXPECT_FALSE(is_legal(position, "c3-c3/c4"));
}

TEST(AmazonsRules, A3_TheQueenIsOnesOwn) {
  const Position position = amazons("0...\n...1\n");
  EXPECT_TRUE(is_legal(position, "a2-b2/a2"));
  EXPECT_FALSE(is_legal(position, "d1-c1/d1"));
}

TEST(AmazonsRules, A4_TheArrowFliesLikeAQueenInAnyDirection) {
  // given a queen that goes north from c1 to c3
  const Position position = amazons("....1\n.....\n.....\n.....\n..0..\n");
  // then her arrow goes on, back, to the sides and along the diagonals
  EXPECT_EQ(
      legal_moves(position, "c1-c3/"),
      (Names{"c1-c3/a5", "c1-c3/c5", "c1-c3/b4", "c1-c3/c4", "c1-c3/d4", "c1-c3/a3", "c1-c3/b3", "c1-c3/d3",
             "c1-c3/e3", "c1-c3/b2", "c1-c3/c2", "c1-c3/d2", "c1-c3/a1", "c1-c3/c1", "c1-c3/e1"}));
}

TEST(AmazonsRules, A4_TheArrowFliesAtLeastOneCell) { EXPECT_FALSE(is_legal(amazons("0...1\n"), "a1-b1/b1")); }

TEST(AmazonsRules, A5_TheArrowsCellStaysBlocked) {
  // given an arrow on c3
  Position position = after(amazons("0....\n.....\n.....\n.....\n....1\n"), "a5-a3/c3");
  EXPECT_TRUE(position.as<Amazons>()->has_arrow(Vertex{12}));
  // then neither queens nor arrows go there or beyond, now or later
  EXPECT_FALSE(is_legal(position, "e1-c3/d2"));
  EXPECT_FALSE(is_legal(position, "e1-b4/c3"));
  EXPECT_FALSE(is_legal(position, "e1-d2/c3"));
  position = after(position, "e1-e2/e1 a3-a4/a3 e2-d2/e2");
  EXPECT_FALSE(is_legal(position, "a4-b4/d2"));
  EXPECT_FALSE(is_legal(position, "a4-b4/c3"));
  EXPECT_TRUE(position.as<Amazons>()->has_arrow(Vertex{12}));
}

TEST(AmazonsRules, A6_TheArrowMayLandOnTheCellTheQueenLeft) {
  EXPECT_EQ(legal_moves(amazons("0.1\n")), (Names{"a1-b1/a1"}));
}

TEST(AmazonsRules, A6_TheArrowMayFlyThroughTheCellTheQueenLeft) {
  // given a queen on b1 with an empty cell on each side
  const Position position = amazons(".0.1\n");
  // when she goes east, then the arrow may fly back over b1 to a1
  EXPECT_EQ(legal_moves(position), (Names{"b1-a1/b1", "b1-a1/c1", "b1-c1/a1", "b1-c1/b1"}));
  EXPECT_TRUE(after(position, "b1-c1/a1").as<Amazons>()->empty(Vertex{1}));
}

TEST(AmazonsRules, A7_RaysEndBeforeHolesTheEdgeQueensAndArrows) {
  // given a hole on c5, queens on e3 and d2, and an arrow on c1
  const Position before = amazons("..#..\n.....\n..0.0\n...1.\n.1..0\n");
  const Position position = after(before, "e1-d1/c1 b1-a2/b1");
  // then the queen on c3 goes as far as the cell before them
  for (const char* free : {"c4", "d3", "c2", "b3", "a3", "b4", "a5", "b2", "a1", "d4", "e5"})
    EXPECT_TRUE(is_legal(position, std::string("c3-") + free + "/c3")) << free;
  for (const char* shut : {"c5", "e3", "c1", "d2"})
    EXPECT_FALSE(is_legal(position, std::string("c3-") + shut + "/c3")) << shut;
}

TEST(AmazonsRules, A8_OnARingARayEndsWhereItBegan) {
  // given two rings of five cells, a queen on each
  std::vector<Arc> arcs;
  for (std::uint32_t v = 0; v < 5; ++v)
    for (const std::uint32_t first : {0U, 5U}) {
      arcs.push_back({first + v, first + (v + 1) % 5, 3});
      arcs.push_back({first + v, first + (v + 4) % 5, 7});
    }
  const Amazons game =
      Amazons::create({graph_of(10, arcs).value(), {2, 5}, {{Vertex{0}}, {Vertex{7}}}}).value();
  // then she reaches the four other cells, and the arrow the four that she does not stand on
  const auto moves = generated(game);
  EXPECT_EQ(moves.size(), 16U);
  EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end()));
  for (const Amazons::Move& move : moves) EXPECT_TRUE(game.check(move));
  EXPECT_EQ(game.check({Vertex{0}, Vertex{0}, Vertex{1}}).error().rule, Rule::kNoMovement);
  EXPECT_EQ(game.check({Vertex{0}, Vertex{2}, Vertex{2}}).error().rule, Rule::kNoMovement);
  EXPECT_EQ(game.check({Vertex{0}, Vertex{6}, Vertex{0}}).error().rule, Rule::kNotInLine);
}

TEST(AmazonsRules, A9_ASeatThatCannotMoveIsOutWithoutBeingAsked) {
  // given four seats, of which seat 1 has one way out
  const Position before = started("amazons", on_map("0.1#2...\n########\n3.......\n"));
  // when seat 0 closes it
  const Position position = after(before, "a3-b3/a3");
  // then seat 1 is out as part of that move, and the turn is seat 2's
  EXPECT_FALSE(stands(position, 1));
  EXPECT_EQ(position.ply(), 1U);
  expect_to_move(position, 2);
  // and seat 0, which cannot move either, is in until its own turn comes
  EXPECT_TRUE(stands(position, 0));
  const Position later = after(position, "e3-f3/e3 a1-b1/a1");
  EXPECT_FALSE(stands(later, 0));
  EXPECT_EQ(later.ply(), 3U);
  expect_to_move(later, 2);
}

TEST(AmazonsRules, A9_ASeatThatCannotMoveAtTheStartIsOutBeforeItBegan) {
  const Position position = started("amazons", on_map("0#1.\n###.\n3#2.\n"));
  EXPECT_FALSE(stands(position, 0));
  EXPECT_EQ(position.ply(), 0U);
  expect_to_move(position, 1);
  EXPECT_TRUE(stands(position, 3)) << "its turn has not come yet";
}

TEST(AmazonsRules, A9_ASeatThatCannotMoveIsOutAfterAnEliminationToo) {
  // given two seats that cannot move and whose turn has not come
  const Position position = started("amazons", on_map("0...#1.\n######.\n3#2#...\n"));
  EXPECT_TRUE(stands(position, 2));
  EXPECT_TRUE(stands(position, 3));
  // when the seat before them is eliminated on its turn
  expect_to_move(after(position, "x0"), 1);
  const Position later = after(position, "x0 x1");
  // then the next one is out with it
  EXPECT_FALSE(stands(later, 2));
  expect_winner(later, 3);
}

TEST(AmazonsRules, A10_TheGameEndsAsSoonAsOneSeatStands) {
  // given a move that leaves neither seat a move
  const Position position = after(amazons("0.1\n"), "a1-b1/a1");
  // then the one whose turn it is loses
  expect_winner(position, 0);
  EXPECT_EQ(position.count_legal_moves(), 0U);
  expect_winner(amazons("0#1\n"), 1);
}

TEST(AmazonsRules, A11_ThereIsNoDraw) {
  constexpr unsigned kSeed = 7;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937 random(kSeed);
  for (int game = 0; game < 50; ++game) {
    Position position = started("amazons", of_size(5 + static_cast<std::uint32_t>(game) % 3));
    while (!position.outcome().over) {
      const Names moves = legal_moves(position);
      position = after(position, moves[random() % moves.size()]);
    }
    EXPECT_TRUE(position.outcome().winner);
  }
}

TEST(AmazonsRules, A12_MovesAreGeneratedInTheOrderOfTheirVertices) {
  for (const std::uint32_t side : {5U, 10U, 12U, 23U}) {  // the last one is too large for bits
    const Position position = started("amazons", of_size(side));
    const auto moves = generated(*position.as<Amazons>());
    EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end())) << side;
    EXPECT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end()) << side;
    EXPECT_EQ(moves.size(), position.count_legal_moves());
  }
}

TEST(AmazonsRules, A21_KnownCounts) {
  auto ten = *started("amazons", classic(10)).as<Amazons>();
  EXPECT_EQ(games::perft(ten, 1, games::LastPly::kMade), 2176U);
  EXPECT_EQ(games::perft(ten, 2, games::LastPly::kCounted), 4307152U);
  auto eight = *started("amazons", classic(8)).as<Amazons>();
  EXPECT_EQ(games::perft(eight, 1, games::LastPly::kCounted), 1232U);
  EXPECT_EQ(games::perft(eight, 2, games::LastPly::kMade), 1331198U);
}

TEST(AmazonsRules, E2_SeatsMoveInOrder) {
  Options options = of_size(10);
  options.seats = 4;
  Position position = started("amazons", options);
  for (const unsigned s : {0U, 1U, 2U, 3U, 0U, 1U}) {
    expect_to_move(position, s);
    position = after(position, legal_moves(position).front());
  }
  EXPECT_EQ(position.ply(), 6U);
}

TEST(AmazonsRules, E7_AnEliminatedSeatsQueensStayAsObstacles) {
  // given four seats; when seat 1 is eliminated
  const Position position = after(amazons("0.1..\n.....\n2...3\n"), "x1");
  // then its queen still stands in the way
  EXPECT_TRUE(position.as<Amazons>()->has_queen(Vertex{2}));
  EXPECT_TRUE(is_legal(position, "a3-b3/a3"));
  EXPECT_FALSE(is_legal(position, "a3-c3/a3"));
  EXPECT_FALSE(is_legal(position, "a3-d3/a3"));
  EXPECT_FALSE(is_legal(position, "c3-c2/c3"));
}

}  // namespace quiver::tests
