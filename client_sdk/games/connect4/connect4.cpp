#include "client_sdk/games/connect4/connect4.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"

namespace quiver::games {

using base::bad_input;
using base::Error;
using base::Result;
using graph::Direction;

// The graph may come from the network. A column is a cell without a northern neighbour and what lies south of
// it.
Result<ConnectFour> ConnectFour::create(const Setup& setup) {
  const graph::Graph& graph = *setup.graph;
  if (std::uint64_t{setup.grid.rows} * setup.grid.columns != graph.num_vertices())
    return bad_input("the board's sides do not fit its graph");
  const auto [least, most] = std::minmax(setup.grid.rows, setup.grid.columns);
  if (least < 4 || most > kMaxSide)
    return bad_input("Connect Four has from 4 to 15 rows and columns, not " +
                     std::to_string(setup.grid.rows) + " by " + std::to_string(setup.grid.columns));
  if (setup.line < 3 || setup.line > most)
    return bad_input("a line has from 3 to " + std::to_string(most) + " discs on this board, not " +
                     std::to_string(setup.line));
  std::uint32_t columns = 0;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    if (graph.isolated(base::Vertex{v})) return bad_input("Connect Four is played on a board without holes");
    columns += graph.step(base::Vertex{v}, Direction::kNorth) == graph.off_board() ? 1U : 0U;
  }
  if (columns != setup.grid.columns)
    return bad_input("the columns of the board's graph are not those of its sides");
  return ConnectFour(setup, columns);
}

Result<ConnectFour> ConnectFour::start(const Options& options) {
  if (auto known = allow_only(options, "Connect Four", {"--line"}); !known) return known.error();
  if (options.seats.value_or(2) != 2) return bad_input("Connect Four is played by 2 seats");
  if (options.shape && *options.shape != "square")
    return bad_input("Connect Four is played on rectangular boards, not on " + base::quoted(*options.shape));
  auto sides = chosen_sides(options, {6, 7});
  if (!sides) return sides.error();
  auto layout =
      options.map ? Result<graph::Layout>(*options.map) : graph::rectangle(sides->rows, sides->columns);
  if (!layout) return layout.error();
  if (layout->seats() != 0)
    return bad_input("Connect Four starts on an empty board; the map has start digits");
  auto graph = graph::build_graph(*layout, graph::Adjacency::kEight);
  if (!graph) return graph.error();
  return create({*graph, {layout->rows, layout->columns}, options.line.value_or(4)});
}

ConnectFour::ConnectFour(const Setup& setup, std::uint32_t columns)
    : graph_(setup.graph),
      grid_(setup.grid),
      columns_(columns),
      line_(setup.line),
      turn_(2),
      pieces_hash_(graph_->digest() ^ key(Key::kGame, 0, 3)) {
  next_.fill(graph_->off_board());
  tops_ = next_;
  std::uint32_t column = 0;
  for (std::uint32_t v = 0; v < graph_->num_vertices(); ++v) {
    if (graph_->step(Vertex{v}, Direction::kNorth) != graph_->off_board()) continue;
    Vertex bottom{v};
    for (Vertex w = bottom; w != graph_->off_board(); w = graph_->step(w, Direction::kSouth)) bottom = w;
    tops_[column] = Vertex{v};
    next_[column++] = bottom;
  }
}

std::optional<Seat> ConnectFour::disc(Vertex v) const {
  if (cells_[v.value()] == kEmpty) return std::nullopt;
  return base::seat(cells_[v.value()] - 1);
}

Verdict ConnectFour::check(const Move& move) const {
  if (turn_.over()) return RuleBroken{Rule::kGameOver, "the game is over"};
  const std::string number = std::to_string(move.column + 1U);  // the one before the first is 0
  if (move.column >= columns_)
    return RuleBroken{Rule::kNoSuchCell,
                      "there is no column " + number + "; columns go from 1 to " + std::to_string(columns_)};
  if (next_[move.column] == graph_->off_board())
    return RuleBroken{Rule::kColumnFull, "column " + number + " is full"};
  return {};
}

ConnectFour::Undo ConnectFour::apply(const Move& move) {
  const Undo undo{move, turn_};
  const Seat mover = to_move();
  const Vertex cell = next_[move.column];
  cells_[cell.value()] = static_cast<std::uint8_t>(mover.value() + 1);
  pieces_hash_ ^= key(Key::kDisc, mover.value(), cell.value());
  next_[move.column] = graph_->step(cell, Direction::kNorth);
  full_ += next_[move.column] == graph_->off_board() ? 1U : 0U;
  ++ply_;
  if (completes_line(cell))
    turn_.win(mover);
  else if (full_ == columns_)
    turn_.draw();
  else
    turn_.pass_to(turn_.next_after(mover));
  return undo;
}

ConnectFour::Undo ConnectFour::eliminate(Seat s) {
  const Undo undo{std::nullopt, turn_};
  turn_.eliminate(s);
  return undo;
}

// `next` is off the board once a column is full, so `tops_` says where its last disc lies.
void ConnectFour::undo(const Undo& undo) {
  turn_ = undo.turn;
  if (!undo.move) return;
  --ply_;
  Vertex& next = next_[undo.move->column];
  const bool was_full = next == graph_->off_board();
  const Vertex cell = was_full ? tops_[undo.move->column] : graph_->step(next, Direction::kSouth);
  full_ -= was_full ? 1U : 0U;
  pieces_hash_ ^= key(Key::kDisc, to_move().value(), cell.value());
  cells_[cell.value()] = kEmpty;
  next = cell;
}

bool ConnectFour::completes_line(Vertex v) const {
  for (const Direction d :
       {Direction::kNorth, Direction::kNorthEast, Direction::kEast, Direction::kSouthEast})
    if (line_through(v, d) >= line_) return true;
  return false;
}

std::uint32_t ConnectFour::line_through(Vertex v, Direction d) const {
  const std::uint8_t owner = cells_[v.value()];
  std::uint32_t length = 1;
  Vertex w = graph_->step(v, d);
  for (; w != v && cells_[w.value()] == owner; w = graph_->step(w, d)) ++length;
  if (w == v) return length;  // a ring: every disc is counted already
  const Direction back = graph::opposite(d);
  for (w = graph_->step(v, back); cells_[w.value()] == owner; w = graph_->step(w, back)) ++length;
  return length;
}

// Constant time: `full_` is kept up to date by apply and undo.
std::uint64_t ConnectFour::count_legal_moves() const { return turn_.over() ? 0 : columns_ - full_; }

Result<ConnectFourMove> ConnectFour::parse(std::string_view text) const {
  auto number = base::parse_number(text);
  if (!number)
    return bad_input(base::quoted(text) + " is not a Connect Four move; write the number of a column");
  if (*number == 0 || *number > columns_)
    return Error{Error::Code::kNoSuchCell, "there is no column " + std::to_string(*number) +
                                               "; columns go from 1 to " + std::to_string(columns_)};
  return Move{*number - 1};
}

// The hash decides most comparisons; the rest guards against collisions.
bool operator==(const ConnectFour& a, const ConnectFour& b) {
  return a.pieces_hash_ == b.pieces_hash_ && a.turn_ == b.turn_ && a.cells_ == b.cells_ &&
         a.line_ == b.line_ && a.grid_ == b.grid_ && (a.graph_ == b.graph_ || *a.graph_ == *b.graph_);
}

}  // namespace quiver::games
