// Steps and rays of whole sets of cells at once.
//
// A board of `Stride - 1` columns or fewer lies in the bits row after row, `Stride` bits a row, so that at
// least one bit at the end of each row is no cell: a step over the edge ends there, or outside the words, and
// disappears with the next intersection. Pure functions, any thread.
#pragma once

#include "bots/search/bitset.hpp"

namespace quiver::bots::amazons {

// Every bit moved by `By`, which is less than a word either way.
template <int By, unsigned Words>
Bitset<Words> moved(const Bitset<Words>& from) {
  static_assert(By != 0 && By > -64 && By < 64);
  if constexpr (By > 0)
    return from.up(By);
  else
    return from.down(-By);
}

// The set and the eight neighbours of all its cells.
template <int Stride, unsigned Words>
Bitset<Words> grown(const Bitset<Words>& from) {
  const Bitset<Words> row = from | moved<1>(from) | moved<-1>(from);
  return row | moved<Stride>(row) | moved<-Stride>(row);
}

// All cells of `free` that queens on `from` reach in one move. `free` holds none of `from`.
template <int Stride, unsigned Words>
Bitset<Words> rays(const Bitset<Words>& from, const Bitset<Words>& free) {
  // All eight directions in step: one loop that ends with the longest ray, not eight that end anywhere.
  Bitset<Words> n = moved<-Stride>(from) & free, ne = moved<1 - Stride>(from) & free;
  Bitset<Words> e = moved<1>(from) & free, se = moved<Stride + 1>(from) & free;
  Bitset<Words> s = moved<Stride>(from) & free, sw = moved<Stride - 1>(from) & free;
  Bitset<Words> w = moved<-1>(from) & free, nw = moved<-Stride - 1>(from) & free;
  Bitset<Words> all = n | ne | e | se | s | sw | w | nw;
  for (Bitset<Words> heads = all; heads.any();) {
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
