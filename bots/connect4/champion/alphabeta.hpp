// The best move where the end of the game is out of reach: alpha-beta with iterative deepening.
//
// Moves that lose at once are never tried, and a forced move costs no depth. Scores of won games are proven
// and count as Solver's do; the rest is Evaluation's estimate. One object per thread; the table may be
// shared, but not with Solver.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "bots/connect4/champion/bitboard_layout.hpp"
#include "bots/connect4/champion/evaluation.hpp"
#include "bots/connect4/champion/transposition_table.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/transposition_table.hpp"

namespace quiver::bots::connect4::champion {

// A game that is won with n discs left is worth n more than this; a lost one less.
inline constexpr int kWon = 1'600;

template <class Layout>
class Alphabeta {
 public:
  using Word = typename Layout::Word;

  Alphabeta(const Layout& layout, const Evaluation<Layout>& evaluation, TranspositionTable& table,
            SearchBudget& budget);

  struct Found {
    Word move{};
    int value = 0;
    unsigned depth = 0;
  };
  // The best of `moves`, which are one or more that do not lose at once, in the order of first guesses. An
  // answer whatever the effort. `first_depth` sets threads apart.
  Found best(const Bitboard<Word>& board, std::vector<Word> moves, unsigned first_depth = 1);

 private:
  static constexpr int kInfinity = 2'000;
  static constexpr unsigned kMaxDepth = 63;
  // Up to this depth the threats of a move are computed when it is tried, not before: wide words are slow.
  static constexpr unsigned kThreatsLater = sizeof(Word) == 8 ? 0 : 1;

  struct Known {
    int value;
    unsigned depth;
    Bound bound;
    unsigned column;
  };
  struct Child {
    Word cell{};
    Word threats{};
    TranspositionTable::Slot slot;
    int worth = 0;
  };

  // The table's 24 bits, depth lowest because it is what entries are kept for: only 6 bits of its 8.
  static std::uint32_t packed(const Known& known) {
    return static_cast<std::uint32_t>(known.value + 2'048) << 12 |
           static_cast<std::uint32_t>(known.column) << 8 | static_cast<std::uint32_t>(known.depth) << 2 |
           static_cast<std::uint32_t>(known.bound);
  }
  static Known unpacked(std::uint32_t word) {
    return {static_cast<int>(word >> 12) - 2'048, word >> 2 & 63U, static_cast<Bound>(word & 3U),
            word >> 8 & 15U};
  }

  struct Node {
    Bitboard<Word> board;
    TranspositionTable::Slot slot;
    Word own_threats{};
    Word other_threats{};
  };

  // What the table knows of a node: the column that was best, 16 if none is known, and the value if that
  // answers the search.
  struct Probe {
    unsigned column = 16;
    std::optional<int> value;
  };
  struct Best {
    int value = -kInfinity;
    unsigned column = 0;
  };

  // Negamax: the value for the mover. Meaningless once the budget is exhausted.
  int value(const Node& node, unsigned depth, int alpha, int beta);
  [[nodiscard]] Probe probe(const Node& node, unsigned depth, int alpha, int beta) const;
  Best best_of(const Node& node, std::span<Child> children, unsigned depth, bool is_forced, int alpha,
               int beta);
  // Fills in the children, most promising first; returns their number.
  unsigned children_of(const Node& node, const Word& moves, unsigned depth, unsigned first_column,
                       std::array<Child, 16>& children);
  int value_of_child(const Node& node, const Child& child, unsigned depth, bool is_first, bool is_late,
                     int alpha, int beta);
  [[nodiscard]] Node after(const Node& node, const Child& child) const {
    return {node.board.with(child.cell), child.slot, node.other_threats & ~child.cell, child.threats};
  }
  // The empty cells that would complete a line for the mover once it has a disc on `cell`.
  [[nodiscard]] Word threats_after(const Bitboard<Word>& board, const Word& cell) const {
    return layout_.completing(board.own | cell) & ~(board.all | cell);
  }
  [[nodiscard]] int left(const Bitboard<Word>& board) const { return cells_ - static_cast<int>(board.ply); }

  const Layout& layout_;
  const Evaluation<Layout>& evaluation_;
  TranspositionTable& table_;
  SearchBudget& budget_;
  int cells_;
  std::array<Word, 16> columns_{};
  std::array<int, kBits<Word>> central_{};                 // by cell: more for those nearer to the middle
  std::array<std::array<int, kBits<Word>>, 2> history_{};  // by seat and cell: how often it caused a cutoff
};

template <class Layout>
Alphabeta<Layout>::Alphabeta(const Layout& layout, const Evaluation<Layout>& evaluation,
                             TranspositionTable& table, SearchBudget& budget)
    : layout_(layout),
      evaluation_(evaluation),
      table_(table),
      budget_(budget),
      cells_(static_cast<int>(layout.size().cells())) {
  const int rows = static_cast<int>(layout.size().rows);
  const int columns = static_cast<int>(layout.size().columns);
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) {
      const Word cell = layout.cell(static_cast<unsigned>(c), static_cast<unsigned>(r));
      columns_[static_cast<std::size_t>(c)] = columns_[static_cast<std::size_t>(c)] | cell;
      const int from_middle = std::abs(2 * c + 1 - columns) + std::abs(2 * r + 1 - rows) / 2;
      central_[lowest_index(cell)] = 24 - from_middle;
    }
}

// The history table is halved between iterations, so that recent cutoffs count more.
template <class Layout>
typename Alphabeta<Layout>::Found Alphabeta<Layout>::best(const Bitboard<Word>& board,
                                                          std::vector<Word> moves, unsigned first_depth) {
  const Word own_threats = layout_.completing(board.own) & ~board.all;
  const Word other_threats = layout_.completing(board.all ^ board.own) & ~board.all;
  const Node root{board, {}, own_threats, other_threats};
  Found found{moves.front(), 0, 0};
  const unsigned most = std::min(kMaxDepth, static_cast<unsigned>(left(board)));
  for (unsigned depth = first_depth; depth <= most && !budget_.exhausted(); ++depth) {
    for (auto& of_seat : history_)
      for (int& history : of_seat) history /= 2;
    int best = -kInfinity;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      Child child{moves[k], layout_.completing(board.own | moves[k]) & ~(board.all | moves[k]),
                  table_.slot(layout_.key(board.with(moves[k]))), 0};
      const int reached = value_of_child(root, child, depth - 1, k == 0, false, best, kInfinity);
      if (budget_.exhausted()) break;
      if (reached <= best) continue;
      best = reached;
      found.move = moves[k];
      found.value = reached;
      std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(k),
                  moves.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    }
    if (budget_.exhausted()) break;
    found.depth = depth;
    if (std::abs(found.value) > kMaxEstimate) break;
  }
  return found;
}

// Move ordering: the table's move, then threats, then the middle and the history heuristic.
template <class Layout>
unsigned Alphabeta<Layout>::children_of(const Node& node, const Word& moves, unsigned depth,
                                        unsigned first_column, std::array<Child, 16>& children) {
  unsigned made = 0;
  const Bitboard<Word>& board = node.board;
  for (unsigned c = 0; c < layout_.size().columns; ++c) {
    const Word cell = moves & columns_[c];
    if (!any(cell)) continue;
    Child child;
    child.cell = cell;
    if (depth > kThreatsLater) {
      child.threats = threats_after(board, cell);
      child.slot = table_.slot(layout_.key(board.with(cell)));
      table_.prefetch(child.slot);
    }
    child.worth = 512 * count(child.threats) + 8 * central_[lowest_index(cell)] +
                  std::min(history_[board.ply % 2][lowest_index(cell)], 400);
    if (c == first_column) child.worth = 1 << 20;
    unsigned at = made++;
    for (; at > 0 && children[at - 1].worth < child.worth; --at) children[at] = children[at - 1];
    children[at] = child;
  }
  return made;
}

// Principal variation search: the first move with the full window, others with a null window, late ones a ply
// shallower first (late move reduction).
template <class Layout>
int Alphabeta<Layout>::value_of_child(const Node& node, const Child& child, unsigned depth, bool is_first,
                                      bool is_late, int alpha, int beta) {
  const Node next = after(node, child);
  if (is_first) return -value(next, depth, -beta, -alpha);
  if (is_late && depth >= 2) {
    const int shallow = -value(next, depth - 1, -alpha - 1, -alpha);
    if (budget_.exhausted() || shallow <= alpha) return shallow;
  }
  const int narrow = -value(next, depth, -alpha - 1, -alpha);
  if (budget_.exhausted() || narrow <= alpha || narrow >= beta) return narrow;
  return -value(next, depth, -beta, -alpha);
}

// A proven result counts whatever depth it was found at.
template <class Layout>
typename Alphabeta<Layout>::Probe Alphabeta<Layout>::probe(const Node& node, unsigned depth, int alpha,
                                                           int beta) const {
  const auto word = table_.find(node.slot);
  if (!word) return {};
  const Known known = unpacked(*word);
  const bool is_proven = std::abs(known.value) > kMaxEstimate;
  const bool is_low = known.bound != Bound::kUpper;
  const bool is_high = known.bound != Bound::kLower;
  Probe probe{known.column, std::nullopt};
  if (known.depth < depth && !(is_proven && (known.value > 0 ? is_low : is_high))) return probe;
  if (answers(known.bound, known.value, alpha, beta)) probe.value = known.value;
  return probe;
}

// The window is first cut to what is possible: nobody wins with the next two discs.
template <class Layout>
int Alphabeta<Layout>::value(const Node& node, unsigned depth, int alpha, int beta) {
  if (!budget_.count_node()) return 0;
  const Bitboard<Word>& board = node.board;
  const Word moves = layout_.safe(layout_.landing(board.all), node.other_threats);
  if (!any(moves)) return -kWon - left(board) / 2;
  if (left(board) <= 2) return 0;
  alpha = std::max(alpha, -kWon - (left(board) - 2) / 2);
  beta = std::min(beta, kWon + (left(board) - 1) / 2);
  if (alpha >= beta) return alpha;
  const bool is_forced = !more_than_one(moves);
  if (depth == 0 && !is_forced) return evaluation_.value(board, node.own_threats, node.other_threats);
  // A forced move is not worth an entry.
  const Probe known = is_forced ? Probe{} : probe(node, depth, alpha, beta);
  if (known.value) return *known.value;

  std::array<Child, 16> children;
  const unsigned count = children_of(node, moves, depth, known.column, children);
  const Best best = best_of(node, std::span(children).first(count), depth, is_forced, alpha, beta);
  if (budget_.exhausted()) return 0;
  if (!is_forced)
    table_.store(node.slot, packed({best.value, std::min(depth, kMaxDepth), bound_of(best.value, alpha, beta),
                                    best.column}));
  return best.value;
}

// A move is late only if it makes no new threat. A cutoff credits the move in the history table.
template <class Layout>
typename Alphabeta<Layout>::Best Alphabeta<Layout>::best_of(const Node& node, std::span<Child> children,
                                                            unsigned depth, bool is_forced, int alpha,
                                                            int beta) {
  const Bitboard<Word>& board = node.board;
  const unsigned below = is_forced ? depth : depth - 1;
  Best best;
  for (unsigned k = 0; k < children.size(); ++k) {
    Child& child = children[k];
    if (depth <= kThreatsLater) {
      child.threats = threats_after(board, child.cell);
      child.slot = table_.slot(layout_.key(board.with(child.cell)));
    }
    const bool is_late = k >= 3 && depth >= 3 && !any(child.threats & ~node.own_threats);
    const int reached = value_of_child(node, child, below, k == 0, is_late, alpha, beta);
    if (budget_.exhausted()) break;
    if (reached > best.value) best = {reached, layout_.column_of(child.cell)};
    alpha = std::max(alpha, reached);
    if (alpha < beta) continue;
    int& history = history_[board.ply % 2][lowest_index(child.cell)];
    history = std::min(history + static_cast<int>(depth), 100'000);
    break;
  }
  return best;
}

}  // namespace quiver::bots::connect4::champion
