#include "client_sdk/draw/board_layout.hpp"
#include "client_sdk/draw/game_drawing.hpp"

namespace quiver::draw {

using base::seat;
using base::Vertex;
using games::Amazons;

template <>
std::string GameDrawing<Amazons>::board(const Amazons& game, bool color, const Marks& marks) {
  BoardLayout layout(game.grid(), 1);
  draw_empty_board(layout, game);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.has_arrow(Vertex{v})) layout.cell(Vertex{v}, " x ", Paint::kArrow);
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    for (const Vertex v : game.queens(seat(s))) layout.piece(v, seat(s));
  layout.mark(marks);
  layout.row_numbers();
  layout.column_names(graph::Grid::column_name);
  return layout.render(color);
}

template <>
Marks GameDrawing<Amazons>::marks_of(const Amazons& /*game*/, const games::AmazonsMove& move) {
  Marks marks;
  marks.last = {move.to, move.arrow};
  if (move.arrow != move.from) marks.left = {move.from};
  return marks;
}

template <>
std::string GameDrawing<Amazons>::details(const Amazons& /*game*/, bool /*color*/) {
  return "";
}

}  // namespace quiver::draw
