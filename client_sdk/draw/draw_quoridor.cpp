#include "client_sdk/draw/board_layout.hpp"
#include "client_sdk/draw/game_drawing.hpp"

namespace quiver::draw {

using base::seat;
using base::Vertex;
using games::Quoridor;

namespace {

// What a wall is made of, lying and upright.
struct Bricks {
  char lying;
  std::string_view upright;
  Paint paint;
};

// Draws nothing for a wall whose four surrounding cells are not all on the board.
void draw_wall(BoardLayout& layout, const Quoridor& game, const games::QuoridorMove& wall,
               const Bricks& bricks) {
  const Vertex anchor = wall.cell;
  const quiver::games::quoridor::Block& block = game.terrain().block(anchor);
  if (!block.whole) return;
  const std::size_t right = layout.glyph(anchor) + 1;
  const std::size_t above = layout.line(anchor) - 1;
  if (wall.kind == games::QuoridorMove::Kind::kHorizontal) {
    const std::size_t left = layout.glyph(anchor) - 1;
    const std::size_t end = layout.glyph(Vertex{block.east}) + 1;
    layout.put(above, left, std::string(end - left, bricks.lying), bricks.paint);
  } else {
    for (const std::size_t line : {layout.line(anchor), above, layout.line(Vertex{block.north})})
      layout.put(line, right, bricks.upright, bricks.paint);
  }
}

}  // namespace

template <>
std::string GameDrawing<Quoridor>::board(const Quoridor& game, bool color, const Marks& marks) {
  BoardLayout layout(game.grid(), 2);
  draw_empty_board(layout, game);
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (game.pawn(seat(s)) != game.graph().off_board()) layout.piece(game.pawn(seat(s)), seat(s));
  layout.mark(marks);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto wall = game.wall_at(Vertex{v}))
      draw_wall(layout, game, {static_cast<games::QuoridorMove::Kind>(*wall), Vertex{v}},
                {'-', "|", Paint::kWall});
  if (marks.last_wall) draw_wall(layout, game, *marks.last_wall, {'=', "!", Paint::kLast});
  if (marks.target_wall) draw_wall(layout, game, *marks.target_wall, {'*', "*", Paint::kTarget});
  layout.row_numbers();
  layout.column_names(graph::Grid::column_name);
  return layout.render(color);
}

template <>
Marks GameDrawing<Quoridor>::marks_of(const Quoridor& /*game*/, const games::QuoridorMove& move) {
  Marks marks;
  if (move.kind == games::QuoridorMove::Kind::kPawn)
    marks.last = {move.cell};
  else
    marks.last_wall = move;
  return marks;
}

template <>
std::string GameDrawing<Quoridor>::details(const Quoridor& game, bool color) {
  std::string out;
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    const unsigned left = game.walls_left(seat(s));
    out += (s == 0 ? "" : ", ") + seat_name(s, color) + " has " + std::to_string(left) +
           (left == 1 ? " wall left" : " walls left");
  }
  return out + "\n";
}

}  // namespace quiver::draw
