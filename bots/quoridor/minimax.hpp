// Quoridor by minimax: alpha-beta on the difference of the shortest ways, deeper and deeper until time is up.
//
// A position is worth, to the seat that searches, the nearest enemy's way less its own, in steps, and a
// share of a step for each wall that it has more than any enemy. With four seats the search is paranoid:
// all others are taken to play against it. A win is worth more the nearer it is, a loss less, a draw nothing.
//
// All legal moves are tried at the root. Below it, only a selection of the walls: those that cut the way
// of somebody else than the mover, and those that touch a cell with a pawn on it. Moves are tried in the
// order of what they are worth at once; a table keeps what is known of positions that are reached again.
#pragma once

#include <cstdint>
#include <memory>

#include "bots/quoridor/ways.hpp"
#include "bots/search_limits.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::quoridor {

using base::Random;

using Score = std::int32_t;
inline constexpr Score kStepWorth = 100;
inline constexpr Score kWallWorth = 100;
// A win right now; one that is n moves away is worth n less.
inline constexpr Score kWin = 1'000'000;

// What a position that is not over is worth to `own`.
Score worth(const Quoridor& game, const Lengths& lengths, Seat own);
// What a position that is over is worth to `own`, `plies` moves after the one that is searched.
Score worth_at_end(const Quoridor& game, Seat own, unsigned plies);

enum class Selection { kAll, kNear };
// Whether the search looks at a legal move below the root, if it does not look at all of them.
bool is_near(const Quoridor& game, const Ways& ways, const Move& move);

struct Finding {
  Move move;
  Score score = 0;     // for the seat to move
  unsigned depth = 0;  // to which all moves have been searched
  std::uint64_t nodes = 0;
};

// Keeps its memory from search to search, but nothing that it has found. One thread.
class Minimax {
 public:
  explicit Minimax(Selection selection = Selection::kNear);
  ~Minimax();
  Minimax(Minimax&&) noexcept;
  Minimax& operator=(Minimax&&) noexcept;

  // The best move for the seat to move; the game is not over. Among moves that look alike at first, chance
  // says which is tried first. There is an answer whatever the limits; without a clock among them it is
  // the same everywhere.
  Finding search(const Quoridor& game, const SearchLimits& limits, Random& random);

 private:
  struct Memory;

  Selection selection_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace quiver::bots::quoridor
