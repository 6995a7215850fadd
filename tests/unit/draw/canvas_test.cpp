#include "client_sdk/draw/canvas.hpp"

#include <gtest/gtest.h>

#include "client_sdk/draw/board.hpp"

namespace quiver::tests {

using draw::Canvas;
using draw::Paint;

TEST(Canvas, LinesHaveNoSpacesAtTheirEnds) {
  Canvas canvas(2, 10);
  canvas.put(0, 2, "ab", Paint::kLabel);
  EXPECT_EQ(canvas.render(false), "  ab\n\n");
}

TEST(Canvas, WhatStandsOutsideIsCutOff) {
  Canvas canvas(1, 4);
  canvas.put(0, 2, "abcd", Paint::kPlain);
  canvas.put(0, 9, "x", Paint::kPlain);
  canvas.put(5, 0, "x", Paint::kPlain);
  EXPECT_EQ(canvas.render(false), "  ab\n");
}

TEST(Canvas, OneColourIsSaidOnceForNeighbours) {
  Canvas canvas(1, 4);
  canvas.put(0, 0, "a", Paint::kLabel);
  canvas.put(0, 1, "b", Paint::kLabel);
  EXPECT_EQ(canvas.render(true), "\x1b[36mab\x1b[0m\n");
}

TEST(DrawBoard, WideColumnNamesKeepTheirColumns) {
  games::Options options;
  options.size = 30;
  const auto position = games::Position::start("amazons", options);
  const std::string text = draw::board(*position, false);
  const std::string names = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_NE(names.find("  y  z aa ab ac ad\n"), std::string::npos) << names;
}

TEST(DrawBoard, StatusTellsADraw) {
  games::Options options;
  options.max_plies = 1;
  auto position = games::Position::start("quoridor", options);
  ASSERT_TRUE(games::play(*position, *position->parse_list("e2")));
  EXPECT_EQ(draw::status(*position, false),
            "the game is drawn, ply 1\nseat 0 has 10 walls left, seat 1 has 10 walls left\n");
}

}  // namespace quiver::tests
