// How the champion searches at the root: all legal moves, deeper and deeper, in narrow windows.
#pragma once

#include "bots/quoridor/champion/search.hpp"

namespace quiver::bots::quoridor::champion {

template <unsigned kWords>
void Search<kWords>::set(const Node<kWords>& root, const std::vector<std::uint64_t>& played,
                         base::Random& random) {
  levels_[0].node = root;
  levels_[0].steps = 0;
  own_ = root.to_move;
  count_ = SearchCount(SearchLimits{});  // the clock of the search before may be gone
  played_ = played;
  for (Level& level : levels_) level.killers.fill(kNoMove);
  for (auto& of_seat : history_)
    for (int& worth : of_seat) worth /= 4;
  list_root(random);
}

// By what they gain at once.
template <unsigned kWords>
void Search<kWords>::list_root(base::Random& random) {
  std::vector<Candidate>& moves = levels_[0].moves;
  moves.clear();
  const Node<kWords>& root = levels_[0].node;
  for_each_pawn_move(ground_, root, [&](Code code) { add_step(0, code, true); });
  if (root.walls[own_] > 0 && root.pawns[own_] != kNowhere) {
    const Slots<kWords> all = chosen_walls(ground_, root, targets_for(root), Choice::kAll);
    add_walls(0,
              all.count() > kTooMany ? chosen_walls(ground_, root, targets_for(root), Choice::kNear) : all);
    if (moves.empty()) add_walls(0, all);  // one of them is legal
  }
  for (std::size_t k = moves.size(); k > 1; --k) std::swap(moves[k - 1], moves[random.below(k)]);
  const auto better = [](const Candidate& a, const Candidate& b) { return a.order > b.order; };
  std::stable_sort(moves.begin(), moves.end(), better);
}

template <unsigned kWords>
Finding Search<kWords>::deepen(const SearchLimits& limits, const std::atomic<bool>& halt, unsigned first) {
  count_ = SearchCount(limits);
  halt_ = &halt;
  std::vector<Candidate>& moves = levels_[0].moves;
  Finding finding{move_of(moves.front().move), 0, 0, 0};
  const Node<kWords>& root = levels_[0].node;
  unsigned enemy_walls = 0;
  for (unsigned s = 0; s < ground_.seats; ++s) enemy_walls += s == own_ ? 0U : root.walls[s];
  for (unsigned depth = first; depth <= std::min(limits.depth, kMaxDepth) && !stopped(); ++depth) {
    root_depth_ = static_cast<int>(depth);
    search_window(root_depth_, finding);
    if (moves.size() == 1) break;
    // A win is sure if no wall of the enemies' can have been overlooked.
    if (finding.score > kSurelyWon && enemy_walls == 0 && root_depth_ > kWin - finding.score) break;
  }
  finding.nodes = count_.nodes();
  return finding;
}

template <unsigned kWords>
void Search<kWords>::search_window(int depth, Finding& finding) {
  Score width = depth >= 4 ? kStepWorth / 2 : 2 * kBeyond;
  const Score middle = finding.score;
  while (!stopped()) {
    const Score alpha = std::max(middle - width, -kBeyond);
    const Score beta = std::min(middle + width, kBeyond);
    if (search_root(depth, alpha, beta, finding)) return;
    width = width > 10 * kStepWorth ? 2 * kBeyond : width * 3;
  }
}

// True if the score lies within the window. The best of before comes first: what beats it is better even if
// there is no time for the rest.
template <unsigned kWords>
bool Search<kWords>::search_root(int depth, Score alpha, Score beta, Finding& finding) {
  std::vector<Candidate>& moves = levels_[0].moves;
  const Score low = alpha;
  Score best = -kBeyond;
  for (unsigned k = 0; k < moves.size(); ++k) {
    const Candidate candidate = moves[k];
    const Score score = k == 0 ? value_after(0, candidate.move, depth - 1, alpha, beta)
                               : scout(0, candidate, k, depth, alpha, beta);
    if (stopped()) return false;
    if (score <= best) continue;
    best = score;
    if (score <= alpha && k > 0) continue;
    alpha = std::max(alpha, score);
    finding.score = score;
    if (score <= low) continue;
    finding.move = move_of(candidate.move);
    std::rotate(moves.begin(), moves.begin() + k, moves.begin() + k + 1);
    if (score >= beta) return false;
  }
  if (best <= low) return false;
  finding.depth = static_cast<unsigned>(depth);
  return true;
}

}  // namespace quiver::bots::quoridor::champion
