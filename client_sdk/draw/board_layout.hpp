// Where things are on a drawing of a board in rows and columns: row numbers at the left, the cells, column
// names below. For the drawings of the games (game_drawing.hpp). One thread.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "client_sdk/draw/board.hpp"
#include "client_sdk/draw/canvas.hpp"

namespace quiver::draw {

class BoardLayout {
 public:
  // `lines_a_row` is 2 where walls lie between the rows, else 1.
  BoardLayout(const graph::Grid& grid, std::size_t lines_a_row)
      : grid_(grid),
        lines_a_row_(lines_a_row),
        margin_(std::to_string(grid.rows).size() + 1),
        cell_(std::max<std::size_t>(3, graph::Grid::column_name(grid.columns - 1).size() + 1)),
        canvas_(grid.rows * lines_a_row + 1, margin_ + grid.columns * cell_) {}

  [[nodiscard]] std::size_t line(base::Vertex v) const { return (v.value() / grid_.columns) * lines_a_row_; }
  // The column of a cell's glyph; the one after it is where an upright wall stands.
  [[nodiscard]] std::size_t glyph(base::Vertex v) const {
    return margin_ + (v.value() % grid_.columns) * cell_ + cell_ - 2;
  }

  // Three characters, the middle one on the glyph's column.
  void cell(base::Vertex v, std::string_view text, Paint paint) {
    canvas_.put(line(v), glyph(v) - 1, text, paint);
  }
  void piece(base::Vertex v, base::Seat s) { cell(v, " " + std::to_string(s.value()) + " ", paint_of(s)); }
  // After all pieces are drawn: what a target looks like depends on whether its cell is empty.
  void mark(const Marks& marks) {
    for (const base::Vertex v : marks.left) canvas_.frame(line(v), glyph(v), "()", Paint::kLast);
    for (const base::Vertex v : marks.last) canvas_.frame(line(v), glyph(v), "[]", Paint::kLast);
    for (const base::Vertex v : marks.targets) {
      if (canvas_.at(line(v), glyph(v)) == '.')
        cell(v, " * ", Paint::kTarget);
      else
        canvas_.frame(line(v), glyph(v), "<>", Paint::kTarget);
    }
  }
  void put(std::size_t row, std::size_t column, std::string_view text, Paint paint) {
    canvas_.put(row, column, text, paint);
  }
  void row_numbers() {
    for (std::uint32_t r = 0; r < grid_.rows; ++r) {
      const std::string number = std::to_string(grid_.rows - r);
      canvas_.put(r * lines_a_row_, margin_ - 1 - number.size(), number, Paint::kLabel);
    }
  }
  // `name(c)` is the label of column c, counted from 0.
  template <class Name>
  void column_names(const Name& name) {
    for (std::uint32_t c = 0; c < grid_.columns; ++c) {
      const std::string text = name(c);
      canvas_.put(grid_.rows * lines_a_row_, glyph(base::Vertex{c}) + 1 - text.size(), text, Paint::kLabel);
    }
  }
  [[nodiscard]] std::string render(bool color) const { return canvas_.render(color); }

 private:
  graph::Grid grid_;
  std::size_t lines_a_row_;
  std::size_t margin_;
  std::size_t cell_;
  Canvas canvas_;
};

// Empty cells and holes.
template <class Game>
void draw_empty_board(BoardLayout& layout, const Game& game) {
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
    const bool hole = game.graph().isolated(base::Vertex{v});
    layout.cell(base::Vertex{v}, hole ? " # " : " . ", hole ? Paint::kHole : Paint::kEmpty);
  }
}

}  // namespace quiver::draw
