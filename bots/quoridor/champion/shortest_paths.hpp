// Shortest paths on bitsets: their length, and every edge that any of them uses.
//
// A wall that cuts none of these edges changes nothing for the seat: its path stays as long, and it cannot be
// enclosed. So most walls need no search, and for the others one flood fill answers both questions. Pawns do
// not block paths. Plain values, any thread.
#pragma once

#include <algorithm>

#include "bots/search/bitset.hpp"

namespace quiver::bots::quoridor::champion {

inline constexpr unsigned kMaxCells = 625;
inline constexpr std::uint16_t kNoPath = kMaxCells + 1;

// Which edges can be walked: bit v of `north` is the one between v and the cell north of it, bit v of
// `east` the one to the cell east. What the board or a wall closes is 0.
template <unsigned kWords>
struct Edges {
  Bitset<kWords> north{};
  Bitset<kWords> east{};

  // One step from any of `cells`.
  [[nodiscard]] Bitset<kWords> around(const Bitset<kWords>& cells, unsigned columns) const {
    return (cells & north).down(columns) | (cells.up(columns) & north) | (cells & east).up(1) |
           (cells.down(1) & east);
  }
  // The two sets have an edge in common.
  [[nodiscard]] bool touches(const Edges& other) const {
    return ((north & other.north) | (east & other.east)).any();
  }
  // Walls only ever close edges: there is no undo, because positions are copied.
  void close(const Edges& cut) {
    north &= ~cut.north;
    east &= ~cut.east;
  }
};

template <unsigned kWords>
struct ShortestPath {
  std::uint16_t length = kNoPath;
  Edges<kWords> used;  // by all shortest paths together
};

// The distance from `from` to `goal`.
template <unsigned kWords>
std::uint16_t path_length(const Edges<kWords>& open, unsigned columns, Bitset<kWords> from,
                          const Bitset<kWords>& goal) {
  Bitset<kWords> seen = from;
  for (std::uint16_t steps = 0;; ++steps) {
    if ((from & goal).any()) return steps;
    from = open.around(from, columns) & ~seen;
    if (!from.any()) return kNoPath;
    seen |= from;
  }
}

// The edges between `nearer` and `farther`, one step apart, that can be walked.
template <unsigned kWords>
Edges<kWords> edges_between(const Edges<kWords>& open, unsigned columns, const Bitset<kWords>& nearer,
                            const Bitset<kWords>& farther) {
  Edges<kWords> edges;
  edges.north = ((farther.up(columns) & nearer) | (farther & nearer.up(columns))) & open.north;
  edges.east = ((farther.down(1) & nearer) | (farther & nearer.down(1))) & open.east;
  return edges;
}

// The cells at each distance. Only those that a flood reaches are ever written: setting up to 50 KB to zero
// for each flood would cost more than the flood itself.
template <unsigned kWords>
union FloodLayers {
  std::array<Bitset<kWords>, std::min(kWords * 64, kMaxCells) + 1> layers;

  FloodLayers() {}  // NOLINT(modernize-use-equals-default): that would be deleted
};

// The layers of the flood are walked back from the goal, so that only what leads there is left of them.
template <unsigned kWords>
ShortestPath<kWords> find_shortest_path(const Edges<kWords>& open, unsigned columns,
                                        const Bitset<kWords>& from, const Bitset<kWords>& goal) {
  FloodLayers<kWords> flood;
  auto& layers = flood.layers;
  ShortestPath<kWords> path;
  layers[0] = from;
  Bitset<kWords> seen = from;
  unsigned last = 0;
  while (!(layers[last] & goal).any()) {
    const Bitset<kWords> next = open.around(layers[last], columns) & ~seen;
    if (!next.any()) return path;
    seen |= next;
    layers[++last] = next;
  }
  path.length = static_cast<std::uint16_t>(last);
  Bitset<kWords> on_path = layers[last] & goal;
  for (; last > 0; --last) {
    const Edges<kWords> edges = edges_between(open, columns, layers[last - 1], on_path);
    path.used.north |= edges.north;
    path.used.east |= edges.east;
    on_path = open.around(on_path, columns) & layers[last - 1];
  }
  return path;
}

}  // namespace quiver::bots::quoridor::champion
