// A set of cells of a Hex board, one bit a cell: what stones lie where.
//
// A plain value of fixed size, large enough for the largest board and for the id one past it, which is in
// no set: a test of a neighbour that is not there needs no special case.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "client_sdk/base/ids.hpp"

namespace quiver::games::hex {

inline constexpr std::uint32_t kMaxSide = 25;
inline constexpr std::uint32_t kMaxCells = kMaxSide * kMaxSide;

class CellSet {
 public:
  // The first `count` cells.
  static CellSet first(std::uint32_t count) {
    CellSet all;
    for (std::uint32_t v = 0; v < count; ++v) all.insert(base::Vertex{v});
    return all;
  }

  [[nodiscard]] bool contains(base::Vertex v) const {
    return (words_[v.value() / kBits] >> v.value() % kBits & 1U) != 0;
  }
  void insert(base::Vertex v) { words_[v.value() / kBits] |= std::uint64_t{1} << v.value() % kBits; }
  void erase(base::Vertex v) { words_[v.value() / kBits] &= ~(std::uint64_t{1} << v.value() % kBits); }

  [[nodiscard]] std::uint32_t size() const {
    int count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return static_cast<std::uint32_t>(count);
  }

  // Each cell once, ascending. `visit` may change the set if it changes it back.
  template <class Visitor>
  void for_each(const Visitor& visit) const {
    for (std::uint32_t w = 0; w < kWords; ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        visit(base::Vertex{w * kBits + static_cast<std::uint32_t>(std::countr_zero(rest))});
  }

  friend bool operator==(const CellSet&, const CellSet&) = default;

 private:
  static constexpr std::uint32_t kBits = 64;
  // Room for kMaxCells + 1 bits: off_board() has one too, which is never set.
  static constexpr std::uint32_t kWords = kMaxCells / kBits + 1;
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace quiver::games::hex
