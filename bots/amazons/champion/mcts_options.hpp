// The constants of the tree search: the values that won their matches, and what a tuning match may try
// instead.
#pragma once

namespace quiver::bots::amazons::champion {

struct MctsOptions {
  float exploration = 0.4F;  // weight of the priors against the values: PUCT's constant
  float temperature = 0.9F;  // of priors, in log-odds: less is bolder
  float best_share = 0.5F;   // of the best known in a node's worth, beside the mean
};

}  // namespace quiver::bots::amazons::champion
