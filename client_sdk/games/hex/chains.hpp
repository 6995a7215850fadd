// Which stones of a Hex board are connected, and which sides of the board each chain touches.
//
// Disjoint sets, each a tree that leads up to one of its cells, its root. The smaller tree is hung below the
// larger one and paths are not shortened: so a tree of n stones is at most log2(n) deep, and adding a stone
// changes so little that it can be taken back exactly. Stones are taken off in the opposite order of their
// coming. What is stored for a cell without a stone means nothing. A plain value of fixed size.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "client_sdk/games/hex/cell_set.hpp"

namespace quiver::games::hex {

class Chains {
 public:
  using Cell = std::uint16_t;
  // Bits: one for each of the two sides that a seat has to join.
  using Sides = std::uint8_t;
  static constexpr Sides kBothSides = 3;

  // What adding one stone has changed.
  struct Link {
    Cell root = 0;               // of the chain that the stone is part of now
    Sides sides = 0;             // that this root's chain touched before
    std::uint8_t count = 0;      // trees that were hung below the root
    std::array<Cell, 3> hung{};  // their roots: the stone itself, and the smaller chains beside it
  };

  // A stone on `cell`, at those sides of the board, beside the stones of the same seat on `neighbours`.
  Link add(Cell cell, Sides sides, std::span<const Cell> neighbours);
  // Takes the latest stone off again.
  void remove(const Link& link);

  // The same for all stones of a chain, and for no others.
  [[nodiscard]] Cell root(Cell cell) const {
    while (parent_[cell] != cell) cell = parent_[cell];
    return cell;
  }
  // That the chain of this stone touches.
  [[nodiscard]] Sides sides(Cell cell) const { return sides_[root(cell)]; }

 private:
  // Union by size: makes `root` a child of link.root and records it for remove().
  void hang(Link& link, Cell root);

  std::array<Cell, kMaxCells> parent_{};
  std::array<std::uint16_t, kMaxCells> size_{};  // of a root: stones in its tree
  std::array<Sides, kMaxCells> sides_{};         // of a root
};

}  // namespace quiver::games::hex
