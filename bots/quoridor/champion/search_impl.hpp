// How the champion searches below the root: windows, the table, the order of moves, reductions.
#pragma once

#include "bots/quoridor/champion/search.hpp"

namespace quiver::bots::quoridor::champion {

// A score counts the plies from the root; the table, from the position itself.
inline Score from_here(Score score, unsigned ply) {
  const auto plies = static_cast<Score>(ply);
  return score > kSurelyWon ? score + plies : score < -kSurelyWon ? score - plies : score;
}
inline Score from_root(Score score, unsigned ply) {
  const auto plies = static_cast<Score>(ply);
  return score > kSurelyWon ? score - plies : score < -kSurelyWon ? score + plies : score;
}
inline Score won_in(unsigned plies) { return kWin - static_cast<Score>(plies); }

template <unsigned kWords>
Search<kWords>::Search(const Ground<kWords>& ground, Table& table, const Weights& weights)
    : ground_(ground), table_(table), weights_(weights), levels_(kMaxPly + 2), history_(kMaxSeats) {}

// Who searches plays against all, the others only against it.
template <unsigned kWords>
unsigned Search<kWords>::targets_for(const Node<kWords>& node) const {
  return is_own(node) ? node.standing & ~(1U << own_) : 1U << own_;
}

// Whether the game has been here before: whoever goes round in circles gets nowhere.
template <unsigned kWords>
bool Search<kWords>::repeats(unsigned ply) const {
  const Level& here = levels_[ply];
  for (unsigned back = 1; back <= here.steps && back <= ply; ++back)
    if (levels_[ply - back].node.hash == here.node.hash) return true;
  return here.steps >= ply && std::find(played_.begin(), played_.end(), here.node.hash) != played_.end();
}

template <unsigned kWords>
bool Search<kWords>::is_bare(const Node<kWords>& node) const {
  return (node.walls[0] | node.walls[1] | node.walls[2] | node.walls[3]) == 0;
}

template <unsigned kWords>
Score Search<kWords>::worth(const Node<kWords>& node) const {
  const Score score = evaluate(ground_, node, own_, weights_);
  return is_own(node) ? score : -score;
}

template <unsigned kWords>
Made Search<kWords>::go(unsigned ply, Code move, Care care) {
  count_.add();
  levels_[ply + 1].steps = is_wall(move) ? 0 : levels_[ply].steps + 1;
  return make(ground_, levels_[ply].node, move, levels_[ply + 1].node, care);
}

template <unsigned kWords>
Score Search<kWords>::value_after(unsigned ply, Code move, int depth, Score alpha, Score beta) {
  return after_made(ply, go(ply, move, depth > 0 ? Care::kWhole : Care::kGlance), depth, alpha, beta);
}

// For the side to move at `ply`; kBeyond below zero if the move was illegal.
template <unsigned kWords>
Score Search<kWords>::after_made(unsigned ply, Made made, int depth, Score alpha, Score beta) {
  switch (made) {
    case Made::kIllegal:
      return -kBeyond;
    case Made::kWon:
      return won_in(ply + 1);
    case Made::kDrawn:
      return 0;
    case Made::kGoesOn:
      break;
  }
  if (is_own(levels_[ply].node) == is_own(levels_[ply + 1].node)) return value(ply + 1, depth, alpha, beta);
  return -value(ply + 1, depth, -beta, -alpha);
}

template <unsigned kWords>
Score Search<kWords>::value(unsigned ply, int depth, Score alpha, Score beta) {
  const Node<kWords>& node = levels_[ply].node;
  if (stopped()) return 0;
  if (repeats(ply)) return 0;
  if (const auto race = won_by_running(ground_, node)) {
    const Score score = won_in(ply + race->plies);
    return race->won ? score : -score;
  }
  if (ply >= kMaxPly) return worth(node);
  // Without walls there is little to look at, and it decides the game.
  if (depth <= 0 && is_bare(node) && static_cast<int>(ply) < root_depth_ + 8) depth = 1;
  if (depth <= 0) return worth(node);
  // Near the last ply a position is worth what it is only at that ply.
  const bool keeps = node.ply + static_cast<unsigned>(depth) + 10 < ground_.max_plies;
  const Known known = keeps ? table_.find(node.hash) : Known{};
  if (known.bound != Bound::kNone && known.depth >= depth) {
    const Score score = from_root(known.score, ply);
    if (known.bound == Bound::kExact || (known.bound == Bound::kAtLeast && score >= beta) ||
        (known.bound == Bound::kAtMost && score <= alpha))
      return score;
  }
  list(ply, depth, known.best);
  Code best = kNoMove;
  const Score score = best_of(ply, depth, alpha, beta, best);
  if (keeps && !stopped()) {
    const Bound bound = score >= beta ? Bound::kAtLeast : score <= alpha ? Bound::kAtMost : Bound::kExact;
    table_.keep(levels_[ply].node.hash,
                {best, from_here(score, ply), static_cast<std::uint8_t>(depth), bound});
  }
  return score;
}

template <unsigned kWords>
Score Search<kWords>::best_of(unsigned ply, int depth, Score alpha, Score beta, Code& best) {
  std::vector<Candidate>& moves = levels_[ply].moves;
  Score best_score = -kBeyond;
  const Score low = alpha;
  unsigned number = 0;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    bring_best(moves, k);
    const Candidate candidate = moves[k];
    const Score score = number == 0 ? value_after(ply, candidate.move, depth - 1, alpha, beta)
                                    : scout(ply, candidate, number, depth, alpha, beta);
    if (stopped()) return best_score;
    if (score == -kBeyond) continue;
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
  // All that was looked at is illegal, but then something else is not.
  return number == 0 ? worth(levels_[ply].node) : best_score;
}

// First whether the move is better than the best at all, for late ones to less depth.
template <unsigned kWords>
Score Search<kWords>::scout(unsigned ply, const Candidate& candidate, unsigned number, int depth, Score alpha,
                            Score beta) {
  const auto less = static_cast<int>(reduction(candidate, number, depth));
  Score score = value_after(ply, candidate.move, depth - 1 - less, alpha, alpha + 1);
  if (less > 0 && score > alpha) score = value_after(ply, candidate.move, depth - 1, alpha, alpha + 1);
  if (score > alpha && score < beta) score = value_after(ply, candidate.move, depth - 1, alpha, beta);
  return score;
}

template <unsigned kWords>
unsigned Search<kWords>::reduction(const Candidate& candidate, unsigned number, int depth) const {
  if (depth < 3 || number < 3) return 0;
  const unsigned less = 1 + (number >= 8 ? 1U : 0U) + (number >= 20 ? 1U : 0U) + (candidate.quiet ? 1U : 0U);
  return std::min(less, static_cast<unsigned>(depth) - 2);
}

template <unsigned kWords>
void Search<kWords>::list(unsigned ply, int depth, Code first) {
  Level& level = levels_[ply];
  const Node<kWords>& node = level.node;
  const unsigned mover = node.to_move;
  const bool weigh = depth >= 2;
  level.moves.clear();
  if (node.pawns[mover] == kNowhere) {
    for_each_legal(ground_, node, [&](Code code) { add_step(ply, code, true); });
  } else {
    const Targets targets = targets_of(ground_, node, mover);
    for (unsigned k = 0; k < targets.count; ++k) add_step(ply, targets.cells[k], weigh);
    if (node.walls[mover] > 0) {
      const Choice choice = targets.count == 0 ? Choice::kAll : depth >= 3 ? Choice::kNear : Choice::kCutting;
      add_walls(ply, chosen_walls(ground_, node, targets_for(node), choice), weigh);
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
void Search<kWords>::add_step(unsigned ply, Code step, bool weigh) {
  const Node<kWords>& node = levels_[ply].node;
  const unsigned mover = node.to_move;
  Score order = 100;
  if (weigh || ground_.goals[mover].has(step)) {
    const auto length = way_length(node.open, ground_.columns, Bits<kWords>::of(step), ground_.goals[mover]);
    order = (static_cast<Score>(node.ways[mover].length) - static_cast<Score>(length)) * kStepWorth + 50;
    if (length == 0) order = 1 << 20;
  }
  levels_[ply].moves.push_back({step, false, order});
}

template <unsigned kWords>
void Search<kWords>::add_walls(unsigned ply, const Slots<kWords>& walls, bool weigh) {
  walls.horizontal.for_each([&](unsigned v) { add_wall(ply, static_cast<Code>(kHorizontal | v), weigh); });
  walls.vertical.for_each([&](unsigned v) { add_wall(ply, static_cast<Code>(kVertical | v), weigh); });
}

// What a wall gains at once, if it is to be weighed; one that shuts somebody in is left out then.
template <unsigned kWords>
void Search<kWords>::add_wall(unsigned ply, Code wall, bool weigh) {
  const Node<kWords>& node = levels_[ply].node;
  Candidate candidate{wall, false, -weights_.wall};
  if (weigh) {
    for (unsigned s = 0; s < ground_.seats; ++s)
      if (node.stands(s) && node.ways[s].length == kNoWay) return;
    const Edges<kWords> cut = cut_by(ground_, wall);
    Edges<kWords> open = node.open;
    open.close(cut);
    bool lengthens = false;
    for (unsigned s = 0; s < ground_.seats; ++s) {
      if (!node.stands(s) || !node.ways[s].used.touches(cut)) continue;
      count_.add();
      const auto length = length_with(ground_, node, open, s);
      if (length == kNoWay) return;
      const Score gain = static_cast<Score>(length) - static_cast<Score>(node.ways[s].length);
      const bool hurts = (targets_for(node) >> s & 1U) != 0;
      if (hurts && gain > 0) lengthens = true;
      if (hurts || s == node.to_move) candidate.order += (hurts ? gain : -gain) * kStepWorth;
    }
    candidate.quiet = !lengthens;
  }
  levels_[ply].moves.push_back(candidate);
}

template <unsigned kWords>
void Search<kWords>::bring_best(std::vector<Candidate>& moves, std::size_t at) const {
  const auto better = [](const Candidate& a, const Candidate& b) { return a.order < b.order; };
  const auto begin = moves.begin() + static_cast<std::ptrdiff_t>(at);
  std::iter_swap(begin, std::max_element(begin, moves.end(), better));
}

// The move at `tried` was too good; those before it were not.
template <unsigned kWords>
void Search<kWords>::reward(unsigned ply, std::size_t tried, int depth) {
  Level& level = levels_[ply];
  auto& history = history_[level.node.to_move];
  const int bonus = std::min(depth * depth * 16, kHistoryMost / 4);
  const auto change = [&](Code code, int by) {
    history[code] += by - history[code] * std::abs(by) / kHistoryMost;
  };
  for (std::size_t k = 0; k < tried; ++k) change(level.moves[k].move, -bonus);
  const Code best = level.moves[tried].move;
  change(best, bonus);
  if (level.killers[0] == best) return;
  level.killers[1] = level.killers[0];
  level.killers[0] = best;
}

}  // namespace quiver::bots::quoridor::champion
