#include "bots/amazons/champion/evaluation.hpp"

namespace quiver::bots::amazons::champion {

const Weights& tuned_weights() {
  static const Weights weights{{{
      {.35F, .05F, .0F, .0F, .0F, .0F, .0F, .0F, .0F, .0F, .0F, .0F, .0F, .0F},
      {.25F, .03F, .0F, .05F, .01F, .01F, .005F, .0F, .01F, -.3F, .0F, .0F, .0F, .0F},
      {.15F, .02F, .0F, .08F, .01F, .02F, .01F, .0F, .02F, -.5F, .0F, .0F, .0F, .0F},
      {.09F, .015F, .0F, .08F, .01F, .02F, .01F, .0F, .03F, -.5F, .0F, .0F, .0F, .0F},
      {.05F, .01F, .0F, .06F, .01F, .02F, .01F, .0F, .04F, -.5F, .0F, .0F, .0F, .0F},
  }}};
  return weights;
}

}  // namespace quiver::bots::amazons::champion
