// Races: who wins when the loser has no wall left to place, exactly.
//
// Between two seats only. A seat that runs for its goal is stopped by walls or by the other's pawn; one
// that keeps away from wherever that pawn can be by then is stopped by neither, and the other can never jump
// over it. won_by_running finds such a run by two floods; where there is none it says nothing. RaceTable
// knows the result of every position of the two pawns for one set of walls. Plain values, one thread.
#pragma once

#include <optional>
#include <vector>

#include "bots/quoridor/champion/node.hpp"

namespace quiver::bots::quoridor::champion {

// The result for the seat to move, and in how many plies at most it is there.
struct RaceResult {
  bool won = false;
  unsigned plies = 0;
};

// The other one of the two seats that stand, if there are two and both have placed their pawns.
template <unsigned kWords>
std::optional<unsigned> rival_in(const Node<kWords>& node) {
  const unsigned others = node.standing & ~(1U << node.to_move);
  if (std::popcount(others) != 1) return std::nullopt;
  const auto rival = static_cast<unsigned>(std::countr_zero(others));
  if (node.pawns[rival] == kNowhere || node.pawns[node.to_move] == kNowhere) return std::nullopt;
  return rival;
}

// After how many of its own moves `runner` is on its goal, if it can be there in at most `limit` without
// ever being next to where `chaser` may be when that one moves. Who is `late` moves second.
template <unsigned kWords>
std::optional<unsigned> free_run(const Ground<kWords>& ground, const Node<kWords>& node, unsigned runner,
                                 unsigned chaser, bool late, unsigned limit) {
  Bits<kWords> at = Bits<kWords>::of(node.pawns[runner]);
  Bits<kWords> feared = Bits<kWords>::of(node.pawns[chaser]);
  if (late) {
    feared |= node.open.around(feared, ground.columns);
    at &= ~feared;
  }
  for (unsigned moves = 1; moves <= limit; ++moves) {
    feared |= node.open.around(feared, ground.columns);
    at = node.open.around(at, ground.columns) & ~feared;
    if (!at.any()) return std::nullopt;
    if ((at & ground.goals[runner]).any()) return moves;
  }
  return std::nullopt;
}

// Right wherever it answers; the loser has no walls, the winner may have some and needs none.
template <unsigned kWords>
std::optional<RaceResult> won_by_running(const Ground<kWords>& ground, const Node<kWords>& node) {
  const std::optional<unsigned> rival = rival_in(node);
  if (!rival) return std::nullopt;
  const unsigned own = node.to_move;
  const unsigned mine = node.ways[own].length;
  const unsigned theirs = node.ways[*rival].length;
  std::optional<RaceResult> result;
  if (node.walls[*rival] == 0 && mine <= theirs) {
    if (const auto moves = free_run(ground, node, own, *rival, false, theirs))
      result = RaceResult{true, 2 * *moves - 1};
  } else if (node.walls[own] == 0 && theirs < mine) {
    if (const auto moves = free_run(ground, node, *rival, own, true, mine - 1U))
      result = RaceResult{false, 2 * *moves};
  }
  if (result && node.ply + result->plies > ground.max_plies) return std::nullopt;
  return result;
}

// All positions of the pawns of two seats, neither of which has a wall left: solved backwards from the wins.
template <unsigned kWords>
class RaceTable {
 public:
  // The two seats that stand in `node`. Takes time and memory by the square of the cells: a millisecond or
  // less on 9x9, some twenty on 17x17.
  RaceTable(const Ground<kWords>& ground, const Node<kWords>& node);

  // With best play of both, in how many plies exactly; none: neither can get there. For the same walls.
  [[nodiscard]] std::optional<RaceResult> result(const Node<kWords>& node) const;

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
  void add_moves(const Ground<kWords>& ground, Node<kWords>& node, unsigned mover);
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
