// Where the cells of a Connect Four board lie in the bits, and questions about whole sets of cells.
//
// Columns lie one after the other from the left, each from the bottom upwards, with one unused bit above its
// top, so that a line never continues from one column into the next. `Line` is the length of a line if known
// at compile time, or 0 to take the board's. Immutable, any thread.
#pragma once

#include <array>
#include <cstdint>

#include "bots/connect4/champion/bitboard.hpp"

namespace quiver::bots::connect4::champion {

struct BoardSize {
  unsigned rows = 6;
  unsigned columns = 7;
  unsigned line = 4;

  [[nodiscard]] constexpr unsigned cells() const { return rows * columns; }
  [[nodiscard]] constexpr unsigned bits() const { return (rows + 1) * columns; }
  friend constexpr bool operator==(const BoardSize&, const BoardSize&) = default;
};

// Whose turn it is has `own`; `all` is everybody's.
template <class Word>
struct Bitboard {
  Word own{};
  Word all{};
  unsigned ply = 0;

  // After a disc on a cell, with the other to move.
  [[nodiscard]] Bitboard with(const Word& cell) const { return {all ^ own, all | cell, ply + 1}; }
};

template <class Word_, unsigned Line>
class BitboardLayout {
 public:
  using Word = Word_;

  explicit constexpr BitboardLayout(const BoardSize& size) : size_(size) {
    for (unsigned c = 0; c < size.columns; ++c)
      for (unsigned r = 0; r < size.rows; ++r) {
        cells_ = cells_ | cell(c, r);
        if (r == 0) bottom_ = bottom_ | cell(c, r);
        if (r % 2 == 0) odd_ = odd_ | cell(c, r);
      }
  }

  [[nodiscard]] constexpr const BoardSize& size() const { return size_; }
  [[nodiscard]] constexpr Word cell(unsigned column, unsigned row) const {
    return bit<Word>(column * (size_.rows + 1) + row);
  }
  [[nodiscard]] constexpr unsigned column_of(const Word& cell) const {
    return lowest_index(cell) / (size_.rows + 1);
  }
  [[nodiscard]] constexpr const Word& cells() const { return cells_; }
  // Rows 1, 3, 5 and so on from the bottom.
  [[nodiscard]] constexpr const Word& odd_rows() const { return odd_; }
  // Where discs can come to lie.
  [[nodiscard]] constexpr Word landing(const Word& all) const {
    return ((all << 1) | bottom_) & ~all & cells_;
  }

  // Of the cells in `landing`, those on which a disc does not lose at once: it blocks a threat of the
  // opponent that is open now, and opens none. The threats are the empty cells that would make a line.
  [[nodiscard]] constexpr Word safe(const Word& landing, const Word& other_threats) const {
    const Word forced = landing & other_threats;
    if (more_than_one(forced)) return Word{};
    return (any(forced) ? forced : landing) & ~(other_threats >> 1);
  }

  // What tells one position from another: the mover's discs, and a bit on top of each column.
  [[nodiscard]] constexpr Word key(const Bitboard<Word>& board) const {
    return board.own | (((board.all << 1) | bottom_) & ~board.all);
  }
  // The same for the board seen in a mirror.
  [[nodiscard]] constexpr Word mirrored(const Word& key) const {
    const unsigned side = size_.rows + 1;
    const Word column = (bit<Word>(size_.rows) ^ low_bits(size_.rows));
    Word seen{};
    for (unsigned c = 0; c < size_.columns; ++c)
      seen = seen | (((key >> (c * side)) & column) << ((size_.columns - 1 - c) * side));
    return seen;
  }

  // Cells on which a disc makes a line with those of `own`, taken or not.
  [[nodiscard]] constexpr Word completing(const Word& own) const {
    const unsigned side = size_.rows + 1;
    return (upwards(own) | along(own, side - 1) | along(own, side) | along(own, side + 1)) & cells_;
  }
  // Whether there is a line in `own`.
  [[nodiscard]] constexpr bool has_line(const Word& own) const {
    const unsigned side = size_.rows + 1;
    return lies(own, 1) || lies(own, side - 1) || lies(own, side) || lies(own, side + 1);
  }
  [[nodiscard]] constexpr unsigned line() const { return Line != 0 ? Line : size_.line; }

 private:
  static constexpr Word low_bits(unsigned count) {
    Word low{};
    for (unsigned k = 0; k < count; ++k) low = low | bit<Word>(k);
    return low;
  }

  [[nodiscard]] constexpr Word upwards(const Word& own) const {
    Word moved = own << 1;
    Word all = moved;
    for (unsigned k = 2; k < line(); ++k) {
      moved = moved << 1;
      all = all & moved;
    }
    return all;
  }

  // Along one of the other axes the gap may be anywhere in the line.
  [[nodiscard]] constexpr Word along(const Word& own, unsigned step) const {
    if constexpr (Line == 4) {
      const Word up = own << step;
      const Word down = own >> step;
      const Word up2 = up & (up << step);
      const Word down2 = down & (down >> step);
      return (up2 & ((own << (3 * step)) | down)) | (down2 & ((own >> (3 * step)) | up));
    } else {
      std::array<Word, 16> ups{};  // k in line right before the cell
      ups[0] = cells_;
      Word moved = own;
      for (unsigned k = 1; k < line(); ++k) {
        moved = moved << step;
        ups[k] = ups[k - 1] & moved;
      }
      Word found = ups[line() - 1];
      Word downs = cells_;
      moved = own;
      for (unsigned k = 1; k < line(); ++k) {
        moved = moved >> step;
        downs = downs & moved;
        found = found | (downs & ups[line() - 1 - k]);
      }
      return found;
    }
  }

  [[nodiscard]] constexpr bool lies(const Word& own, unsigned step) const {
    Word moved = own;
    Word all = own;
    for (unsigned k = 1; k < line(); ++k) {
      moved = moved >> step;
      all = all & moved;
    }
    return any(all);
  }

  BoardSize size_;
  Word cells_{};
  Word bottom_{};
  Word odd_{};
};

}  // namespace quiver::bots::connect4::champion
