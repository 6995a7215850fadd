// The innermost work of the search, in one version for each kind of processor.
//
// A Kernel is a table of functions for one width of boards. this_machine() picks the fastest version that the
// processor can run, once, when the program starts: rays of one queen by extracting the bits of a line (pext)
// or from tables, flood fills of rays with AVX2, with AVX-512, or word by word. All versions give
// bit-identical answers. Immutable, any thread.
#pragma once

#include <array>
#include <cstdint>

#include "bots/amazons/champion/board/bitboard.hpp"

namespace quiver::bots::amazons::champion {

// The features of a position that the evaluation weighs; mine less theirs where a feature has two sides.
struct Features {
  int queens = 0;       // cells reached sooner by queen's moves (Lieberum's t1)
  int queens_even = 0;  // reached equally soon by both
  int kings = 0;        // the same by steps of a king (t2)
  int kings_even = 0;
  std::array<int, 3> near{};  // cells reached in one queen's move, in two, in three (what c1 sums up)
  int ahead = 0;              // steps of a king by which they are nearer, over all cells (c2)
  // Of the queens' freedom (m): sums over queens of what freedom() says of the empty cells within two steps.
  std::array<int, 2> mobility_terms{};
  int contested = 0;         // eighths: how much both reach, the more the less they differ in distance (w)
  int shared = 0;            // cells that both reach at all
  int mine = 0, theirs = 0;  // cells that only one side reaches
};

// For a queen with `n` empty cells within two steps (up to 24), the two parts of Features::freedom, in 60ths.
constexpr int immobility(int n) { return 60 / (1 + n); }
constexpr int mobility(int n) { return n < 12 ? 5 * n : 60; }

struct NetworkInputs;  // see network_inputs.hpp

template <unsigned Words>
struct Kernel {
  using Set = Bitset<Words>;

  // The cells that a queen or arrow on `cell` reaches through the cells of `free`.
  Set (*reachable)(const BitboardLayout<Words>& layout, Cell cell, const Set& free);
  void (*compute_features)(const BitboardLayout<Words>& layout, const Set& empty, const Set& mine,
                           const Set& theirs, Features& features);
  // For the seat that moves next; false if nothing is contested.
  bool (*compute_inputs)(const BitboardLayout<Words>& layout, const Set& empty, const Set& mine,
                         const Set& theirs, bool half_done, NetworkInputs& inputs);
  const char* name;

  static const Kernel& plain();
  // Null where the processor has not got it.
  static const Kernel* avx2();
  static const Kernel* avx512();  // for boards of four words alone
  static const Kernel& this_machine() {
    if (const Kernel* quickest = avx512()) return *quickest;
    return avx2() != nullptr ? *avx2() : plain();
  }
};

template <>
const Kernel<2>* Kernel<2>::avx512();
template <>
const Kernel<4>* Kernel<4>::avx512();

}  // namespace quiver::bots::amazons::champion
