// The strategy of quoridor-shortest-path: run while not behind, else place the wall that gains the most.
#pragma once

#include <optional>

#include "bots/quoridor/shortest_paths.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::quoridor {

using base::Random;

// The shortest path of all seats that are in the game, except `own`.
Steps nearest_enemy(const Quoridor& game, const Lengths& lengths, Seat own);

// The move of the pawn, a jump or its placing too, that leaves it the shortest path; a random one among
// equals. None if the pawn cannot move.
std::optional<Move> best_step(const Quoridor& game, const ShortestPaths& paths, Random& random);

// A move, and by how many steps the mover is ahead of the nearest enemy after it.
struct Plan {
  Move move;
  int lead = 0;
};

// The wall after which the mover is ahead by the most; a random one among equals. None if it cannot place
// any.
std::optional<Plan> best_wall(const Quoridor& game, const ShortestPaths& paths, Random& random);

// Steps along the shortest path; any legal move where the pawn cannot step.
Move follow_path(const Quoridor& game, const ShortestPaths& paths, Random& random);

// What the bot plays: if its path is not longer than the nearest enemy's it steps; else it places the best
// wall, if that gains anything; else it steps.
Plan run_or_block(const Quoridor& game, Random& random);

}  // namespace quiver::bots::quoridor
