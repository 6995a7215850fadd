// The best move where the end of the game is out of reach: alpha-beta, one move deeper at a time.
//
// Moves that lose at once are never tried, and a move that has to be made costs no depth. What it says of
// won games is proven, and counts as Exact does; the rest is Evaluation's guess. One object a thread; the
// table may be shared, but not with Exact.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "bots/connect4/champion/board.hpp"
#include "bots/connect4/champion/effort.hpp"
#include "bots/connect4/champion/evaluation.hpp"
#include "bots/connect4/champion/table.hpp"

namespace quiver::bots::connect4::champion {

// A game that is won with n discs left is worth n more than this; a lost one less.
inline constexpr int kWon = 1'600;

template <class Board>
class Deepening {
 public:
  using Word = typename Board::Word;

  Deepening(const Board& board, const Evaluation<Board>& evaluation, Table& table, Effort& effort);

  struct Found {
    Word move{};
    int value = 0;
    unsigned depth = 0;
  };
  // The best of `moves`, which are one or more that do not lose at once, in the order of first guesses. An
  // answer whatever the effort. `first_depth` sets threads apart.
  Found best(const Discs<Word>& discs, std::vector<Word> moves, unsigned first_depth = 1);

 private:
  static constexpr int kBeyond = 2'000;
  static constexpr unsigned kMostDepth = 63;
  // To this depth moves are tried without looking at the threats of all of them first: wide words are slow.
  static constexpr unsigned kThreatsLater = sizeof(Word) == 8 ? 0 : 1;

  enum class Bound : std::uint8_t { kLow = 1, kHigh = 2, kExact = 3 };
  struct Known {
    int value;
    unsigned depth;
    Bound bound;
    unsigned column;
  };
  struct Child {
    Word cell{};
    Word threats{};
    Table::Place place;
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
    Discs<Word> discs;
    Table::Place place;
    Word own_threats{};
    Word other_threats{};
  };

  int value(const Node& node, unsigned depth, int alpha, int beta);
  // The children, those that look best first; how many there are.
  unsigned children_of(const Node& node, const Word& moves, unsigned depth, unsigned first_column,
                       std::array<Child, 16>& children);
  int value_of_child(const Node& node, const Child& child, unsigned depth, bool is_first, bool is_late,
                     int alpha, int beta);
  [[nodiscard]] Node after(const Node& node, const Child& child) const {
    return {node.discs.with(child.cell), child.place, node.other_threats & ~child.cell, child.threats};
  }
  [[nodiscard]] Word threats_after(const Discs<Word>& discs, const Word& cell) const {
    return board_.completing(discs.own | cell) & ~(discs.all | cell);
  }
  [[nodiscard]] int left(const Discs<Word>& discs) const { return cells_ - static_cast<int>(discs.ply); }

  const Board& board_;
  const Evaluation<Board>& evaluation_;
  Table& table_;
  Effort& effort_;
  int cells_;
  std::array<Word, 16> columns_{};
  std::array<int, kBits<Word>> central_{};                 // by place: how many segments run through a cell
  std::array<std::array<int, kBits<Word>>, 2> success_{};  // by seat and place: how often it was good of late
};

template <class Board>
Deepening<Board>::Deepening(const Board& board, const Evaluation<Board>& evaluation, Table& table,
                            Effort& effort)
    : board_(board),
      evaluation_(evaluation),
      table_(table),
      effort_(effort),
      cells_(static_cast<int>(board.size().cells())) {
  const int rows = static_cast<int>(board.size().rows);
  const int columns = static_cast<int>(board.size().columns);
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) {
      const Word cell = board.cell(static_cast<unsigned>(c), static_cast<unsigned>(r));
      columns_[static_cast<std::size_t>(c)] = columns_[static_cast<std::size_t>(c)] | cell;
      const int from_middle = std::abs(2 * c + 1 - columns) + std::abs(2 * r + 1 - rows) / 2;
      central_[place_of(cell)] = 24 - from_middle;
    }
}

template <class Board>
typename Deepening<Board>::Found Deepening<Board>::best(const Discs<Word>& discs, std::vector<Word> moves,
                                                        unsigned first_depth) {
  const Word own_threats = board_.completing(discs.own) & ~discs.all;
  const Word other_threats = board_.completing(discs.all ^ discs.own) & ~discs.all;
  const Node root{discs, {}, own_threats, other_threats};
  Found found{moves.front(), 0, 0};
  const unsigned most = std::min(kMostDepth, static_cast<unsigned>(left(discs)));
  for (unsigned depth = first_depth; depth <= most && !effort_.stopped(); ++depth) {
    for (auto& of_seat : success_)
      for (int& success : of_seat) success /= 2;
    int best = -kBeyond;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      Child child{moves[k], board_.completing(discs.own | moves[k]) & ~(discs.all | moves[k]),
                  table_.place(board_.key(discs.with(moves[k]))), 0};
      const int reached = value_of_child(root, child, depth - 1, k == 0, false, best, kBeyond);
      if (effort_.stopped()) break;
      if (reached <= best) continue;
      best = reached;
      found.move = moves[k];
      found.value = reached;
      std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(k),
                  moves.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    }
    if (effort_.stopped()) break;
    found.depth = depth;
    if (std::abs(found.value) > kMostGuessed) break;
  }
  return found;
}

template <class Board>
unsigned Deepening<Board>::children_of(const Node& node, const Word& moves, unsigned depth,
                                       unsigned first_column, std::array<Child, 16>& children) {
  unsigned made = 0;
  const Discs<Word>& discs = node.discs;
  for (unsigned c = 0; c < board_.size().columns; ++c) {
    const Word cell = moves & columns_[c];
    if (!any(cell)) continue;
    Child child;
    child.cell = cell;
    if (depth > kThreatsLater) {
      child.threats = threats_after(discs, cell);
      child.place = table_.place(board_.key(discs.with(cell)));
      table_.expect(child.place);
    }
    child.worth = 512 * count(child.threats) + 8 * central_[place_of(cell)] +
                  std::min(success_[discs.ply % 2][place_of(cell)], 400);
    if (c == first_column) child.worth = 1 << 20;
    unsigned at = made++;
    for (; at > 0 && children[at - 1].worth < child.worth; --at) children[at] = children[at - 1];
    children[at] = child;
  }
  return made;
}

template <class Board>
int Deepening<Board>::value_of_child(const Node& node, const Child& child, unsigned depth, bool is_first,
                                     bool is_late, int alpha, int beta) {
  const Node next = after(node, child);
  if (is_first) return -value(next, depth, -beta, -alpha);
  if (is_late && depth >= 2) {
    const int shallow = -value(next, depth - 1, -alpha - 1, -alpha);
    if (effort_.stopped() || shallow <= alpha) return shallow;
  }
  const int narrow = -value(next, depth, -alpha - 1, -alpha);
  if (effort_.stopped() || narrow <= alpha || narrow >= beta) return narrow;
  return -value(next, depth, -beta, -alpha);
}

template <class Board>
int Deepening<Board>::value(const Node& node, unsigned depth, int alpha, int beta) {
  if (!effort_.add()) return 0;
  const Discs<Word>& discs = node.discs;
  Word moves = board_.landing(discs.all);
  const Word forced = moves & node.other_threats;
  const int lost = -kWon - left(discs) / 2;
  if (any(forced)) {
    if (several(forced)) return lost;
    moves = forced;
  }
  moves = moves & ~(node.other_threats >> 1);
  if (!any(moves)) return lost;
  if (left(discs) <= 2) return 0;
  alpha = std::max(alpha, -kWon - (left(discs) - 2) / 2);
  beta = std::min(beta, kWon + (left(discs) - 1) / 2);
  if (alpha >= beta) return alpha;
  const bool is_forced = !several(moves);
  if (depth == 0 && !is_forced) return evaluation_.value(discs, node.own_threats, node.other_threats);

  unsigned first_column = 16;
  if (const auto word = is_forced ? std::nullopt : table_.find(node.place)) {
    const Known known = unpacked(*word);
    first_column = known.column;
    const bool is_proven = std::abs(known.value) > kMostGuessed;
    const bool is_low = known.bound != Bound::kHigh;
    const bool is_high = known.bound != Bound::kLow;
    if (known.depth >= depth || (is_proven && (known.value > 0 ? is_low : is_high))) {
      if (is_low && known.value >= beta) return known.value;
      if (is_high && known.value <= alpha) return known.value;
      if (is_low && is_high) return known.value;
    }
  }
  std::array<Child, 16> children;
  const unsigned made = children_of(node, moves, depth, first_column, children);
  const unsigned below = is_forced ? depth : depth - 1;
  int best = -kBeyond;
  unsigned best_column = 0;
  const int first_alpha = alpha;
  for (unsigned k = 0; k < made; ++k) {
    if (depth <= kThreatsLater) {
      children[k].threats = threats_after(discs, children[k].cell);
      children[k].place = table_.place(board_.key(discs.with(children[k].cell)));
    }
    const bool is_late = k >= 3 && depth >= 3 && !any(children[k].threats & ~node.own_threats);
    const int reached = value_of_child(node, children[k], below, k == 0, is_late, alpha, beta);
    if (effort_.stopped()) return 0;
    if (reached > best) {
      best = reached;
      best_column = board_.column_of(children[k].cell);
    }
    alpha = std::max(alpha, reached);
    if (alpha < beta) continue;
    int& success = success_[discs.ply % 2][place_of(children[k].cell)];
    success = std::min(success + static_cast<int>(depth), 100'000);
    break;
  }
  if (!is_forced) {
    const Bound bound = best >= beta ? Bound::kLow : best <= first_alpha ? Bound::kHigh : Bound::kExact;
    table_.keep(node.place, packed({best, std::min(depth, kMostDepth), bound, best_column}));
  }
  return best;
}

}  // namespace quiver::bots::connect4::champion
