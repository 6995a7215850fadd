#include "referee/cli/check/game_exercises.hpp"

namespace quiver::cli {

using games::Options;

template <>
void GameExercises<games::Amazons>::add(ExercisePlan& plan, const CheckScope& /*scope*/) {
  plan.shape("square", 5);
  plan.shape("square", 10);
  Options classic;
  classic.size = 8;
  classic.start = "classic";
  plan.add("square 8, classic start", classic);
  plan.shape("donut", 9);
  plan.shape("clover", 10);
  plan.shape("eight", 8);
  plan.map("a map with holes and unequal numbers of queens",
           "0..0.#\n......\n.#..#.\n......\n1....#\n.1.1..\n");
  Options four;
  four.seats = 4;
  plan.add("square 10, four seats", four);
  plan.large(plan.shape("square", 100));
  Options small;
  small.size = 6;
  plan.failures_and_clocks(small);
}

template <>
void GameExercises<games::Amazons>::adapt(Options& /*board*/, const CheckScope& /*scope*/) {}

template <>
std::string GameExercises<games::Amazons>::note(const CheckScope& /*scope*/) {
  return "";
}

}  // namespace quiver::cli
