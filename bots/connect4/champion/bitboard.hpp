// Sets of cells of a Connect Four board as the bits of one word of 64, 128 or 256.
//
// A board of R rows and C columns takes (R + 1) * C bits, so every size up to 15 by 15 has a word that fits.
// The three kinds of word have the same few operations; there is no arithmetic among them, so the widest need
// not carry. Shifts are by fewer places than the word has bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "bots/search/bitset.hpp"

namespace quiver::bots::connect4::champion {

using Word64 = std::uint64_t;
__extension__ typedef unsigned __int128 Word128;  // NOLINT(modernize-use-using): no other way to spell it

using Word256 = Bitset<4>;

template <class Word>
inline constexpr unsigned kBits = sizeof(Word) * 8;

template <class Word>
constexpr Word bit(unsigned slot) {
  if constexpr (requires { Word::of(slot); })
    return Word::of(slot);
  else
    return Word{1} << slot;
}

constexpr bool any(Word64 w) { return w != 0; }
constexpr bool any(Word128 w) { return w != 0; }
constexpr bool any(const Word256& w) { return w.any(); }

constexpr int count(Word64 w) { return std::popcount(w); }
constexpr int count(Word128 w) {
  return std::popcount(static_cast<Word64>(w)) + std::popcount(static_cast<Word64>(w >> 64));
}
constexpr int count(const Word256& w) { return w.count(); }

// The lowest of the bits; there is one.
constexpr Word64 lowest_bit(Word64 w) { return w & (0 - w); }
constexpr Word128 lowest_bit(Word128 w) { return w & (0 - w); }
constexpr Word256 lowest_bit(const Word256& w) {
  Word256 one;
  std::size_t k = 0;
  while (w.words[k] == 0) ++k;
  one.words[k] = w.words[k] & (0 - w.words[k]);
  return one;
}

// Whether there are two or more.
template <class Word>
constexpr bool more_than_one(const Word& w) {
  return any(w) && any(w ^ lowest_bit(w));
}

// Where the lowest of the bits is; there is one.
constexpr unsigned lowest_index(Word64 w) { return static_cast<unsigned>(std::countr_zero(w)); }
constexpr unsigned lowest_index(Word128 w) {
  const auto low = static_cast<Word64>(w);
  return low != 0 ? lowest_index(low) : 64 + lowest_index(static_cast<Word64>(w >> 64));
}
constexpr unsigned lowest_index(const Word256& w) {
  unsigned k = 0;
  while (w.words[k] == 0) ++k;
  return 64 * k + lowest_index(w.words[k]);
}

// The lowest 32 bits.
constexpr std::uint32_t low_32_bits(Word64 w) { return static_cast<std::uint32_t>(w); }
constexpr std::uint32_t low_32_bits(Word128 w) { return static_cast<std::uint32_t>(w); }
constexpr std::uint32_t low_32_bits(const Word256& w) { return static_cast<std::uint32_t>(w.words[0]); }

// An order of words, whichever.
constexpr bool less_than(Word64 a, Word64 b) { return a < b; }
constexpr bool less_than(Word128 a, Word128 b) { return a < b; }
constexpr bool less_than(const Word256& a, const Word256& b) { return a.words < b.words; }

}  // namespace quiver::bots::connect4::champion
