// The 64-bit mixer under every hash of a position (the finishing step of splitmix64).
//
// A pure function, the same on every machine: docs/write-a-bot/hash.md builds the closed formula on it, so
// that a client in any language can compute the same numbers.
#pragma once

#include <cstdint>

namespace quiver::base {

// The finaliser of SplitMix64: every bit of the input changes about half of the output.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace quiver::base
