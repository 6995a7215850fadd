// The kernel for processors that also have AVX-512 with VBMI2: one instruction moves two words together.
//
// Registers stay at 256 bits, which most such processors work on at full speed. As in kernel_avx2.cpp only
// functions in here are compiled for such a processor, and all that they call is inlined into them.
#include "bots/amazons/champion/kernel/lanes.hpp"

#define QUIVER_AVX512 \
  __attribute__((     \
      target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512dq,avx512bw,avx512vbmi2,avx512vpopcntdq")))

namespace quiver::bots::amazons::champion {

namespace {

// The four words apart, until the end.
class LanewiseSum {
 public:
  QUIVER_AVX512 inline LanewiseSum() : sums_(_mm256_setzero_si256()) {}
  QUIVER_AVX512 inline void add(const Wide& set) {
    sums_ = _mm256_add_epi64(sums_, _mm256_popcnt_epi64(set.board));
  }
  QUIVER_AVX512 inline void subtract(const Wide& set) {
    sums_ = _mm256_sub_epi64(sums_, _mm256_popcnt_epi64(set.board));
  }
  [[nodiscard]] QUIVER_AVX512 inline int value() const {
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums_), _mm256_extracti128_si256(sums_, 1));
    return static_cast<int>(_mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1));
  }

 private:
  __m256i sums_;
};

// VBMI2's funnel shift replaces the two shifts and the or of the AVX2 kernel.
struct FunnelShifts {
  using WideSum = LanewiseSum;

  QUIVER_AVX512 static inline __m256i up(__m256i word, __m256i below, __m256i by, __m256i /*carry*/) {
    return _mm256_shldv_epi64(word, below, by);
  }
  QUIVER_AVX512 static inline __m256i down(__m256i word, __m256i above, __m256i by, __m256i /*carry*/) {
    return _mm256_shrdv_epi64(word, above, by);
  }
  // A whole board in one register.
  QUIVER_AVX512 static inline __m256i board_up(__m256i board, __m256i by) {
    return _mm256_shldv_epi64(board, _mm256_maskz_permutex_epi64(0b1110, board, 0x90), by);
  }
  QUIVER_AVX512 static inline __m256i board_down(__m256i board, __m256i by) {
    return _mm256_shrdv_epi64(board, _mm256_maskz_permutex_epi64(0b0111, board, 0xF9), by);
  }
};

QUIVER_AVX512 __attribute__((flatten)) void features_with_avx512(const BitboardLayout<4>& layout,
                                                                 const Bitset<4>& empty,
                                                                 const Bitset<4>& mine,
                                                                 const Bitset<4>& theirs,
                                                                 Features& features) {
  if (layout.words_used() == 3)
    compute_features(LaneFlood<4, 3, FunnelShifts>(layout), layout, empty, mine, theirs, features);
  else
    compute_features(LaneFlood<4, 4, FunnelShifts>(layout), layout, empty, mine, theirs, features);
}

}  // namespace

template <>
const Kernel<4>* Kernel<4>::avx512() {
  if (avx2() == nullptr) return nullptr;
  // Rays of one queen and network inputs as with AVX2; there is no network for such boards.
  static const Kernel kernel{avx2()->reachable, features_with_avx512, avx2()->compute_inputs, "avx512"};
  static const bool able =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("avx512vpopcntdq") != 0;
  return able ? &kernel : nullptr;
}

// For boards of two words it is no faster.
template <>
const Kernel<2>* Kernel<2>::avx512() {
  return nullptr;
}

}  // namespace quiver::bots::amazons::champion
