// What a position is worth before anybody has thought further.
//
// Between two seats: who is how many steps ahead, counted to the half step that the right to move is, and
// what the walls in hand are worth. With more seats the one that searches is compared with the nearest
// enemy, and all walls of the others count against it. Plain functions, any thread.
#pragma once

#include "bots/quoridor/champion/node.hpp"
#include "bots/quoridor/champion/table.hpp"

namespace quiver::bots::quoridor::champion {

inline constexpr Score kStepWorth = 100;
// A win right now; one that is n plies away is worth n less.
inline constexpr Score kWin = 1'000'000;
// Scores past it are those of games that have ended.
inline constexpr Score kSurelyWon = kWin - 10'000;

// In hundredths of a step.
struct Weights {
  Score wall = 120;            // each wall in hand
  Score wall_among_many = 70;  // the same with more than two seats
  Score last_wall = 60;        // and the first one of them once more
  Score unstoppable = 150;     // ahead of somebody who has no wall left
};

inline Score worth_of_walls(const Weights& weights, unsigned walls) {
  return static_cast<Score>(walls) * weights.wall + (walls > 0 ? weights.last_wall : 0);
}

// When the seat reaches its goal if nothing stops it, in plies from now.
template <unsigned kWords>
Score arrival(const Ground<kWords>& ground, const Node<kWords>& node, unsigned seat) {
  unsigned turns = 0;  // of others before it
  for (unsigned s = node.to_move; s != seat; s = (s + 1) % ground.seats) turns += node.stands(s) ? 1U : 0U;
  const auto standing = static_cast<unsigned>(std::popcount(node.standing));
  return static_cast<Score>(std::min(node.length(seat), 250U) * standing + turns);
}

// To `own`. The position goes on, and at least two seats stand.
template <unsigned kWords>
Score evaluate(const Ground<kWords>& ground, const Node<kWords>& node, unsigned own, const Weights& weights) {
  const auto standing = static_cast<Score>(std::popcount(node.standing));
  Score nearest = 1 << 20;
  Score enemy_walls = 0;
  unsigned enemy_hand = 0;
  for (unsigned s = 0; s < ground.seats; ++s) {
    if (s == own || !node.stands(s)) continue;
    nearest = std::min(nearest, arrival(ground, node, s));
    enemy_walls += worth_of_walls(weights, node.walls[s]);
    enemy_hand += node.walls[s];
  }
  const Score lead = nearest - arrival(ground, node, own);
  Score score =
      lead * kStepWorth / standing + worth_of_walls(weights, node.walls[own]) - enemy_walls / (standing - 1);
  if (lead > 0 && enemy_hand == 0) score += weights.unstoppable;
  if (lead < 0 && node.walls[own] == 0) score -= weights.unstoppable;
  return score;
}

}  // namespace quiver::bots::quoridor::champion
