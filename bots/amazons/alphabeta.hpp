// Alpha-beta: deeper and deeper until the time is up, on the evaluation of evaluation.hpp.
//
// Each node looks at its most promising moves alone (candidates.hpp): at the root at very many, below at
// fewer. The move that was best before, from the transposition table, and those that cut off elsewhere come
// first; the others are searched with an empty window and again only if they are better. With more than two
// seats it is paranoid: all others are taken for one opponent who moves several times. When only filling is
// left it does not think, and neither when just one move is left.
#pragma once

#include <memory>
#include <vector>

#include "bots/amazons/thinker.hpp"

namespace quiver::bots::amazons {

class TranspositionTable;

class Alphabeta : public Thinker {
 public:
  Alphabeta();
  ~Alphabeta() override;
  void start(std::uint64_t seed) override;
  Thought think(const Amazons& game, Limit& limit) override;

 private:
  std::unique_ptr<TranspositionTable> table_;
};

}  // namespace quiver::bots::amazons
