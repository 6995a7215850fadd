// Which moves of a position the champion searches.
//
// All pawn moves. Of the walls, those that cut a shortest path of an opponent; with some depth left also
// those that touch a pawn's cell or another wall, because only such a wall can be part of a trap; and all of
// them where few are left, or at the root unless there are very many. One thread.
#pragma once

#include <vector>

#include "bots/quoridor/champion/bitboard.hpp"
#include "bots/quoridor/champion/transposition_table.hpp"

namespace quiver::bots::quoridor::champion {

struct Candidate {
  PackedMove move = kNoMove;
  bool quiet = false;  // a wall that lengthens no path
  Score order = 0;
};

// So many places for walls are no more than are chosen on an empty board anyway.
inline constexpr int kFewSlots = 24;

// More places than that, as on boards above 13 x 13, are too many to try each of them even at the root.
inline constexpr int kTooManySlots = 300;

// What is tried, from the fewest walls to all of them; the header says when.
enum class WallSelection : std::uint8_t { kCutting, kNear, kAll };

template <unsigned kWords>
struct WallSlots {
  Bitset<kWords> horizontal{};
  Bitset<kWords> vertical{};

  [[nodiscard]] int count() const { return horizontal.count() + vertical.count(); }
};

// Walls that close at least one of `edges`.
template <unsigned kWords>
WallSlots<kWords> cutting(const BitboardLayout<kWords>& layout, const Edges<kWords>& edges) {
  return {edges.north | edges.north.down(1), edges.east | edges.east.up(layout.columns)};
}

// Walls of which an end or the middle is one of `points`; a point is north-east of the cell of its name.
template <unsigned kWords>
WallSlots<kWords> touching(const BitboardLayout<kWords>& layout, const Bitset<kWords>& points) {
  return {points | points.up(1) | points.down(1),
          points | points.up(layout.columns) | points.down(layout.columns)};
}

// The points that walls touch. `built` are the edges that walls close.
template <unsigned kWords>
Bitset<kWords> points_of(const BitboardLayout<kWords>& layout, const Edges<kWords>& built) {
  return built.north | built.north.down(1) | built.east | built.east.up(layout.columns);
}

// The four edges around a cell.
template <unsigned kWords>
void add_around(const BitboardLayout<kWords>& layout, Cell cell, Edges<kWords>& edges) {
  edges.north.add(cell);
  edges.east.add(cell);
  if (cell + layout.columns < layout.cells) edges.north.add(cell + layout.columns);
  if (cell > 0) edges.east.add(cell - 1U);
}

// `targets`: the opponents, a bit each.
template <unsigned kWords>
WallSlots<kWords> select_walls(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board,
                               unsigned targets, WallSelection selection) {
  const WallSlots<kWords> free{horizontal_slots(board), vertical_slots(layout, board)};
  if (selection == WallSelection::kAll) return free;
  if (selection == WallSelection::kNear && free.count() <= kFewSlots) return free;
  Edges<kWords> edges;
  for (unsigned s = 0; s < layout.seats; ++s) {
    if ((targets >> s & 1U) == 0 || !board.stands(s)) continue;
    edges.north |= board.paths[s].used.north;
    edges.east |= board.paths[s].used.east;
    if (selection == WallSelection::kNear && board.pawns[s] != kNowhere)
      add_around(layout, board.pawns[s], edges);
  }
  WallSlots<kWords> chosen = cutting(layout, edges);
  if (selection == WallSelection::kNear) {
    const Edges<kWords> built{layout.whole.north & ~board.open.north, layout.whole.east & ~board.open.east};
    const WallSlots<kWords> joined = touching(layout, points_of(layout, built));
    chosen.horizontal |= joined.horizontal;
    chosen.vertical |= joined.vertical;
  }
  return {chosen.horizontal & free.horizontal, chosen.vertical & free.vertical};
}

}  // namespace quiver::bots::quoridor::champion
