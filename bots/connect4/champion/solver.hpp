// The exact score of a Connect Four position, by a search to the end of the game.
//
// Scores count as in the public test sets: +n if the mover wins with n of its own discs left, the winning one
// included; 0 for a draw; -n for a loss, counted for the opponent. With `c` cells and `p` discs on the board,
// a win with the next disc scores (c + 1 - p) / 2, rounded down, also where c is odd.
//
// Every search asks whether the score is above a bound (null windows). Moves that lose at once are never
// tried; the others in the order of the threats they make. One object per thread; the table may be shared.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "bots/connect4/champion/bitboard_layout.hpp"
#include "bots/connect4/champion/transposition_table.hpp"
#include "bots/search/search_budget.hpp"

namespace quiver::bots::connect4::champion {

using ExactScore = int;

template <class Layout>
class Solver {
 public:
  using Word = typename Layout::Word;

  // `variety` makes threads differ: they try equal moves in another order.
  Solver(const Layout& layout, TranspositionTable& table, SearchBudget& budget, unsigned variety = 0)
      : layout_(layout), table_(table), budget_(budget), cells_(static_cast<int>(layout.size().cells())) {
    std::array<unsigned, 16> columns{};
    const unsigned count = layout.size().columns;
    for (unsigned k = 0; k < count; ++k)
      columns[k] = (count - 1) / 2 + (k % 2 == 1 ? (k + 1) / 2 : 0) - (k % 2 == 0 ? k / 2 : 0);
    for (unsigned k = 0; k < count; ++k) {
      Word column{};
      for (unsigned r = 0; r < layout.size().rows; ++r) column = column | layout.cell(columns[k], r);
      from_middle_[variety == 0 ? k : (k + variety) % count] = column;
    }
  }

  // What the mover has at best and at worst, before anything is known.
  [[nodiscard]] ExactScore most(unsigned ply) const { return (cells_ + 1 - static_cast<int>(ply)) / 2; }
  [[nodiscard]] ExactScore least(unsigned ply) const { return -(cells_ - static_cast<int>(ply)) / 2; }

  // The score of a game that is not over, if it lies between the bounds, or else the bound that it passes.
  // None if there was no time for it.
  std::optional<ExactScore> score(const Bitboard<Word>& board, ExactScore low, ExactScore high) {
    const Word other_threats = layout_.completing(board.all ^ board.own) & ~board.all;
    if (any(layout_.completing(board.own) & layout_.landing(board.all)))
      return std::clamp(most(board.ply), low, high);
    low = std::max(low, least(board.ply));
    high = std::max(low, std::min(high, most(board.ply)));
    const TranspositionTable::Slot slot = slot_of(board);
    while (low < high) {
      const ExactScore bound = next_bound(low, high);
      const ExactScore found = value(board, slot, other_threats, bound);
      if (budget_.exhausted()) return std::nullopt;
      if (found <= bound)
        high = std::max(low, found);
      else
        low = std::min(high, found);
    }
    return low;
  }

 private:
  // Positions with fewer discs than this share an entry with their mirror image; later both are rarely
  // reached.
  static constexpr unsigned kMirrorUntil = 16;
  // Where fewer cells are left, searching again costs less than looking up.
  static constexpr int kKeptFrom = 8;
  // With more cells left than this, the table entries of all moves are probed before one is searched.
  static constexpr int kLookAheadFrom = 20;
  // With fewer cells left than this it pays to ask whether there is room for a line at all.
  static constexpr int kRoomAskedFrom = 18;

  struct Child {
    Word cell{};
    Word threats{};
    TranspositionTable::Slot slot;
    int worth = 0;
  };

  // Nearer to 0 than the middle: the ends are soon decided.
  static ExactScore next_bound(ExactScore low, ExactScore high) {
    const ExactScore middle = low + (high - low) / 2;
    if (middle <= 0 && low / 2 < middle) return low / 2;
    if (middle >= 0 && high / 2 > middle) return high / 2;
    return middle;
  }

  [[nodiscard]] TranspositionTable::Slot slot_of(const Bitboard<Word>& board) const {
    const Word key = layout_.key(board);
    if (board.ply >= kMirrorUntil) return table_.slot(key);
    const Word seen = layout_.mirrored(key);
    return table_.slot(less_than(seen, key) ? seen : key);
  }

  // Both bounds, shifted to be positive, and the logarithm of the cost, by which entries are replaced.
  static std::uint32_t packed(ExactScore low, ExactScore high, std::uint64_t cost) {
    return static_cast<std::uint32_t>(low + 128) << 16 | static_cast<std::uint32_t>(high + 128) << 8 |
           static_cast<std::uint32_t>(std::bit_width(cost));
  }
  static ExactScore low_in(std::uint32_t packed) { return static_cast<ExactScore>(packed >> 16) - 128; }
  static ExactScore high_in(std::uint32_t packed) {
    return static_cast<ExactScore>(packed >> 8 & 0xFF) - 128;
  }

  [[nodiscard]] bool is_kept(unsigned ply) const { return count_left(ply) >= kKeptFrom; }

  // Whether the score is on the draw's side of the bound for certain, because the side that would have to win
  // cannot: it has no room for a line; or, for the mover, the opponent can answer every disc with one on top
  // of it, and the rows left to the mover hold no line.
  [[nodiscard]] bool cannot_decide(const Bitboard<Word>& board, const Word& landing, ExactScore bound) const {
    const Word empty = layout_.cells() & ~board.all;
    const bool little = count_left(board.ply) <= kRoomAskedFrom;
    if (bound < 0) return little && !layout_.has_line((board.all ^ board.own) | empty);
    if (layout_.size().rows % 2 == 0 && !any(landing & ~layout_.odd_rows()) &&
        !layout_.has_line(board.own | (empty & layout_.odd_rows())))
      return true;
    return little && !layout_.has_line(board.own | empty);
  }
  [[nodiscard]] int count_left(unsigned ply) const { return cells_ - static_cast<int>(ply); }

  // At most `bound` and at least the score, or more than it and at most the score. The mover has no disc
  // that wins at once; the threats are the empty cells that would make a line.
  ExactScore value(const Bitboard<Word>& board, const TranspositionTable::Slot& slot,
                   const Word& other_threats, ExactScore bound);
  // Fills in the children, most promising first; returns their number.
  unsigned children_of(const Bitboard<Word>& board, const Word& moves, std::array<Child, 16>& children) const;

  const Layout& layout_;
  TranspositionTable& table_;
  SearchBudget& budget_;
  int cells_;
  std::array<Word, 16> from_middle_{};  // columns
};

// Insertion sort by the number of threats. It is stable: equal moves stay in the order from the middle.
template <class Layout>
unsigned Solver<Layout>::children_of(const Bitboard<Word>& board, const Word& moves,
                                     std::array<Child, 16>& children) const {
  unsigned made = 0;
  for (unsigned k = 0; k < layout_.size().columns; ++k) {
    const Word cell = moves & from_middle_[k];
    if (!any(cell)) continue;
    Child child;
    child.cell = cell;
    child.threats = layout_.completing(board.own | cell) & ~(board.all | cell);
    if (is_kept(board.ply + 1)) {
      child.slot = slot_of(board.with(cell));
      table_.prefetch(child.slot);
    }
    child.worth = count(child.threats);
    unsigned at = made++;
    for (; at > 0 && children[at - 1].worth < child.worth; --at) children[at] = children[at - 1];
    children[at] = child;
  }
  return made;
}

// Negamax with a null window at `bound`. The order of the tests is by their cost: counting, structure, table,
// search.
template <class Layout>
ExactScore Solver<Layout>::value(const Bitboard<Word>& board, const TranspositionTable::Slot& slot,
                                 const Word& other_threats, ExactScore bound) {
  if (!budget_.count_node()) return 0;
  const int left = count_left(board.ply);
  const Word landing = layout_.landing(board.all);
  const Word moves = layout_.safe(landing, other_threats);
  if (!any(moves)) return -left / 2;
  if (left <= 2) return 0;
  // Nobody wins with the next two discs.
  ExactScore low = -(left - 2) / 2;
  ExactScore high = (left - 1) / 2;
  if (low > bound) return low;
  if (high <= bound) return high;
  if (cannot_decide(board, landing, bound)) return 0;
  if (const auto known = is_kept(board.ply) ? table_.find(slot) : std::nullopt) {
    low = std::max(low, low_in(*known));
    high = std::min(high, high_in(*known));
    if (low > bound) return low;
    if (high <= bound) return high;
  }
  const std::uint64_t nodes_before = budget_.nodes();
  std::array<Child, 16> children;
  const unsigned made = children_of(board, moves, children);
  if (left > kLookAheadFrom)
    for (unsigned k = 0; k < made; ++k)
      if (const auto known = table_.find(children[k].slot); known && -high_in(*known) > bound)
        return -high_in(*known);
  ExactScore best = low;
  for (unsigned k = 0; k < made; ++k) {
    const Child& child = children[k];
    const ExactScore found = -value(board.with(child.cell), child.slot, child.threats, -bound - 1);
    if (budget_.exhausted()) return 0;
    if (found > bound) {
      if (is_kept(board.ply))
        table_.store(slot, packed(std::max(low, found), high, budget_.nodes() - nodes_before));
      return found;
    }
    best = std::max(best, found);
  }
  if (is_kept(board.ply))
    table_.store(slot, packed(low, std::min(high, best), budget_.nodes() - nodes_before));
  return best;
}

}  // namespace quiver::bots::connect4::champion
