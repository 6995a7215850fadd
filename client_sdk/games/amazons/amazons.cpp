#include "client_sdk/games/amazons/amazons.hpp"

#include <utility>

namespace quiver::games {

using base::bad_input;
using base::Result;

Result<Amazons> Amazons::create(const Setup& setup) {
  const std::size_t seats = setup.queens.size();
  if (seats < 2 || seats > kMaxSeats) return bad_input("Amazons is played by 2 to 4 seats");
  if (std::uint64_t{setup.grid.rows} * setup.grid.columns != setup.graph->num_vertices())
    return bad_input("the board's sides do not fit its graph");
  std::vector<Vertex> all;
  for (const auto& queens : setup.queens) {
    if (queens.empty()) return bad_input("a seat has no queens");
    all.insert(all.end(), queens.begin(), queens.end());
  }
  std::sort(all.begin(), all.end());
  if (!setup.graph->contains(all.back())) return bad_input("a queen stands off the board");
  if (std::adjacent_find(all.begin(), all.end()) != all.end()) return bad_input("two queens share a cell");
  return Amazons(setup, static_cast<unsigned>(seats));
}

namespace {

// A table in place of mix64() for each arrow: for_each_child reads one key a move.
std::shared_ptr<const std::vector<std::uint64_t>> make_arrow_keys(std::uint32_t vertices) {
  auto keys = std::make_shared<std::vector<std::uint64_t>>(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) (*keys)[v] = key(Key::kArrow, 0, v);
  return keys;
}

}  // namespace

Amazons::Amazons(const Setup& setup, unsigned seats)
    : graph_(setup.graph),
      grid_(setup.grid),
      cells_(std::size_t{setup.graph->num_vertices()} + 1, kEmpty),
      turn_(seats),
      arrow_keys_(make_arrow_keys(graph_->num_vertices())),
      pieces_hash_(graph_->digest() ^ key(Key::kGame, 0, 1)) {
  cells_.back() = kOff;
  if (graph::lies_on_grid(*graph_, grid_.rows, grid_.columns)) lines_ = graph::Lines::of(*graph_);
  for (unsigned s = 0; s < kMaxSeats; ++s) {
    first_[s] = static_cast<std::uint32_t>(queens_.size());
    if (s >= seats) continue;
    for (const Vertex v : setup.queens[s]) {
      queens_.push_back(v);
      cells_[v.value()] = static_cast<std::uint8_t>(kQueen + s);
      pieces_hash_ ^= key(Key::kQueen, s, v.value());
    }
  }
  first_[kMaxSeats] = static_cast<std::uint32_t>(queens_.size());
  // Seat 0's turn has come; if it cannot move it is out before it began.
  turn_.pass_to(base::seat(seats - 1));
  hand_on();
}

// A queen that can step to a neighbour can shoot back at the cell she left, so a seat that has an
// escape has a move.
void Amazons::hand_on() {
  Seat next = turn_.next_after(turn_.to_move());
  while (!turn_.over() && blocked(next)) {
    turn_.eliminate(next);
    next = turn_.next_after(next);
  }
  turn_.pass_to(next);
}

Amazons::Undo Amazons::apply(const Move& move) {
  const Undo undo{move, turn_};
  move_queen(to_move(), slot_of(to_move(), move.from), move.to);
  cells_[move.arrow.value()] = kArrow;
  pieces_hash_ ^= (*arrow_keys_)[move.arrow.value()];
  ++ply_;
  hand_on();
  return undo;
}

Amazons::Undo Amazons::eliminate(Seat s) {
  const Undo undo{{}, turn_};
  const bool was_to_move = s == to_move();
  turn_.eliminate(s);
  if (was_to_move && !turn_.over()) hand_on();
  return undo;
}

// `to_move()` is the mover again once the turn is restored, which the last line relies on.
void Amazons::undo(const Undo& undo) {
  turn_ = undo.turn;
  const Move& move = undo.move;
  if (move.from == move.to) return;
  --ply_;
  pieces_hash_ ^= (*arrow_keys_)[move.arrow.value()];
  cells_[move.arrow.value()] = kEmpty;
  move_queen(to_move(), slot_of(to_move(), move.to), move.from);
}

bool operator==(const Amazons& a, const Amazons& b) {
  return a.pieces_hash_ == b.pieces_hash_ && a.turn_ == b.turn_ && a.grid_ == b.grid_ &&
         a.cells_ == b.cells_ && (a.graph_ == b.graph_ || *a.graph_ == *b.graph_);
}

}  // namespace quiver::games
