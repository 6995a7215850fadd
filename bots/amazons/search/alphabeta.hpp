// Alpha-beta with iterative deepening on the evaluation of evaluation.hpp.
//
// Each node searches its most promising moves only (candidates.hpp), very many at the root and fewer below.
// The best move of the transposition table and killer moves come first; the others are searched with a null
// window and again only if they are better. With more than two seats the search is paranoid: all others count
// as one opponent who moves several times. It does not search when only its own regions are left to fill, or
// when there is one move.
#pragma once

#include <memory>
#include <vector>

#include "bots/amazons/board/bitboard_layout.hpp"
#include "bots/amazons/engine.hpp"
#include "bots/search/transposition_table.hpp"

namespace quiver::bots::amazons {

using MoveTable = TranspositionTable<BitMove>;

class AlphabetaEngine : public Engine {
 public:
  AlphabetaEngine();
  void start(std::uint64_t seed) override;
  SearchResult think(const Amazons& game, SearchBudget& budget) override;

 private:
  std::unique_ptr<MoveTable> table_;
};

}  // namespace quiver::bots::amazons
