// How a View comes about: breadth-first floods from the queens of both sides, by queen's moves and king's
// steps, a set of bits a distance.
//
// `Flood` is how all rays from a set of cells are followed at once: flood.rays(from, free). Everything is
// inlined into a kernel's own function, which is compiled for its processor. Pure functions, any thread.
#pragma once

#include <algorithm>

#include "bots/amazons/champion/kernel.hpp"

namespace quiver::bots::amazons::champion {

// The cells that a side reaches, by the number of moves it takes; what is farther than kMost counts as kMost.
template <class Set>
struct Distances {
  static constexpr unsigned kMost = 10;
  // at[k]: reached with the move k + 1 and not before; not there from `count` on. In a union, because
  // clearing what is never read takes longer than all the rest of a distance.
  union {
    std::array<Set, kMost> at;
  };
  unsigned count = 0;
  Set all;

  Distances() {}  // NOLINT(modernize-use-equals-default): that would be deleted

  void add(const Set& found) {
    all |= found;
    if (count == kMost)
      at[kMost - 1] |= found;
    else
      at[count++] = found;
  }
};

template <unsigned Words, class Flood>
inline void reach_by_queens(const Flood& flood, const Bits<Words>& queens, const Bits<Words>& empty,
                            Distances<Bits<Words>>& distances) {
  // A ray need not go on past a cell that was reached before: whoever reached that one has been there too.
  Bits<Words> front = flood.rays(queens, empty);
  Bits<Words> fresh = empty;
  while (front.any()) {
    distances.add(front);
    fresh = fresh.without(front);
    if (!fresh.any()) return;
    front = flood.rays(front, fresh);
  }
}

template <unsigned Words>
inline void reach_by_kings(const Ground<Words>& ground, const Bits<Words>& queens, const Bits<Words>& empty,
                           Distances<Bits<Words>>& distances) {
  Bits<Words> front = grown(ground, queens) & empty;
  Bits<Words> fresh = empty;
  while (front.any()) {
    distances.add(front);
    fresh = fresh.without(front);
    if (!fresh.any()) return;
    front = grown(ground, front) & fresh;
  }
}

template <unsigned Words>
inline void compare_queens(const Distances<Bits<Words>>& mine, const Distances<Bits<Words>>& theirs,
                           View& view) {
  using Set = Bits<Words>;
  const unsigned levels = std::max(mine.count, theirs.count);
  Set my_before, their_before, my_last, their_last;  // reached in fewer moves, and in one less
  int same = 0, one_apart = 0;
  for (unsigned k = 0; k < levels; ++k) {
    const Set my_now = k < mine.count ? mine.at[k] : Set{};
    const Set their_now = k < theirs.count ? theirs.at[k] : Set{};
    const int my_first = my_now.without(their_before | their_now).count();
    const int their_first = their_now.without(my_before | my_now).count();
    view.queens += my_first - their_first;
    same += (my_now & their_now).count();
    one_apart += (my_now & their_last).count() + (their_now & my_last).count();
    if (k < view.near.size()) view.near[k] = my_now.count() - their_now.count();
    my_before |= my_now, their_before |= their_now;
    my_last = my_now, their_last = their_now;
  }
  view.queens_even = same;
  view.shared = (mine.all & theirs.all).count();
  view.mine = mine.all.without(theirs.all).count();
  view.theirs = theirs.all.without(mine.all).count();
  view.contested = 8 * same + 4 * one_apart + 2 * (view.shared - same - one_apart);
}

template <unsigned Words>
inline void compare_kings(const Distances<Bits<Words>>& mine, const Distances<Bits<Words>>& theirs,
                          View& view) {
  using Set = Bits<Words>;
  const unsigned levels = std::max(mine.count, theirs.count);
  Set my_before, their_before;
  int my_sum = 0, their_sum = 0;
  for (unsigned k = 0; k < levels; ++k) {
    const Set my_now = k < mine.count ? mine.at[k] : Set{};
    const Set their_now = k < theirs.count ? theirs.at[k] : Set{};
    view.kings +=
        my_now.without(their_before | their_now).count() - their_now.without(my_before | my_now).count();
    view.kings_even += (my_now & their_now).count();
    my_before |= my_now, their_before |= their_now;
    my_sum += my_before.count(), their_sum += their_before.count();
  }
  view.ahead = my_sum - their_sum;
}

template <unsigned Words>
inline void add_freedom(const Ground<Words>& ground, const Bits<Words>& queens, const Bits<Words>& empty,
                        int sign, View& view) {
  queens.for_each([&](unsigned queen) {
    const Bits<Words> near = ground.neighbours(static_cast<Cell>(queen)) & empty;
    const int n = (grown(ground, near) & empty).count();
    view.freedom[0] += sign * lack_of_room(n);
    view.freedom[1] += sign * room(n);
  });
}

template <unsigned Words, class Flood>
inline void look(const Flood& flood, const Ground<Words>& ground, const Bits<Words>& empty,
                 const Bits<Words>& mine, const Bits<Words>& theirs, View& view) {
  view = View{};
  {
    Distances<Bits<Words>> my_reach, their_reach;
    reach_by_queens<Words>(flood, mine, empty, my_reach);
    reach_by_queens<Words>(flood, theirs, empty, their_reach);
    compare_queens<Words>(my_reach, their_reach, view);
  }
  if (view.shared == 0) return;  // nothing is contested: who has more cells says it all
  Distances<Bits<Words>> my_steps, their_steps;
  reach_by_kings(ground, mine, empty, my_steps);
  reach_by_kings(ground, theirs, empty, their_steps);
  compare_kings<Words>(my_steps, their_steps, view);
  add_freedom(ground, mine, empty, 1, view);
  add_freedom(ground, theirs, empty, -1, view);
}

}  // namespace quiver::bots::amazons::champion
