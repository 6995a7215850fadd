#include "bots/amazons/champion/evaluation.hpp"

namespace quiver::bots::amazons::champion {

const Weights& tuned_weights() {
  static const Weights weights{{{
#include "bots/amazons/champion/tuned_weights.inc"
  }}};
  return weights;
}

}  // namespace quiver::bots::amazons::champion
