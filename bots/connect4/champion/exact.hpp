// The exact score of a Connect Four position, by a search that always reaches the end of the game.
//
// A score counts as the public sets of positions do: +n if the mover wins with n of its own discs left, the
// winning one included; 0 for a draw; -n for a loss, counted for the opponent. With `c` cells and `p` discs
// on the board, a win with the next disc is worth (c + 1 - p) / 2 without the rest: also where c is odd.
//
// Every question is whether a score is above a bound or not. Moves that lose at once are never tried; the
// others by the threats they make. One object a thread; the table may be shared.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "bots/connect4/champion/board.hpp"
#include "bots/connect4/champion/effort.hpp"
#include "bots/connect4/champion/table.hpp"

namespace quiver::bots::connect4::champion {

using ExactScore = int;

template <class Board>
class Exact {
 public:
  using Word = typename Board::Word;

  // `variety` sets threads apart: they try moves that look alike in another order.
  Exact(const Board& board, Table& table, Effort& effort, unsigned variety = 0)
      : board_(board), table_(table), effort_(effort), cells_(static_cast<int>(board.size().cells())) {
    std::array<unsigned, 16> columns{};
    const unsigned count = board.size().columns;
    for (unsigned k = 0; k < count; ++k)
      columns[k] = (count - 1) / 2 + (k % 2 == 1 ? (k + 1) / 2 : 0) - (k % 2 == 0 ? k / 2 : 0);
    for (unsigned k = 0; k < count; ++k) {
      Word column{};
      for (unsigned r = 0; r < board.size().rows; ++r) column = column | board.cell(columns[k], r);
      from_middle_[variety == 0 ? k : (k + variety) % count] = column;
    }
  }

  // What the mover has at best and at worst, before anything is known.
  [[nodiscard]] ExactScore most(unsigned ply) const { return (cells_ + 1 - static_cast<int>(ply)) / 2; }
  [[nodiscard]] ExactScore least(unsigned ply) const { return -(cells_ - static_cast<int>(ply)) / 2; }

  // The score of a game that is not over, if it lies between the bounds, or else the bound that it passes.
  // None if there was no time for it.
  std::optional<ExactScore> score(const Discs<Word>& discs, ExactScore low, ExactScore high) {
    const Word other_threats = board_.completing(discs.all ^ discs.own) & ~discs.all;
    if (any(board_.completing(discs.own) & board_.landing(discs.all)))
      return std::clamp(most(discs.ply), low, high);
    low = std::max(low, least(discs.ply));
    high = std::max(low, std::min(high, most(discs.ply)));
    const Table::Place place = place_of_key(discs);
    while (low < high) {
      const ExactScore bound = next_bound(low, high);
      const ExactScore found = value(discs, place, other_threats, bound);
      if (effort_.stopped()) return std::nullopt;
      if (found <= bound)
        high = std::max(low, found);
      else
        low = std::min(high, found);
    }
    return low;
  }

 private:
  // Positions with fewer discs than this are looked up as whichever of them and their mirror image comes
  // first: later they seldom meet.
  static constexpr unsigned kMirrorUntil = 16;
  // Where fewer cells are left, searching again costs less than looking up.
  static constexpr int kKeptFrom = 8;
  // With more cells left than this, what is known of all moves is looked at before one is tried.
  static constexpr int kLookAheadFrom = 20;
  // With fewer cells left than this it pays to ask whether there is room for a line at all.
  static constexpr int kRoomAskedFrom = 18;

  struct Child {
    Word cell{};
    Word threats{};
    Table::Place place;
    int worth = 0;
  };

  // Nearer to 0 than the middle: the ends are soon decided.
  static ExactScore next_bound(ExactScore low, ExactScore high) {
    const ExactScore middle = low + (high - low) / 2;
    if (middle <= 0 && low / 2 < middle) return low / 2;
    if (middle >= 0 && high / 2 > middle) return high / 2;
    return middle;
  }

  [[nodiscard]] Table::Place place_of_key(const Discs<Word>& discs) const {
    const Word key = board_.key(discs);
    if (discs.ply >= kMirrorUntil) return table_.place(key);
    const Word seen = board_.mirrored(key);
    return table_.place(before(seen, key) ? seen : key);
  }

  static std::uint32_t packed(ExactScore low, ExactScore high, std::uint64_t cost) {
    return static_cast<std::uint32_t>(low + 128) << 16 | static_cast<std::uint32_t>(high + 128) << 8 |
           static_cast<std::uint32_t>(std::bit_width(cost));
  }
  static ExactScore low_in(std::uint32_t packed) { return static_cast<ExactScore>(packed >> 16) - 128; }
  static ExactScore high_in(std::uint32_t packed) {
    return static_cast<ExactScore>(packed >> 8 & 0xFF) - 128;
  }

  [[nodiscard]] bool is_kept(unsigned ply) const { return count_left(ply) >= kKeptFrom; }

  // Whether the score is surely on the draw's side of the bound, because whoever would have to win cannot:
  // there is no room for a line; or, for the mover, because the other can answer every disc with one on top
  // of it, and the rows that are left to the mover hold no line.
  [[nodiscard]] bool cannot_decide(const Discs<Word>& discs, const Word& landing, ExactScore bound) const {
    const Word empty = board_.cells() & ~discs.all;
    const bool little = count_left(discs.ply) <= kRoomAskedFrom;
    if (bound < 0) return little && !board_.has_line((discs.all ^ discs.own) | empty);
    if (board_.size().rows % 2 == 0 && !any(landing & ~board_.odd_rows()) &&
        !board_.has_line(discs.own | (empty & board_.odd_rows())))
      return true;
    return little && !board_.has_line(discs.own | empty);
  }
  [[nodiscard]] int count_left(unsigned ply) const { return cells_ - static_cast<int>(ply); }

  // At most `bound` and at least the score, or more than it and at most the score. The mover has no disc
  // that wins at once; the threats are the empty cells that would make a line.
  ExactScore value(const Discs<Word>& discs, const Table::Place& place, const Word& other_threats,
                   ExactScore bound);
  // Fills in the children, those that look best first; how many there are.
  unsigned children_of(const Discs<Word>& discs, const Word& moves, std::array<Child, 16>& children) const;

  const Board& board_;
  Table& table_;
  Effort& effort_;
  int cells_;
  std::array<Word, 16> from_middle_{};  // columns
};

template <class Board>
unsigned Exact<Board>::children_of(const Discs<Word>& discs, const Word& moves,
                                   std::array<Child, 16>& children) const {
  unsigned made = 0;
  for (unsigned k = 0; k < board_.size().columns; ++k) {
    const Word cell = moves & from_middle_[k];
    if (!any(cell)) continue;
    Child child;
    child.cell = cell;
    child.threats = board_.completing(discs.own | cell) & ~(discs.all | cell);
    if (is_kept(discs.ply + 1)) {
      child.place = place_of_key(discs.with(cell));
      table_.expect(child.place);
    }
    child.worth = count(child.threats);
    unsigned at = made++;
    for (; at > 0 && children[at - 1].worth < child.worth; --at) children[at] = children[at - 1];
    children[at] = child;
  }
  return made;
}

template <class Board>
ExactScore Exact<Board>::value(const Discs<Word>& discs, const Table::Place& place, const Word& other_threats,
                               ExactScore bound) {
  if (!effort_.add()) return 0;
  const int left = count_left(discs.ply);
  const Word landing = board_.landing(discs.all);
  Word moves = landing;
  const Word forced = moves & other_threats;
  if (any(forced)) {
    if (several(forced)) return -left / 2;
    moves = forced;
  }
  moves = moves & ~(other_threats >> 1);
  if (!any(moves)) return -left / 2;
  if (left <= 2) return 0;
  // Nobody wins with the next two discs.
  ExactScore low = -(left - 2) / 2;
  ExactScore high = (left - 1) / 2;
  if (low > bound) return low;
  if (high <= bound) return high;
  if (cannot_decide(discs, landing, bound)) return 0;
  if (const auto known = is_kept(discs.ply) ? table_.find(place) : std::nullopt) {
    low = std::max(low, low_in(*known));
    high = std::min(high, high_in(*known));
    if (low > bound) return low;
    if (high <= bound) return high;
  }
  const std::uint64_t before = effort_.nodes();
  std::array<Child, 16> children;
  const unsigned made = children_of(discs, moves, children);
  if (left > kLookAheadFrom)
    for (unsigned k = 0; k < made; ++k)
      if (const auto known = table_.find(children[k].place); known && -high_in(*known) > bound)
        return -high_in(*known);
  ExactScore best = low;
  for (unsigned k = 0; k < made; ++k) {
    const Child& child = children[k];
    const ExactScore found = -value(discs.with(child.cell), child.place, child.threats, -bound - 1);
    if (effort_.stopped()) return 0;
    if (found > bound) {
      if (is_kept(discs.ply))
        table_.keep(place, packed(std::max(low, found), high, effort_.nodes() - before));
      return found;
    }
    best = std::max(best, found);
  }
  if (is_kept(discs.ply)) table_.keep(place, packed(low, std::min(high, best), effort_.nodes() - before));
  return best;
}

}  // namespace quiver::bots::connect4::champion
