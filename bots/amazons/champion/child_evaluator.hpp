// Evaluates all children of a position at once: after each queen move, or, where the queen has moved, after
// each arrow.
//
// Values are for one seat, `me`. Immutable, any thread; what it fills belongs to the caller.
#pragma once

#include <vector>

#include "bots/amazons/champion/network/network_evaluator.hpp"
#include "bots/amazons/champion/node.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::amazons::champion {

// Of a position in which the game is over.
inline constexpr float kProvenScore = 20;

template <unsigned Words>
class ChildEvaluator {
 public:
  using Set = Bitset<Words>;

  // With a network, which must be for this board, that evaluates the children.
  ChildEvaluator(const BitboardLayout<Words>& layout, const Kernel<Words>& kernel, const Weights& weights,
                 const Network* network = nullptr)
      : layout_(layout), kernel_(kernel), weights_(weights), network_(network) {}

  // Each returns how many positions it evaluated and fills `children`: a node has its move, its value as
  // `best`, and its score as `prior`, which the search turns into one.
  std::size_t evaluate_queen_moves(const Bitboard<Words>& board, Seat me, std::vector<Node>& children) const;
  // The queen on `from` has moved there just now.
  std::size_t evaluate_arrows(const Bitboard<Words>& board, Cell from, Seat me,
                              std::vector<Node>& children) const;

  [[nodiscard]] Set reachable(const Bitboard<Words>& board, Cell from) const {
    return kernel_.reachable(layout_, from, board.empty);
  }

 private:
  // What the evaluation needs of a position, and less to copy.
  struct Sides {
    Set empty, mine, theirs;
  };
  static Sides sides_of(const Bitboard<Words>& board, Seat me) {
    return {board.empty, board.queens_of(me), board.opponent_queens(me)};
  }

  // Log-odds of a position that is not over.
  [[nodiscard]] float score(const Sides& sides, Tempo tempo) const;
  // For an arrow after which the next seat has no move. Such a child may be a proven win or loss.
  void evaluate_blocking(const Bitboard<Words>& board, Seat me, Node& child) const;
  void evaluate_queen_moves_by_network(const Bitboard<Words>& board, Seat me,
                                       std::vector<Node>& children) const;
  void evaluate_arrows_by_network(const Bitboard<Words>& board, Cell from, Seat me,
                                  std::vector<Node>& children) const;

  const BitboardLayout<Words>& layout_;
  const Kernel<Words>& kernel_;
  const Weights& weights_;
  const Network* network_;
};

}  // namespace quiver::bots::amazons::champion
