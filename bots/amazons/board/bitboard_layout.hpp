// Where the cells of a board lie in the bits of a Bitboard.
//
// There is a layout only for boards drawn on a grid whose neighbours are all joined, of up to 22 by 22 cells;
// shapes and maps are such boards. Bits come in three sizes, so that the usual boards fit into two words.
// Immutable, any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::bots::amazons {

using base::Seat;
using base::Vertex;
using games::Amazons;
using games::kMaxSeats;

// Every pair of neighbouring cells is joined, and no other; cells without any arc are holes.
bool is_plain_grid(const Amazons& game);

class BitboardLayout {
 public:
  static constexpr std::uint32_t kMaxSide = 22;
  static bool fits(const graph::Grid& grid) { return grid.rows <= kMaxSide && grid.columns <= kMaxSide; }
  // None if the board is too large, or not the plain grid that bits stand for.
  static std::shared_ptr<const BitboardLayout> of(const Amazons& game);

  // How the bits are laid out: 2 words of rows of 11, 4 of 16, 8 of 23.
  enum class Size { kSmall, kMedium, kLarge };
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool is_for(const Amazons& game) const { return game.graph().digest() == digest_; }

  [[nodiscard]] unsigned bit(Vertex v) const { return bits_[v.value()]; }
  [[nodiscard]] Vertex vertex(unsigned bit) const { return vertices_[bit]; }
  [[nodiscard]] std::uint64_t queen_key(Seat s, unsigned bit) const {
    return keys_[(s.value() + std::size_t{1}) * vertices_.size() + bit];
  }
  [[nodiscard]] std::uint64_t arrow_key(unsigned bit) const { return keys_[bit]; }

 private:
  BitboardLayout(const Amazons& game, Size size);

  Size size_;
  std::uint64_t digest_;
  std::vector<std::uint16_t> bits_;  // by vertex
  std::vector<Vertex> vertices_;     // by bit
  std::vector<std::uint64_t> keys_;  // arrows, then queens seat after seat
};

// A move in bits.
struct BitMove {
  std::uint16_t from = 0, to = 0, arrow = 0;
  friend bool operator==(const BitMove&, const BitMove&) = default;
  [[nodiscard]] bool none() const { return from == to; }
};

inline Amazons::Move move_of(const BitboardLayout& layout, const BitMove& move) {
  return {layout.vertex(move.from), layout.vertex(move.to), layout.vertex(move.arrow)};
}
inline BitMove bit_move_of(const BitboardLayout& layout, const Amazons::Move& move) {
  return {static_cast<std::uint16_t>(layout.bit(move.from)), static_cast<std::uint16_t>(layout.bit(move.to)),
          static_cast<std::uint16_t>(layout.bit(move.arrow))};
}

}  // namespace quiver::bots::amazons
