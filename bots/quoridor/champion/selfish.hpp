// The champion's search among three or more seats: everybody for itself (max^n).
//
// Each seat chooses what is best for itself, of its few best moves by what they are worth at once. How deep
// to look is not settled: no depth from 2 to 4 has been shown to be better than another
// (docs/champions-quoridor.md has the figures), so it takes the cheapest. One thread.
#pragma once

#include <vector>

#include "bots/quoridor/champion/candidates.hpp"
#include "bots/quoridor/champion/search.hpp"

namespace quiver::bots::quoridor::champion {

template <unsigned kWords>
class SelfishSearch {
 public:
  SelfishSearch(const Ground<kWords>& ground, const Weights& weights)
      : ground_(ground), weights_(weights), levels_(kMaxDepth + 2) {}

  // The best move for the seat to move; there is an answer whatever the limits.
  Finding deepen(const Node<kWords>& root, const SearchLimits& limits);

 private:
  using Worths = std::array<Score, kMaxSeats>;  // to each seat
  static constexpr unsigned kMaxDepth = 2;

  struct Level {
    Node<kWords> node;
    std::vector<Candidate> moves;
  };

  // How many moves a seat may choose from.
  static constexpr std::size_t width(unsigned ply) { return ply == 0 ? 12 : 6; }

  [[nodiscard]] Worths worths(const Node<kWords>& node) const;
  [[nodiscard]] Worths at_end(Made made, unsigned winner, unsigned ply) const;
  void list(unsigned ply);
  void add(unsigned ply, Code move);
  Worths value(unsigned ply, unsigned depth);
  Worths value_after(unsigned ply, Code move, unsigned depth);

  Ground<kWords> ground_;
  Weights weights_;
  std::vector<Level> levels_;
  SearchCount count_{SearchLimits{}};
};

template <unsigned kWords>
Finding SelfishSearch<kWords>::deepen(const Node<kWords>& root, const SearchLimits& limits) {
  count_ = SearchCount(limits);
  levels_[0].node = root;
  list(0);
  std::vector<Candidate>& moves = levels_[0].moves;
  Finding finding{move_of(moves.front().move), moves.front().order, 0, 0};
  const unsigned deepest = std::min({limits.depth, kMaxDepth, ground_.max_plies - root.ply});
  for (unsigned depth = 1; depth <= deepest && !count_.stopped() && moves.size() > 1; ++depth) {
    Score best = -kWin - 1;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const Score score = value_after(0, moves[k].move, depth - 1)[root.to_move];
      if (count_.stopped()) break;
      if (score <= best) continue;
      best = score;
      finding.move = move_of(moves[k].move);
      finding.score = score;
      finding.depth = depth;
      // First next time: what beats it is better even if there is no time for the rest.
      std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(k),
                  moves.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    }
    if (best > kSurelyWon) break;
  }
  finding.nodes = count_.nodes();
  return finding;
}

template <unsigned kWords>
auto SelfishSearch<kWords>::worths(const Node<kWords>& node) const -> Worths {
  Worths worths{};
  for (unsigned s = 0; s < ground_.seats; ++s)
    if (node.stands(s)) worths[s] = evaluate(ground_, node, s, weights_);
  return worths;
}

template <unsigned kWords>
auto SelfishSearch<kWords>::at_end(Made made, unsigned winner, unsigned ply) const -> Worths {
  Worths worths{};
  if (made == Made::kDrawn) return worths;
  worths.fill(-won_in(ply));
  worths[winner] = won_in(ply);
  return worths;
}

template <unsigned kWords>
auto SelfishSearch<kWords>::value_after(unsigned ply, Code move, unsigned depth) -> Worths {
  count_.add();
  const Node<kWords>& before = levels_[ply].node;
  const Made made =
      make(ground_, before, move, levels_[ply + 1].node, depth > 0 ? Care::kWhole : Care::kGlance);
  if (made != Made::kGoesOn) return at_end(made, before.to_move, ply + 1);
  return depth > 0 ? value(ply + 1, depth) : worths(levels_[ply + 1].node);
}

template <unsigned kWords>
auto SelfishSearch<kWords>::value(unsigned ply, unsigned depth) -> Worths {
  list(ply);
  const unsigned mover = levels_[ply].node.to_move;
  Worths best{};
  best[mover] = -kWin - 1;
  for (const Candidate& candidate : levels_[ply].moves) {
    const Worths found = value_after(ply, candidate.move, depth - 1);
    if (count_.stopped()) return found;
    if (found[mover] > best[mover]) best = found;
    if (best[mover] > kSurelyWon) break;
  }
  return best;
}

// The moves that are worth most to the mover at once, the best first.
template <unsigned kWords>
void SelfishSearch<kWords>::list(unsigned ply) {
  Level& level = levels_[ply];
  const Node<kWords>& node = level.node;
  level.moves.clear();
  for_each_pawn_move(ground_, node, [&](Code step) { add(ply, step); });
  if (node.walls[node.to_move] > 0 && node.pawns[node.to_move] != kNowhere) {
    const Choice choice = level.moves.empty() ? Choice::kAll : Choice::kCutting;
    const auto walls = chosen_walls(ground_, node, node.standing & ~(1U << node.to_move), choice);
    walls.horizontal.for_each([&](unsigned v) { add(ply, static_cast<Code>(kHorizontal | v)); });
    walls.vertical.for_each([&](unsigned v) { add(ply, static_cast<Code>(kVertical | v)); });
  }
  const auto better = [](const Candidate& a, const Candidate& b) { return a.order > b.order; };
  std::stable_sort(level.moves.begin(), level.moves.end(), better);
  if (level.moves.size() > width(ply)) level.moves.resize(width(ply));
}

template <unsigned kWords>
void SelfishSearch<kWords>::add(unsigned ply, Code move) {
  count_.add();
  Node<kWords>& after = levels_[ply + 1].node;
  const unsigned mover = levels_[ply].node.to_move;
  const Made made = make(ground_, levels_[ply].node, move, after, Care::kGlance);
  if (made == Made::kIllegal) return;
  const Score order =
      made == Made::kGoesOn ? evaluate(ground_, after, mover, weights_) : at_end(made, mover, ply + 1)[mover];
  levels_[ply].moves.push_back({move, false, order});
}

}  // namespace quiver::bots::quoridor::champion
