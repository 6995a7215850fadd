// Marks on drawings: they show with colours and without.
#include <gtest/gtest.h>

#include "client_sdk/draw/board.hpp"
#include "client_sdk/draw/short_rules.hpp"

namespace quiver::tests {

using base::Vertex;
using draw::Marks;

namespace {

// The position after these moves, drawn with the last of them marked.
std::string drawn(const std::string& game, std::uint32_t size, const std::string& moves, bool color = false) {
  games::Options options;
  (game == "connect4" ? options.rows : options.size) = size;
  if (game == "connect4") options.columns = size;
  auto position = games::Position::start(game, options);
  const auto events = position->parse_list(moves);
  EXPECT_TRUE(games::play(*position, *events));
  return draw::board(*position, color, draw::marks_of(*position, std::get<games::Move>(events->back())));
}

std::string line(const std::string& text, unsigned number) {
  std::size_t begin = 0;
  for (; number > 0; --number) begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

TEST(DrawMarks, AmazonsFromToAndArrow) {
  const std::string text = drawn("amazons", 5, "b5-c4/d3");
  EXPECT_EQ(line(text, 0), "5  . (.) .  0  .");
  EXPECT_EQ(line(text, 1), "4  0  . [0] .  0");
  EXPECT_EQ(line(text, 2), "3  .  .  . [x] .");
}

TEST(DrawMarks, AmazonsArrowWhereTheQueenWas) {
  const std::string text = drawn("amazons", 5, "b5-b3/b5");
  EXPECT_EQ(line(text, 0), "5  . [x] .  0  .");
  EXPECT_EQ(line(text, 2), "3  . [0] .  .  .");
}

TEST(DrawMarks, QuoridorPawnAndWalls) {
  EXPECT_EQ(line(drawn("quoridor", 5, "c2"), 6), "2  .  . [0] .  .");
  EXPECT_EQ(line(drawn("quoridor", 5, "b2h"), 5), "     =====");
  EXPECT_EQ(line(drawn("quoridor", 5, "b2v"), 6), "2  .  .! .  .  .");
  EXPECT_EQ(line(drawn("quoridor", 5, "b2h b3h d4h"), 1), "           =====");
  EXPECT_EQ(line(drawn("quoridor", 5, "b2h d4h"), 5), "     -----") << "an older wall is not marked";
}

TEST(DrawMarks, ConnectFourTheDiscOnTop) {
  const std::string text = drawn("connect4", 4, "2 2");
  EXPECT_EQ(line(text, 2), "2  . [1] .  .");
  EXPECT_EQ(line(text, 3), "1  .  0  .  .");
}

TEST(DrawMarks, HexTheStoneThatWasPut) {
  const std::string text = drawn("hex", 3, "b2 c2");
  EXPECT_EQ(text,
            "       --0--\n"
            "  3 / . . . /\n"
            " 2 1 . 0[1]1\n"
            "1 / . . . /\n"
            "   --0--\n"
            "  a b c\n");
}

TEST(DrawMarks, HexWhereASwapPutAStoneAndTookOne) {
  const std::string text = drawn("hex", 3, "a2 swap");
  EXPECT_EQ(line(text, 2), " 2 1(.). . 1");
  EXPECT_EQ(line(text, 3), "1 / .[1]. /");
  EXPECT_EQ(line(drawn("hex", 3, "b2 swap"), 2), " 2 1 .[1]. 1") << "it stays where it is";
}

TEST(DrawMarks, HexCellsAreTargets) {
  games::Options options;
  options.size = 3;
  auto position = games::Position::start("hex", options);
  ASSERT_TRUE(games::play(*position, *position->parse_list("b2")));
  Marks marks;
  marks.targets = {Vertex{3}, Vertex{4}, Vertex{8}};
  EXPECT_EQ(line(draw::board(*position, false, marks), 2), " 2 1 *<0>. 1");
  EXPECT_EQ(line(draw::board(*position, false, marks), 3), "1 / . . * /");
}

TEST(DrawMarks, TargetsAreStarsOrPiecesInBrackets) {
  const auto position = games::Position::start("connect4", {});
  Marks marks;
  marks.targets = {Vertex{35}, Vertex{41}};
  EXPECT_EQ(line(draw::board(*position, false, marks), 5), "1  *  .  .  .  .  .  *");
  games::Options options;
  options.size = 5;
  const auto amazons = games::Position::start("amazons", options);
  marks.targets = {Vertex{1}, Vertex{2}};
  EXPECT_EQ(line(draw::board(*amazons, false, marks), 0), "5  . <0> *  0  .");
}

TEST(DrawMarks, AWallThatCouldBePlaced) {
  games::Options options;
  options.size = 5;
  const auto position = games::Position::start("quoridor", options);
  Marks marks;
  marks.target_wall = games::QuoridorMove{games::QuoridorMove::Kind::kHorizontal, Vertex{16}};
  EXPECT_EQ(line(draw::board(*position, false, marks), 5), "     *****");
  // One that cannot be there at all is left out.
  marks.target_wall = games::QuoridorMove{games::QuoridorMove::Kind::kHorizontal, Vertex{4}};
  EXPECT_EQ(draw::board(*position, false, marks), draw::board(*position, false));
}

TEST(DrawMarks, APieceKeepsItsColourInItsBrackets) {
  EXPECT_NE(drawn("connect4", 4, "2", true).find("\x1b[1;97;41m[0]\x1b[0m"), std::string::npos);
  EXPECT_NE(drawn("amazons", 5, "b5-b3/c3", true).find("\x1b[1;96m[\x1b[0m\x1b[1;33mx"), std::string::npos);
}

TEST(ShortRules, EveryGameHasThemInShortLines) {
  for (const std::string& game : games::all_game_names()) {
    const std::string text = draw::short_rules(game);
    ASSERT_FALSE(text.empty()) << game;
    EXPECT_EQ(text.back(), '\n');
    EXPECT_NE(draw::title_of(game), game);
    for (unsigned k = 0; !line(text, k).empty(); ++k) EXPECT_LE(line(text, k).size(), 78U) << line(text, k);
  }
  EXPECT_EQ(draw::short_rules("chess"), "");
}

}  // namespace quiver::tests
