// How the searches of Quoridor score positions: hundredths of a step, and wins by their distance.
#pragma once

#include <cstdint>

namespace quiver::bots::quoridor {

using Score = std::int32_t;
inline constexpr Score kStepValue = 100;
// A win now; one that is n plies away is worth n less.
inline constexpr Score kWin = 1'000'000;
// Scores above it are those of games that have ended.
inline constexpr Score kProvenWin = kWin - 10'000;
inline constexpr Score kInfinity = kWin + 1;

constexpr Score won_in(unsigned plies) { return kWin - static_cast<Score>(plies); }

// A search counts the distance of a win from its root; a transposition table, from the position itself.
constexpr Score score_to_table(Score score, unsigned ply) {
  const auto plies = static_cast<Score>(ply);
  return score > kProvenWin ? score + plies : score < -kProvenWin ? score - plies : score;
}
constexpr Score score_from_table(Score score, unsigned ply) {
  const auto plies = static_cast<Score>(ply);
  return score > kProvenWin ? score - plies : score < -kProvenWin ? score + plies : score;
}

}  // namespace quiver::bots::quoridor
