// What can be asked for when a game is started, and what does not go together.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/games/registry.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::tests {

namespace {

const std::string kMap = "1....\n.....\n.....\n.....\n....0\n";

Options with_rows(Options options, std::uint32_t rows) {
  options.rows = rows;
  return options;
}

Options with_columns(Options options, std::uint32_t columns) {
  options.columns = columns;
  return options;
}

}  // namespace

TEST(Games, AreListedByName) {
  EXPECT_EQ(games::game_names(), "amazons, quoridor, connect4, hex");
  EXPECT_EQ(refusal("chess", {}),
            "there is no game called \"chess\"; the games are amazons, quoridor, connect4, hex");
  EXPECT_EQ(refusal("Amazons", {}), "there is no game called \"Amazons\"; did you mean amazons?");
  for (const std::string& game : games::all_game_names()) EXPECT_EQ(started(game).game_name(), game);
}

TEST(SizeOptions, B15_SizeMeansRowsAndColumns) {
  for (const std::string& game : games::all_game_names()) {
    EXPECT_EQ(started(game, of_size(11)).grid(), (graph::Grid{11, 11})) << game;
    EXPECT_EQ(started(game, with_columns(with_rows({}, 11), 11)).grid(), (graph::Grid{11, 11})) << game;
  }
}

TEST(SizeOptions, B15_RowsAndColumnsAreSetOneByOne) {
  EXPECT_EQ(started("connect4", with_rows({}, 9)).grid(), (graph::Grid{9, 7}));
  EXPECT_EQ(started("connect4", with_columns({}, 9)).grid(), (graph::Grid{6, 9}));
  EXPECT_EQ(refusal("amazons", with_rows({}, 9)),
            "the course start needs a square board of side 5 or more; this one has 9 rows and 10 columns");
}

TEST(SizeOptions, B15_DoNotContradictEachOther) {
  for (const std::string& game : games::all_game_names()) {
    EXPECT_EQ(refusal(game, with_rows(of_size(9), 9)), "give --size, or --rows and --cols, not both");
    EXPECT_EQ(refusal(game, with_columns(of_size(9), 9)), "give --size, or --rows and --cols, not both");
  }
}

TEST(SizeOptions, B15_ShapesWithHolesHaveOneSide) {
  Options options = with_rows({}, 9);
  options.shape = "donut";
  EXPECT_EQ(refusal("amazons", options), "a board of shape \"donut\" has one side: give --size");
  options.shape = "square";
  options.columns = 9;
  EXPECT_EQ(started("quoridor", options).grid(), (graph::Grid{9, 9}));
}

TEST(SizeOptions, B22_DoNotGoWithAMap) {
  const std::string sentence =
      "the map settles the size of the board; --size, --rows and --cols do not go with it";
  for (const char* game : {"amazons", "quoridor"}) {
    EXPECT_EQ(started(game, on_map(kMap)).grid(), (graph::Grid{5, 5}));
    Options sized = on_map(kMap);
    sized.size = 5;
    EXPECT_EQ(refusal(game, sized), sentence);
    EXPECT_EQ(refusal(game, with_rows(on_map(kMap), 5)), sentence);
    EXPECT_EQ(refusal(game, with_columns(on_map(kMap), 5)), sentence);
  }
  Options sized = on_map(".....\n.....\n.....\n.....\n.....\n");
  sized.size = 5;
  EXPECT_EQ(refusal("connect4", sized), sentence);
}

TEST(SizeOptions, B14_ShapesSayWhichSidesTheyAllow) {
  Options donut;
  donut.shape = "donut";
  EXPECT_EQ(refusal("amazons", donut),
            "a donut board cannot have side 10; it allows sides that are multiples of 3 from 6 to 1023");
  Options circle;
  circle.shape = "circle";
  EXPECT_EQ(refusal("amazons", circle),
            "there is no shape called \"circle\"; the shapes are square, donut, clover and eight");
}

TEST(OtherOptions, B23_AreRefusedWhereTheGameDoesNotKnowThem) {
  Options walls;
  walls.walls = 3;
  Options line;
  line.line = 4;
  Options max_plies;
  max_plies.max_plies = 10;
  Options start;
  start.start = "course";
  EXPECT_EQ(refusal("amazons", walls), "--walls does not go with Amazons");
  EXPECT_EQ(refusal("amazons", line), "--line does not go with Amazons");
  EXPECT_EQ(refusal("amazons", max_plies), "--max-plies does not go with Amazons");
  EXPECT_EQ(refusal("quoridor", line), "--line does not go with Quoridor");
  EXPECT_EQ(refusal("connect4", walls), "--walls does not go with Connect Four");
  EXPECT_EQ(refusal("connect4", start), "--start does not go with Connect Four");
  EXPECT_EQ(refusal("connect4", max_plies), "--max-plies does not go with Connect Four");
}

}  // namespace quiver::tests
