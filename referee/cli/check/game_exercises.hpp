// The exercises of `quiver check` for one game: one module per game, check_<game>.cpp.
//
// The functions are defined for each game by explicit specialisation; the linker names the one that a game
// lacks. Plain values; nothing is played here.
#pragma once

#include <string>
#include <utility>

#include "client_sdk/base/time.hpp"
#include "referee/cli/check/check_plan.hpp"

namespace quiver::cli {

// A list of exercises that grows.
class ExercisePlan {
 public:
  ExercisePlan(const CheckClocks& clocks, const CheckScope& scope) : clocks_(clocks), scope_(scope) {}

  Exercise& add(std::string what, games::Options options) {
    Exercise exercise;
    exercise.what = std::move(what);
    exercise.seats = options.seats.value_or(2);
    exercise.games = exercise.seats;
    exercise.options = std::move(options);
    if (scope_.clock)
      exercise.time = *scope_.clock;
    else
      exercise.time.per_move = clocks_.easy;
    all_.push_back(std::move(exercise));
    return all_.back();
  }

  Exercise& shape(const char* shape, std::uint32_t side) {
    games::Options options;
    options.shape = shape;
    options.size = side;
    return add(std::string(shape) + " " + std::to_string(side), std::move(options));
  }

  Exercise& map(const char* what, const char* text) {
    games::Options options;
    if (auto layout = graph::parse_map(text)) options.map = std::move(*layout);
    return add(what, std::move(options));
  }

  // For a board too large to play to the end: the opponent leaves early.
  void large(Exercise& exercise) {
    exercise.what += ", stopped after " + std::to_string(kEarlyPly) + " moves";
    exercise.planned_faults.push_back({run::PlannedFault::Kind::kLeave, 1, kEarlyPly, exercise.games});
  }

  // The exercises with faults and tight clocks, on this board.
  void failures_and_clocks(const games::Options& board) {
    if (!scope_.clock) tight_clocks(board);
    // After the fourth move seat 0 is to move: over two games it breaks on the bot's turn and beside it.
    add("the connection breaks and is resumed", board)
        .planned_faults.push_back({run::PlannedFault::Kind::kCut, 0, kEarlyPly, 2});
    Exercise& early = add("two games end early, a third is played out", board);
    early.games = 3;
    early.planned_faults.push_back({run::PlannedFault::Kind::kLeave, 1, kEarlyPly, 2});
  }

  [[nodiscard]] std::vector<Exercise> take() { return std::move(all_); }

 private:
  static constexpr std::uint32_t kGamesOfABank = 20;  // tight moves that a whole game has time for
  static constexpr std::uint32_t kEarlyPly = 4;       // moves; no game is over by then
  void tight_clocks(const games::Options& board) {
    Exercise& moves = add("tight clock: " + base::format_duration(clocks_.tight) + " a move", board);
    moves.time.per_move = clocks_.tight;
    const base::Duration bank = clocks_.tight * kGamesOfABank;
    Exercise& whole = add("tight clock: " + base::format_duration(bank) + " a game", board);
    whole.time.per_move.reset();
    whole.time.bank = bank;
  }

  CheckClocks clocks_;
  CheckScope scope_;
  std::vector<Exercise> all_;
};

template <class Game>
struct GameExercises {
  // The exercises of the game, where none of its boards were asked for.
  static void add(ExercisePlan& plan, const CheckScope& scope);
  // Makes a board fit for the players that are checked.
  static void adapt(games::Options& board, const CheckScope& scope);
  // What the report says behind the game's name; begins with a comma, or is empty.
  static std::string note(const CheckScope& scope);
};

}  // namespace quiver::cli
