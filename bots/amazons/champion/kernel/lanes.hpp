// Flood fills with AVX2: rays in all directions at once, for the kernels of processors that have it.
//
// A register holds one word of the board four times, once for each direction of one sign, and each of the
// four is shifted by its own number of bits. Carries go from register to register, lane by lane, so nothing
// crosses lanes until all rays have ended. `Shifts` says how two neighbouring words are shifted: kernels
// differ in that. Functions are compiled for AVX2 and BMI2 whatever the rest of the program is compiled for,
// and are inlined into those of a kernel; they have no linkage outside of its file.
#pragma once

#include <immintrin.h>

#include "bots/amazons/champion/kernel/network_inputs.hpp"

#define QUIVER_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))

namespace quiver::bots::amazons::champion {

namespace {

// A board of four words in one register: going through memory between words and registers would cost more
// than the work.
struct Wide {
  __m256i board;

  QUIVER_AVX2 inline Wide() : board(_mm256_setzero_si256()) {}
  QUIVER_AVX2 inline explicit Wide(__m256i value) : board(value) {}

  [[nodiscard]] QUIVER_AVX2 inline bool any() const { return _mm256_testz_si256(board, board) == 0; }
  [[nodiscard]] QUIVER_AVX2 inline int count() const {
    const __m128i low = _mm256_castsi256_si128(board), high = _mm256_extracti128_si256(board, 1);
    return static_cast<int>(
        _mm_popcnt_u64(word(_mm_cvtsi128_si64(low))) + _mm_popcnt_u64(word(_mm_extract_epi64(low, 1))) +
        _mm_popcnt_u64(word(_mm_cvtsi128_si64(high))) + _mm_popcnt_u64(word(_mm_extract_epi64(high, 1))));
  }
  [[nodiscard]] QUIVER_AVX2 inline Wide without(const Wide& b) const {
    return Wide(_mm256_andnot_si256(b.board, board));
  }
  QUIVER_AVX2 inline Wide& operator|=(const Wide& b) {
    board = _mm256_or_si256(board, b.board);
    return *this;
  }
  QUIVER_AVX2 friend inline Wide operator|(const Wide& a, const Wide& b) {
    return Wide(_mm256_or_si256(a.board, b.board));
  }
  QUIVER_AVX2 friend inline Wide operator&(const Wide& a, const Wide& b) {
    return Wide(_mm256_and_si256(a.board, b.board));
  }

 private:
  QUIVER_AVX2 static inline std::uint64_t word(long long value) { return static_cast<std::uint64_t>(value); }
};

// Boards of up to 192 cells leave the fourth word alone.
template <unsigned Words>
inline constexpr unsigned kUsed = Words == 4 ? 3 : Words;

// The words of a board that are used, each four times, and back again.
template <unsigned Used>
struct Lanes {
  __m256i words[Used];
};

QUIVER_AVX2 inline Lanes<2> spread(const Bitset<2>& set) {
  return {{_mm256_set1_epi64x(static_cast<long long>(set.words[0])),
           _mm256_set1_epi64x(static_cast<long long>(set.words[1]))}};
}
QUIVER_AVX2 inline Bitset<2> gathered(const Lanes<2>& lanes) {
  // Two lanes of each word into one register, then both halves of it together.
  const __m256i halves = _mm256_or_si256(_mm256_unpacklo_epi64(lanes.words[0], lanes.words[1]),
                                         _mm256_unpackhi_epi64(lanes.words[0], lanes.words[1]));
  const __m128i both = _mm_or_si128(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
  return {{static_cast<std::uint64_t>(_mm_cvtsi128_si64(both)),
           static_cast<std::uint64_t>(_mm_extract_epi64(both, 1))}};
}

template <unsigned Used>
QUIVER_AVX2 inline Lanes<Used> spread(const Wide& set) {
  static_assert(Used == 3 || Used == 4);
  Lanes<Used> lanes;
  lanes.words[0] = _mm256_permute4x64_epi64(set.board, 0x00);
  lanes.words[1] = _mm256_permute4x64_epi64(set.board, 0x55);
  lanes.words[2] = _mm256_permute4x64_epi64(set.board, 0xAA);
  if constexpr (Used == 4) lanes.words[3] = _mm256_permute4x64_epi64(set.board, 0xFF);
  return lanes;
}
template <unsigned Used>
QUIVER_AVX2 inline Wide gathered(const Lanes<Used>& lanes) {
  __m256i last = _mm256_setzero_si256();
  if constexpr (Used == 4) last = lanes.words[3];
  const __m256i low = _mm256_or_si256(_mm256_unpacklo_epi64(lanes.words[0], lanes.words[1]),
                                      _mm256_unpackhi_epi64(lanes.words[0], lanes.words[1]));
  const __m256i high = _mm256_or_si256(_mm256_unpacklo_epi64(lanes.words[2], last),
                                       _mm256_unpackhi_epi64(lanes.words[2], last));
  return Wide(_mm256_or_si256(_mm256_permute2x128_si256(low, high, 0x20),
                              _mm256_permute2x128_si256(low, high, 0x31)));
}

template <unsigned Words, unsigned Used, class Shifts>
class LaneFlood {
 public:
  using Set = std::conditional_t<Words == 2, Bitset<2>, Wide>;
  using Sum = std::conditional_t<Words == 2, SumOfCounts<Bitset<2>>, typename Shifts::WideSum>;

  QUIVER_AVX2 inline explicit LaneFlood(const BitboardLayout<Words>& layout)
      : layout_(layout),
        by_(loaded(layout.lanes().by)),
        carry_(_mm256_sub_epi64(_mm256_set1_epi64x(64), by_)) {}

  [[nodiscard]] QUIVER_AVX2 inline Set set(const Bitset<Words>& bits) const {
    if constexpr (Words == 2)
      return bits;
    else
      return Wide(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits.words.data())));
  }

  // Eight directions in two sets of four lanes. The loop ends when the longest ray has.
  [[nodiscard]] QUIVER_AVX2 inline Set rays(const Set& from, const Set& free) const {
    Lanes<Used> up = spread_out(from), down = up, all = {};
    Lanes<Used> free_up = spread_out(free), free_down = free_up;
#pragma GCC unroll 4
    for (unsigned k = 0; k < Used; ++k) {
      free_up.words[k] = _mm256_and_si256(free_up.words[k], loaded(layout_.lanes().up[k]));
      free_down.words[k] = _mm256_and_si256(free_down.words[k], loaded(layout_.lanes().down[k]));
    }
    for (;;) {
      // Each word takes over from its neighbour before that one moves.
#pragma GCC unroll 4
      for (unsigned k = Used - 1; k > 0; --k)
        up.words[k] =
            _mm256_and_si256(Shifts::up(up.words[k], up.words[k - 1], by_, carry_), free_up.words[k]);
      up.words[0] = _mm256_and_si256(_mm256_sllv_epi64(up.words[0], by_), free_up.words[0]);
#pragma GCC unroll 4
      for (unsigned k = 0; k + 1 < Used; ++k)
        down.words[k] =
            _mm256_and_si256(Shifts::down(down.words[k], down.words[k + 1], by_, carry_), free_down.words[k]);
      down.words[Used - 1] =
          _mm256_and_si256(_mm256_srlv_epi64(down.words[Used - 1], by_), free_down.words[Used - 1]);
      __m256i found = _mm256_setzero_si256();
#pragma GCC unroll 4
      for (unsigned k = 0; k < Used; ++k) {
        const __m256i here = _mm256_or_si256(up.words[k], down.words[k]);
        found = _mm256_or_si256(found, here);
        all.words[k] = _mm256_or_si256(all.words[k], here);
      }
      if (_mm256_testz_si256(found, found) != 0) return gathered(all);
    }
  }

  [[nodiscard]] QUIVER_AVX2 inline Set grown(const Set& from) const {
    if constexpr (Words == 2) {
      return champion::grown(layout_, from);
    } else {
      const __m256i one = _mm256_set1_epi64x(1);
      const __m256i stride = _mm256_set1_epi64x(static_cast<long long>(layout_.stride()));
      const Wide row = from | (Wide(Shifts::board_up(from.board, one)) & set(layout_.not_first())) |
                       (Wide(Shifts::board_down(from.board, one)) & set(layout_.not_last()));
      return row | Wide(Shifts::board_up(row.board, stride)) | Wide(Shifts::board_down(row.board, stride));
    }
  }

 private:
  // Aligned load: BitboardLayout::Lanes has the alignment of a register.
  [[nodiscard]] QUIVER_AVX2 static inline __m256i loaded(const std::array<std::uint64_t, 4>& four) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(four.data()));
  }
  [[nodiscard]] QUIVER_AVX2 static inline Lanes<Used> spread_out(const Set& set) {
    if constexpr (Words == 2)
      return spread(set);
    else
      return spread<Used>(set);
  }

  const BitboardLayout<Words>& layout_;
  __m256i by_, carry_;
};

}  // namespace

}  // namespace quiver::bots::amazons::champion
