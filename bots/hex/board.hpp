// A Hex board as the engines see it: who owns each cell, within a frame that belongs to the seats.
//
// The frame is one cell wide. North and south of the board it belongs to seat 0, west and east of it to
// seat 1: a stone at its own side touches the frame as it would touch another stone, so no code asks whether
// a cell lies at the edge; cells of the frame have neighbours too, who own nothing. Rows are kStride apart
// whatever the size, which makes the steps to the six neighbours constants. A plain value of fixed size;
// copying it is how a search takes moves back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/games/hex/hex.hpp"

namespace quiver::bots::hex {

using base::Seat;
using base::Vertex;
using games::Hex;

enum class Owner : std::uint8_t { kSeat0, kSeat1, kNobody };

inline Owner owner_of(Seat s) { return s.value() == 0 ? Owner::kSeat0 : Owner::kSeat1; }
inline Seat opponent_of(Seat s) { return base::seat(1U - s.value()); }

class Board {
 public:
  using Cell = std::uint16_t;
  // Two for the frame, and one that keeps the end of a row from touching the start of the next.
  static constexpr unsigned kStride = Hex::kMaxSide + 3;
  static constexpr std::size_t kCells = std::size_t{kStride} * (kStride + 2);
  // To the neighbours of a cell, in the order in which they stand around it: each is a neighbour of the next.
  static constexpr int kDown = static_cast<int>(kStride);
  static constexpr std::array<int, 6> kSteps = {-kDown, 1, kDown + 1, kDown, -1, -kDown - 1};

  explicit Board(const Hex& game);

  static Cell neighbour(Cell cell, unsigned step) { return static_cast<Cell>(cell + kSteps[step]); }

  [[nodiscard]] unsigned side() const { return side_; }
  [[nodiscard]] Owner at(Cell cell) const { return owners_[cell]; }
  [[nodiscard]] bool empty(Cell cell) const { return owners_[cell] == Owner::kNobody; }
  void put(Cell cell, Seat s) { owners_[cell] = owner_of(s); }
  void lift(Cell cell) { owners_[cell] = Owner::kNobody; }

  // Row and column from 0; the frame has row or column -1 and side().
  [[nodiscard]] static Cell cell(int row, int column) {
    return static_cast<Cell>((row + 2) * kDown + column + 1);
  }
  [[nodiscard]] static unsigned row(Cell cell) { return cell / kStride - 2; }
  [[nodiscard]] static unsigned column(Cell cell) { return cell % kStride - 1; }
  // It is no cell of the frame.
  [[nodiscard]] bool contains(Cell cell) const { return row(cell) < side_ && column(cell) < side_; }
  [[nodiscard]] Cell cell(Vertex v) const {
    return cell(static_cast<int>(v.value() / side_), static_cast<int>(v.value() % side_));
  }
  [[nodiscard]] Vertex vertex(Cell cell) const { return vertex(cell, side_); }
  [[nodiscard]] static Vertex vertex(Cell cell, unsigned side) {
    return Vertex{row(cell) * side + column(cell)};
  }

  // Who has joined its sides. Every cell has an owner.
  [[nodiscard]] Seat winner() const;

 private:
  std::array<Owner, kCells> owners_{};
  unsigned side_;
};

}  // namespace quiver::bots::hex
