// A set of cells as bits in 64-bit words, one bit a cell in the order of ids: what a flood fill works on.
//
// Shifts go by 1 to 63 places, which is more than a board has columns; what is shifted out is lost. A plain
// value that is not set to anything unless it is asked for with {}. Any thread.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace quiver::bots::quoridor::champion {

template <unsigned kWords>
struct Bits {
  std::array<std::uint64_t, kWords> words;

  static Bits of(unsigned cell) {
    Bits bits{};
    bits.add(cell);
    return bits;
  }

  void add(unsigned cell) { words[cell / 64] |= std::uint64_t{1} << cell % 64; }
  void remove(unsigned cell) { words[cell / 64] &= ~(std::uint64_t{1} << cell % 64); }
  [[nodiscard]] bool has(unsigned cell) const { return (words[cell / 64] >> cell % 64 & 1U) != 0; }

  [[nodiscard]] bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }
  [[nodiscard]] unsigned count() const {
    unsigned n = 0;
    for (const std::uint64_t word : words) n += static_cast<unsigned>(std::popcount(word));
    return n;
  }

  // To higher ids.
  [[nodiscard]] Bits up(unsigned places) const {
    Bits moved;
    moved.words[0] = words[0] << places;
    for (unsigned k = 1; k < kWords; ++k) moved.words[k] = words[k] << places | words[k - 1] >> (64 - places);
    return moved;
  }
  // To lower ids.
  [[nodiscard]] Bits down(unsigned places) const {
    Bits moved;
    for (unsigned k = 0; k + 1 < kWords; ++k)
      moved.words[k] = words[k] >> places | words[k + 1] << (64 - places);
    moved.words[kWords - 1] = words[kWords - 1] >> places;
    return moved;
  }

  Bits& operator|=(const Bits& b) {
    for (unsigned k = 0; k < kWords; ++k) words[k] |= b.words[k];
    return *this;
  }
  Bits& operator&=(const Bits& b) {
    for (unsigned k = 0; k < kWords; ++k) words[k] &= b.words[k];
    return *this;
  }
  friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend Bits operator~(Bits a) {
    for (std::uint64_t& word : a.words) word = ~word;
    return a;
  }
  friend bool operator==(const Bits&, const Bits&) = default;

  // Ascending.
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (unsigned k = 0; k < kWords; ++k)
      for (std::uint64_t rest = words[k]; rest != 0; rest &= rest - 1)
        visit(k * 64 + static_cast<unsigned>(std::countr_zero(rest)));
  }
};

}  // namespace quiver::bots::quoridor::champion
