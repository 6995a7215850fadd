// The kernel for processors with AVX2 and BMI2, whatever the rest of the program is compiled for.
//
// Only functions in here are compiled for such a processor, and all that they call is inlined into them:
// nothing that another file might share is.
#include <immintrin.h>

#include "bots/amazons/champion/sight.hpp"

#define QUIVER_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))

namespace quiver::bots::amazons::champion {

namespace {

template <unsigned Words>
class Avx2Flood;

// In each register the four directions of one sign.
template <>
class Avx2Flood<2> {
 public:
  using Set = Bits<2>;

  QUIVER_AVX2 inline explicit Avx2Flood(const Ground<2>& ground) : ground_(ground) {
    const auto stride = static_cast<long long>(ground.stride());
    by_ = _mm256_setr_epi64x(1, stride - 1, stride, stride + 1);
    carry_ = _mm256_sub_epi64(_mm256_set1_epi64x(64), by_);
    const auto words = [](const Bits<2>& set, unsigned k) { return static_cast<long long>(set.words[k]); };
    const Bits<2>& first = ground.not_first();
    const Bits<2>& last = ground.not_last();
    // East, south-west, south, south-east; and west, north-east, north, north-west.
    up_low_ = _mm256_setr_epi64x(words(first, 0), words(last, 0), -1, words(first, 0));
    up_high_ = _mm256_setr_epi64x(words(first, 1), words(last, 1), -1, words(first, 1));
    down_low_ = _mm256_setr_epi64x(words(last, 0), words(first, 0), -1, words(last, 0));
    down_high_ = _mm256_setr_epi64x(words(last, 1), words(first, 1), -1, words(last, 1));
  }

  [[nodiscard]] QUIVER_AVX2 inline const Bits<2>& set(const Bits<2>& bits) const { return bits; }
  [[nodiscard]] QUIVER_AVX2 inline Bits<2> grown(const Bits<2>& from) const {
    return champion::grown(ground_, from);
  }

  [[nodiscard]] QUIVER_AVX2 inline Bits<2> rays(const Bits<2>& from, const Bits<2>& free) const {
    const __m256i free_low = _mm256_set1_epi64x(static_cast<long long>(free.words[0]));
    const __m256i free_high = _mm256_set1_epi64x(static_cast<long long>(free.words[1]));
    const __m256i up_low = _mm256_and_si256(free_low, up_low_),
                  up_high = _mm256_and_si256(free_high, up_high_);
    const __m256i down_low = _mm256_and_si256(free_low, down_low_);
    const __m256i down_high = _mm256_and_si256(free_high, down_high_);
    __m256i ul = _mm256_set1_epi64x(static_cast<long long>(from.words[0])), dl = ul;
    __m256i uh = _mm256_set1_epi64x(static_cast<long long>(from.words[1])), dh = uh;
    __m256i low = _mm256_setzero_si256(), high = low;
    for (;;) {
      uh = _mm256_or_si256(_mm256_sllv_epi64(uh, by_), _mm256_srlv_epi64(ul, carry_));
      uh = _mm256_and_si256(uh, up_high);
      ul = _mm256_and_si256(_mm256_sllv_epi64(ul, by_), up_low);
      dl = _mm256_or_si256(_mm256_srlv_epi64(dl, by_), _mm256_sllv_epi64(dh, carry_));
      dl = _mm256_and_si256(dl, down_low);
      dh = _mm256_and_si256(_mm256_srlv_epi64(dh, by_), down_high);
      const __m256i found_low = _mm256_or_si256(ul, dl), found_high = _mm256_or_si256(uh, dh);
      const __m256i found = _mm256_or_si256(found_low, found_high);
      if (_mm256_testz_si256(found, found) != 0) break;
      low = _mm256_or_si256(low, found_low);
      high = _mm256_or_si256(high, found_high);
    }
    return {{gathered(low), gathered(high)}};
  }

 private:
  QUIVER_AVX2 static inline std::uint64_t gathered(__m256i lanes) {
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(two) | _mm_extract_epi64(two, 1));
  }

  const Ground<2>& ground_;
  __m256i by_, carry_, up_low_, up_high_, down_low_, down_high_;
};

// A board in one register: going through memory between words and registers would cost more than the work.
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

// The eight directions one after the other.
template <>
class Avx2Flood<4> {
 public:
  using Set = Wide;

  QUIVER_AVX2 inline explicit Avx2Flood(const Ground<4>& ground)
      : first_(set(ground.not_first())), last_(set(ground.not_last())) {
    const auto stride = static_cast<long long>(ground.stride());
    for (int k = 0; k < 4; ++k) {
      const long long by = k == 0 ? 1 : stride + k - 2;
      by_[k] = _mm_cvtsi64_si128(by);
      carry_[k] = _mm_cvtsi64_si128(64 - by);
    }
  }

  [[nodiscard]] QUIVER_AVX2 inline Wide set(const Bits<4>& bits) const {
    return Wide(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits.words.data())));
  }

  [[nodiscard]] QUIVER_AVX2 inline Wide rays(const Wide& from, const Wide& free) const {
    const Wide inner = free & first_, outer = free & last_;
    Wide e = from, w = from, s = from, n = from, se = from, nw = from, sw = from, ne = from;
    Wide reached;
    for (;;) {
      e = up(e, 0) & inner, w = down(w, 0) & outer;
      sw = up(sw, 1) & outer, ne = down(ne, 1) & inner;
      s = up(s, 2) & free, n = down(n, 2) & free;
      se = up(se, 3) & inner, nw = down(nw, 3) & outer;
      const Wide found = ((e | w) | (sw | ne)) | ((s | n) | (se | nw));
      if (!found.any()) return reached;
      reached |= found;
    }
  }

  [[nodiscard]] QUIVER_AVX2 inline Wide grown(const Wide& from) const {
    const Wide row = from | (up(from, 0) & first_) | (down(from, 0) & last_);
    return row | up(row, 2) | down(row, 2);
  }

 private:
  [[nodiscard]] QUIVER_AVX2 inline Wide up(const Wide& from, int k) const {
    const __m256i over = _mm256_permute4x64_epi64(_mm256_srl_epi64(from.board, carry_[k]), 0x90);
    return Wide(_mm256_or_si256(_mm256_sll_epi64(from.board, by_[k]),
                                _mm256_blend_epi32(over, _mm256_setzero_si256(), 0x03)));
  }
  [[nodiscard]] QUIVER_AVX2 inline Wide down(const Wide& from, int k) const {
    const __m256i over = _mm256_permute4x64_epi64(_mm256_sll_epi64(from.board, carry_[k]), 0xF9);
    return Wide(_mm256_or_si256(_mm256_srl_epi64(from.board, by_[k]),
                                _mm256_blend_epi32(over, _mm256_setzero_si256(), 0xC0)));
  }

  Wide first_, last_;
  __m128i by_[4], carry_[4];
};

// The bits of a line are brought together, the ends of the rays are counts of zeros among them, and what is
// between is brought back to where it was.
template <unsigned Words>
QUIVER_AVX2 Bits<Words> reached_by_extracting(const Ground<Words>& ground, Cell cell,
                                              const Bits<Words>& free) {
  Bits<Words> all;
  for (const auto& line : ground.lines(cell)) {
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
QUIVER_AVX2 __attribute__((flatten)) void look_with_avx2(const Ground<Words>& ground,
                                                         const Bits<Words>& empty, const Bits<Words>& mine,
                                                         const Bits<Words>& theirs, View& view) {
  look(Avx2Flood<Words>(ground), ground, empty, mine, theirs, view);
}

template <unsigned Words>
QUIVER_AVX2 __attribute__((flatten)) bool see_with_avx2(const Ground<Words>& ground, const Bits<Words>& empty,
                                                        const Bits<Words>& mine, const Bits<Words>& theirs,
                                                        bool half_done, Sight& sight) {
  return see(Avx2Flood<Words>(ground), ground, empty, mine, theirs, half_done, sight);
}

}  // namespace

template <unsigned Words>
const Kernel<Words>* Kernel<Words>::avx2() {
  static const Kernel kernel{reached_by_extracting<Words>, look_with_avx2<Words>, see_with_avx2<Words>,
                             "avx2"};
  static const bool able = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                           __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
  return able ? &kernel : nullptr;
}

template const Kernel<2>* Kernel<2>::avx2();
template const Kernel<4>* Kernel<4>::avx2();

}  // namespace quiver::bots::amazons::champion
