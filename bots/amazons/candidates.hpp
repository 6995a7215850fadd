// Moves worth a closer look: every queen move is weighed before its arrow is shot, and only the most
// promising ones are weighed with every arrow.
//
// A position has thousands of moves but only some hundred queen moves. Scores are from the view of the
// searching seat, `me`; at the others' turns the list is best for them first. The vectors are kept from call
// to call, so that nothing is allocated once they have grown. One search, one thread.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "bots/amazons/evaluation.hpp"
#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

struct Candidate {
  Step step;
  Score score = 0;
};

// The better ones first, for the side whose turn it is; what is equal stays in the order of the cells.
inline void put_best_first(std::vector<Candidate>& list, std::size_t keep, bool my_turn) {
  const auto better = [my_turn](const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return my_turn ? a.score > b.score : a.score < b.score;
    return std::tie(a.step.from, a.step.to, a.step.arrow) < std::tie(b.step.from, b.step.to, b.step.arrow);
  };
  keep = std::min(keep, list.size());
  std::partial_sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(keep), list.end(), better);
  list.resize(keep);
}

// A little chance for moves that are about equally good, so that a search does not play the same game for
// ever: for each move a number of hundredths from -most to most, always the same one for the same salt.
class Dither {
 public:
  explicit Dither(std::uint64_t salt) : salt_(salt) {}
  [[nodiscard]] Score of(const Step& step, Score most) const {
    const std::uint64_t key = std::uint64_t{step.from} << 32 | std::uint64_t{step.to} << 16 | step.arrow;
    const auto range = static_cast<std::uint64_t>(2 * most + 1);
    return static_cast<Score>(base::mix64(salt_ ^ key) % range) - most;
  }

 private:
  std::uint64_t salt_;
};

class Candidates {
 public:
  static constexpr unsigned kAll = ~0U;
  struct Width {
    unsigned queen_moves, moves;
  };

  // Fills `list` with at most width.moves, the best first. Empty only if the limit is out. When the board is
  // nearly full nothing is left out: then every cell counts, and the end is in sight.
  template <class F>
  void find(const F& field, Seat me, Width width, Limit& limit, std::vector<Candidate>& list) {
    if (nearly_full(field)) width = {kAll, kAll};
    weigh_queen_moves(field, me, limit);
    const bool my_turn = field.to_move() == me;
    put_best_first(queen_moves_, width.queen_moves, my_turn);
    list.clear();
    for (const Candidate& queen : queen_moves_) {
      for_each_shot(field, queen.step, me, limit, [&](const Candidate& shot) {
        list.push_back(shot);
        return true;
      });
      if (limit.out()) break;
    }
    put_best_first(list, width.moves, my_turn);
  }

  template <class F>
  static bool nearly_full(const F& field) {
    return field.empty.count() <= 14;
  }

  // Calls visit(candidate) for all arrows that can be shot after a queen's move until it says false.
  template <class F, class Visitor>
  static void for_each_shot(const F& field, const Step& queen, Seat me, Limit& limit, const Visitor& visit) {
    F after = field;
    after.move_queen(queen.from, queen.to);
    const bool my_turn_next = field.turn.next_after(field.to_move()) == me;
    const auto arrows = after.reached(queen.to);
    bool go_on = true;
    arrows.for_each([&](unsigned arrow) {
      if (!go_on || limit.out()) return;
      after.empty ^= F::Set::of(arrow);
      limit.spend();
      go_on = visit(Candidate{{queen.from, queen.to, static_cast<std::uint16_t>(arrow)},
                              evaluate(after, me, my_turn_next)});
      after.empty ^= F::Set::of(arrow);
    });
  }

  // All queen moves of the seat to move, in no order.
  template <class F>
  std::vector<Candidate>& weigh_queen_moves(const F& field, Seat me, Limit& limit) {
    queen_moves_.clear();
    const bool my_turn_next = field.turn.next_after(field.to_move()) == me;
    field.queens[field.to_move().value()].for_each([&](unsigned from) {
      field.reached(from).for_each([&](unsigned to) {
        if (limit.out()) return;
        F after = field;
        after.move_queen(from, to);
        limit.spend();
        queen_moves_.push_back({{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), 0},
                                evaluate(after, me, my_turn_next)});
      });
    });
    return queen_moves_;
  }

 private:
  std::vector<Candidate> queen_moves_;
};

}  // namespace quiver::bots::amazons
