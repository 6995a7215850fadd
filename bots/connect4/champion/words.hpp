// Sets of cells of a Connect Four board as the bits of one word: 64 of them, 128, or 256.
//
// A board of R rows and C columns takes (R + 1) * C bits, so that every size up to 15 by 15 has a word that
// fits. The three kinds of word know the same few operations; no arithmetic among them, so that the widest
// need not carry. Shifts take fewer places than the word has bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace quiver::bots::connect4::champion {

using Word64 = std::uint64_t;
__extension__ typedef unsigned __int128 Word128;  // NOLINT(modernize-use-using): no other way to spell it

struct Word256 {
  std::array<std::uint64_t, 4> part{};

  constexpr Word256() = default;
  constexpr explicit Word256(std::uint64_t low) : part{low, 0, 0, 0} {}

  friend constexpr Word256 operator&(Word256 a, const Word256& b) {
    for (std::size_t k = 0; k < 4; ++k) a.part[k] &= b.part[k];
    return a;
  }
  friend constexpr Word256 operator|(Word256 a, const Word256& b) {
    for (std::size_t k = 0; k < 4; ++k) a.part[k] |= b.part[k];
    return a;
  }
  friend constexpr Word256 operator^(Word256 a, const Word256& b) {
    for (std::size_t k = 0; k < 4; ++k) a.part[k] ^= b.part[k];
    return a;
  }
  constexpr Word256 operator~() const {
    Word256 all;
    for (std::size_t k = 0; k < 4; ++k) all.part[k] = ~part[k];
    return all;
  }
  // Almost all shifts are by fewer places than a part has.
  friend constexpr Word256 operator<<(const Word256& a, unsigned places) {
    if (places - 1 < 63) {
      const unsigned back = 64 - places;
      Word256 moved;
      moved.part[0] = a.part[0] << places;
      for (std::size_t k = 1; k < 4; ++k) moved.part[k] = a.part[k] << places | a.part[k - 1] >> back;
      return moved;
    }
    const std::size_t whole = places / 64;
    const unsigned rest = places % 64;
    Word256 moved;
    for (std::size_t k = whole; k < 4; ++k) {
      moved.part[k] = a.part[k - whole] << rest;
      if (rest != 0 && k > whole) moved.part[k] |= a.part[k - whole - 1] >> (64 - rest);
    }
    return moved;
  }
  friend constexpr Word256 operator>>(const Word256& a, unsigned places) {
    if (places - 1 < 63) {
      const unsigned back = 64 - places;
      Word256 moved;
      for (std::size_t k = 0; k < 3; ++k) moved.part[k] = a.part[k] >> places | a.part[k + 1] << back;
      moved.part[3] = a.part[3] >> places;
      return moved;
    }
    const std::size_t whole = places / 64;
    const unsigned rest = places % 64;
    Word256 moved;
    for (std::size_t k = 0; k + whole < 4; ++k) {
      moved.part[k] = a.part[k + whole] >> rest;
      if (rest != 0 && k + whole < 3) moved.part[k] |= a.part[k + whole + 1] << (64 - rest);
    }
    return moved;
  }
  friend constexpr bool operator==(const Word256&, const Word256&) = default;
};

template <class Word>
inline constexpr unsigned kBits = sizeof(Word) * 8;

template <class Word>
constexpr Word bit(unsigned place) {
  return Word{1} << place;
}

constexpr bool any(Word64 w) { return w != 0; }
constexpr bool any(Word128 w) { return w != 0; }
constexpr bool any(const Word256& w) { return (w.part[0] | w.part[1] | w.part[2] | w.part[3]) != 0; }

constexpr int count(Word64 w) { return std::popcount(w); }
constexpr int count(Word128 w) {
  return std::popcount(static_cast<Word64>(w)) + std::popcount(static_cast<Word64>(w >> 64));
}
constexpr int count(const Word256& w) {
  int all = 0;
  for (const std::uint64_t part : w.part) all += std::popcount(part);
  return all;
}

// The lowest of the bits; there is one.
constexpr Word64 lowest(Word64 w) { return w & (0 - w); }
constexpr Word128 lowest(Word128 w) { return w & (0 - w); }
constexpr Word256 lowest(const Word256& w) {
  Word256 one;
  std::size_t k = 0;
  while (w.part[k] == 0) ++k;
  one.part[k] = w.part[k] & (0 - w.part[k]);
  return one;
}

// Whether there are two or more.
template <class Word>
constexpr bool several(const Word& w) {
  return any(w) && any(w ^ lowest(w));
}

// Where the lowest of the bits is; there is one.
constexpr unsigned place_of(Word64 w) { return static_cast<unsigned>(std::countr_zero(w)); }
constexpr unsigned place_of(Word128 w) {
  const auto low = static_cast<Word64>(w);
  return low != 0 ? place_of(low) : 64 + place_of(static_cast<Word64>(w >> 64));
}
constexpr unsigned place_of(const Word256& w) {
  unsigned k = 0;
  while (w.part[k] == 0) ++k;
  return 64 * k + place_of(w.part[k]);
}

// The lowest 32 bits.
constexpr std::uint32_t low_part(Word64 w) { return static_cast<std::uint32_t>(w); }
constexpr std::uint32_t low_part(Word128 w) { return static_cast<std::uint32_t>(w); }
constexpr std::uint32_t low_part(const Word256& w) { return static_cast<std::uint32_t>(w.part[0]); }

// An order of words, whichever.
constexpr bool before(Word64 a, Word64 b) { return a < b; }
constexpr bool before(Word128 a, Word128 b) { return a < b; }
constexpr bool before(const Word256& a, const Word256& b) { return a.part < b.part; }

}  // namespace quiver::bots::connect4::champion
