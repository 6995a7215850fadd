#include "bots/amazons/champion/judge.hpp"

#include <algorithm>

namespace quiver::bots::amazons::champion {

template <unsigned Words>
float Judge<Words>::score(const Sides& sides, Moment moment) const {
  View view;
  kernel_.look(ground_, sides.empty, sides.mine, sides.theirs, view);
  return champion::score(view, moment, weights_);
}

template <unsigned Words>
std::size_t Judge<Words>::judge_queen_moves(const Board<Words>& board, Seat me,
                                            std::vector<Node>& children) const {
  children.clear();
  if (network_ != nullptr) {
    judge_queen_moves_by_network(board, me, children);
    return children.size();
  }
  const Sides before = sides_of(board, me);
  const bool my_choice = board.to_move() == me;
  const bool next_is_mine = board.turn.next_after(board.to_move()) == me;
  const Moment moment{next_is_mine ? 1 : -1, my_choice ? 1 : -1};
  board.queens_of(board.to_move()).for_each([&](unsigned from) {
    reached(board, static_cast<Cell>(from)).for_each([&](unsigned to) {
      const Set both = Set::of(from) | Set::of(to);
      Sides after = before;
      after.empty ^= both;
      (my_choice ? after.mine : after.theirs) ^= both;
      Node child;
      child.from = static_cast<Cell>(from), child.to = static_cast<Cell>(to);
      child.prior = score(after, moment);
      child.best = chance(child.prior);
      children.push_back(child);
    });
  });
  return children.size();
}

template <unsigned Words>
std::size_t Judge<Words>::judge_arrows(const Board<Words>& board, Cell from, Seat me,
                                       std::vector<Node>& children) const {
  children.clear();
  if (network_ != nullptr) {
    judge_arrows_by_network(board, from, me, children);
    return children.size();
  }
  const Sides before = sides_of(board, me);
  const Seat next = board.turn.next_after(board.to_move());
  const Moment moment{next == me ? 1 : -1, 0};
  const Set ways_out = grown(ground_, board.queens_of(next)) & board.empty;
  reached(board, from).for_each([&](unsigned arrow) {
    Node child;
    child.from = child.to = static_cast<Cell>(arrow);
    if (ways_out.without(Set::of(arrow)).any()) {
      Sides after = before;
      after.empty ^= Set::of(arrow);
      child.prior = score(after, moment);
      child.best = chance(child.prior);
    } else {
      judge_blocking(board, me, child);
    }
    children.push_back(child);
  });
  return children.size();
}

template <unsigned Words>
std::size_t Judge<Words>::judge_moves(const Board<Words>& board, Seat me, std::vector<Node>& children) const {
  constexpr std::size_t kQueenMoves = 12;
  std::vector<Node> queens, arrows;
  std::size_t judged = judge_queen_moves(board, me, queens);
  const bool my_choice = board.to_move() == me;
  const auto better = [my_choice](const Node& a, const Node& b) {
    return my_choice ? a.prior > b.prior : a.prior < b.prior;
  };
  std::stable_sort(queens.begin(), queens.end(), better);
  queens.resize(std::min(queens.size(), kQueenMoves));
  children.clear();
  for (const Node& queen : queens) {
    Board<Words> moved = board;
    moved.move_queen(ground_, queen.from, queen.to);
    judged += judge_arrows(moved, queen.to, me, arrows);
    for (Node& arrow : arrows) {
      arrow.arrow = arrow.to;
      arrow.from = queen.from, arrow.to = queen.to;
      children.push_back(arrow);
    }
  }
  return judged;
}

// The next seat cannot move after this arrow: it is out, and perhaps others are, and the game may be over.
template <unsigned Words>
void Judge<Words>::judge_blocking(const Board<Words>& board, Seat me, Node& child) const {
  Board<Words> after = board;
  after.shoot(ground_, child.to);
  if (after.over()) {
    child.best = *after.turn.outcome().winner == me ? 1.0F : 0.0F;
    child.prior = child.best > 0.5F ? kCertainScore : -kCertainScore;
  } else {
    child.prior = score(sides_of(after, me), {after.to_move() == me ? 1 : -1, 0});
    child.best = chance(child.prior);
  }
}

template <unsigned Words>
void Judge<Words>::judge_queen_moves_by_network(const Board<Words>& board, Seat me,
                                                std::vector<Node>& children) const {
  NetworkEye<Words> eye(ground_, kernel_, *network_, board);
  const float sign = eye.next() == me ? 1.0F : -1.0F;
  board.queens_of(board.to_move()).for_each([&](unsigned from) {
    eye.lift(static_cast<Cell>(from));
    reached(board, static_cast<Cell>(from)).for_each([&](unsigned to) {
      Node child;
      child.from = static_cast<Cell>(from), child.to = static_cast<Cell>(to);
      child.prior = sign * eye.score_queen(static_cast<Cell>(to));
      child.best = chance(child.prior);
      children.push_back(child);
    });
  });
}

template <unsigned Words>
void Judge<Words>::judge_arrows_by_network(const Board<Words>& board, Cell from, Seat me,
                                           std::vector<Node>& children) const {
  NetworkEye<Words> eye(ground_, kernel_, *network_, board);
  const float sign = eye.next() == me ? 1.0F : -1.0F;
  const Set ways_out = grown(ground_, board.queens_of(eye.next())) & board.empty;
  reached(board, from).for_each([&](unsigned arrow) {
    Node child;
    child.from = child.to = static_cast<Cell>(arrow);
    if (ways_out.without(Set::of(arrow)).any()) {
      child.prior = sign * eye.score_arrow(static_cast<Cell>(arrow));
      child.best = chance(child.prior);
    } else {
      judge_blocking(board, me, child);
    }
    children.push_back(child);
  });
}

template class Judge<2>;
template class Judge<4>;

}  // namespace quiver::bots::amazons::champion
