#include <cstdlib>
#include <fstream>
#include <iterator>

#include "bots/amazons/champion/evaluation.hpp"

namespace quiver::bots::amazons::champion {

// Four tables, each fitted to games on the board that it is named after (docs/play/champions.md); other
// boards take the one of the board that is most like them.
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
                                }},
                                0.75F};
  if (cells <= 80) return classic_8;
  if (queens < 12) return classic_10;
  return cells <= 115 ? course_10 : donut_12;
}

base::Result<Weights> read_weights(const std::string& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<float> numbers;
  for (const char* at = text.c_str(); *at != 0;) {
    char* end = nullptr;
    const float number = std::strtof(at, &end);
    if (end == at) {
      ++at;
      continue;
    }
    numbers.push_back(number);
    at = *end == 'F' ? end + 1 : end;
  }
  if (numbers.size() != kTerms * kPhases)
    return base::bad_input(path + " is no table of " + std::to_string(kTerms * kPhases) + " weights");
  Weights weights{};
  for (std::size_t k = 0; k < numbers.size(); ++k) weights.at[k / kTerms][k % kTerms] = numbers[k];
  return weights;
}

}  // namespace quiver::bots::amazons::champion
