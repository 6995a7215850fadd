#include "bots/amazons/champion/judge.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
void Judge<Words>::judge_queen_moves(const Board<Words>& board, Seat me, std::vector<Node>& children) const {
  children.clear();
  if (network_ != nullptr) return judge_queen_moves_by_network(board, me, children);
  const bool my_choice = board.to_move() == me;
  const bool next_is_mine = board.turn.next_after(board.to_move()) == me;
  const Moment moment{next_is_mine ? 1 : -1, my_choice ? 1 : -1};
  board.queens_of(board.to_move()).for_each([&](unsigned from) {
    reached(board, static_cast<Cell>(from)).for_each([&](unsigned to) {
      Board<Words> after = board;
      after.move_queen(ground_, static_cast<Cell>(from), static_cast<Cell>(to));
      Node child;
      child.from = static_cast<Cell>(from), child.to = static_cast<Cell>(to);
      child.best = chance(score(after, me, moment));
      children.push_back(child);
    });
  });
}

template <unsigned Words>
void Judge<Words>::judge_arrows(const Board<Words>& board, Cell from, Seat me,
                                std::vector<Node>& children) const {
  children.clear();
  if (network_ != nullptr) return judge_arrows_by_network(board, from, me, children);
  reached(board, from).for_each([&](unsigned arrow) {
    Board<Words> after = board;
    after.shoot(ground_, static_cast<Cell>(arrow));
    Node child;
    child.from = child.to = static_cast<Cell>(arrow);
    if (after.over())
      child.best = *after.turn.outcome().winner == me ? 1.0F : 0.0F;
    else
      child.best = chance(score(after, me, {after.to_move() == me ? 1 : -1, 0}));
    children.push_back(child);
  });
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
      child.best = chance(sign * eye.score_queen(static_cast<Cell>(to)));
      children.push_back(child);
    });
  });
}

template <unsigned Words>
void Judge<Words>::judge_arrows_by_network(const Board<Words>& board, Cell from, Seat me,
                                           std::vector<Node>& children) const {
  NetworkEye<Words> eye(ground_, kernel_, *network_, board);
  const float sign = eye.next() == me ? 1.0F : -1.0F;
  reached(board, from).for_each([&](unsigned arrow) {
    Board<Words> after = board;
    after.shoot(ground_, static_cast<Cell>(arrow));
    Node child;
    child.from = child.to = static_cast<Cell>(arrow);
    if (after.over())
      child.best = *after.turn.outcome().winner == me ? 1.0F : 0.0F;
    else
      child.best = chance(sign * eye.score_arrow(static_cast<Cell>(arrow)));
    children.push_back(child);
  });
}

template class Judge<2>;
template class Judge<4>;

}  // namespace quiver::bots::amazons::champion
