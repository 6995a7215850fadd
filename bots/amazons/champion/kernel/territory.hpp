// Computes Features: breadth-first flood fills from the queens of both sides, by queen moves and by king
// steps, one bitset per distance.
//
// `Flood` defines how bitsets are represented (Flood::Set, made by flood.set(bits)), how all rays from a set
// are followed at once (flood.rays(from, free)), and how a set takes in its neighbours (flood.grown(from)).
// Flood::Sum counts cells over several sets. Everything is inlined into a kernel's own function, which is
// compiled for its processor. Pure functions, any thread.
#pragma once

#include <cstddef>

#include "bots/amazons/champion/kernel/kernel.hpp"

namespace quiver::bots::amazons::champion {

// Both sides advance in lockstep, one move each, and their fronts are compared at once: only what was reached
// before has to be kept.
template <class Set>
struct Front {
  Set now;     // reached with this move and not before
  Set last;    // with the one before
  Set before;  // sooner than now
  Set fresh;   // empty cells that are still to be reached

  [[nodiscard]] bool ended() const { return !now.any(); }
  // From `now` on to what `next(now, fresh)` finds.
  template <class Next>
  void advance(const Next& next) {
    before |= now;
    last = now;
    fresh = fresh.without(now);
    now = last.any() && fresh.any() ? next(last, fresh) : Set{};
  }
};

// A Flood::Sum for sets that can say how many they are.
template <class Set>
class SumOfCounts {
 public:
  void add(const Set& set) { sum_ += set.count(); }
  void subtract(const Set& set) { sum_ -= set.count(); }
  [[nodiscard]] int value() const { return sum_; }

 private:
  int sum_ = 0;
};

// Fills in territory by queen moves, nearness, and how much is contested: each shared cell counts 8 if both
// reach it in as many moves, 4 if they are one apart, else 2.
template <class Flood, class Set = typename Flood::Set>
inline void compare_queens(const Flood& flood, const Set& empty, const Set& mine, const Set& theirs,
                           Features& features) {
  // A ray can stop at a cell that was reached before: the cells beyond were reached from there.
  const auto rays = [&](const Set& from, const Set& free) { return flood.rays(from, free); };
  Front<Set> my{rays(mine, empty), {}, {}, empty}, their{rays(theirs, empty), {}, {}, empty};
  typename Flood::Sum sooner, both, next_to;
  for (unsigned k = 0; !my.ended() || !their.ended(); ++k) {
    sooner.add(my.now.without(their.before | their.now));
    sooner.subtract(their.now.without(my.before | my.now));
    both.add(my.now & their.now);
    next_to.add(my.now & their.last);
    next_to.add(their.now & my.last);
    if (k < features.near.size()) {
      typename Flood::Sum more;
      more.add(my.now);
      more.subtract(their.now);
      features.near[k] = more.value();
    }
    my.advance(rays);
    their.advance(rays);
  }
  const int same = both.value(), one_apart = next_to.value();
  features.queens = sooner.value();
  features.queens_even = same;
  features.shared = (my.before & their.before).count();
  features.mine = my.before.without(their.before).count();
  features.theirs = their.before.without(my.before).count();
  features.contested = 8 * same + 4 * one_apart + 2 * (features.shared - same - one_apart);
}

// Fills in territory by king steps, and by how many steps one side is ahead over all cells.
template <class Flood, class Set = typename Flood::Set>
inline void compare_kings(const Flood& flood, const Set& empty, const Set& mine, const Set& theirs,
                          Features& features) {
  const auto steps = [&](const Set& from, const Set& free) { return flood.grown(from) & free; };
  Front<Set> my{steps(mine, empty), {}, {}, empty}, their{steps(theirs, empty), {}, {}, empty};
  typename Flood::Sum sooner, both, ahead;
  while (!my.ended() || !their.ended()) {
    sooner.add(my.now.without(their.before | their.now));
    sooner.subtract(their.now.without(my.before | my.now));
    both.add(my.now & their.now);
    ahead.add(my.before | my.now);
    ahead.subtract(their.before | their.now);
    my.advance(steps);
    their.advance(steps);
  }
  features.kings = sooner.value();
  features.kings_even = both.value();
  features.ahead = ahead.value();
}

// A table is faster than a division.
inline constexpr auto kImmobility = [] {
  std::array<int, 26> table{};
  for (std::size_t n = 0; n < table.size(); ++n) table[n] = immobility(static_cast<int>(n));
  return table;
}();

// A queen's mobility is the number of empty cells within two king steps.
template <unsigned Words, class Flood>
inline void add_mobility(const Flood& flood, const BitboardLayout<Words>& layout, const Bitset<Words>& queens,
                         const typename Flood::Set& empty, int sign, Features& features) {
  queens.for_each([&](unsigned queen) {
    const auto near = flood.set(layout.neighbours(static_cast<Cell>(queen))) & empty;
    const int n = (flood.grown(near) & empty).count();
    features.mobility_terms[0] += sign * kImmobility[static_cast<std::size_t>(n)];
    features.mobility_terms[1] += sign * mobility(n);
  });
}

// Overwrites `features`. Terms that cannot matter any more stay 0.
template <unsigned Words, class Flood>
inline void compute_features(const Flood& flood, const BitboardLayout<Words>& layout,
                             const Bitset<Words>& empty, const Bitset<Words>& mine,
                             const Bitset<Words>& theirs, Features& features) {
  features = Features{};
  const auto free = flood.set(empty), my_queens = flood.set(mine), their_queens = flood.set(theirs);
  compare_queens(flood, free, my_queens, their_queens, features);
  if (features.shared == 0) return;  // nothing is contested: who has more cells says it all
  compare_kings(flood, free, my_queens, their_queens, features);
  add_mobility(flood, layout, mine, free, 1, features);
  add_mobility(flood, layout, theirs, free, -1, features);
}

}  // namespace quiver::bots::amazons::champion
