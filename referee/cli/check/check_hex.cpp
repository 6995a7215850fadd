#include "referee/cli/check/game_exercises.hpp"

namespace quiver::cli {

using games::Options;

template <>
void GameExercises<games::Hex>::add(ExercisePlan& plan, const CheckScope& /*scope*/) {
  const auto board = [](std::uint32_t side) {
    Options options;
    options.size = side;
    return options;
  };
  plan.add("side 3", board(3));
  plan.add("side 7", board(7));
  plan.add("side 11", board(11));
  Options plain = board(5);
  plain.swap_rule = false;
  plan.add("side 5, without the swap rule", plain);
  plan.large(plan.add("side 25", board(25)));
  plan.failures_and_clocks(board(5));
}

template <>
void GameExercises<games::Hex>::adapt(Options& /*board*/, const CheckScope& /*scope*/) {}

template <>
std::string GameExercises<games::Hex>::note(const CheckScope& /*scope*/) {
  return "";
}

}  // namespace quiver::cli
