// Which moves of a position the champion looks at, and in which order it tries them.
//
// All pawn moves. Of the walls, those that cut a shortest way of somebody the mover plays against; with some
// depth left also those that touch a pawn's cell or another wall, because only such a wall can be part of a
// trap; and all of them where few are left, or at the root unless there are very many. One thread.
#pragma once

#include <vector>

#include "bots/quoridor/champion/node.hpp"
#include "bots/quoridor/champion/table.hpp"

namespace quiver::bots::quoridor::champion {

struct Candidate {
  Code move = kNoMove;
  bool quiet = false;  // a wall that lengthens nobody's way
  Score order = 0;
};

// So many places for walls are no more than are chosen on an empty board anyway.
inline constexpr unsigned kFew = 24;

// More places than that, as on boards above 13 x 13, are too many to try each of them even at the root.
inline constexpr unsigned kTooMany = 300;

enum class Choice : std::uint8_t { kCutting, kNear, kAll };

template <unsigned kWords>
struct Slots {
  Bits<kWords> horizontal{};
  Bits<kWords> vertical{};

  [[nodiscard]] unsigned count() const { return horizontal.count() + vertical.count(); }
};

// Walls that close at least one of `edges`.
template <unsigned kWords>
Slots<kWords> cutting(const Ground<kWords>& ground, const Edges<kWords>& edges) {
  return {edges.north | edges.north.down(1), edges.east | edges.east.up(ground.columns)};
}

// Walls of which an end or the middle is one of `points`; a point is north-east of the cell of its name.
template <unsigned kWords>
Slots<kWords> touching(const Ground<kWords>& ground, const Bits<kWords>& points) {
  return {points | points.up(1) | points.down(1),
          points | points.up(ground.columns) | points.down(ground.columns)};
}

// The points that walls touch. `built` are the edges that walls close.
template <unsigned kWords>
Bits<kWords> points_of(const Ground<kWords>& ground, const Edges<kWords>& built) {
  return built.north | built.north.down(1) | built.east | built.east.up(ground.columns);
}

// The four edges around a cell.
template <unsigned kWords>
void add_around(const Ground<kWords>& ground, Cell cell, Edges<kWords>& edges) {
  edges.north.add(cell);
  edges.east.add(cell);
  if (cell + ground.columns < ground.cells) edges.north.add(cell + ground.columns);
  if (cell > 0) edges.east.add(cell - 1U);
}

// `targets`: the seats whose ways are worth cutting, a bit each.
template <unsigned kWords>
Slots<kWords> chosen_walls(const Ground<kWords>& ground, const Node<kWords>& node, unsigned targets,
                           Choice choice) {
  const Slots<kWords> free{horizontal_slots(node), vertical_slots(ground, node)};
  if (choice == Choice::kAll) return free;
  if (choice == Choice::kNear && free.count() <= kFew) return free;
  Edges<kWords> edges;
  for (unsigned s = 0; s < ground.seats; ++s) {
    if ((targets >> s & 1U) == 0 || !node.stands(s)) continue;
    edges.north |= node.ways[s].used.north;
    edges.east |= node.ways[s].used.east;
    if (choice == Choice::kNear && node.pawns[s] != kNowhere) add_around(ground, node.pawns[s], edges);
  }
  Slots<kWords> chosen = cutting(ground, edges);
  if (choice == Choice::kNear) {
    const Edges<kWords> built{ground.whole.north & ~node.open.north, ground.whole.east & ~node.open.east};
    const Slots<kWords> joined = touching(ground, points_of(ground, built));
    chosen.horizontal |= joined.horizontal;
    chosen.vertical |= joined.vertical;
  }
  return {chosen.horizontal & free.horizontal, chosen.vertical & free.vertical};
}

}  // namespace quiver::bots::quoridor::champion
