#include "bots/amazons/champion/evaluation.hpp"

namespace quiver::bots::amazons::champion {

// Four tables, each fitted to games on the board that it is named after (docs/champions.md); other boards
// take the one of the board that is most like them.
const Weights& tuned_weights(int cells, int queens) {
  static const Weights classic_8{{{
#include "bots/amazons/champion/weights/classic_8.inc"
  }}};
  static const Weights classic_10{{{
#include "bots/amazons/champion/weights/classic_10.inc"
  }}};
  static const Weights course_10{{{
#include "bots/amazons/champion/weights/course_10.inc"
  }}};
  static const Weights donut_12{{{
#include "bots/amazons/champion/weights/donut_12.inc"
  }}};
  if (cells <= 80) return classic_8;
  if (queens < 12) return classic_10;
  return cells <= 115 ? course_10 : donut_12;
}

}  // namespace quiver::bots::amazons::champion
