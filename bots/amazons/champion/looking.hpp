// How a View comes about: breadth-first floods from the queens of both sides, by queen's moves and king's
// steps, a set of bits a distance.
//
// `Flood` is what sets of cells are while they are worked on, Flood::Set made by flood.set(bits), how all
// rays from a set of cells are followed at once, flood.rays(from, free), and how a set takes in its
// neighbours, flood.grown(from). Flood::Sum counts cells up, set after set. Everything is inlined into a
// kernel's own function, which is compiled for its processor. Pure functions, any thread.
#pragma once

#include <cstddef>

#include "bots/amazons/champion/kernel.hpp"

namespace quiver::bots::amazons::champion {

// Both sides go on in step, one move of each at a time, and what they have found is compared at once: nothing
// need be kept but what was reached before.
template <class Set>
struct Front {
  Set now;     // reached with this move and not before
  Set last;    // with the one before
  Set before;  // sooner than now
  Set fresh;   // empty cells that are still to be reached

  [[nodiscard]] bool ended() const { return !now.any(); }
  // From `now` on to what `next(now, fresh)` finds.
  template <class Next>
  void go_on(const Next& next) {
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
  void take_away(const Set& set) { sum_ -= set.count(); }
  [[nodiscard]] int value() const { return sum_; }

 private:
  int sum_ = 0;
};

template <class Flood, class Set = typename Flood::Set>
inline void compare_queens(const Flood& flood, const Set& empty, const Set& mine, const Set& theirs,
                           View& view) {
  // A ray need not go on past a cell that was reached before: whoever reached that one has been there too.
  const auto rays = [&](const Set& from, const Set& free) { return flood.rays(from, free); };
  Front<Set> my{rays(mine, empty), {}, {}, empty}, their{rays(theirs, empty), {}, {}, empty};
  typename Flood::Sum sooner, both, next_to;
  for (unsigned k = 0; !my.ended() || !their.ended(); ++k) {
    sooner.add(my.now.without(their.before | their.now));
    sooner.take_away(their.now.without(my.before | my.now));
    both.add(my.now & their.now);
    next_to.add(my.now & their.last);
    next_to.add(their.now & my.last);
    if (k < view.near.size()) {
      typename Flood::Sum more;
      more.add(my.now);
      more.take_away(their.now);
      view.near[k] = more.value();
    }
    my.go_on(rays);
    their.go_on(rays);
  }
  const int same = both.value(), one_apart = next_to.value();
  view.queens = sooner.value();
  view.queens_even = same;
  view.shared = (my.before & their.before).count();
  view.mine = my.before.without(their.before).count();
  view.theirs = their.before.without(my.before).count();
  view.contested = 8 * same + 4 * one_apart + 2 * (view.shared - same - one_apart);
}

template <class Flood, class Set = typename Flood::Set>
inline void compare_kings(const Flood& flood, const Set& empty, const Set& mine, const Set& theirs,
                          View& view) {
  const auto steps = [&](const Set& from, const Set& free) { return flood.grown(from) & free; };
  Front<Set> my{steps(mine, empty), {}, {}, empty}, their{steps(theirs, empty), {}, {}, empty};
  typename Flood::Sum sooner, both, ahead;
  while (!my.ended() || !their.ended()) {
    sooner.add(my.now.without(their.before | their.now));
    sooner.take_away(their.now.without(my.before | my.now));
    both.add(my.now & their.now);
    ahead.add(my.before | my.now);
    ahead.take_away(their.before | their.now);
    my.go_on(steps);
    their.go_on(steps);
  }
  view.kings = sooner.value();
  view.kings_even = both.value();
  view.ahead = ahead.value();
}

// A look at a table is quicker than a division.
inline constexpr auto kLackOfRoom = [] {
  std::array<int, 26> table{};
  for (std::size_t n = 0; n < table.size(); ++n) table[n] = lack_of_room(static_cast<int>(n));
  return table;
}();

template <unsigned Words, class Flood>
inline void add_freedom(const Flood& flood, const Ground<Words>& ground, const Bits<Words>& queens,
                        const typename Flood::Set& empty, int sign, View& view) {
  queens.for_each([&](unsigned queen) {
    const auto near = flood.set(ground.neighbours(static_cast<Cell>(queen))) & empty;
    const int n = (flood.grown(near) & empty).count();
    view.freedom[0] += sign * kLackOfRoom[static_cast<std::size_t>(n)];
    view.freedom[1] += sign * room(n);
  });
}

template <unsigned Words, class Flood>
inline void look(const Flood& flood, const Ground<Words>& ground, const Bits<Words>& empty,
                 const Bits<Words>& mine, const Bits<Words>& theirs, View& view) {
  view = View{};
  const auto free = flood.set(empty), my_queens = flood.set(mine), their_queens = flood.set(theirs);
  compare_queens(flood, free, my_queens, their_queens, view);
  if (view.shared == 0) return;  // nothing is contested: who has more cells says it all
  compare_kings(flood, free, my_queens, their_queens, view);
  add_freedom(flood, ground, mine, free, 1, view);
  add_freedom(flood, ground, theirs, free, -1, view);
}

}  // namespace quiver::bots::amazons::champion
