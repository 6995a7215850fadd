// A set of cells as bits, and all of them moved one step at once.
//
// A board of `Stride - 1` columns or fewer lies in the bits row after row, `Stride` bits a row, so that at
// least one bit at the end of each row is nobody's cell: a step over the edge ends there, or off the words,
// and is gone with the next intersection. Plain values, any thread.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace quiver::bots::amazons {

template <unsigned Words>
struct Bits {
  std::array<std::uint64_t, Words> words{};

  static Bits of(unsigned at) {
    Bits one;
    one.words[at / 64] = std::uint64_t{1} << at % 64;
    return one;
  }
  [[nodiscard]] bool has(unsigned at) const { return (words[at / 64] >> at % 64 & 1U) != 0; }
  [[nodiscard]] bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }
  [[nodiscard]] int count() const {
    int sum = 0;
    for (const std::uint64_t word : words) sum += std::popcount(word);
    return sum;
  }

  Bits& operator|=(const Bits& b) {
    for (unsigned k = 0; k < Words; ++k) words[k] |= b.words[k];
    return *this;
  }
  Bits& operator&=(const Bits& b) {
    for (unsigned k = 0; k < Words; ++k) words[k] &= b.words[k];
    return *this;
  }
  Bits& operator^=(const Bits& b) {
    for (unsigned k = 0; k < Words; ++k) words[k] ^= b.words[k];
    return *this;
  }
  // What is in `a` but not in `b`.
  [[nodiscard]] Bits without(const Bits& b) const {
    Bits rest;
    for (unsigned k = 0; k < Words; ++k) rest.words[k] = words[k] & ~b.words[k];
    return rest;
  }
  friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend Bits operator^(Bits a, const Bits& b) { return a ^= b; }
  friend bool operator==(const Bits&, const Bits&) = default;

  // Calls visit(bit) in ascending order.
  template <class Visitor>
  void for_each(const Visitor& visit) const {
    for (unsigned k = 0; k < Words; ++k)
      for (std::uint64_t rest = words[k]; rest != 0; rest &= rest - 1)
        visit(k * 64 + static_cast<unsigned>(std::countr_zero(rest)));
  }
};

// Every bit moved by `By`, which is less than a word either way.
template <int By, unsigned Words>
Bits<Words> moved(const Bits<Words>& from) {
  static_assert(By != 0 && By > -64 && By < 64);
  Bits<Words> to;
  if constexpr (By > 0) {
    to.words[0] = from.words[0] << By;
    for (unsigned k = 1; k < Words; ++k) to.words[k] = from.words[k] << By | from.words[k - 1] >> (64 - By);
  } else {
    for (unsigned k = 0; k + 1 < Words; ++k)
      to.words[k] = from.words[k] >> -By | from.words[k + 1] << (64 + By);
    to.words[Words - 1] = from.words[Words - 1] >> -By;
  }
  return to;
}

// The set and the eight neighbours of all its cells.
template <int Stride, unsigned Words>
Bits<Words> grown(const Bits<Words>& from) {
  const Bits<Words> row = from | moved<1>(from) | moved<-1>(from);
  return row | moved<Stride>(row) | moved<-Stride>(row);
}

// All cells of `free` that queens on `from` reach in one move. `free` holds none of `from`.
template <int Stride, unsigned Words>
Bits<Words> rays(const Bits<Words>& from, const Bits<Words>& free) {
  // All eight directions in step: one loop that ends with the longest ray, not eight that end anywhere.
  Bits<Words> n = moved<-Stride>(from) & free, ne = moved<1 - Stride>(from) & free;
  Bits<Words> e = moved<1>(from) & free, se = moved<Stride + 1>(from) & free;
  Bits<Words> s = moved<Stride>(from) & free, sw = moved<Stride - 1>(from) & free;
  Bits<Words> w = moved<-1>(from) & free, nw = moved<-Stride - 1>(from) & free;
  Bits<Words> all = n | ne | e | se | s | sw | w | nw;
  for (Bits<Words> heads = all; heads.any();) {
    n = moved<-Stride>(n) & free, ne = moved<1 - Stride>(ne) & free;
    e = moved<1>(e) & free, se = moved<Stride + 1>(se) & free;
    s = moved<Stride>(s) & free, sw = moved<Stride - 1>(sw) & free;
    w = moved<-1>(w) & free, nw = moved<-Stride - 1>(nw) & free;
    heads = n | ne | e | se | s | sw | w | nw;
    all |= heads;
  }
  return all;
}

}  // namespace quiver::bots::amazons
