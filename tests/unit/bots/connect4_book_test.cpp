// The opening book of Connect Four: what it says agrees with itself and with the solver.
#include <algorithm>
#include <map>

#include "bots/connect4/champion/book.hpp"
#include "bots/connect4/champion/solver.hpp"
#include "tests/unit/bots/connect4_positions.hpp"

namespace quiver::tests {

using namespace bots::connect4::champion;  // NOLINT(google-build-using-namespace)

namespace {

const BookLayout kLayout{BoardSize{}};

// The position of a key: what lies below the highest bit of each column, and whose it is.
Bitboard<Word64> bitboard_of(std::uint64_t packed) {
  const Word64 key = PackedEntry::key(packed);
  Bitboard<Word64> board;
  for (unsigned c = 0; c < 7; ++c) {
    const Word64 column = key >> (7 * c) & 127U;
    const auto height = static_cast<unsigned>(std::bit_width(column)) - 1;
    board.all |= ((Word64{1} << height) - 1) << (7 * c);
    board.own |= (column ^ Word64{1} << height) << (7 * c);
    board.ply += height;
  }
  return board;
}

Word64 move_to(const Bitboard<Word64>& board, unsigned column) {
  return kLayout.landing(board.all) & (Word64{63} << (7 * column));
}

}  // namespace

TEST(ConnectFourBook, IsInOrderAndFindsItself) {
  const auto entries = book_entries();
  ASSERT_TRUE(std::is_sorted(entries.begin(), entries.end()));
  for (const std::uint64_t packed : entries) {
    const Bitboard<Word64> board = bitboard_of(packed);
    const auto found = in_book(board);
    ASSERT_TRUE(found);
    ASSERT_EQ(*found, PackedEntry::entry(packed));
    const Bitboard<Word64> seen{kLayout.mirrored(board.own), kLayout.mirrored(board.all), board.ply};
    ASSERT_EQ(in_book(seen)->score, found->score);
    for (unsigned c = 0; c < 7; ++c)
      ASSERT_TRUE((found->best >> c & 1U) == 0 || any(move_to(board, c))) << "a column that is full";
  }
}

TEST(ConnectFourBook, KnowsTheFirstMoves) {
  const auto empty = in_book({});
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->score, 1);
  EXPECT_EQ(empty->best, 1U << 3) << "the middle alone";
  std::vector<int> scores;
  for (unsigned c = 0; c < 7; ++c) {
    const auto after_one = in_book(Bitboard<Word64>{}.with(move_to({}, c)));
    ASSERT_TRUE(after_one);
    scores.push_back(-after_one->score);
  }
  EXPECT_EQ(scores, (std::vector<int>{-2, -1, 0, 1, 0, -1, -2}));
}

TEST(ConnectFourBook, AfterItsMoveHasEveryReplyOfTheNextPly) {
  // Of each entry that is not at the end of the book: after its best column, every reply that does not end
  // the game or let it end is there, none is worth less than the entry, and one is worth as much.
  unsigned last = 0;
  for (const std::uint64_t packed : book_entries()) last = std::max(last, bitboard_of(packed).ply);
  for (const std::uint64_t packed : book_entries()) {
    const Bitboard<Word64> board = bitboard_of(packed);
    if (board.ply + 2 > last) continue;
    const BookEntry entry = PackedEntry::entry(packed);
    for (unsigned c = 0; c < 7; ++c) {
      if ((entry.best >> c & 1U) == 0) continue;
      const Bitboard<Word64> moved = board.with(move_to(board, c));
      int least = 22;
      for (unsigned reply = 0; reply < 7; ++reply) {
        const Word64 cell = move_to(moved, reply);
        if (!any(cell)) continue;
        ASSERT_FALSE(any(cell & kLayout.completing(moved.own))) << "nobody wins this early against the book";
        const Bitboard<Word64> replied = moved.with(cell);
        const bool wins = any(kLayout.completing(replied.own) & kLayout.landing(replied.all));
        const auto there = in_book(replied);
        ASSERT_TRUE(wins || there);
        least = std::min(least, wins ? (43 - static_cast<int>(replied.ply)) / 2 : there->score);
      }
      ASSERT_EQ(least, entry.score) << board.ply << " discs";
    }
  }
}

TEST(ConnectFourBook, SaysWhatTheSolverSays) {
  // Those that take few positions: the others were solved once, by the program that wrote the book.
  Dice dice("ConnectFourBook");
  const auto entries = book_entries();
  TranspositionTable table(std::size_t{16} << 20, BoardSize{}.bits());
  unsigned solved = 0;
  for (unsigned k = 0; k < 40; ++k) {
    SCOPED_TRACE(how_to_repeat());
    const std::uint64_t packed = entries[dice.below(entries.size())];
    const Bitboard<Word64> board = bitboard_of(packed);
    bots::SearchLimits limits;
    limits.nodes = 60'000;
    bots::SearchBudget budget(limits);
    Solver<BookLayout> solver(kLayout, table, budget);
    const auto score = solver.score(board, solver.least(board.ply), solver.most(board.ply));
    if (!score) continue;
    ++solved;
    EXPECT_EQ(*score, PackedEntry::entry(packed).score);
  }
  EXPECT_GT(solved, 0U);
}

}  // namespace quiver::tests
