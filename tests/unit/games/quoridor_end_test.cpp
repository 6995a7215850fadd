// How a game of Quoridor ends, how it is written down, and what is said to moves that are not legal.
#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/games/perft.hpp"
#include "tests/unit/games/given.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using base::Error;
using games::Quoridor;

namespace {

Options lasting(std::uint32_t plies) {
  Options options = of_size(5);
  options.max_plies = plies;
  return options;
}

// Two cells one above the other, a pawn on each.
Quoridor::Setup two_cells() {
  return {drawn(".\n.\n", graph::Adjacency::kFour), {2, 1}, {Vertex{1}, Vertex{0}}, 0, 10};
}

std::string quoridor_refused(const Quoridor::Setup& setup) {
  const auto game = Quoridor::create(setup);
  return game ? "it was accepted" : game.error().sentence;
}

// 25 columns, seat 0's pawn on w2.
std::string widest_map() {
  std::string map;
  for (int row = 0; row < 25; ++row) map += std::string(25, '.') + '\n';
  map[0] = '1';
  map[23 * 26 + 22] = '0';
  return map;
}

}  // namespace

TEST(QuoridorEnd, Q6_Q29_TheFirstPawnOnItsGoalWins) {
  // given seat 0 next to any cell of the north row
  for (const char* goal : {"a5", "b5", "c5", "d5", "e5"}) {
    std::string map = ".....\n.....\n.....\n....1\n.....\n";
    map[static_cast<std::size_t>(6 + goal[0] - 'a')] = '0';
    const Position position = after(quoridor_on(map), goal);
    // then stepping there wins
    expect_winner(position, 0);
    EXPECT_EQ(position.count_legal_moves(), 0U);
    EXPECT_TRUE(stands(position, 1));
  }
}

TEST(QuoridorEnd, Q6_Q29_FourSeatsWinOnTheirOppositeSides) {
  const Position position = quoridor_on(".....\n0.2..\n...1.\n.3...\n.....\n");
  expect_winner(after(position, "a5"), 0);
  expect_winner(after(position, "b4 e3"), 1);
  expect_winner(after(quoridor_on(".....\n0....\n...1.\n.32..\n.....\n"), "b4 c3 c1"), 2);
  expect_winner(after(position, "a3 d4 d4h a2"), 3);
}

TEST(QuoridorEnd, Q29_AnotherSeatsGoalIsNoGoal) {
  // given seat 0, whose goal is the north row; when it goes to the east column, which is seat 1's goal
  const Position position = after(quoridor_on("..2..\n1....\n..3..\n...0.\n.....\n"), "e2");
  EXPECT_FALSE(position.outcome().over);
}

TEST(QuoridorEnd, Q30_ASeatThatCannotMoveIsPassedOver) {
  // given seat 0 in a dead end behind two others, and nobody has walls
  Options options = on_map("..3..\n.....\n##2##\n##1##\n##0##\n");
  options.walls = 0;
  const Position position = started("quoridor", options);
  // then seat 1 moves first, and no ply has gone by
  expect_to_move(position, 1);
  EXPECT_EQ(position.ply(), 0U);
  EXPECT_TRUE(stands(position, 0));
  // and seat 0 has its turn again once there is room
  const Position later = after(position, "c4 c2 b5");
  EXPECT_EQ(later.ply(), 3U);
  expect_to_move(later, 0);
}

TEST(QuoridorEnd, Q31_WhereNobodyCanMoveTheGameIsDrawn) {
  const auto game = Quoridor::create(two_cells());
  ASSERT_TRUE(game);
  EXPECT_EQ(game->outcome(), (games::Outcome{true, std::nullopt}));
  EXPECT_EQ(game->ply(), 0U);
  EXPECT_FALSE(game->has_legal_move());
}

TEST(QuoridorEnd, Q32_TheGameIsDrawnAfterSoManyMoves) {
  const Position position = after(started("quoridor", lasting(3)), "c2 c4 c1");
  expect_drawn(position);
  EXPECT_EQ(position.ply(), 3U);
  expect_drawn(after(started("quoridor", lasting(1)), "a1h"));
  EXPECT_FALSE(after(started("quoridor", lasting(4)), "c2 c4 c1").outcome().over);
}

TEST(QuoridorEnd, Q32_FortyTimesTheSideByDefault) {
  EXPECT_EQ(started("quoridor").as<Quoridor>()->max_plies(), 360U);
  EXPECT_EQ(started("quoridor", of_size(25)).as<Quoridor>()->max_plies(), 1000U);
  EXPECT_EQ(quoridor_on("...1...\n.......\n.......\n.......\n...0...\n").as<Quoridor>()->max_plies(), 280U);
  EXPECT_EQ(refusal("quoridor", lasting(0)), "a game has to last at least one ply");
}

TEST(QuoridorEnd, Q32_E3_EliminationsAreNotCounted) {
  Options options = lasting(3);
  options.seats = 4;
  const Position position = after(started("quoridor", options), "c2 x1 x2 d3");
  EXPECT_EQ(position.ply(), 2U);
  expect_to_move(position, 0);
}

TEST(QuoridorEnd, Q33_AWinWithTheLastMoveIsAWin) {
  Options options = on_map(".....\n0...1\n.....\n.....\n.....\n");
  options.max_plies = 1;
  expect_winner(after(started("quoridor", options), "a5"), 0);
  expect_drawn(after(started("quoridor", options), "b4"));
}

TEST(QuoridorEnd, E7_AnEliminatedSeatsPawnLeavesAndItsWallsStay) {
  // given four seats, of which seat 1 stands north of seat 0 and has placed a wall
  const Position before = after(quoridor_on(".....\n.....\n2.1.3\n..0..\n.....\n"), "c4h a4h");
  expect_broken(after(before, "a2 e2"), "c3", Rule::kOccupied, "a pawn stands on c3 already");
  // when it is eliminated
  const Position position = after(before, "x1");
  // then its cell is free, and the wall is where it was
  EXPECT_EQ(position.as<Quoridor>()->pawn(Seat{1}), position.graph().off_board());
  EXPECT_TRUE(is_legal(after(position, "a2 e2"), "c3"));
  EXPECT_EQ(position.as<Quoridor>()->wall_at(Vertex{5}), Quoridor::Orientation::kHorizontal);
}

TEST(QuoridorCheck, E6_NothingIsLegalWhenTheGameIsOver) {
  const Position position = after(quoridor_on(".....\n0...1\n.....\n.....\n.....\n"), "a5");
  expect_broken(position, "e3", Rule::kGameOver, "the game is over");
  expect_broken(position, "a1h", Rule::kGameOver, "the game is over");
}

TEST(QuoridorCheck, VerticesThatTheBoardLacks) {
  expect_broken(started("quoridor"), "81", Rule::kNoSuchCell,
                "there is no vertex 81 on this board; ids go from 0 to 80");
  expect_broken(started("quoridor"), "4294967295h", Rule::kNoSuchCell,
                "there is no vertex 4294967295 on this board; ids go from 0 to 80");
}

TEST(QuoridorCheck, CellsOutOfReachOrTaken) {
  const Position position = quoridor_on(".....\n.....\n..1..\n..0..\n.#...\n");
  expect_broken(position, "c3", Rule::kOccupied, "a pawn stands on c3 already");
  expect_broken(position, "c2", Rule::kOccupied, "a pawn stands on c2 already");
  expect_broken(position, "b3", Rule::kNotAStep, "the pawn on c2 cannot reach b3 with one step or jump");
  expect_broken(position, "c5", Rule::kNotAStep, "the pawn on c2 cannot reach c5 with one step or jump");
  expect_broken(position, "b1", Rule::kNotAStep, "the pawn on c2 cannot reach b1 with one step or jump");
}

TEST(QuoridorCheck, Q10_PawnsThatAreNotPlacedOnTheirSide) {
  Options options = of_size(5);
  options.start = "placed";
  const Position position = started("quoridor", options);
  expect_broken(position, "c2", Rule::kNotPlaced,
                "the pawn is placed first, on the outermost row or column of its own side; c2 is not there");
  expect_broken(position, "c5", Rule::kNotPlaced,
                "the pawn is placed first, on the outermost row or column of its own side; c5 is not there");
}

TEST(QuoridorMoves, Q28_AreGeneratedPawnFirstThenWalls) {
  const Names moves = legal_moves(started("quoridor", of_size(5)));
  ASSERT_EQ(moves.size(), 3U + 32U);
  EXPECT_EQ(Names(moves.begin(), moves.begin() + 7), (Names{"c2", "b1", "d1", "a4h", "a4v", "b4h", "b4v"}));
  EXPECT_EQ(Names(moves.end() - 2, moves.end()), (Names{"d1h", "d1v"}));
  Ids order;
  started("quoridor").for_each_legal_move([&](const games::Move& any) {
    const auto& move = std::get<Quoridor::Move>(any);
    const bool wall = move.kind != Quoridor::Move::Kind::kPawn;
    order.push_back((wall ? 1000 : 0) + move.cell.value() * 2 +
                    (move.kind == Quoridor::Move::Kind::kVertical ? 1 : 0));
  });
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(QuoridorMoves, Q37_KnownCounts) {
  auto game = *started("quoridor").as<Quoridor>();
  EXPECT_EQ(games::perft(game, 1, games::LastPly::kMade), 131U);
  EXPECT_EQ(games::perft(game, 2, games::LastPly::kMade), 16677U);
  EXPECT_EQ(games::perft(game, 3, games::LastPly::kCounted), 2062264U);
}

TEST(QuoridorNotation, Q34_APawnsMoveIsTheCellItGoesTo) {
  const Position position = started("quoridor");
  const games::Event event = position.parse("e2").value();
  EXPECT_EQ(std::get<games::Move>(event),
            games::Move((Quoridor::Move{Quoridor::Move::Kind::kPawn, Vertex{67}})));
  EXPECT_EQ(position.format(event), "e2");
  EXPECT_EQ(position.parse("67").value(), event);
}

TEST(QuoridorNotation, Q35_AWallIsItsAnchorAndItsOrientation) {
  const Position position = started("quoridor");
  const games::Event event = position.parse("e3h").value();
  EXPECT_EQ(std::get<games::Move>(event),
            games::Move((Quoridor::Move{Quoridor::Move::Kind::kHorizontal, Vertex{58}})));
  EXPECT_EQ(position.format(event), "e3h");
  EXPECT_EQ(position.parse("58h").value(), event);
  EXPECT_EQ(position.format(position.parse("58v").value()), "e3v");
  EXPECT_EQ(position.as<Quoridor>()->format_numeric({Quoridor::Move::Kind::kVertical, Vertex{58}}), "58v");
}

TEST(QuoridorNotation, N1_IsLowerCaseAndComplete) {
  const Position position = started("quoridor");
  for (const std::string text :
       {"E2", "e2H", "e", "h", "v", "2e", "e2x", "eh", "e2hh", "e2 h", "e02", "", "x9x"})
    EXPECT_EQ(misread(position, text),
              '"' + text + "\" is not a Quoridor move; write e2 (pawn), e3h or e3v (wall)");
}

TEST(QuoridorNotation, N8_TellsCellsThatTheBoardLacks) {
  const Position position = started("quoridor");
  for (const std::string cell : {"j1", "e10", "a0"}) {
    EXPECT_EQ(position.parse(cell).error().code, Error::Code::kNoSuchCell);
    EXPECT_EQ(misread(position, cell + "h"),
              "there is no cell \"" + cell + "\" on this board; cells go from a1 to i9");
  }
}

TEST(QuoridorNotation, Q36_AStepThatReadsLikeAnEliminationGoesByItsId) {
  // given a pawn on w2 of a board with 25 columns
  const Position position = started("quoridor", on_map(widest_map()));
  const Quoridor::Move step{Quoridor::Move::Kind::kPawn, Vertex{23 * 25 + 23}};
  ASSERT_TRUE(position.as<Quoridor>()->check(step));
  // then its step to x2 is not written x2, and is read back from what is written
  EXPECT_EQ(position.format(games::Move{step}), "598");
  EXPECT_EQ(position.parse("598").value(), games::Event(games::Move{step}));
  EXPECT_TRUE(std::holds_alternative<games::Elimination>(position.parse("x2").value()));
  // nor are steps to x1 and x3; x4 and walls cannot be mistaken
  EXPECT_EQ(position.format(games::Move{Quoridor::Move{Quoridor::Move::Kind::kPawn, Vertex{24 * 25 + 23}}}),
            "623");
  EXPECT_EQ(position.format(games::Move{Quoridor::Move{Quoridor::Move::Kind::kPawn, Vertex{22 * 25 + 23}}}),
            "573");
  EXPECT_EQ(position.format(games::Move{Quoridor::Move{Quoridor::Move::Kind::kPawn, Vertex{21 * 25 + 23}}}),
            "x4");
  EXPECT_EQ(position.format(games::Move{Quoridor::Move{Quoridor::Move::Kind::kVertical, Vertex{598}}}),
            "x2v");
}

TEST(QuoridorSetup, IsRefusedWhereItDoesNotFitTogether) {
  EXPECT_EQ(quoridor_refused(two_cells()), "it was accepted");
  Quoridor::Setup setup = two_cells();
  setup.pawns = {Vertex{1}};
  EXPECT_EQ(quoridor_refused(setup), "Quoridor is played by 2 or 4 seats");
  setup = two_cells();
  setup.grid = {2, 2};
  EXPECT_EQ(quoridor_refused(setup), "the board's sides do not fit its graph");
  setup = two_cells();
  setup.graph = graph::build_graph(graph::rectangle(1, 626).value(), graph::Adjacency::kFour).value();
  setup.grid = {1, 626};
  EXPECT_EQ(quoridor_refused(setup), "a Quoridor board has at most 625 cells");
  setup = two_cells();
  setup.walls = 256;
  EXPECT_EQ(quoridor_refused(setup), "a seat has at most 255 walls, not 256");
  setup = two_cells();
  setup.max_plies = 0;
  EXPECT_EQ(quoridor_refused(setup), "a game has to last at least one ply");
  setup = two_cells();
  setup.pawns = {Vertex{2}, Vertex{0}};
  EXPECT_EQ(quoridor_refused(setup), "the pawn of seat 0 stands off the board");
  setup.pawns = {Vertex{1}, Vertex{1}};
  EXPECT_EQ(quoridor_refused(setup), "the pawn of seat 0 shares its cell with another");
  setup.pawns = {Vertex{0}, std::nullopt};
  EXPECT_EQ(quoridor_refused(setup), "the pawn of seat 0 stands on its goal already");
  setup = two_cells();
  setup.graph = graph_of(2, {}).value();
  EXPECT_EQ(quoridor_refused(setup), "the pawn of seat 0 has no path to its goal");
}

}  // namespace quiver::tests
