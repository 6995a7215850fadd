// Strong ids: a vertex is not a seat, and the compiler knows it.
//
// An id is a plain number in a wrapper of its own type: it compares, copies and costs like the number,
// but does not mix with ids of another kind or with plain integers. Immutable values, any thread.
#pragma once

#include <compare>
#include <cstdint>

namespace quiver::base {

template <class Tag, class Rep>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(Rep value) : value_(value) {}

  [[nodiscard]] constexpr Rep value() const { return value_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  Rep value_ = 0;
};

// A cell of the board: row-major, row 0 in the north, holes included.
using Vertex = Id<struct VertexTag, std::uint32_t>;

// A player's place at the board, from 0 in the order of play.
using Seat = Id<struct SeatTag, std::uint8_t>;

// No game has more; bit sets of seats and arrays by seat rely on it.
inline constexpr unsigned kMaxSeats = 4;

// For loops over seats.
constexpr Seat seat(unsigned number) { return Seat{static_cast<std::uint8_t>(number)}; }

}  // namespace quiver::base
