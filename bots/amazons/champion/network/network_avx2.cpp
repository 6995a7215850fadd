// The network's arithmetic for processors with AVX2, whatever the rest of the program is compiled for.
//
// As in kernel_avx2.cpp: only functions in here are compiled for such a processor, and all that they call is
// inlined into them.
#include <cstring>
#include <immintrin.h>

#include "bots/amazons/champion/network/network_kernel.hpp"

#define QUIVER_AVX2 __attribute__((target("avx2"), flatten))

namespace quiver::bots::amazons::champion {

namespace {

constexpr unsigned kLanes = 16;

QUIVER_AVX2 inline __m256i loaded(const std::int16_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
QUIVER_AVX2 inline void store(std::int16_t* to, __m256i lanes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), lanes);
}
// Horizontal sum of eight 32-bit lanes.
QUIVER_AVX2 inline std::int32_t summed(__m256i lanes) {
  __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
  return _mm_cvtsi128_si32(four);
}

QUIVER_AVX2 void add_with_avx2(const Network& network, const Accumulator& from, unsigned row,
                               Accumulator& to) {
  const std::int16_t* weights = network.row(row);
  for (unsigned k = 0; k < network.sizes().width; k += kLanes)
    store(&to.at[k], _mm256_add_epi16(loaded(&from.at[k]), loaded(weights + k)));
}

QUIVER_AVX2 void subtract_with_avx2(const Network& network, const Accumulator& from, unsigned row,
                                    Accumulator& to) {
  const std::int16_t* weights = network.row(row);
  for (unsigned k = 0; k < network.sizes().width; k += kLanes)
    store(&to.at[k], _mm256_sub_epi16(loaded(&from.at[k]), loaded(weights + k)));
}

// Feeds two inputs a step to the 16 sums of the second layer.
class SecondLayer {
 public:
  QUIVER_AVX2 inline explicit SecondLayer(const std::int16_t* weights)
      : weights_(weights), low_(_mm256_setzero_si256()), high_(low_) {}

  QUIVER_AVX2 inline void feed(const std::int16_t* inputs, unsigned count) {
    for (unsigned k = 0; k < count; k += 2) {
      std::int32_t two = 0;
      std::memcpy(&two, inputs + k, sizeof two);
      const __m256i both = _mm256_set1_epi32(two);
      low_ = _mm256_add_epi32(low_, _mm256_madd_epi16(both, loaded(weights_)));
      high_ = _mm256_add_epi32(high_, _mm256_madd_epi16(both, loaded(weights_ + kLanes)));
      weights_ += std::size_t{2} * kHidden;
    }
  }
  // In the order of `last`.
  [[nodiscard]] QUIVER_AVX2 inline __m256i cut() const {
    const __m256i packed = _mm256_packs_epi32(_mm256_srai_epi32(low_, 8), _mm256_srai_epi32(high_, 8));
    const __m256i in_order = _mm256_permute4x64_epi64(packed, 0xD8);
    return _mm256_max_epi16(_mm256_min_epi16(in_order, _mm256_set1_epi16(kMaxHidden)),
                            _mm256_setzero_si256());
  }

 private:
  const std::int16_t* weights_;
  __m256i low_, high_;
};

QUIVER_AVX2 inline __m256i products(const std::int16_t* weights, const NetworkInputs& inputs) {
  __m256i sum = _mm256_setzero_si256();
  for (unsigned k = 0; k < inputs.counts.size(); k += kLanes)
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(loaded(weights + k), loaded(&inputs.counts[k])));
  return sum;
}

// `row` is added on the way: a child's accumulator is never written to memory.
QUIVER_AVX2 std::int32_t evaluate_with_avx2(const Network& network, const Accumulator& accumulator,
                                            unsigned row, const NetworkInputs& inputs) {
  Accumulator cut;
  const std::int16_t* more = network.row(row);
  const unsigned width = network.sizes().width;
  for (unsigned k = 0; k < width; k += kLanes) {
    const __m256i sum = _mm256_srai_epi16(_mm256_add_epi16(loaded(&accumulator.at[k]), loaded(more + k)), 3);
    store(&cut.at[k],
          _mm256_max_epi16(_mm256_min_epi16(sum, _mm256_set1_epi16(kMaxSum)), _mm256_setzero_si256()));
  }
  SecondLayer second(network.second());
  second.feed(cut.at.data(), width);
  second.feed(inputs.counts.data(), network.sizes().inputs);
  const std::int32_t last = summed(_mm256_madd_epi16(second.cut(), loaded(network.last())));
  const NetworkPhase phase = network_phase(inputs.contested);
  return network_answer(last, summed(products(network.direct(phase.lower), inputs)),
                        summed(products(network.direct(phase.lower + 1), inputs)), phase.share);
}

}  // namespace

const NetworkKernel* NetworkKernel::avx2() {
  static const NetworkKernel kernel{add_with_avx2, subtract_with_avx2, evaluate_with_avx2, "avx2"};
  static const bool able = __builtin_cpu_supports("avx2") != 0;
  return able ? &kernel : nullptr;
}

}  // namespace quiver::bots::amazons::champion
