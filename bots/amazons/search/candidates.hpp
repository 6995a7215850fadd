// Candidate moves: every queen move is evaluated before its arrow is shot, and only the best ones are
// evaluated with every arrow.
//
// A position has thousands of moves but only some hundred queen moves. Scores are for the searching seat,
// `me`; on the others' turns the list is sorted best for them first. The vectors are reused from call to
// call, so nothing is allocated once they have grown. One search, one thread.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "bots/amazons/engine.hpp"
#include "bots/amazons/search/evaluation.hpp"

namespace quiver::bots::amazons {

struct Candidate {
  BitMove move;
  Score score = 0;
};

// The better ones first, for the side whose turn it is; what is equal stays in the order of the cells.
inline void sort_best_first(std::vector<Candidate>& list, std::size_t keep, bool my_turn) {
  const auto better = [my_turn](const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return my_turn ? a.score > b.score : a.score < b.score;
    return std::tie(a.move.from, a.move.to, a.move.arrow) < std::tie(b.move.from, b.move.to, b.move.arrow);
  };
  keep = std::min(keep, list.size());
  std::partial_sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(keep), list.end(), better);
  list.resize(keep);
}

// Noise for moves that are about equally good, so that a search does not play the same game every time: a
// number from -most to most for each move, always the same one for the same salt.
class MoveNoise {
 public:
  explicit MoveNoise(std::uint64_t salt) : salt_(salt) {}
  [[nodiscard]] Score of(const BitMove& move, Score most) const {
    const std::uint64_t key = std::uint64_t{move.from} << 32 | std::uint64_t{move.to} << 16 | move.arrow;
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
  template <class Board>
  void find(const Board& board, Seat me, Width width, SearchBudget& budget, std::vector<Candidate>& list) {
    if (nearly_full(board)) width = {kAll, kAll};
    evaluate_queen_moves(board, me, budget);
    const bool my_turn = board.to_move() == me;
    sort_best_first(queen_moves_, width.queen_moves, my_turn);
    list.clear();
    for (const Candidate& queen : queen_moves_) {
      for_each_arrow(board, queen.move, me, budget, [&](const Candidate& shot) {
        list.push_back(shot);
        return true;
      });
      if (budget.exhausted()) break;
    }
    sort_best_first(list, width.moves, my_turn);
  }

  template <class Board>
  static bool nearly_full(const Board& board) {
    return board.empty.count() <= 14;
  }

  // Calls visit(candidate) for all arrows that can be shot after a queen's move until it says false.
  template <class Board, class Visitor>
  static void for_each_arrow(const Board& board, const BitMove& queen, Seat me, SearchBudget& budget,
                             const Visitor& visit) {
    Board after = board;
    after.move_queen(queen.from, queen.to);
    const bool my_turn_next = board.turn.next_after(board.to_move()) == me;
    const auto arrows = after.reachable(queen.to);
    bool go_on = true;
    arrows.for_each([&](unsigned arrow) {
      if (!go_on || budget.exhausted()) return;
      after.empty ^= Board::Set::of(arrow);
      budget.count_node();
      go_on = visit(Candidate{{queen.from, queen.to, static_cast<std::uint16_t>(arrow)},
                              evaluate(after, me, my_turn_next)});
      after.empty ^= Board::Set::of(arrow);
    });
  }

  // All queen moves of the seat to move, in no order.
  template <class Board>
  std::vector<Candidate>& evaluate_queen_moves(const Board& board, Seat me, SearchBudget& budget) {
    queen_moves_.clear();
    const bool my_turn_next = board.turn.next_after(board.to_move()) == me;
    board.queens[board.to_move().value()].for_each([&](unsigned from) {
      board.reachable(from).for_each([&](unsigned to) {
        if (budget.exhausted()) return;
        Board after = board;
        after.move_queen(from, to);
        budget.count_node();
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
