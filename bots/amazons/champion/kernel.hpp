// The innermost work of the search, in one version for each kind of processor.
//
// A Kernel is a table of functions for one width of boards. this_machine() picks the quickest version that
// the processor can run, once, when the program begins: rays of one queen by extracting the bits of a line
// (pext) or by tables of rays, floods of rays with AVX2, with AVX-512, or word by word. All versions give the
// same answers to the last bit. Immutable, any thread.
#pragma once

#include <array>
#include <cstdint>

#include "bots/amazons/champion/board.hpp"

namespace quiver::bots::amazons::champion {

// What a look at a position finds; mine less theirs where there are two sides to it. See evaluation.hpp for
// what it is worth.
struct View {
  int queens = 0;       // cells reached sooner by queen's moves (Lieberum's t1)
  int queens_even = 0;  // reached equally soon by both
  int kings = 0;        // the same by steps of a king (t2)
  int kings_even = 0;
  std::array<int, 3> near{};  // cells reached in one queen's move, in two, in three (what c1 sums up)
  int ahead = 0;              // steps of a king by which they are nearer, over all cells (c2)
  // Of the queens' freedom (m): sums over queens of what freedom() says of the empty cells within two steps.
  std::array<int, 2> freedom{};
  int contested = 0;         // eighths: how much both reach, the more the less they differ in distance (w)
  int shared = 0;            // cells that both reach at all
  int mine = 0, theirs = 0;  // cells that only one side reaches
};

// For a queen with `n` empty cells within two steps (up to 24), the two parts of View::freedom, in 60ths.
constexpr int lack_of_room(int n) { return 60 / (1 + n); }
constexpr int room(int n) { return n < 12 ? 5 * n : 60; }

struct Sight;  // what a network is told; see sight.hpp

template <unsigned Words>
struct Kernel {
  using Set = Bits<Words>;

  // The cells that a queen or arrow on `cell` reaches through the cells of `free`.
  Set (*reached)(const Ground<Words>& ground, Cell cell, const Set& free);
  void (*look)(const Ground<Words>& ground, const Set& empty, const Set& mine, const Set& theirs, View& view);
  // From the view of whoever moves next; false if nothing is contested.
  bool (*see)(const Ground<Words>& ground, const Set& empty, const Set& mine, const Set& theirs,
              bool half_done, Sight& sight);
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
