// What a Connect Four position looks like to the one who moves, where nobody can see its end.
//
// Two things count. Room: every segment of a line's length that only one side has discs on, the more the
// fewer are missing. And threats, empty cells that would make a line: in the end the board fills up and
// somebody has to play below one. Whose turn that is follows from the row, so a threat in a row of the right
// kind is worth much and the others little; two on top of each other cannot be met at all. Never changes;
// any thread.
#pragma once

#include <algorithm>
#include <array>

#include "bots/connect4/champion/board.hpp"

namespace quiver::bots::connect4::champion {

// Less than any score of a game that is known to be won.
inline constexpr int kMostGuessed = 1'500;

template <class Board>
class Evaluation {
 public:
  using Word = typename Board::Word;

  explicit Evaluation(const Board& board) : board_(board) {
    const Size& size = board.size();
    const unsigned side = size.rows + 1;
    steps_ = {1, side - 1, side, side + 1};
    for (unsigned c = 0; c < size.columns; ++c)
      for (unsigned r = 0; r < size.rows; ++r) {
        for (unsigned axis = 0; axis < 4; ++axis)
          if (fits(c, r, axis)) starts_[axis] = starts_[axis] | board.cell(c, r);
        // When all other columns are full and this one up to two below: is it the first seat's turn?
        if ((size.rows * (size.columns - 1) + r + 1) % 2 == 1) first_ = first_ | board.cell(c, r);
      }
  }

  // For the mover. The threats are the empty cells that would make a line.
  [[nodiscard]] int value(const Discs<Word>& discs, const Word& own_threats,
                          const Word& other_threats) const {
    const bool is_first = discs.ply % 2 == 0;
    const Word own_rows = is_first ? first_ : ~first_;
    const int threats = of_threats(own_threats, own_rows) - of_threats(other_threats, ~own_rows);
    return std::clamp(threats + room(discs.own, discs.all ^ discs.own), -kMostGuessed, kMostGuessed);
  }

 private:
  static constexpr int kRightRow = 48;
  static constexpr int kOtherRow = 12;
  static constexpr int kOnTop = 160;
  static constexpr int kTwoMissing = 4;
  static constexpr int kThreeMissing = 1;

  [[nodiscard]] bool fits(unsigned column, unsigned row, unsigned axis) const {
    const unsigned more = board_.line() - 1;
    const Size& size = board_.size();
    const bool right = axis == 0 || column + more < size.columns;
    if (axis == 0 || axis == 3) return right && row + more < size.rows;
    return axis == 2 ? right : right && row >= more;
  }

  static int of_threats(const Word& threats, const Word& right_rows) {
    if (!any(threats)) return 0;
    const int all = count(threats);
    const int right = count(threats & right_rows);
    return kRightRow * right + kOtherRow * (all - right) + kOnTop * count(threats & (threats << 1));
  }

  // Of the segments along all axes at once, one bit for each: how many discs lie on them, in four bits.
  struct Counted {
    Word ones{}, twos{}, fours{}, eights{};

    void add(const Word& discs) {
      const Word to_twos = ones & discs;
      ones = ones ^ discs;
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
    const unsigned line = board_.line();
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
  [[nodiscard]] int open(const Counted& discs, const Word& segments) const {
    if (!any(segments)) return 0;
    const unsigned line = board_.line();
    const int two_missing = count(discs.are(line - 2) & segments);
    const int three_missing = line == 3 ? 0 : count(discs.are(line - 3) & segments);
    return kTwoMissing * two_missing + kThreeMissing * three_missing;
  }

  const Board& board_;
  std::array<unsigned, 4> steps_{};
  std::array<Word, 4> starts_{};  // where segments begin, by axis
  Word first_{};                  // the rows in which threats of the first seat are worth much
};

}  // namespace quiver::bots::connect4::champion
