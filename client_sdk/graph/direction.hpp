// The eight directions an arc can carry, numbered clockwise from north as in the course's matrices.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace quiver::graph {

enum class Direction : std::uint8_t {
  kNone = 0,
  kNorth = 1,
  kNorthEast = 2,
  kEast = 3,
  kSouthEast = 4,
  kSouth = 5,
  kSouthWest = 6,
  kWest = 7,
  kNorthWest = 8,
};

inline constexpr unsigned kDirections = 8;

inline constexpr std::array<Direction, kDirections> kAllDirections = {
    Direction::kNorth, Direction::kNorthEast, Direction::kEast, Direction::kSouthEast,
    Direction::kSouth, Direction::kSouthWest, Direction::kWest, Direction::kNorthWest};

// Half a turn. Not for kNone, which has no opposite.
constexpr Direction opposite(Direction d) {
  return static_cast<Direction>((static_cast<unsigned>(d) + 3) % 8 + 1);
}

// A ray's slot in a table of eight: north 0 … north-west 7.
constexpr unsigned slot(Direction d) { return static_cast<unsigned>(d) - 1; }

}  // namespace quiver::graph
