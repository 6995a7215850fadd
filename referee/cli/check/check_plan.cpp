#include "referee/cli/check/check_plan.hpp"

#include <variant>

#include "client_sdk/games/registry.hpp"
#include "referee/cli/check/game_exercises.hpp"

namespace quiver::cli {

namespace {

// Calls it for the game of this name.
template <class Call, class... Game>
void for_game(std::string_view name, const Call& call, const std::variant<Game...>*) {
  const auto try_call = [&]<class One>(const One*) {
    if (name == One::kName) call(GameExercises<One>{});
  };
  (try_call(static_cast<const Game*>(nullptr)), ...);
}

template <class Call>
void for_game(std::string_view name, const Call& call) {
  for_game(name, call, static_cast<const games::AnyGame*>(nullptr));
}

}  // namespace

std::string Exercise::words() const {
  std::string words;
  const auto add = [&](const char* option, const auto& value) {
    if (!value) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(*value)>, std::string>)
      words += std::string(" ") + option + " " + *value;
    else
      words += std::string(" ") + option + " " + std::to_string(*value);
  };
  add("--board", options.shape);
  add("--size", options.size);
  add("--rows", options.rows);
  add("--cols", options.columns);
  add("--start", options.start);
  add("--seats", options.seats);
  add("--line", options.line);
  if (options.swap_rule) words += *options.swap_rule ? " --swap-rule on" : " --swap-rule off";
  if (time.per_move) words += " --move-time " + base::format_duration(*time.per_move);
  if (time.bank) words += " --clock " + base::format_duration(*time.bank);
  if (time.bank && time.increment.count() > 0) words += "+" + base::format_duration(time.increment);
  return words;
}

std::vector<Exercise> exercises(std::string_view game, const CheckClocks& clocks, const CheckScope& scope) {
  ExercisePlan plan(clocks, scope);
  for (const CheckScope::Board& board : scope.boards) plan.add(board.what, board.options);
  if (!scope.boards.empty())
    plan.failures_and_clocks(scope.boards.front().options);
  else
    for_game(game, [&](auto of) { of.add(plan, scope); });
  std::vector<Exercise> all = plan.take();
  for_game(game, [&](auto of) {
    for (Exercise& exercise : all) of.adapt(exercise.options, scope);
  });
  return all;
}

std::string check_note(std::string_view game, const CheckScope& scope) {
  std::string note;
  for_game(game, [&](auto of) { note = of.note(scope); });
  return note;
}

void adapt_board(std::string_view game, games::Options& board, const CheckScope& scope) {
  for_game(game, [&](auto of) { of.adapt(board, scope); });
}

}  // namespace quiver::cli
