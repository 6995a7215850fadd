#include "referee/cli/check/game_exercises.hpp"

namespace quiver::cli {

using games::Options;

template <>
void GameExercises<games::ConnectFour>::add(ExercisePlan& plan, const CheckScope& /*scope*/) {
  const auto board = [](std::uint32_t rows, std::uint32_t columns) {
    Options options;
    options.rows = rows;
    options.columns = columns;
    return options;
  };
  plan.add("4 rows of 4", board(4, 4));
  plan.add("6 rows of 7", board(6, 7));
  plan.add("15 rows of 4", board(15, 4));
  plan.add("15 rows of 15", board(15, 15));
  Options longer = board(8, 9);
  longer.line = 5;
  plan.add("8 rows of 9, five in line", longer);
  plan.failures_and_clocks(board(6, 7));
}

template <>
void GameExercises<games::ConnectFour>::adapt(Options& /*board*/, const CheckScope& /*scope*/) {}

template <>
std::string GameExercises<games::ConnectFour>::note(const CheckScope& /*scope*/) {
  return "";
}

}  // namespace quiver::cli
