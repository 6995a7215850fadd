// How the champion searches at the root: all legal moves, deeper and deeper, in narrow windows.
#pragma once

#include "bots/quoridor/champion/alphabeta.hpp"

namespace quiver::bots::quoridor::champion {

template <unsigned kWords>
void Alphabeta<kWords>::set(const Bitboard<kWords>& root, const std::vector<std::uint64_t>& played,
                            base::Random& random) {
  levels_[0].board = root;
  levels_[0].steps = 0;
  own_ = root.to_move;
  budget_ = SearchBudget(SearchLimits{});  // the clock of the search before may be gone
  played_ = played;
  for (Level& level : levels_) level.killers.fill(kNoMove);
  for (auto& of_seat : history_)
    for (int& worth : of_seat) worth /= 4;
  generate_root(random);
}

// By what they gain at once.
template <unsigned kWords>
void Alphabeta<kWords>::generate_root(base::Random& random) {
  std::vector<Candidate>& moves = levels_[0].moves;
  moves.clear();
  const Bitboard<kWords>& root = levels_[0].board;
  for_each_pawn_move(layout_, root, [&](PackedMove move) { add_step(0, move, true); });
  if (root.walls[own_] > 0 && root.pawns[own_] != kNowhere) {
    const WallSlots<kWords> all = select_walls(layout_, root, opponents_of(root), WallSelection::kAll);
    add_walls(0, all.count() > kTooManySlots
                     ? select_walls(layout_, root, opponents_of(root), WallSelection::kNear)
                     : all);
    if (moves.empty()) add_walls(0, all);  // one of them is legal
  }
  for (std::size_t k = moves.size(); k > 1; --k) std::swap(moves[k - 1], moves[random.below(k)]);
  const auto better = [](const Candidate& a, const Candidate& b) { return a.order > b.order; };
  std::stable_sort(moves.begin(), moves.end(), better);
}

template <unsigned kWords>
SearchResult Alphabeta<kWords>::deepen(const SearchLimits& limits, const std::atomic<bool>& stop,
                                       unsigned first) {
  budget_ = SearchBudget(limits, {}, &stop);
  std::vector<Candidate>& moves = levels_[0].moves;
  SearchResult result{unpacked(moves.front().move), 0, 0, 0};
  const Bitboard<kWords>& root = levels_[0].board;
  unsigned enemy_walls = 0;
  for (unsigned s = 0; s < layout_.seats; ++s) enemy_walls += s == own_ ? 0U : root.walls[s];
  for (unsigned depth = first; depth <= std::min(limits.depth, kMaxDepth) && !stopped(); ++depth) {
    root_depth_ = static_cast<int>(depth);
    search_window(root_depth_, result);
    if (moves.size() == 1) break;
    // A win is proven if the enemies have no wall that the selection may have skipped.
    if (result.score > kProvenWin && enemy_walls == 0 && root_depth_ > kWin - result.score) break;
  }
  result.nodes = budget_.nodes();
  return result;
}

// Aspiration windows around the score of the depth before, three times as wide after each failure.
template <unsigned kWords>
void Alphabeta<kWords>::search_window(int depth, SearchResult& result) {
  Score width = depth >= 4 ? kStepValue / 2 : 2 * kInfinity;
  const Score middle = result.score;
  while (!stopped()) {
    const Score alpha = std::max(middle - width, -kInfinity);
    const Score beta = std::min(middle + width, kInfinity);
    if (search_root(depth, alpha, beta, result)) return;
    width = width > 10 * kStepValue ? 2 * kInfinity : width * 3;
  }
}

// True if the score lies within the window. The best of before comes first: what beats it is better even if
// there is no time for the rest.
template <unsigned kWords>
bool Alphabeta<kWords>::search_root(int depth, Score alpha, Score beta, SearchResult& result) {
  std::vector<Candidate>& moves = levels_[0].moves;
  const Score low = alpha;
  Score best = -kInfinity;
  for (unsigned k = 0; k < moves.size(); ++k) {
    const Candidate candidate = moves[k];
    const Score score = k == 0 ? value_after(0, candidate.move, depth - 1, alpha, beta)
                               : scout(0, candidate, k, depth, alpha, beta);
    if (stopped()) return false;
    if (score <= best) continue;
    best = score;
    if (score <= alpha && k > 0) continue;
    alpha = std::max(alpha, score);
    result.score = score;
    if (score <= low) continue;
    result.move = unpacked(candidate.move);
    std::rotate(moves.begin(), moves.begin() + k, moves.begin() + k + 1);
    if (score >= beta) return false;
  }
  if (best <= low) return false;
  result.depth = static_cast<unsigned>(depth);
  return true;
}

}  // namespace quiver::bots::quoridor::champion
