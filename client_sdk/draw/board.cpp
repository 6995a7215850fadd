#include "client_sdk/draw/board.hpp"

#include <algorithm>
#include <optional>

#include "client_sdk/draw/canvas.hpp"

namespace quiver::draw {

using base::seat;
using base::Seat;
using base::Vertex;
using games::Amazons;
using games::ConnectFour;
using games::Quoridor;
using graph::Direction;
using graph::Grid;

namespace {

// Where things are on the canvas: row numbers at the left, the cells, names of columns below.
class Sheet {
 public:
  Sheet(const Grid& grid, std::size_t lines_a_row)
      : grid_(grid),
        lines_a_row_(lines_a_row),
        margin_(std::to_string(grid.rows).size() + 1),
        cell_(std::max<std::size_t>(3, Grid::column_name(grid.columns - 1).size() + 1)),
        canvas_(grid.rows * lines_a_row + 1, margin_ + grid.columns * cell_) {}

  [[nodiscard]] std::size_t line(Vertex v) const { return (v.value() / grid_.columns) * lines_a_row_; }
  // The column of a cell's glyph; the one after it is where an upright wall stands.
  [[nodiscard]] std::size_t glyph(Vertex v) const {
    return margin_ + (v.value() % grid_.columns) * cell_ + cell_ - 2;
  }

  // Three characters, the middle one on the glyph's column.
  void cell(Vertex v, std::string_view text, Paint paint) { canvas_.put(line(v), glyph(v) - 1, text, paint); }
  void piece(Vertex v, Seat s) { cell(v, " " + std::to_string(s.value()) + " ", paint_of(s)); }
  void mark(const Marks& marks) {
    for (const Vertex v : marks.left) canvas_.frame(line(v), glyph(v), "()", Paint::kLast);
    for (const Vertex v : marks.last) canvas_.frame(line(v), glyph(v), "[]", Paint::kLast);
    for (const Vertex v : marks.targets) {
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
  template <class Name>
  void column_names(const Name& name) {
    for (std::uint32_t c = 0; c < grid_.columns; ++c) {
      const std::string text = name(c);
      canvas_.put(grid_.rows * lines_a_row_, glyph(Vertex{c}) + 1 - text.size(), text, Paint::kLabel);
    }
  }
  [[nodiscard]] std::string render(bool color) const { return canvas_.render(color); }

 private:
  Grid grid_;
  std::size_t lines_a_row_;
  std::size_t margin_;
  std::size_t cell_;
  Canvas canvas_;
};

template <class Game>
void draw_ground(Sheet& sheet, const Game& game) {
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v) {
    const bool hole = game.graph().isolated(Vertex{v});
    sheet.cell(Vertex{v}, hole ? " # " : " . ", hole ? Paint::kHole : Paint::kEmpty);
  }
}

std::string draw(const Amazons& game, bool color, const Marks& marks) {
  Sheet sheet(game.grid(), 1);
  draw_ground(sheet, game);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (game.has_arrow(Vertex{v})) sheet.cell(Vertex{v}, " x ", Paint::kArrow);
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    for (const Vertex v : game.queens(seat(s))) sheet.piece(v, seat(s));
  sheet.mark(marks);
  sheet.row_numbers();
  sheet.column_names(Grid::column_name);
  return sheet.render(color);
}

// What a wall is made of, lying and upright.
struct Bricks {
  char lying;
  std::string_view upright;
  Paint paint;
};

void draw_wall(Sheet& sheet, const Quoridor& game, const games::QuoridorMove& wall, const Bricks& bricks) {
  const Vertex anchor = wall.cell;
  const quiver::games::quoridor::Block& block = game.terrain().block(anchor);
  if (!block.whole) return;
  const std::size_t right = sheet.glyph(anchor) + 1;
  const std::size_t above = sheet.line(anchor) - 1;
  if (wall.kind == games::QuoridorMove::Kind::kHorizontal) {
    const std::size_t left = sheet.glyph(anchor) - 1;
    const std::size_t end = sheet.glyph(Vertex{block.east}) + 1;
    sheet.put(above, left, std::string(end - left, bricks.lying), bricks.paint);
  } else {
    for (const std::size_t line : {sheet.line(anchor), above, sheet.line(Vertex{block.north})})
      sheet.put(line, right, bricks.upright, bricks.paint);
  }
}

std::string draw(const Quoridor& game, bool color, const Marks& marks) {
  Sheet sheet(game.grid(), 2);
  draw_ground(sheet, game);
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (game.pawn(seat(s)) != game.graph().off_board()) sheet.piece(game.pawn(seat(s)), seat(s));
  sheet.mark(marks);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto wall = game.wall_at(Vertex{v}))
      draw_wall(sheet, game, {static_cast<games::QuoridorMove::Kind>(*wall), Vertex{v}},
                {'-', "|", Paint::kWall});
  if (marks.last_wall) draw_wall(sheet, game, *marks.last_wall, {'=', "!", Paint::kLast});
  if (marks.target_wall) draw_wall(sheet, game, *marks.target_wall, {'*', "*", Paint::kTarget});
  sheet.row_numbers();
  sheet.column_names(Grid::column_name);
  return sheet.render(color);
}

std::string draw(const ConnectFour& game, bool color, const Marks& marks) {
  Sheet sheet(game.grid(), 1);
  draw_ground(sheet, game);
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    if (const auto owner = game.disc(Vertex{v})) sheet.piece(Vertex{v}, *owner);
  sheet.mark(marks);
  sheet.row_numbers();
  sheet.column_names([](std::uint32_t c) { return std::to_string(c + 1); });
  return sheet.render(color);
}

Marks marks_in(const Amazons&, const games::AmazonsMove& move) {
  Marks marks;
  marks.last = {move.to, move.arrow};
  if (move.arrow != move.from) marks.left = {move.from};
  return marks;
}

Marks marks_in(const Quoridor&, const games::QuoridorMove& move) {
  Marks marks;
  if (move.kind == games::QuoridorMove::Kind::kPawn)
    marks.last = {move.cell};
  else
    marks.last_wall = move;
  return marks;
}

// The disc that fell last lies on top.
Marks marks_in(const ConnectFour& game, const games::ConnectFourMove& move) {
  Marks marks;
  for (std::uint32_t r = 0; r < game.grid().rows && marks.last.empty(); ++r) {
    const Vertex v{r * game.grid().columns + move.column};
    if (game.disc(v)) marks.last = {v};
  }
  return marks;
}

std::string seat_name(unsigned s, bool color) {
  return painted("seat " + std::to_string(s), paint_of(seat(s)), color);
}

std::string walls_left(const Quoridor& game, bool color) {
  std::string out;
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    const unsigned left = game.walls_left(seat(s));
    out += (s == 0 ? "" : ", ") + seat_name(s, color) + " has " + std::to_string(left) +
           (left == 1 ? " wall left" : " walls left");
  }
  return out + "\n";
}

}  // namespace

std::string status(const games::Position& position, bool color) {
  const games::Turn& turn = position.turn();
  const games::Outcome outcome = position.outcome();
  const std::string plies = std::to_string(position.ply());
  std::string out;
  if (!outcome.over)
    out = seat_name(turn.to_move().value(), color) + " to move, ply " + plies;
  else if (outcome.winner)
    out = seat_name(outcome.winner->value(), color) + " has won, ply " + plies;
  else
    out = "the game is drawn, ply " + plies;
  for (unsigned s = 0; s < turn.seats(); ++s)
    if (!turn.stands(seat(s))) out += ", " + seat_name(s, color) + " is out";
  out += '\n';
  if (const auto* quoridor = position.as<Quoridor>()) out += walls_left(*quoridor, color);
  return out;
}

Marks marks_of(const games::Position& after, const games::Move& move) {
  return after.visit([&](const auto& game) {
    return marks_in(game, std::get<typename std::decay_t<decltype(game)>::Move>(move));
  });
}

std::string board(const games::Position& position, bool color, const Marks& marks) {
  return position.visit([&](const auto& game) { return draw(game, color, marks); });
}

}  // namespace quiver::draw
