// The kernel for processors with AVX2 and BMI2, whatever the rest of the program is compiled for.
//
// Only functions in here are compiled for such a processor, and all that they call is inlined into them:
// nothing that another file might share is.
#include "bots/amazons/champion/kernel/lanes.hpp"

namespace quiver::bots::amazons::champion {

namespace {

// AVX2 has no funnel shift, so a shift across words takes two shifts and an or.
struct TwoShifts {
  using WideSum = SumOfCounts<Wide>;

  QUIVER_AVX2 static inline __m256i up(__m256i word, __m256i below, __m256i by, __m256i carry) {
    return _mm256_or_si256(_mm256_sllv_epi64(word, by), _mm256_srlv_epi64(below, carry));
  }
  QUIVER_AVX2 static inline __m256i down(__m256i word, __m256i above, __m256i by, __m256i carry) {
    return _mm256_or_si256(_mm256_srlv_epi64(word, by), _mm256_sllv_epi64(above, carry));
  }
  // A whole board in one register.
  QUIVER_AVX2 static inline __m256i board_up(__m256i board, __m256i by) {
    const __m256i below =
        _mm256_blend_epi32(_mm256_permute4x64_epi64(board, 0x90), _mm256_setzero_si256(), 0x03);
    return up(board, below, by, _mm256_sub_epi64(_mm256_set1_epi64x(64), by));
  }
  QUIVER_AVX2 static inline __m256i board_down(__m256i board, __m256i by) {
    const __m256i above =
        _mm256_blend_epi32(_mm256_permute4x64_epi64(board, 0xF9), _mm256_setzero_si256(), 0xC0);
    return down(board, above, by, _mm256_sub_epi64(_mm256_set1_epi64x(64), by));
  }
};

// The bits of a line are brought together, the ends of the rays are counts of zeros among them, and what is
// between is brought back to where it was.
template <unsigned Words>
QUIVER_AVX2 Bitset<Words> reachable_by_pext(const BitboardLayout<Words>& layout, Cell cell,
                                            const Bitset<Words>& free) {
  Bitset<Words> all;
  for (const auto& line : layout.lines(cell)) {
    std::uint32_t occupied = 0;
    for (unsigned k = 0; k < Words; ++k)
      occupied |= static_cast<std::uint32_t>(_pext_u64(~free.words[k], line.cells.words[k]))
                  << line.before[k];
    // With both ends of the line set, at 0 and length + 1, every ray ends somewhere.
    const std::uint64_t ends = std::uint64_t{occupied} << 1 | 1 | std::uint64_t{2} << line.length;
    const unsigned at = line.at + 1U;
    const auto ahead = static_cast<unsigned>(_tzcnt_u64(ends >> (at + 1)));
    const auto behind = static_cast<unsigned>(_lzcnt_u64(ends << (64 - at)));
    const std::uint64_t between =
        (std::uint64_t{1} << (at + ahead + 1)) - (std::uint64_t{1} << (at - behind));
    const std::uint64_t rays = (between ^ std::uint64_t{1} << at) >> 1;
    for (unsigned k = 0; k < Words; ++k)
      all.words[k] |= _pdep_u64(rays >> line.before[k], line.cells.words[k]);
  }
  return all;
}

template <unsigned Words>
QUIVER_AVX2 __attribute__((flatten)) void features_with_avx2(const BitboardLayout<Words>& layout,
                                                             const Bitset<Words>& empty,
                                                             const Bitset<Words>& mine,
                                                             const Bitset<Words>& theirs,
                                                             Features& features) {
  if (Words == 4 && layout.words_used() == kUsed<Words>)
    compute_features(LaneFlood<Words, kUsed<Words>, TwoShifts>(layout), layout, empty, mine, theirs,
                     features);
  else
    compute_features(LaneFlood<Words, Words, TwoShifts>(layout), layout, empty, mine, theirs, features);
}

template <unsigned Words>
QUIVER_AVX2 __attribute__((flatten)) bool inputs_with_avx2(const BitboardLayout<Words>& layout,
                                                           const Bitset<Words>& empty,
                                                           const Bitset<Words>& mine,
                                                           const Bitset<Words>& theirs, bool half_done,
                                                           NetworkInputs& inputs) {
  return compute_inputs(LaneFlood<Words, Words, TwoShifts>(layout), layout, empty, mine, theirs, half_done,
                        inputs);
}

}  // namespace

template <unsigned Words>
const Kernel<Words>* Kernel<Words>::avx2() {
  static const Kernel kernel{reachable_by_pext<Words>, features_with_avx2<Words>, inputs_with_avx2<Words>,
                             "avx2"};
  static const bool able = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                           __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
  return able ? &kernel : nullptr;
}

template const Kernel<2>* Kernel<2>::avx2();
template const Kernel<4>* Kernel<4>::avx2();

}  // namespace quiver::bots::amazons::champion
