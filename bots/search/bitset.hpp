// A set of small numbers, cells of a board mostly, as the bits of a few 64-bit words.
//
// Empty unless something is put into it. Unlike std::bitset it gives access to its words, which kernels and
// hashes need, and its shifts are fast for the short distances of a board. A plain value, any thread.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace quiver::bots {

// `Words` is a template argument so that loops over the words unroll. Bits beyond a board are the caller's to
// mask: operator~ sets them.
template <unsigned Words>
struct Bitset {
  std::array<std::uint64_t, Words> words{};

  static constexpr Bitset of(unsigned bit) {
    Bitset one;
    one.words[bit / 64] = std::uint64_t{1} << bit % 64;
    return one;
  }
  constexpr void add(unsigned bit) { words[bit / 64] |= std::uint64_t{1} << bit % 64; }
  constexpr void remove(unsigned bit) { words[bit / 64] &= ~(std::uint64_t{1} << bit % 64); }

  [[nodiscard]] constexpr bool has(unsigned bit) const { return (words[bit / 64] >> bit % 64 & 1U) != 0; }
  // No early exit: a branch a word costs more than the few words do.
  [[nodiscard]] constexpr bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }
  [[nodiscard]] constexpr int count() const {
    int sum = 0;
    for (const std::uint64_t word : words) sum += std::popcount(word);
    return sum;
  }

  constexpr Bitset& operator|=(const Bitset& b) {
    for (unsigned k = 0; k < Words; ++k) words[k] |= b.words[k];
    return *this;
  }
  constexpr Bitset& operator&=(const Bitset& b) {
    for (unsigned k = 0; k < Words; ++k) words[k] &= b.words[k];
    return *this;
  }
  constexpr Bitset& operator^=(const Bitset& b) {
    for (unsigned k = 0; k < Words; ++k) words[k] ^= b.words[k];
    return *this;
  }
  friend constexpr Bitset operator|(Bitset a, const Bitset& b) { return a |= b; }
  friend constexpr Bitset operator&(Bitset a, const Bitset& b) { return a &= b; }
  friend constexpr Bitset operator^(Bitset a, const Bitset& b) { return a ^= b; }
  friend constexpr Bitset operator~(Bitset a) {
    for (std::uint64_t& word : a.words) word = ~word;
    return a;
  }
  friend constexpr bool operator==(const Bitset&, const Bitset&) = default;
  // Set difference.
  [[nodiscard]] constexpr Bitset without(const Bitset& b) const {
    Bitset rest;
    for (unsigned k = 0; k < Words; ++k) rest.words[k] = words[k] & ~b.words[k];
    return rest;
  }

  // All bits moved by 1 to 63 places; what leaves the words is lost.
  [[nodiscard]] constexpr Bitset up(unsigned places) const {
    Bitset moved;
    moved.words[0] = words[0] << places;
    for (unsigned k = 1; k < Words; ++k) moved.words[k] = words[k] << places | words[k - 1] >> (64 - places);
    return moved;
  }
  [[nodiscard]] constexpr Bitset down(unsigned places) const {
    Bitset moved;
    for (unsigned k = 0; k + 1 < Words; ++k)
      moved.words[k] = words[k] >> places | words[k + 1] << (64 - places);
    moved.words[Words - 1] = words[Words - 1] >> places;
    return moved;
  }
  // The same by any number of places less than there are bits; almost always by fewer than 64.
  friend constexpr Bitset operator<<(const Bitset& a, unsigned places) {
    if (places - 1 < 63) return a.up(places);
    const std::size_t whole = places / 64;
    const unsigned rest = places % 64;
    Bitset moved;
    for (std::size_t k = whole; k < Words; ++k) {
      moved.words[k] = a.words[k - whole] << rest;
      if (rest != 0 && k > whole) moved.words[k] |= a.words[k - whole - 1] >> (64 - rest);
    }
    return moved;
  }
  friend constexpr Bitset operator>>(const Bitset& a, unsigned places) {
    if (places - 1 < 63) return a.down(places);
    const std::size_t whole = places / 64;
    const unsigned rest = places % 64;
    Bitset moved;
    for (std::size_t k = 0; k + whole < Words; ++k) {
      moved.words[k] = a.words[k + whole] >> rest;
      if (rest != 0 && k + whole + 1 < Words) moved.words[k] |= a.words[k + whole + 1] << (64 - rest);
    }
    return moved;
  }

  // Calls visit(bit) in ascending order.
  template <class Visitor>
  void for_each(const Visitor& visit) const {
    for (unsigned k = 0; k < Words; ++k)
      for (std::uint64_t rest = words[k]; rest != 0; rest &= rest - 1)
        visit(k * 64 + static_cast<unsigned>(std::countr_zero(rest)));
  }
};

}  // namespace quiver::bots
