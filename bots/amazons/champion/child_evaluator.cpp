#include "bots/amazons/champion/child_evaluator.hpp"

#include <algorithm>

namespace quiver::bots::amazons::champion {

template <unsigned Words>
float ChildEvaluator<Words>::score(const Sides& sides, Tempo tempo) const {
  Features features;
  kernel_.compute_features(layout_, sides.empty, sides.mine, sides.theirs, features);
  return champion::score(features, tempo, weights_);
}

// The arrow is still to come, so the shot term of the tempo is that of the side that moved.
template <unsigned Words>
std::size_t ChildEvaluator<Words>::evaluate_queen_moves(const Bitboard<Words>& board, Seat me,
                                                        std::vector<Node>& children) const {
  children.clear();
  if (network_ != nullptr) {
    evaluate_queen_moves_by_network(board, me, children);
    return children.size();
  }
  const Sides before = sides_of(board, me);
  const bool my_choice = board.to_move() == me;
  const bool next_is_mine = board.turn.next_after(board.to_move()) == me;
  const Tempo tempo{next_is_mine ? 1 : -1, my_choice ? 1 : -1};
  board.queens_of(board.to_move()).for_each([&](unsigned from) {
    reachable(board, static_cast<Cell>(from)).for_each([&](unsigned to) {
      const Set both = Set::of(from) | Set::of(to);
      Sides after = before;
      after.empty ^= both;
      (my_choice ? after.mine : after.theirs) ^= both;
      Node child;
      child.from = static_cast<Cell>(from), child.to = static_cast<Cell>(to);
      child.prior = score(after, tempo);
      child.best = win_probability(child.prior);
      children.push_back(child);
    });
  });
  return children.size();
}

template <unsigned Words>
std::size_t ChildEvaluator<Words>::evaluate_arrows(const Bitboard<Words>& board, Cell from, Seat me,
                                                   std::vector<Node>& children) const {
  children.clear();
  if (network_ != nullptr) {
    evaluate_arrows_by_network(board, from, me, children);
    return children.size();
  }
  const Sides before = sides_of(board, me);
  const Seat next = board.turn.next_after(board.to_move());
  const Tempo tempo{next == me ? 1 : -1, 0};
  const Set escapes = grown(layout_, board.queens_of(next)) & board.empty;
  reachable(board, from).for_each([&](unsigned arrow) {
    Node child;
    child.from = child.to = static_cast<Cell>(arrow);
    if (escapes.without(Set::of(arrow)).any()) {
      Sides after = before;
      after.empty ^= Set::of(arrow);
      child.prior = score(after, tempo);
      child.best = win_probability(child.prior);
    } else {
      evaluate_blocking(board, me, child);
    }
    children.push_back(child);
  });
  return children.size();
}

// The next seat cannot move after this arrow: it is out, and perhaps others are, and the game may be over.
template <unsigned Words>
void ChildEvaluator<Words>::evaluate_blocking(const Bitboard<Words>& board, Seat me, Node& child) const {
  Bitboard<Words> after = board;
  after.shoot(layout_, child.to);
  if (after.over()) {
    child.best = *after.turn.outcome().winner == me ? 1.0F : 0.0F;
    child.prior = child.best > 0.5F ? kProvenScore : -kProvenScore;
  } else {
    child.prior = score(sides_of(after, me), {after.to_move() == me ? 1 : -1, 0});
    child.best = win_probability(child.prior);
  }
}

// The accumulator is updated once for each queen that is lifted, then by one row for each of her targets.
template <unsigned Words>
void ChildEvaluator<Words>::evaluate_queen_moves_by_network(const Bitboard<Words>& board, Seat me,
                                                            std::vector<Node>& children) const {
  NetworkEvaluator<Words> network(layout_, kernel_, *network_, board);
  const float sign = network.next() == me ? 1.0F : -1.0F;
  board.queens_of(board.to_move()).for_each([&](unsigned from) {
    network.lift(static_cast<Cell>(from));
    reachable(board, static_cast<Cell>(from)).for_each([&](unsigned to) {
      Node child;
      child.from = static_cast<Cell>(from), child.to = static_cast<Cell>(to);
      child.prior = sign * network.score_queen(static_cast<Cell>(to));
      child.best = win_probability(child.prior);
      children.push_back(child);
    });
  });
}

template <unsigned Words>
void ChildEvaluator<Words>::evaluate_arrows_by_network(const Bitboard<Words>& board, Cell from, Seat me,
                                                       std::vector<Node>& children) const {
  NetworkEvaluator<Words> network(layout_, kernel_, *network_, board);
  const float sign = network.next() == me ? 1.0F : -1.0F;
  const Set escapes = grown(layout_, board.queens_of(network.next())) & board.empty;
  reachable(board, from).for_each([&](unsigned arrow) {
    Node child;
    child.from = child.to = static_cast<Cell>(arrow);
    if (escapes.without(Set::of(arrow)).any()) {
      child.prior = sign * network.score_arrow(static_cast<Cell>(arrow));
      child.best = win_probability(child.prior);
    } else {
      evaluate_blocking(board, me, child);
    }
    children.push_back(child);
  });
}

template class ChildEvaluator<2>;
template class ChildEvaluator<4>;

}  // namespace quiver::bots::amazons::champion
