// How a RaceTable is solved: every move of the two pawns as an edge, walked against its direction.
#pragma once

#include "bots/quoridor/champion/race.hpp"

namespace quiver::bots::quoridor::champion {

template <unsigned kWords>
RaceTable<kWords>::RaceTable(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board)
    : cells_(layout.cells), plies_(2 * std::size_t{layout.cells} * layout.cells), unknown_(plies_.size()) {
  seats_[0] = static_cast<unsigned>(std::countr_zero(board.standing));
  seats_[1] = 7U - static_cast<unsigned>(std::countl_zero(board.standing));
  edges_.reserve(plies_.size() * 4);
  Bitboard<kWords> scratch = board;
  for (const unsigned mover : {0U, 1U}) add_moves(layout, scratch, mover);
  group_by_target();
  solve();
  edges_ = {};
}

// Positions in which a pawn reaches its goal at once start the queue with one ply.
template <unsigned kWords>
void RaceTable<kWords>::add_moves(const BitboardLayout<kWords>& layout, Bitboard<kWords>& board,
                                  unsigned mover) {
  const unsigned seat = seats_[mover];
  const unsigned rival = seats_[1 - mover];
  for (unsigned own = 0; own < cells_; ++own)
    for (unsigned other = 0; other < cells_; ++other) {
      if (own == other) continue;
      const std::uint32_t from = index(mover, own, other);
      board.pawns[seat] = static_cast<Cell>(own);
      board.pawns[rival] = static_cast<Cell>(other);
      const PawnTargets targets = pawn_targets(layout, board, seat);
      unknown_[from] = static_cast<std::uint8_t>(targets.count);
      for (unsigned k = 0; k < targets.count; ++k) {
        const Cell to = targets.cells[k];
        if (layout.goals[seat].has(to)) {
          if (plies_[from] == 0) queue_.push_back(from);
          plies_[from] = 1;
          continue;
        }
        board.pawns[seat] = to;
        const bool passed = pawn_targets(layout, board, rival).count == 0;
        edges_.push_back({from, passed ? index(mover, to, other) : index(1 - mover, other, to), passed});
      }
    }
}

// A counting sort: afterwards the edges into a position are contiguous.
template <unsigned kWords>
void RaceTable<kWords>::group_by_target() {
  begins_.assign(plies_.size() + 1, 0);
  for (const Edge& edge : edges_) ++begins_[edge.to];
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : begins_) sum = begin += sum;
  std::vector<Edge> grouped(edges_.size());
  for (const Edge& edge : edges_) grouped[--begins_[edge.to]] = edge;
  edges_ = std::move(grouped);
}

// Retrograde analysis. A position is won if one move wins, and lost once its last unknown move is refuted;
// the queue is in the order of plies, so the first result is the fastest.
template <unsigned kWords>
void RaceTable<kWords>::solve() {
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const std::uint32_t to = queue_[at];
    const auto next = static_cast<std::int16_t>(std::abs(plies_[to]) + 1);
    for (std::uint32_t k = begins_[to]; k < begins_[to + 1]; ++k) {
      const auto [from, target, same_mover] = edges_[k];
      if (plies_[from] != 0) continue;
      const bool wins = (plies_[to] > 0) == same_mover;
      if (!wins && --unknown_[from] > 0) continue;
      plies_[from] = static_cast<std::int16_t>(wins ? next : -next);
      queue_.push_back(from);
    }
  }
}

template <unsigned kWords>
std::optional<RaceResult> RaceTable<kWords>::result(const Bitboard<kWords>& board) const {
  const unsigned mover = board.to_move == seats_[0] ? 0U : 1U;
  const int plies = plies_[index(mover, board.pawns[seats_[mover]], board.pawns[seats_[1 - mover]])];
  if (plies == 0) return std::nullopt;
  return RaceResult{plies > 0, static_cast<unsigned>(std::abs(plies))};
}

}  // namespace quiver::bots::quoridor::champion
