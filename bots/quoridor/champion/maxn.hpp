// The champion's search for three or more seats: max^n, in which every seat maximises its own score.
//
// Each seat chooses among its few best moves by static score. No depth from 2 to 4 has been shown to be
// better than another (docs/measurements/quoridor-champion.md), so it takes the cheapest. One thread.
#pragma once

#include <vector>

#include "bots/quoridor/champion/alphabeta.hpp"
#include "bots/quoridor/champion/candidates.hpp"

namespace quiver::bots::quoridor::champion {

template <unsigned kWords>
class MaxN {
 public:
  MaxN(const BitboardLayout<kWords>& layout, const Weights& weights)
      : layout_(layout), weights_(weights), levels_(kMaxDepth + 2) {}

  // The best move for the seat to move; there is an answer whatever the limits.
  SearchResult deepen(const Bitboard<kWords>& root, const SearchLimits& limits);

 private:
  using Scores = std::array<Score, kMaxSeats>;  // to each seat
  static constexpr unsigned kMaxDepth = 2;

  struct Level {
    Bitboard<kWords> board;
    std::vector<Candidate> moves;
  };

  // How many moves a seat may choose from.
  static constexpr std::size_t width(unsigned ply) { return ply == 0 ? 12 : 6; }

  [[nodiscard]] Scores scores(const Bitboard<kWords>& board) const;
  [[nodiscard]] Scores terminal_scores(MoveResult result, unsigned winner, unsigned ply) const;
  void generate(unsigned ply);
  void add(unsigned ply, PackedMove move);
  Scores value(unsigned ply, unsigned depth);
  Scores value_after(unsigned ply, PackedMove move, unsigned depth);

  BitboardLayout<kWords> layout_;
  Weights weights_;
  std::vector<Level> levels_;
  SearchBudget budget_{SearchLimits{}};
};

template <unsigned kWords>
SearchResult MaxN<kWords>::deepen(const Bitboard<kWords>& root, const SearchLimits& limits) {
  budget_ = SearchBudget(limits);
  levels_[0].board = root;
  generate(0);
  std::vector<Candidate>& moves = levels_[0].moves;
  SearchResult result{unpacked(moves.front().move), moves.front().order, 0, 0};
  const unsigned deepest = std::min({limits.depth, kMaxDepth, layout_.max_plies - root.ply});
  for (unsigned depth = 1; depth <= deepest && !budget_.exhausted() && moves.size() > 1; ++depth) {
    Score best = -kInfinity;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const Score score = value_after(0, moves[k].move, depth - 1)[root.to_move];
      if (budget_.exhausted()) break;
      if (score <= best) continue;
      best = score;
      result.move = unpacked(moves[k].move);
      result.score = score;
      result.depth = depth;
      // First next time: what beats it is better even if there is no time for the rest.
      std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(k),
                  moves.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    }
    if (best > kProvenWin) break;
  }
  result.nodes = budget_.nodes();
  return result;
}

template <unsigned kWords>
auto MaxN<kWords>::scores(const Bitboard<kWords>& board) const -> Scores {
  Scores scores{};
  for (unsigned s = 0; s < layout_.seats; ++s)
    if (board.stands(s)) scores[s] = evaluate(layout_, board, s, weights_);
  return scores;
}

template <unsigned kWords>
auto MaxN<kWords>::terminal_scores(MoveResult result, unsigned winner, unsigned ply) const -> Scores {
  Scores scores{};
  if (result == MoveResult::kDrawn) return scores;
  scores.fill(-won_in(ply));
  scores[winner] = won_in(ply);
  return scores;
}

template <unsigned kWords>
auto MaxN<kWords>::value_after(unsigned ply, PackedMove move, unsigned depth) -> Scores {
  budget_.count_node();
  const Bitboard<kWords>& before = levels_[ply].board;
  const MoveResult result = make_move(layout_, before, move, levels_[ply + 1].board,
                                      depth > 0 ? PathUpdate::kFull : PathUpdate::kLengthOnly);
  if (result != MoveResult::kOngoing) return terminal_scores(result, before.to_move, ply + 1);
  return depth > 0 ? value(ply + 1, depth) : scores(levels_[ply + 1].board);
}

// Without alpha-beta: with more than two seats, one seat's score is not the opposite of another's.
template <unsigned kWords>
auto MaxN<kWords>::value(unsigned ply, unsigned depth) -> Scores {
  generate(ply);
  const unsigned mover = levels_[ply].board.to_move;
  Scores best{};
  best[mover] = -kInfinity;
  for (const Candidate& candidate : levels_[ply].moves) {
    const Scores found = value_after(ply, candidate.move, depth - 1);
    if (budget_.exhausted()) return found;
    if (found[mover] > best[mover]) best = found;
    if (best[mover] > kProvenWin) break;
  }
  return best;
}

// The moves that are worth most to the mover at once, the best first.
template <unsigned kWords>
void MaxN<kWords>::generate(unsigned ply) {
  Level& level = levels_[ply];
  const Bitboard<kWords>& board = level.board;
  level.moves.clear();
  for_each_pawn_move(layout_, board, [&](PackedMove step) { add(ply, step); });
  if (board.walls[board.to_move] > 0 && board.pawns[board.to_move] != kNowhere) {
    const WallSelection selection = level.moves.empty() ? WallSelection::kAll : WallSelection::kCutting;
    const auto walls = select_walls(layout_, board, board.standing & ~(1U << board.to_move), selection);
    walls.horizontal.for_each([&](unsigned v) { add(ply, static_cast<PackedMove>(kHorizontal | v)); });
    walls.vertical.for_each([&](unsigned v) { add(ply, static_cast<PackedMove>(kVertical | v)); });
  }
  const auto better = [](const Candidate& a, const Candidate& b) { return a.order > b.order; };
  std::stable_sort(level.moves.begin(), level.moves.end(), better);
  if (level.moves.size() > width(ply)) level.moves.resize(width(ply));
}

template <unsigned kWords>
void MaxN<kWords>::add(unsigned ply, PackedMove move) {
  budget_.count_node();
  Bitboard<kWords>& after = levels_[ply + 1].board;
  const unsigned mover = levels_[ply].board.to_move;
  const MoveResult result = make_move(layout_, levels_[ply].board, move, after, PathUpdate::kLengthOnly);
  if (result == MoveResult::kIllegal) return;
  const Score order = result == MoveResult::kOngoing ? evaluate(layout_, after, mover, weights_)
                                                     : terminal_scores(result, mover, ply + 1)[mover];
  levels_[ply].moves.push_back({move, false, order});
}

}  // namespace quiver::bots::quoridor::champion
