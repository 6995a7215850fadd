// The static evaluation of a Connect Four position, for the seat to move.
//
// Room: every segment of a line's length on which only one side has discs, the more the fewer are missing.
// Threats: empty cells that would make a line. In the end the board fills up, and one side has to play below
// a threat; filling it up finds which. As much may still change, each threat also counts by itself: more in
// the rows where it usually wins, and more for two on top of each other, which cannot both be blocked.
// Immutable, any thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "bots/connect4/champion/bitboard_layout.hpp"

namespace quiver::bots::connect4::champion {

// Less than any score of a game that is known to be won.
inline constexpr int kMaxEstimate = 1'500;

// What things are worth; segments by how many discs are missing on them, from two.
struct Weights {
  int right_row = 16;
  int other_row = 8;
  int on_top = 60;
  int two_missing = 8;
  int three_missing = 3;
  int more_missing = 1;
  int filling_up = 300;
};

template <class Layout>
class Evaluation {
 public:
  using Word = typename Layout::Word;

  explicit Evaluation(const Layout& layout, const Weights& weights = {})
      : layout_(layout), weights_(weights) {
    const BoardSize& size = layout.size();
    const unsigned side = size.rows + 1;
    steps_ = {1, side - 1, side, side + 1};
    for (unsigned c = 0; c < size.columns; ++c)
      for (unsigned r = 0; r < size.rows; ++r) {
        for (unsigned axis = 0; axis < 4; ++axis)
          if (fits(c, r, axis)) starts_[axis] = starts_[axis] | layout.cell(c, r);
        // When all other columns are full and this one up to two below: is it the first seat's turn?
        if ((size.rows * (size.columns - 1) + r + 1) % 2 == 1) first_ = first_ | layout.cell(c, r);
      }
  }

  // For the mover. The threats are the empty cells that would make a line.
  [[nodiscard]] int value(const Bitboard<Word>& board, const Word& own_threats,
                          const Word& other_threats) const {
    const bool is_first = board.ply % 2 == 0;
    const Word own_rows = is_first ? first_ : ~first_;
    const int threats = of_threats(own_threats, own_rows) - of_threats(other_threats, ~own_rows);
    const int end = any(own_threats | other_threats)
                        ? weights_.filling_up * filled_up(board, own_threats, other_threats)
                        : 0;
    return std::clamp(threats + end + room(board.own, board.all ^ board.own), -kMaxEstimate, kMaxEstimate);
  }

  // Who wins when the board fills up and nobody makes another threat: 1 the mover, -1 the other, 0 nobody.
  // Nobody plays below a threat of the other's while there is another cell; below one's own costs only that
  // threat, because the other has to take it.
  [[nodiscard]] int filled_up(const Bitboard<Word>& board, const Word& own_threats,
                              const Word& other_threats) const {
    const BoardSize& size = layout_.size();
    const unsigned side = size.rows + 1;
    std::array<std::array<std::uint32_t, 2>, 16>
        above{};                      // by column and player: the threats, from the cell after the next
    std::array<unsigned, 16> left{};  // cells of each column
    unsigned free = 0;
    for (unsigned c = 0; c < size.columns; ++c) {
      const auto height = static_cast<unsigned>(std::popcount(column_bits(board.all, c * side)));
      left[c] = size.rows - height;
      if (left[c] == 0) continue;
      above[c][0] = column_bits(own_threats, c * side) >> height;
      above[c][1] = column_bits(other_threats, c * side) >> height;
      free += fill(above[c], left[c]);
    }
    unsigned to_move = free % 2;
    while (true) {
      // All columns that are not full have a threat on their second cell now.
      unsigned given_up = 16;
      bool is_poisoned = false;
      for (unsigned c = 0; c < size.columns && given_up == 16; ++c) {
        if (left[c] == 0) continue;
        if ((above[c][1 - to_move] & 2U) != 0)
          is_poisoned = true;
        else
          given_up = c;
      }
      if (given_up == 16) return !is_poisoned ? 0 : to_move == 0 ? -1 : 1;
      left[given_up] -= 2;
      for (std::uint32_t& threats : above[given_up]) threats >>= 2;
      to_move = (to_move + fill(above[given_up], left[given_up])) % 2;
    }
  }

 private:
  // Fills a column up to the cell below its lowest threat, or whole; how many cells that were. A threat on
  // the very next cell is taken at once and not considered here.
  static unsigned fill(std::array<std::uint32_t, 2>& above, unsigned& left) {
    const std::uint32_t both = (above[0] | above[1]) & ~1U;
    const unsigned cells =
        both == 0 ? left : std::min(left, static_cast<unsigned>(std::countr_zero(both)) - 1);
    left -= cells;
    for (std::uint32_t& threats : above) threats >>= cells;
    return cells;
  }
  [[nodiscard]] std::uint32_t column_bits(const Word& word, unsigned from) const {
    return low_32_bits(word >> from) & ((1U << layout_.size().rows) - 1);
  }

  [[nodiscard]] bool fits(unsigned column, unsigned row, unsigned axis) const {
    const unsigned more = layout_.line() - 1;
    const BoardSize& size = layout_.size();
    const bool right = axis == 0 || column + more < size.columns;
    if (axis == 0 || axis == 3) return right && row + more < size.rows;
    return axis == 2 ? right : right && row >= more;
  }

  [[nodiscard]] int of_threats(const Word& threats, const Word& right_rows) const {
    if (!any(threats)) return 0;
    const int all = count(threats);
    const int right = count(threats & right_rows);
    return weights_.right_row * right + weights_.other_row * (all - right) +
           weights_.on_top * count(threats & (threats << 1));
  }

  // Of the segments along all axes at once, one bit for each: how many discs lie on them, in four bits.
  struct Counted {
    Word ones{}, twos{}, fours{}, eights{};

    void add(const Word& board) {
      const Word to_twos = ones & board;
      ones = ones ^ board;
      const Word to_fours = twos & to_twos;
      twos = twos ^ to_twos;
      const Word to_eights = fours & to_fours;
      fours = fours ^ to_fours;
      eights = eights ^ to_eights;
    }
    [[nodiscard]] Word are(unsigned number) const {
      return ((number & 1U) != 0 ? ones : ~ones) & ((number & 2U) != 0 ? twos : ~twos) &
             ((number & 4U) != 0 ? fours : ~fours) & ((number & 8U) != 0 ? eights : ~eights);
    }
  };

  [[nodiscard]] int room(const Word& own, const Word& other) const {
    const unsigned line = layout_.line();
    int all = 0;
    for (unsigned axis = 0; axis < 4; ++axis) {
      Counted mine, theirs;
      Word my_discs = own, their_discs = other, my_any{}, their_any{};
      for (unsigned k = 0; k < line; ++k) {
        mine.add(my_discs);
        theirs.add(their_discs);
        my_any = my_any | my_discs;
        their_any = their_any | their_discs;
        my_discs = my_discs >> steps_[axis];
        their_discs = their_discs >> steps_[axis];
      }
      all +=
          open(mine, starts_[axis] & my_any & ~their_any) - open(theirs, starts_[axis] & their_any & ~my_any);
    }
    return all;
  }
  [[nodiscard]] int open(const Counted& board, const Word& segments) const {
    if (!any(segments)) return 0;
    const unsigned line = layout_.line();
    const int one = count(board.are(line - 1) & segments);
    const int two = count(board.are(line - 2) & segments);
    const int three = line == 3 ? 0 : count(board.are(line - 3) & segments);
    const int more = line == 4 ? 0 : count(segments) - one - two - three;
    return weights_.two_missing * two + weights_.three_missing * three + weights_.more_missing * more;
  }

  const Layout& layout_;
  Weights weights_;
  std::array<unsigned, 4> steps_{};
  std::array<Word, 4> starts_{};  // where segments begin, by axis
  Word first_{};                  // the rows in which threats of the first seat are worth much
};

}  // namespace quiver::bots::connect4::champion
