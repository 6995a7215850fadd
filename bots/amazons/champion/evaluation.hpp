// The value of a position by its Features: log-odds and win probability of the side that they were computed
// for.
//
// Lieberum's terms ("An evaluation function for the game of Amazons", 2005), each with a weight for five
// phases between which it is interpolated. The phase is how much is still contested. The weights are fitted
// to the results of games (docs/play/champions.md says how), so a score is a log-odds: 0 is even, 1 is 73 %.
// Pure functions, any thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "bots/amazons/champion/kernel/kernel.hpp"
#include "client_sdk/base/result.hpp"

namespace quiver::bots::amazons::champion {

// Whose move is next, and whether a queen has moved whose arrow is still to be shot: 1 for the side that the
// view was taken for, -1 for the other one. After a queen's move the next move is the other side's.
struct Tempo {
  int turn = 1;
  int shot = 0;
};

inline constexpr unsigned kTerms = 14;
inline constexpr unsigned kPhases = 5;
using Terms = std::array<float, kTerms>;
// What is contested at each phase, in eighths of a cell as in Features.
inline constexpr std::array<float, kPhases> kContestedAt = {0, 48, 128, 256, 480};

struct Weights {
  std::array<Terms, kPhases> at;  // by phase
  float per_cell = 1;  // what is contested is taken times this: on larger boards more of it is one phase
};
// Those that the champion plays with on a board of so many cells, holes left out, and queens of all seats.
const Weights& tuned_weights(int cells, int queens);
// Others to measure against them: a table as amazons-fit-terms prints it.
base::Result<Weights> read_weights(const std::string& path);

inline Terms terms_of(const Features& features, Tempo tempo) {
  const auto turn = static_cast<float>(tempo.turn), shot = static_cast<float>(tempo.shot);
  const auto of = [](int number) { return static_cast<float>(number); };
  return {of(features.queens),
          turn * of(features.queens_even),
          shot * of(features.queens_even),
          of(features.kings),
          turn * of(features.kings_even),
          of(features.near[0]),
          of(features.near[1]),
          of(features.near[2]),
          of(features.ahead) / 6,
          of(features.mobility_terms[0]) / 60,
          of(features.mobility_terms[1]) / 60,
          turn,
          shot,
          of(features.mine - features.theirs)};
}

// The share of the later of two neighbouring phases, and which the earlier is.
struct Phase {
  unsigned lower = 0;
  float share = 0;
};
inline Phase phase_of(const Features& features, float per_cell) {
  const float contested = static_cast<float>(features.contested) * per_cell;
  Phase phase;
  while (phase.lower + 2 < kPhases && contested > kContestedAt[phase.lower + 1]) ++phase.lower;
  const float low = kContestedAt[phase.lower], high = kContestedAt[phase.lower + 1];
  phase.share = std::min((contested - low) / (high - low), 1.0F);
  return phase;
}

// Nothing is contested: each side fills its own cells, and who has to move first with as many loses.
inline float uncontested_score(const Features& features, Tempo tempo) {
  const auto lead = static_cast<float>(features.mine - features.theirs - tempo.shot);
  return 1.5F * (lead - 0.5F * static_cast<float>(tempo.turn));
}

// Log-odds.
inline float score(const Features& features, Tempo tempo, const Weights& weights) {
  if (features.shared == 0) return uncontested_score(features, tempo);
  const Terms terms = terms_of(features, tempo);
  const Phase phase = phase_of(features, weights.per_cell);
  const Terms& low = weights.at[phase.lower];
  const Terms& high = weights.at[phase.lower + 1];
  float sum = 0;
  for (unsigned k = 0; k < kTerms; ++k) sum += terms[k] * (low[k] + phase.share * (high[k] - low[k]));
  return sum;
}

// e to the power of x, from -80 to 80, to about six digits. The standard library's may differ in the last bit
// from machine to machine, and a search would not be reproducible.
inline float portable_exp(float x) {
  const float scaled =
      x * 1.44269504F;  // now a power of 2: of a whole number, and of what is left, at most a half
  const float whole = std::nearbyint(scaled);
  const float rest = (scaled - whole) * 0.693147181F;
  const float small =
      1 + rest * (1 + rest * (0.5F + rest * (0.166666667F + rest * (0.0416666667F + rest * 0.00833333333F))));
  return std::bit_cast<float>((static_cast<std::int32_t>(whole) + 127) << 23) * small;
}

// Never quite 0 or 1: those are for games that are over.
inline float win_probability(float score) {
  const float p = 1 / (1 + portable_exp(std::clamp(-score, -20.0F, 20.0F)));
  return std::clamp(p, 0.0005F, 0.9995F);
}

}  // namespace quiver::bots::amazons::champion
