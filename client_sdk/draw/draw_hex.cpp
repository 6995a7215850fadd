#include <algorithm>

#include "client_sdk/draw/canvas.hpp"
#include "client_sdk/draw/game_drawing.hpp"

namespace quiver::draw {

using base::Seat;
using base::Vertex;
using games::Hex;

namespace {

// A rhombus of characters, every second one a cell. Each row begins half a cell left of the one above it, so
// that a cell touches the two above it that are its neighbours in the graph. Around it run the sides, in the
// colours of the seats that own them and with their numbers in the middle. A board of 25 is 80 wide.
class Rhombus {
 public:
  explicit Rhombus(std::uint32_t side)
      : side_(side), margin_(std::to_string(side).size()), canvas_(side + 3, margin_ + 3 * side + 3) {}

  void cell(Vertex v, char glyph, Paint paint) { canvas_.put(line(v), column(v), {&glyph, 1}, paint); }
  void piece(Vertex v, Seat s) { cell(v, static_cast<char>('0' + s.value()), paint_of(s)); }
  void mark(const Marks& marks);
  void sides();
  void names();
  [[nodiscard]] std::string render(bool color) const { return canvas_.render(color); }

 private:
  // Line 0 is the north side.
  [[nodiscard]] std::size_t line(Vertex v) const { return v.value() / side_ + 1; }
  [[nodiscard]] std::size_t column(Vertex v) const {
    return first_column(line(v)) + std::size_t{2} * (v.value() % side_);
  }
  // Of the cells on a line of the drawing, and of what continues the board above and below.
  [[nodiscard]] std::size_t first_column(std::size_t line) const { return margin_ + 3 + side_ - line; }

  std::uint32_t side_;
  std::size_t margin_;  // as wide as the row numbers
  Canvas canvas_;
};

void Rhombus::mark(const Marks& marks) {
  for (const Vertex v : marks.targets)
    if (canvas_.at(line(v), column(v)) == '.')
      cell(v, '*', Paint::kTarget);
    else
      canvas_.frame(line(v), column(v), "<>", Paint::kTarget);
  for (const Vertex v : marks.left) canvas_.frame(line(v), column(v), "()", Paint::kLast);
  for (const Vertex v : marks.last) canvas_.frame(line(v), column(v), "[]", Paint::kLast);
}

void Rhombus::sides() {
  std::string edge(std::size_t{2} * side_ - 1, '-');
  edge[side_ - 1] = '0';
  for (const std::size_t line : {std::size_t{0}, std::size_t{side_} + 1})
    canvas_.put(line, first_column(line), edge, paint_of(Seat{0}));
  for (std::size_t line = 1; line <= side_; ++line) {
    const char* const slope = line == (side_ + 1) / 2 ? "1" : "/";
    canvas_.put(line, first_column(line) - 2, slope, paint_of(Seat{1}));
    canvas_.put(line, first_column(line) + std::size_t{2} * side_, slope, paint_of(Seat{1}));
  }
}

// The row's number at its left end, the column's letter where its slope leaves the board.
void Rhombus::names() {
  for (std::size_t line = 1; line <= side_; ++line) {
    const std::string number = std::to_string(side_ + 1 - line);
    canvas_.put(line, first_column(line) - 3 - number.size(), number, Paint::kLabel);
  }
  for (std::uint32_t c = 0; c < side_; ++c)
    canvas_.put(side_ + 2, first_column(side_ + 2) + std::size_t{2} * c, graph::Grid::column_name(c),
                Paint::kLabel);
}

}  // namespace

template <>
std::string GameDrawing<Hex>::board(const Hex& game, bool color, const Marks& marks) {
  Rhombus rhombus(game.side());
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto owner = game.stone(Vertex{v}))
      rhombus.piece(Vertex{v}, *owner);
    else
      rhombus.cell(Vertex{v}, '.', Paint::kEmpty);
  rhombus.sides();
  rhombus.mark(marks);
  rhombus.names();
  return rhombus.render(color);
}

template <>
Marks GameDrawing<Hex>::marks_of(const Hex& game, const games::HexMove& move) {
  Marks marks;
  marks.last = {game.landed_on(move).value_or(move.cell)};
  // A swap took a stone from the mirrored cell, unless that is the same one.
  if (const Vertex taken = game.mirrored(marks.last.front()); move.swap && taken != marks.last.front())
    marks.left = {taken};
  return marks;
}

template <>
std::string GameDrawing<Hex>::details(const Hex& game, bool color) {
  return game.can_swap() ? seat_name(game.to_move().value(), color) + " can swap\n" : "";
}

}  // namespace quiver::draw
