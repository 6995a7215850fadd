// Two kinds of randomness: streams that a seed repeats, and secrets that nobody can guess.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "client_sdk/base/mix.hpp"

namespace quiver::base {

// splitmix64: the same seed gives the same numbers on every machine. Fit for <random>'s distributions
// and std::shuffle, but those differ between libraries; below() does not.
class Random {
 public:
  using result_type = std::uint64_t;
  explicit Random(std::uint64_t seed) : state_(seed) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() {
    const std::uint64_t value = mix64(state_);
    state_ += 0x9E3779B97F4A7C15;
    return value;
  }

  // From 0 to bound - 1, each as likely as the others; bound is not 0. Rejection sampling: values in the
  // last, incomplete run of `bound` numbers are drawn again, which a plain modulo would favour.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t uneven = (0 - bound) % bound;  // 2^64 mod bound
    std::uint64_t value = (*this)();
    while (value < uneven) value = (*this)();
    return value % bound;
  }

 private:
  std::uint64_t state_;
};

// From the kernel's own source, for keys and tokens. Throws std::runtime_error if it has none.
std::string secret_bytes(std::size_t count);

// Two lower-case hexadecimal digits a byte.
std::string hex(std::string_view bytes);
// 16 lower-case hexadecimal digits, the most significant first.
std::string hex(std::uint64_t value);

// For comparing secrets: takes as long for every pair of texts of the same lengths, so that its duration does
// not tell how much of a guess was right.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace quiver::base
