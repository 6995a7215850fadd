#include "referee/cli/check/game_exercises.hpp"

namespace quiver::cli {

using games::Options;

template <>
void GameExercises<games::Quoridor>::add(ExercisePlan& plan, const CheckScope& scope) {
  plan.shape("square", 5);
  plan.shape("square", 9);
  plan.shape("donut", 9);
  plan.shape("clover", 15);
  Options seven;
  seven.size = 7;
  seven.start = "placed";
  plan.add("square 7, pawns to be placed", seven);
  if (scope.placed)
    plan.map("a map with holes", "#......\n.......\n.##....\n.......\n.....#.\n.......\n.....##\n");
  else
    plan.map("a map with holes", "..1...\n......\n.#..#.\n......\n..#...\n...0..\n");
  Options four;
  four.seats = 4;
  plan.add("square 9, four seats", four);
  plan.large(plan.shape("square", 25));
  Options small;
  small.size = 5;
  plan.failures_and_clocks(small);
}

template <>
void GameExercises<games::Quoridor>::adapt(Options& board, const CheckScope& scope) {
  // A map with digits has its pawns already.
  const bool has_pawns = board.map && board.map->cells.find_first_of("0123") != std::string::npos;
  if (scope.placed && !has_pawns) board.start = "placed";
}

template <>
std::string GameExercises<games::Quoridor>::note(const CheckScope& scope) {
  return scope.placed ? ", with --start placed" : "";
}

}  // namespace quiver::cli
