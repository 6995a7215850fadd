// The shortest ways over a board of bits: their length, and every edge that any of them uses.
//
// A wall that cuts none of these edges changes nothing for the seat: its way is as long as before and it
// cannot be shut in. So most walls need no search at all, and for the others one flood fill answers both
// questions. Pawns are in nobody's way. Plain values, any thread.
#pragma once

#include <algorithm>

#include "bots/quoridor/champion/bits.hpp"

namespace quiver::bots::quoridor::champion {

inline constexpr unsigned kMaxCells = 625;
inline constexpr std::uint16_t kNoWay = kMaxCells + 1;

// Which edges can be walked: bit v of `north` is the one between v and the cell north of it, bit v of
// `east` the one to the cell east. What the board or a wall closes is 0.
template <unsigned kWords>
struct Edges {
  Bits<kWords> north{};
  Bits<kWords> east{};

  // One step from any of `cells`.
  [[nodiscard]] Bits<kWords> around(const Bits<kWords>& cells, unsigned columns) const {
    return (cells & north).down(columns) | (cells.up(columns) & north) | (cells & east).up(1) |
           (cells.down(1) & east);
  }
  [[nodiscard]] bool touches(const Edges& other) const {
    return ((north & other.north) | (east & other.east)).any();
  }
  void close(const Edges& cut) {
    north &= ~cut.north;
    east &= ~cut.east;
  }
};

template <unsigned kWords>
struct Way {
  std::uint16_t length = kNoWay;
  Edges<kWords> used;  // by all shortest ways together
};

// How far it is from `from` to `goal`.
template <unsigned kWords>
std::uint16_t way_length(const Edges<kWords>& open, unsigned columns, Bits<kWords> from,
                         const Bits<kWords>& goal) {
  Bits<kWords> seen = from;
  for (std::uint16_t steps = 0;; ++steps) {
    if ((from & goal).any()) return steps;
    from = open.around(from, columns) & ~seen;
    if (!from.any()) return kNoWay;
    seen |= from;
  }
}

// The edges between `nearer` and `farther`, one step apart, that can be walked.
template <unsigned kWords>
Edges<kWords> edges_between(const Edges<kWords>& open, unsigned columns, const Bits<kWords>& nearer,
                            const Bits<kWords>& farther) {
  Edges<kWords> edges;
  edges.north = ((farther.up(columns) & nearer) | (farther & nearer.up(columns))) & open.north;
  edges.east = ((farther.down(1) & nearer) | (farther & nearer.down(1))) & open.east;
  return edges;
}

// The layers of the flood are walked back from the goal, so that only what leads there is left of them.
template <unsigned kWords>
Way<kWords> find_way(const Edges<kWords>& open, unsigned columns, const Bits<kWords>& from,
                     const Bits<kWords>& goal) {
  constexpr unsigned kLayers = std::min(kWords * 64, kMaxCells) + 1;
  std::array<Bits<kWords>, kLayers> layers;
  Way<kWords> way;
  layers[0] = from;
  Bits<kWords> seen = from;
  unsigned last = 0;
  while (!(layers[last] & goal).any()) {
    const Bits<kWords> next = open.around(layers[last], columns) & ~seen;
    if (!next.any()) return way;
    seen |= next;
    layers[++last] = next;
  }
  way.length = static_cast<std::uint16_t>(last);
  Bits<kWords> on_way = layers[last] & goal;
  for (; last > 0; --last) {
    const Edges<kWords> edges = edges_between(open, columns, layers[last - 1], on_way);
    way.used.north |= edges.north;
    way.used.east |= edges.east;
    on_way = open.around(on_way, columns) & layers[last - 1];
  }
  return way;
}

}  // namespace quiver::bots::quoridor::champion
