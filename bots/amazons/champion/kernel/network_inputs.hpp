// What the network sees of a position beside its pieces: counts, for the seat that moves next.
//
// Each empty cell is counted by how soon either side reaches it, by queen moves and by king steps; each queen
// by the empty cells within two steps. The order of the counts is part of the format of the weights file
// (docs/develop/amazons-network.md): changing it means a new version. Pure functions, any thread.
#pragma once

#include <algorithm>

#include "bots/amazons/champion/kernel/territory.hpp"

namespace quiver::bots::amazons::champion {

// Distances up to these are distinguished; longer ones count as the last, and unreachable comes after it.
inline constexpr unsigned kQueenSteps = 4, kKingSteps = 5, kMobilityClasses = 5;
inline constexpr unsigned kQueenPairs = (kQueenSteps + 1) * (kQueenSteps + 1) - 1;  // one of both reaches it
inline constexpr unsigned kKingPairs = (kKingSteps + 1) * (kKingSteps + 1) - 1;

// Where the counts stand.
inline constexpr unsigned kAlwaysAt = 0;  // kOne
inline constexpr unsigned kHalfAt = 1;    // kOne if a queen has moved whose arrow is still to come
inline constexpr unsigned kQueensAt = 2;
inline constexpr unsigned kKingsAt = kQueensAt + kQueenPairs;
inline constexpr unsigned kMobilityAt = kKingsAt + kKingPairs;
inline constexpr unsigned kInputs = 72;  // rounded up to a multiple of 8
static_assert(kMobilityAt + 2 * kMobilityClasses <= kInputs);
inline constexpr std::int16_t kOne = 16;  // what stands for 1

struct NetworkInputs {
  alignas(32) std::array<std::int16_t, 80> counts{};  // whole registers
  int contested = 0;                                  // as in Features
  int shared = 0, mine = 0, theirs = 0;
};

// Reached in one move, in two …, in `Steps` or more, never.
template <unsigned Steps, class Set, class Next>
inline std::array<Set, Steps + 1> by_steps(const Set& queens, const Set& empty, const Next& next) {
  std::array<Set, Steps + 1> sets{};
  Set fresh = empty, now = next(queens, empty);
  for (unsigned k = 0; now.any(); ++k) {
    sets[std::min(k, Steps - 1)] |= now;
    fresh = fresh.without(now);
    now = fresh.any() ? next(now, fresh) : Set{};
  }
  sets[Steps] = fresh;
  return sets;
}

// A table of (my distance, their distance). Cells that nobody reaches, the last pair, are not counted.
template <unsigned Steps, class Set>
inline void count_pairs(const std::array<Set, Steps + 1>& mine, const std::array<Set, Steps + 1>& theirs,
                        std::int16_t* counts) {
  for (unsigned m = 0; m <= Steps; ++m)
    for (unsigned t = 0; t <= Steps; ++t)
      if (m != Steps || t != Steps)
        counts[m * (Steps + 1) + t] = static_cast<std::int16_t>((mine[m] & theirs[t]).count());
}

// What Features::contested is, of the pairs as they are counted here.
inline int contested_in(const std::int16_t* pairs, int shared) {
  constexpr unsigned kDown = kQueenSteps + 1;
  int same = 0, one_apart = 0;
  for (unsigned k = 0; k < kQueenSteps; ++k) same += pairs[k * kDown + k];
  for (unsigned k = 0; k + 1 < kQueenSteps; ++k)
    one_apart += pairs[k * kDown + k + 1] + pairs[(k + 1) * kDown + k];
  return 8 * same + 4 * one_apart + 2 * (shared - same - one_apart);
}

// Of a queen with `n` empty cells within two steps, up to 24: one in the byte of her class, so that classes
// are counted without unpredictable branches.
inline constexpr std::array<std::uint64_t, 25> kMobilityClass = [] {
  std::array<std::uint64_t, 25> ones{};
  for (unsigned n = 0; n < ones.size(); ++n)
    ones[n] = std::uint64_t{1} << 8 * (n == 0 ? 0U : n <= 2 ? 1U : n <= 5 ? 2U : n <= 11 ? 3U : 4U);
  return ones;
}();

// Eight bits a class in one word; a board has fewer than 256 queens, so no class overflows into the next.
template <unsigned Words, class Flood>
inline void count_mobility(const Flood& flood, const BitboardLayout<Words>& layout,
                           const Bitset<Words>& queens, const typename Flood::Set& empty,
                           std::int16_t* counts) {
  std::uint64_t classes = 0;
  queens.for_each([&](unsigned queen) {
    const auto near = flood.set(layout.neighbours(static_cast<Cell>(queen))) & empty;
    classes += kMobilityClass[static_cast<unsigned>((flood.grown(near) & empty).count())];
  });
  for (unsigned k = 0; k < kMobilityClasses; ++k)
    counts[k] = static_cast<std::int16_t>(classes >> 8 * k & 0xFF);
}

// Overwrites all counts. False if nothing is contested: then who has more cells decides, and the rest is not
// computed.
template <unsigned Words, class Flood>
inline bool compute_inputs(const Flood& flood, const BitboardLayout<Words>& layout,
                           const Bitset<Words>& empty, const Bitset<Words>& mine, const Bitset<Words>& theirs,
                           bool half_done, NetworkInputs& inputs) {
  using Set = typename Flood::Set;
  inputs.counts[kAlwaysAt] = kOne;
  inputs.counts[kHalfAt] = half_done ? kOne : std::int16_t{0};
  const Set free = flood.set(empty), my_queens = flood.set(mine), their_queens = flood.set(theirs);
  {
    const auto rays = [&](const Set& from, const Set& fresh) { return flood.rays(from, fresh); };
    const auto my = by_steps<kQueenSteps, Set>(my_queens, free, rays);
    const auto their = by_steps<kQueenSteps, Set>(their_queens, free, rays);
    inputs.shared = free.without(my[kQueenSteps] | their[kQueenSteps]).count();
    inputs.mine = their[kQueenSteps].without(my[kQueenSteps]).count();
    inputs.theirs = my[kQueenSteps].without(their[kQueenSteps]).count();
    if (inputs.shared == 0) return false;
    count_pairs<kQueenSteps, Set>(my, their, inputs.counts.data() + kQueensAt);
  }
  inputs.contested = contested_in(inputs.counts.data() + kQueensAt, inputs.shared);
  const auto steps = [&](const Set& from, const Set& fresh) { return flood.grown(from) & fresh; };
  count_pairs<kKingSteps, Set>(by_steps<kKingSteps, Set>(my_queens, free, steps),
                               by_steps<kKingSteps, Set>(their_queens, free, steps),
                               inputs.counts.data() + kKingsAt);
  count_mobility(flood, layout, mine, free, inputs.counts.data() + kMobilityAt);
  count_mobility(flood, layout, theirs, free, inputs.counts.data() + kMobilityAt + kMobilityClasses);
  return true;
}

}  // namespace quiver::bots::amazons::champion
