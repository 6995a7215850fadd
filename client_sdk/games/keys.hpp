// The keys whose exclusive or is a position's hash. docs/write-a-bot/hash.md is the specification.
#pragma once

#include <cstdint>

#include "client_sdk/base/mix.hpp"

namespace quiver::games {

// Part of the published formula: a changed number changes every hash. Beside each stand the other two
// arguments of key().
enum class Key : std::uint8_t {
  kQueen = 1,      // seat, vertex
  kArrow = 2,      // 0, vertex
  kPawn = 3,       // seat, vertex
  kWall = 4,       // 1 horizontal or 2 vertical, anchor vertex
  kWallsLeft = 5,  // seat, how many
  kDisc = 6,       // seat, vertex
  kToMove = 7,     // seat, 0
  kOut = 8,        // seat, 0
  kGame = 9,       // 0, 1 Amazons, 2 Quoridor, 3 Connect Four, 4 Hex
  kStone = 10,     // seat, vertex
};

// The key of one fact about a position. Keys are mixed from their arguments, so there is no table to ship.
constexpr std::uint64_t key(Key kind, unsigned which, std::uint32_t where) {
  return base::mix64(static_cast<std::uint64_t>(kind) << 56 | static_cast<std::uint64_t>(which) << 48 |
                     where);
}

}  // namespace quiver::games
