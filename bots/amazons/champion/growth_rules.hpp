// The constants of the tree search, apart from it: what matches have shown to be best, and what a tuning
// match may try instead.
#pragma once

namespace quiver::bots::amazons::champion {

struct GrowthRules {
  float exploration = 0.4F;  // how much priors count beside worth
  float temperature = 0.9F;  // of priors, in log-odds: less is bolder
  float best_share = 0.5F;   // of the best known in a node's worth, beside the mean
  // A level of the tree is a whole move, of the queen moves that look best, instead of half of one.
  bool whole_moves = false;
};

}  // namespace quiver::bots::amazons::champion
