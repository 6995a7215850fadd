// Dice for random tests: the same throws on every machine for the same seed.
//
// The seed is a fixed number, so that tests are repeatable, unless the environment says otherwise:
// QUIVER_SEED=7 plays other games. A failing test prints the seed that repeats it. Every test mixes its
// own name into the seed; two tests never throw the same dice. One thread a die.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace quiver::tests {

inline std::uint64_t seed() {
  const char* chosen = std::getenv("QUIVER_SEED");
  return chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 20240229;
}

inline std::string how_to_repeat() { return "repeat with QUIVER_SEED=" + std::to_string(seed()); }

class Dice {
 public:
  explicit Dice(std::string_view test_name) : engine_(seed()) {
    std::uint64_t mixed = seed();
    for (const char c : test_name) mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    engine_.seed(mixed);
  }

  // From 0 to n - 1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }

  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace quiver::tests
