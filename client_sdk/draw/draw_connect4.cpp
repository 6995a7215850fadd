#include "client_sdk/draw/board_layout.hpp"
#include "client_sdk/draw/game_drawing.hpp"

namespace quiver::draw {

using base::Vertex;
using games::ConnectFour;

template <>
std::string GameDrawing<ConnectFour>::board(const ConnectFour& game, bool color, const Marks& marks) {
  BoardLayout layout(game.grid(), 1);
  draw_empty_board(layout, game);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto owner = game.disc(Vertex{v})) layout.piece(Vertex{v}, *owner);
  layout.mark(marks);
  layout.row_numbers();
  layout.column_names([](std::uint32_t c) { return std::to_string(c + 1); });
  return layout.render(color);
}

template <>
Marks GameDrawing<ConnectFour>::marks_of(const ConnectFour& game, const games::ConnectFourMove& move) {
  Marks marks;
  marks.last = {*game.landed_on(move)};
  return marks;
}

template <>
std::string GameDrawing<ConnectFour>::details(const ConnectFour& /*game*/, bool /*color*/) {
  return "";
}

}  // namespace quiver::draw
