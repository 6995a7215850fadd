#include "referee/cli/check_plan.hpp"

#include "client_sdk/graph/layout.hpp"

namespace quiver::cli {

namespace {

using games::Options;
using net::Drill;

constexpr std::uint32_t kGamesOfABank = 20;  // tight moves that a whole game has time for
constexpr std::uint32_t kEarly = 4;          // moves; no game is over by then

class Plan {
 public:
  explicit Plan(const CheckClocks& clocks) : clocks_(clocks) {}

  Exercise& add(std::string what, Options options) {
    Exercise exercise;
    exercise.what = std::move(what);
    exercise.seats = options.seats.value_or(2);
    exercise.games = exercise.seats;
    exercise.options = std::move(options);
    exercise.time.per_move = clocks_.easy;
    all_.push_back(std::move(exercise));
    return all_.back();
  }

  Exercise& shape(const char* shape, std::uint32_t side) {
    Options options;
    options.shape = shape;
    options.size = side;
    return add(std::string(shape) + " " + std::to_string(side), std::move(options));
  }

  Exercise& map(const char* what, const char* text) {
    Options options;
    if (auto layout = graph::parse_map(text)) options.map = std::move(*layout);
    return add(what, std::move(options));
  }

  // A board so large that nobody waits for the end: the opponent leaves.
  void large(Exercise& exercise) {
    exercise.what += ", broken off after " + std::to_string(kEarly) + " moves";
    exercise.drills.push_back({Drill::Kind::kLeave, 1, kEarly, exercise.games});
  }

  // What may happen in any game, on this board.
  void hardships(const Options& board) {
    Exercise& moves = add("tight clock: " + base::format_duration(clocks_.tight) + " a move", board);
    moves.time.per_move = clocks_.tight;
    const base::Duration bank = clocks_.tight * kGamesOfABank;
    Exercise& whole = add("tight clock: " + base::format_duration(bank) + " a game", board);
    whole.time.per_move.reset();
    whole.time.bank = bank;
    // After the fourth move seat 0 is to move: over two games it breaks on the bot's turn and beside it.
    add("the connection breaks and is taken up again", board)
        .drills.push_back({Drill::Kind::kCut, 0, kEarly, 2});
    Exercise& early = add("two games end early, a third is played out", board);
    early.games = 3;
    early.drills.push_back({Drill::Kind::kLeave, 1, kEarly, 2});
  }

  [[nodiscard]] std::vector<Exercise> take() { return std::move(all_); }

 private:
  CheckClocks clocks_;
  std::vector<Exercise> all_;
};

void plan_amazons(Plan& plan) {
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
  plan.hardships(small);
}

void plan_quoridor(Plan& plan) {
  plan.shape("square", 5);
  plan.shape("square", 9);
  plan.shape("donut", 9);
  plan.shape("clover", 15);
  Options placed;
  placed.size = 7;
  placed.start = "placed";
  plan.add("square 7, pawns to be placed", placed);
  plan.map("a map with holes", "..1...\n......\n.#..#.\n......\n..#...\n...0..\n");
  Options four;
  four.seats = 4;
  plan.add("square 9, four seats", four);
  plan.large(plan.shape("square", 25));
  Options small;
  small.size = 5;
  plan.hardships(small);
}

void plan_connect4(Plan& plan) {
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
  plan.hardships(board(6, 7));
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
  if (time.per_move) words += " --move-time " + base::format_duration(*time.per_move);
  if (time.bank) words += " --clock " + base::format_duration(*time.bank);
  return words;
}

std::vector<Exercise> exercises(std::string_view game, const CheckClocks& clocks) {
  Plan plan(clocks);
  if (game == "amazons") plan_amazons(plan);
  if (game == "quoridor") plan_quoridor(plan);
  if (game == "connect4") plan_connect4(plan);
  return plan.take();
}

}  // namespace quiver::cli
