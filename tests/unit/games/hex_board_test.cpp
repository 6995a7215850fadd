// Hex: the rhombus, and what a game can be started with.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/unit/games/given_hex.hpp"
#include "tests/unit/hand_made.hpp"

namespace quiver::tests {

using games::Hex;

namespace {

// The names of the cells that touch this one.
Names neighbours(const Position& position, std::string_view cell) {
  const Vertex v = position.grid().parse(cell).value().vertex;
  Names names;
  for (const int target : position.graph().row(v).targets)
    names.push_back(position.grid().name(Vertex{static_cast<std::uint32_t>(target)}));
  std::sort(names.begin(), names.end());
  return names;
}

std::string hex_refused(const Hex::Setup& setup) {
  const auto game = Hex::create(setup);
  return game ? "it was accepted" : game.error().sentence;
}

}  // namespace

TEST(HexBoard, H1_HasTwoSeatsAndASideOf11) {
  const Position position = started("hex");
  EXPECT_EQ(position.grid(), (graph::Grid{11, 11}));
  EXPECT_EQ(position.turn().seats(), 2U);
  Options options;
  options.seats = 2;
  EXPECT_EQ(refusal("hex", options), "it was accepted");
  options.seats = 4;
  EXPECT_EQ(refusal("hex", options), "Hex is played by 2 seats");
}

TEST(HexBoard, H2_HasASideFrom3To25) {
  for (std::uint32_t side = 1; side <= 30; ++side)
    EXPECT_EQ(refusal("hex", of_size(side)),
              side >= 3 && side <= 25
                  ? "it was accepted"
                  : "Hex is played on boards of side 3 to 25, not " + std::to_string(side));
  EXPECT_EQ(refusal("hex", of_size(0)),
            "a board of 0 rows and 0 columns is not possible: sides go from 1 to 1024");
}

TEST(HexBoard, H2_IsARhombus) {
  EXPECT_EQ(refusal("hex", of_shape("square", 5)), "it was accepted");
  EXPECT_EQ(refusal("hex", of_shape("donut", 6)), "Hex is played on a rhombus, not on \"donut\"");
  EXPECT_EQ(refusal("hex", on_map("...\n...\n...\n")),
            "Hex is played on a rhombus, not on a map; --size sets its side");
  Options options;
  options.rows = 5;
  options.columns = 7;
  EXPECT_EQ(refusal("hex", options),
            "Hex is played on a rhombus, with as many rows as columns, not with 5 and 7");
  options.columns = 5;
  EXPECT_EQ(started("hex", options).grid(), (graph::Grid{5, 5}));
}

TEST(HexBoard, H3_CellsTouchAsInTheUsualNotation) {
  const Position position = started("hex", of_size(5));
  EXPECT_EQ(neighbours(position, "a1"), (Names{"a2", "b1"}));
  EXPECT_EQ(neighbours(position, "a2"), (Names{"a1", "a3", "b1", "b2"}));
  EXPECT_EQ(neighbours(position, "c3"), (Names{"b3", "b4", "c2", "c4", "d2", "d3"}));
  EXPECT_EQ(neighbours(position, "a5"), (Names{"a4", "b4", "b5"}));
  EXPECT_EQ(neighbours(position, "e5"), (Names{"d5", "e4"}));
}

TEST(HexBoard, H3_UsesSixDirectionsOfTheEight) {
  const Position position = started("hex", of_size(3));
  const auto& steps = position.graph().steps(Vertex{4});
  EXPECT_EQ(std::vector<std::uint32_t>(steps.begin(), steps.end()),
            (std::vector<std::uint32_t>{1, 9, 5, 8, 7, 9, 3, 0}));
}

TEST(HexBoard, B23_RefusesOptionsOfOtherGames) {
  Options options;
  options.walls = 3;
  EXPECT_EQ(refusal("hex", options), "--walls does not apply to Hex");
  options = {};
  options.line = 3;
  EXPECT_EQ(refusal("hex", options), "--line does not apply to Hex");
  options = {};
  options.start = "middle";
  EXPECT_EQ(refusal("hex", options), "--start does not apply to Hex");
  options = {};
  options.max_plies = 3;
  EXPECT_EQ(refusal("hex", options), "--max-plies does not apply to Hex");
}

TEST(HexBoard, B23_OtherGamesRefuseTheSwapRule) {
  Options options;
  options.swap_rule = true;
  EXPECT_EQ(refusal("amazons", options), "--swap-rule does not apply to Amazons");
  EXPECT_EQ(refusal("quoridor", options), "--swap-rule does not apply to Quoridor");
  EXPECT_EQ(refusal("connect4", options), "--swap-rule does not apply to Connect Four");
}

TEST(HexSetup, IsRefusedWhereTheGraphIsNoRhombus) {
  const std::string sentence = "the board's graph is no rhombus of its side";
  const auto six = graph::Adjacency::kSix;
  EXPECT_EQ(hex_refused({drawn("...\n...\n...\n", six), {3, 3}, true}), "it was accepted");
  EXPECT_EQ(hex_refused({drawn("...\n...\n...\n"), {3, 3}, true}), sentence) << "eight directions";
  EXPECT_EQ(hex_refused({drawn("...\n...\n...\n", graph::Adjacency::kFour), {3, 3}, true}), sentence);
  EXPECT_EQ(hex_refused({drawn("...\n.#.\n...\n", six), {3, 3}, true}), sentence) << "a hole";
  EXPECT_EQ(hex_refused({torus(4, 4), {4, 4}, true}), sentence);
  EXPECT_EQ(hex_refused({drawn("...\n...\n...\n", six), {4, 4}, true}), sentence) << "another side";
}

}  // namespace quiver::tests
