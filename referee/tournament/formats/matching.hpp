// The cheapest perfect matching of a complete graph, exactly: Edmonds' blossoms with duals, in about n^3
// steps.
//
// A cost is a short list of whole numbers that are compared from the left and added one by one, so that a
// wish further left outweighs any number of wishes further right and no weights have to be guessed. The same
// costs give the same matching on every machine. A pure function; any thread. (Boost 1.81 has a maximum
// weighted matching too, but on dense graphs it is known to fail or never to end.)
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quiver::tournament {

inline constexpr std::size_t kCostLevels = 6;

// Compared from the left (lexicographically), added level by level.
struct Cost {
  std::array<std::int64_t, kCostLevels> levels{};

  Cost& operator+=(const Cost& other) {
    for (std::size_t k = 0; k < kCostLevels; ++k) levels[k] += other.levels[k];
    return *this;
  }
  Cost& operator-=(const Cost& other) {
    for (std::size_t k = 0; k < kCostLevels; ++k) levels[k] -= other.levels[k];
    return *this;
  }
  friend Cost operator+(Cost a, const Cost& b) { return a += b; }
  friend Cost operator-(Cost a, const Cost& b) { return a -= b; }
  friend auto operator<=>(const Cost&, const Cost&) = default;
};

// The costs of all pairs of `size` things, the same both ways.
class Costs {
 public:
  explicit Costs(std::size_t size) : size_(size), costs_(size * size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Cost& at(std::size_t a, std::size_t b) const { return costs_[a * size_ + b]; }
  void set(std::size_t a, std::size_t b, const Cost& cost) {
    costs_[a * size_ + b] = costs_[b * size_ + a] = cost;
  }

 private:
  std::size_t size_;
  std::vector<Cost> costs_;
};

// For each its partner; the sum of the pairs' costs is the least that there is. The size is even; each level
// of a cost is less than 2^50 / size either way.
std::vector<std::uint32_t> cheapest_matching(const Costs& costs);

}  // namespace quiver::tournament
