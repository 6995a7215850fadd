// Who wins where the sides have cells of their own and nothing else matters any more: a count of moves.
//
// A queen next to cells that others reach is a gate: when she leaves, they come in. A side that leaves its
// gates in place keeps the cells behind them, and the others have at most what they reach now. So a side has
// at least what it can fill while it holds its gates and ignores what is contested, and its opponent at most
// what that can fill with all its queens. Where these two numbers decide, the outcome is proven, contested
// cells or not. The seat to move wins if it has more moves than the other. Immutable apart from the table,
// any thread.
#pragma once

#include "bots/amazons/champion/endgame/region_solver.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
class EndgameSolver {
 public:
  using Set = Bitset<Words>;

  EndgameSolver(const BitboardLayout<Words>& layout, const Kernel<Words>& kernel, std::size_t table_bytes)
      : layout_(layout), kernel_(kernel), table_(table_bytes) {}

  void clear() { table_.clear(); }

  // Who wins a position of two sides, if `work` positions are enough to know.
  std::optional<Seat> winner(const Bitboard<Words>& board, unsigned work);

  // The best filling move of the seat to move, if nothing else is left to do: it provably wins by filling, or
  // all its cells are its own and it has no gates, or it loses whatever it does. The bounds are those of its
  // moves, this one included.
  struct FillingMove {
    BitMove move;
    Bounds moves;
    std::optional<Seat> winner;
  };
  std::optional<FillingMove> filling_move(const Bitboard<Words>& board, unsigned work);

 private:
  using Regions = std::vector<Region<Words>>;
  // One side's: all it could fill if others kept out, and what it can keep to itself.
  struct Side {
    Regions all, held;
    bool apart = true;  // nobody else can get to a cell that it can get to
    bool has_gates = false;
    Bounds most, sure;  // moves in either
  };

  // Bounds by counting cells only; cheap enough for every leaf.
  [[nodiscard]] Side side_of(const Bitboard<Words>& board, Seat s) const;
  void tighten(Side& side, RegionSolver<Words>& solver) const;

  const BitboardLayout<Words>& layout_;
  const Kernel<Words>& kernel_;
  RegionTable table_;
};

}  // namespace quiver::bots::amazons::champion
