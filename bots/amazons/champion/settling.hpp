// Who wins where sides have cells of their own and nothing else can matter any more: it is a count of moves.
//
// A queen that stands next to what others reach is a gate: when she leaves, they come in. Whoever leaves
// gates where they are has the cells behind them to herself, as long as others cannot get there now, and the
// others have at most what they reach now. So a side has at least what it can fill while it holds its gates
// and leaves alone what is contested, and the other one then at most what it can fill with all its queens.
// Where these two numbers decide, the outcome is certain, contested cells or not. The seat to move wins if it
// has more moves than the other. Immutable apart from the table, any thread.
#pragma once

#include "bots/amazons/champion/filling.hpp"

namespace quiver::bots::amazons::champion {

template <unsigned Words>
class Settling {
 public:
  using Set = Bits<Words>;

  Settling(const Ground<Words>& ground, const Kernel<Words>& kernel, std::size_t table_bytes)
      : ground_(ground), kernel_(kernel), table_(table_bytes) {}

  void clear() { table_.clear(); }

  // Who wins a position of two sides, if `work` positions are enough to know.
  std::optional<Seat> winner(const Board<Words>& board, unsigned work);

  // The move that the seat to move had best fill with, if nothing else is left to do: it wins by that for
  // certain, or all its cells are its own and it has no gates to think about, or no chance whatever it does.
  // The bounds are of its moves, this one included.
  struct Filler {
    Step step;
    Bounds moves;
    std::optional<Seat> winner;
  };
  std::optional<Filler> fill(const Board<Words>& board, unsigned work);

 private:
  using Regions = std::vector<Region<Words>>;
  // One side's: all it could fill if others kept out, and what it can keep to itself.
  struct Side {
    Regions all, held;
    bool apart = true;  // nobody else can get to a cell that it can get to
    bool has_gates = false;
    Bounds most, sure;  // moves in either
  };

  [[nodiscard]] Side side_of(const Board<Words>& board, Seat s) const;
  void tighten(Side& side, Filling<Words>& filling) const;

  const Ground<Words>& ground_;
  const Kernel<Words>& kernel_;
  FillingTable table_;
};

}  // namespace quiver::bots::amazons::champion
