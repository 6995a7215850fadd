// Races: who wins when the loser has no wall left, exactly.
//
// For two seats only. Walls or the other pawn can stop a runner; a runner that keeps away from wherever that
// pawn can be by then is stopped by neither, and is never jumped over. won_by_running finds such a run with
// two flood fills; where there is none it does not answer. RaceTable knows the result of every position of
// the two pawns for one set of walls. Plain values, one thread.
#pragma once

#include <optional>
#include <vector>

#include "bots/quoridor/champion/bitboard.hpp"

namespace quiver::bots::quoridor::champion {

// The result for the seat to move, and in how many plies at most it is there.
struct RaceResult {
  bool won = false;
  unsigned plies = 0;
};

// The other one of the two seats that stand, if there are two and both have placed their pawns.
template <unsigned kWords>
std::optional<unsigned> rival_in(const Bitboard<kWords>& board) {
  const unsigned others = board.standing & ~(1U << board.to_move);
  if (std::popcount(others) != 1) return std::nullopt;
  const auto rival = static_cast<unsigned>(std::countr_zero(others));
  if (board.pawns[rival] == kNowhere || board.pawns[board.to_move] == kNowhere) return std::nullopt;
  return rival;
}

// After how many of its own moves `runner` is on its goal, if it can be there in at most `limit` without
// ever being next to where `chaser` may be when that one moves. Who is `late` moves second.
template <unsigned kWords>
std::optional<unsigned> free_run(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                                 unsigned runner, unsigned chaser, bool late, unsigned limit) {
  Bitset<kWords> at = Bitset<kWords>::of(board.pawns[runner]);
  Bitset<kWords> feared = Bitset<kWords>::of(board.pawns[chaser]);
  if (late) {
    feared |= board.open.around(feared, layout.columns);
    at &= ~feared;
  }
  for (unsigned moves = 1; moves <= limit; ++moves) {
    feared |= board.open.around(feared, layout.columns);
    at = board.open.around(at, layout.columns) & ~feared;
    if (!at.any()) return std::nullopt;
    if ((at & layout.goals[runner]).any()) return moves;
  }
  return std::nullopt;
}

// Right wherever it answers; the loser has no walls, the winner may have some and needs none.
template <unsigned kWords>
std::optional<RaceResult> won_by_running(const BitboardLayout<kWords>& layout,
                                         const Bitboard<kWords>& board) {
  const std::optional<unsigned> rival = rival_in(board);
  if (!rival) return std::nullopt;
  const unsigned own = board.to_move;
  const unsigned mine = board.paths[own].length;
  const unsigned theirs = board.paths[*rival].length;
  std::optional<RaceResult> result;
  if (board.walls[*rival] == 0 && mine <= theirs) {
    if (const auto moves = free_run(layout, board, own, *rival, false, theirs))
      result = RaceResult{true, 2 * *moves - 1};
  } else if (board.walls[own] == 0 && theirs < mine) {
    if (const auto moves = free_run(layout, board, *rival, own, true, mine - 1U))
      result = RaceResult{false, 2 * *moves};
  }
  if (result && board.ply + result->plies > layout.max_plies) return std::nullopt;
  return result;
}

// All positions of the pawns of two seats, neither of which has a wall left: solved backwards from the wins.
template <unsigned kWords>
class RaceTable {
 public:
  // For the two seats that stand in `board`. Time and memory grow with the square of the cells: a millisecond
  // or less on 9x9, some twenty on 17x17.
  RaceTable(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board);

  // With best play of both, in how many plies exactly; none: neither can get there. For the same walls.
  [[nodiscard]] std::optional<RaceResult> result(const Bitboard<kWords>& board) const;

 private:
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    bool same_mover;  // the other seat is passed over
  };

  // The seat to move is `mover` of the two, on `own`; the other one is on `other`.
  [[nodiscard]] std::uint32_t index(unsigned mover, unsigned own, unsigned other) const {
    return (mover * cells_ + own) * cells_ + other;
  }
  void add_moves(const BitboardLayout<kWords>& layout, Bitboard<kWords>& board, unsigned mover);
  void group_by_target();
  void solve();

  unsigned cells_;
  std::array<unsigned, 2> seats_{};
  std::vector<std::int16_t> plies_;    // to the end: positive if the mover wins, negative if it loses
  std::vector<std::uint8_t> unknown_;  // moves that are not known to lose
  std::vector<Edge> edges_;            // all moves that do not win at once
  std::vector<std::uint32_t> begins_;  // of the edges that lead to a position
  std::vector<std::uint32_t> queue_;   // positions that are settled, the nearest to the end first
};

}  // namespace quiver::bots::quoridor::champion

#include "bots/quoridor/champion/race_impl.hpp"
