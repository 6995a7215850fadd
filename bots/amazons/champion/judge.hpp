// Judges all children of a position at once: after each of the mover's queen moves, or, where the queen has
// moved, after each arrow.
//
// Values are from the view of one seat, `me`. Immutable, any thread; what it fills belongs to the caller.
#pragma once

#include <vector>

#include "bots/amazons/champion/network_eye.hpp"
#include "bots/amazons/champion/tree.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::amazons::champion {

// Of a position in which the game is over.
inline constexpr float kCertainScore = 20;

template <unsigned Words>
class Judge {
 public:
  using Set = Bits<Words>;

  // With a network, which is for this board, children are judged by it.
  Judge(const Ground<Words>& ground, const Kernel<Words>& kernel, const Weights& weights,
        const Network* network = nullptr)
      : ground_(ground), kernel_(kernel), weights_(weights), network_(network) {}

  // Each says how many positions it judged, and fills `children` with nodes that have their move, as `best`
  // their value, and as `prior`, until that is made of it, their score.
  std::size_t judge_queen_moves(const Board<Words>& board, Seat me, std::vector<Node>& children) const;
  // The queen on `from` has moved there just now.
  std::size_t judge_arrows(const Board<Words>& board, Cell from, Seat me, std::vector<Node>& children) const;

  // Whole moves, with all arrows of the few queen moves that look best.
  std::size_t judge_moves(const Board<Words>& board, Seat me, std::vector<Node>& children) const;

  [[nodiscard]] Set reached(const Board<Words>& board, Cell from) const {
    return kernel_.reached(ground_, from, board.empty);
  }

 private:
  // All that a look needs of a position, and less to copy.
  struct Sides {
    Set empty, mine, theirs;
  };
  static Sides sides_of(const Board<Words>& board, Seat me) {
    return {board.empty, board.queens_of(me), board.against(me)};
  }

  // Log-odds of a position that is not over.
  [[nodiscard]] float score(const Sides& sides, Moment moment) const;
  void judge_blocking(const Board<Words>& board, Seat me, Node& child) const;
  void judge_queen_moves_by_network(const Board<Words>& board, Seat me, std::vector<Node>& children) const;
  void judge_arrows_by_network(const Board<Words>& board, Cell from, Seat me,
                               std::vector<Node>& children) const;

  const Ground<Words>& ground_;
  const Kernel<Words>& kernel_;
  const Weights& weights_;
  const Network* network_;
};

}  // namespace quiver::bots::amazons::champion
