// What is left when nothing is contested any more: to fill the own cells with as many moves as they give.
//
// Queens go single steps and shoot at neighbours. A move wastes nothing if afterwards just one cell less can
// be reached; a short search looks for the longest row of such moves. It takes less than a millisecond on the
// usual boards: there is no need to think when the outcome is settled.
#pragma once

#include <algorithm>
#include <limits>

#include "bots/amazons/evaluation.hpp"

namespace quiver::bots::amazons {

// Nobody else can get to a cell that the seat to move can get to, nor to one that its queens may leave.
template <class F>
bool only_filling_left(const F& field) {
  using Set = typename F::Set;
  const Set& mine = field.queens[field.to_move().value()];
  const Set ground = field.empty | mine;
  Set all = grown<F::kStride>(mine) & field.empty;
  for (Set before; before != all;) {
    before = all;
    all = grown<F::kStride>(all) & ground;
  }
  return !(grown<F::kStride>(field.against(field.to_move())) & all).any();
}

template <class F>
class Filling {
 public:
  explicit Filling(const F& field) : me_(field.to_move()), field_(field) {}

  // Some queen can move.
  Step find() {
    Step best;
    int most = std::numeric_limits<int>::min();
    for_each_small_move(field_, [&](const F& after, const Step& step) {
      const int value = 16 * longest(after, 2) - crowd(after, step.arrow);
      if (value > most) most = value, best = step;
    });
    return best;
  }

 private:
  using Set = typename F::Set;
  static constexpr unsigned kMostWeighed = 4000;

  // How many cells are left at the end of the best row of `depth` moves, and the moves themselves.
  int longest(const F& field, unsigned depth) {
    const int cells = reach(field);
    if (depth == 0 || cells == 0 || weighed_ > kMostWeighed) return cells;
    int most = 0;
    for_each_small_move(field, [&](const F& after, const Step&) {
      if (most < cells) most = std::max(most, 1 + longest(after, depth - 1));
    });
    return most;
  }

  int reach(const F& field) {
    ++weighed_;
    Reach<Set> reach;
    reach_as_kings<F::kStride>(field.queens[me_.value()], field.empty, reach);
    return reach.all().count();
  }

  // An arrow does the least harm where least is open around it.
  static int crowd(const F& field, unsigned arrow) {
    return (grown<F::kStride>(Set::of(arrow)) & field.empty).count();
  }

  template <class Visitor>
  void for_each_small_move(const F& field, const Visitor& visit) {
    const Set queens = field.queens[me_.value()];
    queens.for_each([&](unsigned from) {
      (grown<F::kStride>(Set::of(from)) & field.empty).for_each([&](unsigned to) {
        F after = field;
        after.queens[me_.value()] ^= Set::of(from) | Set::of(to);
        after.empty ^= Set::of(from) | Set::of(to);
        (grown<F::kStride>(Set::of(to)) & after.empty).for_each([&](unsigned arrow) {
          after.empty ^= Set::of(arrow);
          visit(after, Step{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to),
                            static_cast<std::uint16_t>(arrow)});
          after.empty ^= Set::of(arrow);
        });
      });
    });
  }

  Seat me_;
  const F& field_;
  unsigned weighed_ = 0;
};

}  // namespace quiver::bots::amazons
