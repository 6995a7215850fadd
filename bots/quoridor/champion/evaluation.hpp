// The static evaluation of a position.
//
// For two seats: who is how many steps ahead, where the right to move is half a step, and the value of the
// walls in hand. With more seats the searching seat is compared with the nearest enemy, and all walls of the
// others count against it. Pure functions, any thread.
#pragma once

#include "bots/quoridor/champion/bitboard.hpp"
#include "bots/quoridor/scores.hpp"

namespace quiver::bots::quoridor::champion {

// In hundredths of a step.
struct Weights {
  Score wall = 120;            // each wall in hand
  Score wall_among_many = 70;  // the same with more than two seats
  Score last_wall = 60;        // and the first one of them once more
  Score unstoppable = 150;     // ahead of an opponent without walls
};

inline Score wall_value(const Weights& weights, unsigned walls) {
  return static_cast<Score>(walls) * weights.wall + (walls > 0 ? weights.last_wall : 0);
}

// When the seat reaches its goal if nothing stops it, in plies from now.
template <unsigned kWords>
Score arrival(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, unsigned seat) {
  unsigned turns = 0;  // of others before it
  for (unsigned s = board.to_move; s != seat; s = (s + 1) % layout.seats) turns += board.stands(s) ? 1U : 0U;
  const auto standing = static_cast<unsigned>(std::popcount(board.standing));
  return static_cast<Score>(std::min(board.length(seat), 250U) * standing + turns);
}

// To `own`. The position goes on, and at least two seats stand.
template <unsigned kWords>
Score evaluate(const BitboardLayout<kWords>& layout, const Bitboard<kWords>& board, unsigned own,
               const Weights& weights) {
  const auto standing = static_cast<Score>(std::popcount(board.standing));
  Score nearest = 1 << 20;
  Score enemy_walls = 0;
  unsigned enemy_hand = 0;
  for (unsigned s = 0; s < layout.seats; ++s) {
    if (s == own || !board.stands(s)) continue;
    nearest = std::min(nearest, arrival(layout, board, s));
    enemy_walls += wall_value(weights, board.walls[s]);
    enemy_hand += board.walls[s];
  }
  const Score lead = nearest - arrival(layout, board, own);
  Score score =
      lead * kStepValue / standing + wall_value(weights, board.walls[own]) - enemy_walls / (standing - 1);
  if (lead > 0 && enemy_hand == 0) score += weights.unstoppable;
  if (lead < 0 && board.walls[own] == 0) score -= weights.unstoppable;
  return score;
}

}  // namespace quiver::bots::quoridor::champion
