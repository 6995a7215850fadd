// Quoridor by minimax: alpha-beta on the difference of the shortest paths, with iterative deepening.
//
// The score of a position, for the seat that searches, is the nearest enemy's path less its own, in steps,
// and a value for each wall that it has more than any enemy. With four seats the search is paranoid: all
// others play against it. A win scores higher the nearer it is, a loss lower, a draw nothing.
//
// All legal moves are searched at the root. Below it, only some of the walls: those that cut the path of a
// seat other than the mover, and those that touch a cell with a pawn. Moves are sorted by their static score;
// a transposition table keeps positions that are reached again.
#pragma once

#include <cstdint>
#include <memory>

#include "bots/quoridor/scores.hpp"
#include "bots/quoridor/shortest_paths.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/search_result.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::quoridor {

using base::Random;

inline constexpr Score kWallValue = 100;

// What a position that is not over is worth to `own`.
Score evaluate(const Quoridor& game, const Lengths& lengths, Seat own);
// What a position that is over is worth to `own`, `plies` moves after the one that is searched.
Score terminal_score(const Quoridor& game, Seat own, unsigned plies);

enum class Selection { kAll, kNear };
// Whether the search tries a legal move below the root, with Selection::kNear.
bool is_near(const Quoridor& game, const ShortestPaths& paths, const Move& move);

using SearchResult = bots::SearchResult<Move>;

// Keeps its memory from search to search, but nothing that it has found. One thread.
class Minimax {
 public:
  explicit Minimax(Selection selection = Selection::kNear);
  ~Minimax();
  Minimax(Minimax&&) noexcept;
  Minimax& operator=(Minimax&&) noexcept;

  // The best move for the seat to move; the game is not over. Moves with the same static score are tried in
  // random order. There is a result whatever the limits; without a clock it is reproducible.
  SearchResult search(const Quoridor& game, const SearchLimits& limits, Random& random);

 private:
  struct State;

  Selection selection_;
  std::unique_ptr<State> state_;
};

}  // namespace quiver::bots::quoridor
