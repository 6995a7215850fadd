#include "bots/amazons/champion/evaluation.hpp"

namespace quiver::bots::amazons::champion {

// Fitted to games on 8 x 8, on 10 x 10 and on a donut of 12 (docs/champions.md).
const Weights& tuned_weights(int cells) {
  static const Weights small{{{
#include "bots/amazons/champion/weights_small.inc"
  }}};
  static const Weights middle{{{
#include "bots/amazons/champion/weights_middle.inc"
  }}};
  static const Weights large{{{
#include "bots/amazons/champion/weights_large.inc"
  }}};
  return cells <= 80 ? small : cells <= 115 ? middle : large;
}

}  // namespace quiver::bots::amazons::champion
