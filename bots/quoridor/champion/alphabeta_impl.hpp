// How the champion searches below the root: windows, the table, the order of moves, reductions.
#pragma once

#include "bots/quoridor/champion/alphabeta.hpp"

namespace quiver::bots::quoridor::champion {

template <unsigned kWords>
Alphabeta<kWords>::Alphabeta(const BitboardLayout<kWords>& layout, TranspositionTable& table,
                             const Weights& weights)
    : layout_(layout), table_(table), weights_(weights), levels_(kMaxPly + 2), history_(kMaxSeats) {}

// Who searches plays against all, the others only against it.
template <unsigned kWords>
unsigned Alphabeta<kWords>::opponents_of(const Bitboard<kWords>& board) const {
  return is_own(board) ? board.standing & ~(1U << own_) : 1U << own_;
}

// Whether the position is a repetition, which scores as a draw.
template <unsigned kWords>
bool Alphabeta<kWords>::repeats(unsigned ply) const {
  const Level& here = levels_[ply];
  for (unsigned back = 1; back <= here.steps && back <= ply; ++back)
    if (levels_[ply - back].board.hash == here.board.hash) return true;
  return here.steps >= ply && std::find(played_.begin(), played_.end(), here.board.hash) != played_.end();
}

template <unsigned kWords>
bool Alphabeta<kWords>::no_walls_left(const Bitboard<kWords>& board) const {
  return (board.walls[0] | board.walls[1] | board.walls[2] | board.walls[3]) == 0;
}

template <unsigned kWords>
Score Alphabeta<kWords>::static_value(const Bitboard<kWords>& board) const {
  const Score score = evaluate(layout_, board, own_, weights_);
  return is_own(board) ? score : -score;
}

// Walls cannot be undone, so only positions since the last wall can repeat: `steps` counts those.
template <unsigned kWords>
MoveResult Alphabeta<kWords>::go(unsigned ply, PackedMove move, PathUpdate update) {
  budget_.count_node();
  levels_[ply + 1].steps = is_wall(move) ? 0 : levels_[ply].steps + 1;
  return make_move(layout_, levels_[ply].board, move, levels_[ply + 1].board, update);
}

template <unsigned kWords>
Score Alphabeta<kWords>::value_after(unsigned ply, PackedMove move, int depth, Score alpha, Score beta) {
  return score_after(ply, go(ply, move, depth > 0 ? PathUpdate::kFull : PathUpdate::kLengthOnly), depth,
                     alpha, beta);
}

// The score for the side to move at `ply`; -kInfinity if the move was illegal.
template <unsigned kWords>
Score Alphabeta<kWords>::score_after(unsigned ply, MoveResult result, int depth, Score alpha, Score beta) {
  switch (result) {
    case MoveResult::kIllegal:
      return -kInfinity;
    case MoveResult::kWon:
      return won_in(ply + 1);
    case MoveResult::kDrawn:
      return 0;
    case MoveResult::kOngoing:
      break;
  }
  if (is_own(levels_[ply].board) == is_own(levels_[ply + 1].board)) return value(ply + 1, depth, alpha, beta);
  return -value(ply + 1, depth, -beta, -alpha);
}

// The order of the tests matters: repetition and decided races need no table and no move generation.
template <unsigned kWords>
Score Alphabeta<kWords>::value(unsigned ply, int depth, Score alpha, Score beta) {
  const Bitboard<kWords>& board = levels_[ply].board;
  if (stopped()) return 0;
  if (repeats(ply)) return 0;
  if (const auto race = won_by_running(layout_, board)) {
    const Score score = won_in(ply + race->plies);
    return race->won ? score : -score;
  }
  if (ply >= kMaxPly) return static_value(board);
  // Without walls there are few moves, and they decide the game: extend.
  if (depth <= 0 && no_walls_left(board) && static_cast<int>(ply) < root_depth_ + 8) depth = 1;
  if (depth <= 0) return static_value(board);
  // Near the last ply a position is worth what it is only at that ply.
  const bool keeps = board.ply + static_cast<unsigned>(depth) + 10 < layout_.max_plies;
  const TableEntry known = keeps ? table_.find(board.hash) : TableEntry{};
  if (known.bound != Bound::kNone && known.depth >= depth) {
    const Score score = score_from_table(known.score, ply);
    if (answers(known.bound, score, alpha, beta)) return score;
  }
  generate(ply, depth, known.best);
  PackedMove best = kNoMove;
  const Score score = best_of(ply, depth, alpha, beta, best);
  if (keeps && !stopped())
    table_.store(levels_[ply].board.hash, {best, score_to_table(score, ply), static_cast<std::uint8_t>(depth),
                                           bound_of(score, alpha, beta)});
  return score;
}

// Illegal walls show only when they are made, so they are skipped here and not counted.
template <unsigned kWords>
Score Alphabeta<kWords>::best_of(unsigned ply, int depth, Score alpha, Score beta, PackedMove& best) {
  std::vector<Candidate>& moves = levels_[ply].moves;
  Score best_score = -kInfinity;
  const Score low = alpha;
  unsigned number = 0;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    select_best(moves, k);
    const Candidate candidate = moves[k];
    const Score score = number == 0 ? value_after(ply, candidate.move, depth - 1, alpha, beta)
                                    : scout(ply, candidate, number, depth, alpha, beta);
    if (stopped()) return best_score;
    if (score == -kInfinity) continue;
    ++number;
    if (score > best_score) {
      best_score = score;
      if (score > low) best = candidate.move;
    }
    alpha = std::max(alpha, score);
    if (alpha < beta) continue;
    reward(ply, k, depth);
    break;
  }
  // All candidates are illegal; some other move is legal.
  return number == 0 ? static_value(levels_[ply].board) : best_score;
}

// First whether the move is better than the best at all, for late ones to less depth.
template <unsigned kWords>
Score Alphabeta<kWords>::scout(unsigned ply, const Candidate& candidate, unsigned number, int depth,
                               Score alpha, Score beta) {
  const auto less = static_cast<int>(reduction(candidate, number, depth));
  Score score = value_after(ply, candidate.move, depth - 1 - less, alpha, alpha + 1);
  if (less > 0 && score > alpha) score = value_after(ply, candidate.move, depth - 1, alpha, alpha + 1);
  if (score > alpha && score < beta) score = value_after(ply, candidate.move, depth - 1, alpha, beta);
  return score;
}

// Late move reduction: the later in the order, the shallower; one ply more for walls that lengthen no path.
template <unsigned kWords>
unsigned Alphabeta<kWords>::reduction(const Candidate& candidate, unsigned number, int depth) const {
  if (depth < 3 || number < 3) return 0;
  const unsigned less = 1 + (number >= 8 ? 1U : 0U) + (number >= 20 ? 1U : 0U) + (candidate.quiet ? 1U : 0U);
  return std::min(less, static_cast<unsigned>(depth) - 2);
}

// Bonuses for the table's move, killers and history are added to the static order.
template <unsigned kWords>
void Alphabeta<kWords>::generate(unsigned ply, int depth, PackedMove first) {
  Level& level = levels_[ply];
  const Bitboard<kWords>& board = level.board;
  const unsigned mover = board.to_move;
  const bool weigh = depth >= 2;
  level.moves.clear();
  if (board.pawns[mover] == kNowhere) {
    for_each_legal(layout_, board, [&](PackedMove move) { add_step(ply, move, true); });
  } else {
    const PawnTargets targets = pawn_targets(layout_, board, mover);
    for (unsigned k = 0; k < targets.count; ++k) add_step(ply, targets.cells[k], weigh);
    if (board.walls[mover] > 0) {
      const WallSelection selection = targets.count == 0 ? WallSelection::kAll
                                      : depth >= 3       ? WallSelection::kNear
                                                         : WallSelection::kCutting;
      add_walls(ply, select_walls(layout_, board, opponents_of(board), selection), weigh);
    }
  }
  for (Candidate& candidate : level.moves) {
    if (candidate.move == first) candidate.order += 1 << 24;
    if (candidate.move == level.killers[0]) candidate.order += 150;
    if (candidate.move == level.killers[1]) candidate.order += 100;
    candidate.order += history_[mover][candidate.move] * 200 / kHistoryMost;
  }
}

template <unsigned kWords>
void Alphabeta<kWords>::add_step(unsigned ply, PackedMove step, bool weigh) {
  const Bitboard<kWords>& board = levels_[ply].board;
  const unsigned mover = board.to_move;
  Score order = 100;
  if (weigh || layout_.goals[mover].has(step)) {
    const auto length =
        path_length(board.open, layout_.columns, Bitset<kWords>::of(step), layout_.goals[mover]);
    order = (static_cast<Score>(board.paths[mover].length) - static_cast<Score>(length)) * kStepValue + 50;
    if (length == 0) order = 1 << 20;
  }
  levels_[ply].moves.push_back({step, false, order});
}

template <unsigned kWords>
void Alphabeta<kWords>::add_walls(unsigned ply, const WallSlots<kWords>& walls, bool weigh) {
  walls.horizontal.for_each(
      [&](unsigned v) { add_wall(ply, static_cast<PackedMove>(kHorizontal | v), weigh); });
  walls.vertical.for_each([&](unsigned v) { add_wall(ply, static_cast<PackedMove>(kVertical | v), weigh); });
}

// With `weigh`, the order is what the wall gains at once, and walls that enclose a seat are left out.
template <unsigned kWords>
void Alphabeta<kWords>::add_wall(unsigned ply, PackedMove wall, bool weigh) {
  const Bitboard<kWords>& board = levels_[ply].board;
  Candidate candidate{wall, false, -weights_.wall};
  if (weigh) {
    for (unsigned s = 0; s < layout_.seats; ++s)
      if (board.stands(s) && board.paths[s].length == kNoPath) return;
    const Edges<kWords> cut = cut_by(layout_, wall);
    Edges<kWords> open = board.open;
    open.close(cut);
    bool lengthens = false;
    for (unsigned s = 0; s < layout_.seats; ++s) {
      if (!board.stands(s) || !board.paths[s].used.touches(cut)) continue;
      budget_.count_node();
      const auto length = length_with(layout_, board, open, s);
      if (length == kNoPath) return;
      const Score gain = static_cast<Score>(length) - static_cast<Score>(board.paths[s].length);
      const bool hurts = (opponents_of(board) >> s & 1U) != 0;
      if (hurts && gain > 0) lengthens = true;
      if (hurts || s == board.to_move) candidate.order += (hurts ? gain : -gain) * kStepValue;
    }
    candidate.quiet = !lengthens;
  }
  levels_[ply].moves.push_back(candidate);
}

// One step of a selection sort: after a cutoff the rest is never sorted.
template <unsigned kWords>
void Alphabeta<kWords>::select_best(std::vector<Candidate>& moves, std::size_t at) const {
  const auto better = [](const Candidate& a, const Candidate& b) { return a.order < b.order; };
  const auto begin = moves.begin() + static_cast<std::ptrdiff_t>(at);
  std::iter_swap(begin, std::max_element(begin, moves.end(), better));
}

// The move at `tried` was too good; those before it were not.
template <unsigned kWords>
void Alphabeta<kWords>::reward(unsigned ply, std::size_t tried, int depth) {
  Level& level = levels_[ply];
  auto& history = history_[level.board.to_move];
  const int bonus = std::min(depth * depth * 16, kHistoryMost / 4);
  const auto change = [&](PackedMove move, int by) {
    history[move] += by - history[move] * std::abs(by) / kHistoryMost;
  };
  for (std::size_t k = 0; k < tried; ++k) change(level.moves[k].move, -bonus);
  const PackedMove best = level.moves[tried].move;
  change(best, bonus);
  if (level.killers[0] == best) return;
  level.killers[1] = level.killers[0];
  level.killers[0] = best;
}

}  // namespace quiver::bots::quoridor::champion
