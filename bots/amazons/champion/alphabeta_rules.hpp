// The constants of the alpha-beta search, apart from it: what matches have shown to be best, and what a
// tuning match may try instead.
#pragma once

namespace quiver::bots::amazons::champion {

// Values are hundredths of log-odds, depths are half moves.
struct AlphaBetaRules {
  // How many choices are searched at all, at depth 0 and more for each level of depth.
  int queens = 3, more_queens = 3;
  int arrows = 3, more_arrows = 1;
  // How much worse than the best by judgement a choice may be.
  int gap = 60, more_gap = 60;
  // Late choices are searched less deep by `reduced` and log(depth) * log(number) / `slowness`.
  float reduced = 0.8F, slowness = 1.0F;
  int by = 2;      // reductions are multiples of it: with 2, leaves are of the same kind
  int deeper = 2;  // from one search to the next
  int aspiration = 40;
  int killer = 40;
  int history = 256;  // points that count as one hundredth
};

}  // namespace quiver::bots::amazons::champion
