// The opening book of Connect Four on 6 rows and 7 columns: scores and best columns found by our own solver.
//
// It holds the positions with few discs that a player of the book can reach, whatever the opponent does; each
// with one of its best columns. A position and its mirror image are one entry. make_book writes book.inc. Any
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "bots/connect4/champion/bitboard_layout.hpp"

namespace quiver::bots::connect4::champion {

using BookLayout = BitboardLayout<Word64, 4>;

struct BookEntry {
  int score = 0;           // for the mover, exactly
  std::uint32_t best = 0;  // columns that are known to keep it, a bit each, from the left

  friend bool operator==(const BookEntry&, const BookEntry&) = default;
};

// Of an entry in one word: the key of the position or of its mirror image, whichever is less; the score and
// 32; the best columns.
struct PackedEntry {
  static constexpr unsigned kBestBits = 7;
  static constexpr unsigned kScoreBits = 6;
  static constexpr int kScoreOffset = 32;

  static constexpr std::uint64_t pack(std::uint64_t key, const BookEntry& entry) {
    return (key << kScoreBits | static_cast<std::uint64_t>(entry.score + kScoreOffset)) << kBestBits |
           entry.best;
  }
  static constexpr std::uint64_t key(std::uint64_t packed) { return packed >> (kScoreBits + kBestBits); }
  static constexpr BookEntry entry(std::uint64_t packed) {
    return {static_cast<int>(packed >> kBestBits & ((1U << kScoreBits) - 1)) - kScoreOffset,
            static_cast<std::uint32_t>(packed & ((1U << kBestBits) - 1))};
  }
};

// The columns as they are called in the mirror.
constexpr std::uint32_t mirrored_columns(std::uint32_t columns) {
  std::uint32_t seen = 0;
  for (unsigned c = 0; c < 7; ++c) seen |= (columns >> c & 1U) << (6 - c);
  return seen;
}

// All entries, in the order of their keys.
std::span<const std::uint64_t> book_entries();

// What the book says of a position, if it has it.
std::optional<BookEntry> in_book(const Bitboard<Word64>& board);

}  // namespace quiver::bots::connect4::champion
