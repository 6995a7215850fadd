#include "client_sdk/games/hex/hex.hpp"

namespace quiver::games {

using hex::Chains;

Hex::Hex(const Setup& setup)
    : graph_(setup.graph),
      grid_(setup.grid),
      empty_(hex::CellSet::first(graph_->num_vertices())),
      turn_(2),
      swap_rule_(setup.swap_rule),
      pieces_hash_(graph_->digest() ^ key(Key::kGame, 0, 4)) {}

std::optional<Seat> Hex::stone(Vertex v) const {
  if (stones_[0].contains(v)) return Seat{0};
  return stones_[1].contains(v) ? std::optional(Seat{1}) : std::nullopt;
}

// Seat 0 joins the first and the last row, seat 1 the first and the last column.
Chains::Sides Hex::sides_at(Seat s, Vertex v) const {
  const std::uint32_t along = s.value() == 0 ? v.value() / side() : v.value() % side();
  return static_cast<Chains::Sides>((along == 0 ? 1U : 0U) | (along + 1 == side() ? 2U : 0U));
}

void Hex::flip(Seat s, Vertex v) { pieces_hash_ ^= key(Key::kStone, s.value(), v.value()); }

Chains::Link Hex::put(Seat s, Vertex v) {
  std::array<Chains::Cell, graph::kDirections> own;
  std::size_t count = 0;
  for (const std::uint32_t neighbour : graph_->steps(v))
    if (stones_[s.value()].contains(Vertex{neighbour})) own[count++] = static_cast<Chains::Cell>(neighbour);
  empty_.erase(v);
  stones_[s.value()].insert(v);
  flip(s, v);
  return chains_.add(static_cast<Chains::Cell>(v.value()), sides_at(s, v), std::span(own).first(count));
}

void Hex::lift(Seat s, Vertex v, const Chains::Link& link) {
  chains_.remove(link);
  flip(s, v);
  stones_[s.value()].erase(v);
  empty_.insert(v);
}

Hex::Undo Hex::apply(const Move& move) {
  Undo undo{move, turn_, {}};
  const Seat mover = to_move();
  if (move.swap) {
    // The only stone on the board: no chain holds it.
    lift(turn_.next_after(mover), first_, {static_cast<Chains::Cell>(first_.value())});
    first_ = mirrored(first_);
  } else if (ply_ == 0) {
    first_ = move.cell;
  }
  const Vertex cell = move.swap ? first_ : move.cell;
  undo.link = put(mover, cell);
  ++ply_;
  if (chains_.sides(static_cast<Chains::Cell>(cell.value())) == Chains::kBothSides)
    turn_.win(mover);
  else
    turn_.pass_to(turn_.next_after(mover));
  return undo;
}

Hex::Undo Hex::eliminate(Seat s) {
  const Undo undo{std::nullopt, turn_, {}};
  turn_.eliminate(s);
  return undo;
}

// Undoing a swap puts the first stone back. Its chain is a single stone, so the link that put() returns is
// the one the first move's Undo already holds.
void Hex::undo(const Undo& undo) {
  turn_ = undo.turn;
  if (!undo.move) return;
  --ply_;
  const Seat mover = to_move();
  lift(mover, undo.move->swap ? first_ : undo.move->cell, undo.link);
  if (!undo.move->swap) return;
  first_ = mirrored(first_);
  put(turn_.next_after(mover), first_);
}

std::uint64_t Hex::count_legal_moves() const {
  return turn_.over() ? 0 : empty_.size() + (can_swap() ? 1U : 0U);
}

bool operator==(const Hex& a, const Hex& b) {
  return a.pieces_hash_ == b.pieces_hash_ && a.turn_ == b.turn_ && a.stones_ == b.stones_ &&
         a.swap_rule_ == b.swap_rule_ && a.grid_ == b.grid_ &&
         (a.graph_ == b.graph_ || *a.graph_ == *b.graph_);
}

}  // namespace quiver::games
