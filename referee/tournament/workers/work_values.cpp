#include "referee/tournament/workers/work_values.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "client_sdk/base/text.hpp"
#include "client_sdk/graph/layout.hpp"
#include "referee/records/verify.hpp"
#include "referee/tournament/workers/time_scale.hpp"

namespace quiver::tournament {

using base::bad_input;
using base::Result;

namespace {

// Times are recorded to the microsecond.
constexpr base::Duration kRounding = std::chrono::milliseconds(1);

std::string map_text(const graph::Layout& map) {
  std::string text;
  for (std::uint32_t row = 0; row < map.rows; ++row)
    text += map.cells.substr(std::size_t{row} * map.columns, map.columns) + "\n";
  return text;
}

// What a move may take with that bank.
base::Duration most_of(const wire::TimeControl& time, base::Duration bank) {
  return std::min({time.cap, time.per_move.value_or(time.cap), time.bank ? bank : time.cap});
}

// No move took longer than the clock of its seat allowed.
Result<void> judge_clocks(const wire::Record& record) {
  std::vector<base::Duration> banks;
  for (const auto& seat : record.seats) banks.push_back(seat.time.bank.value_or(base::Duration(0)));
  for (std::size_t k = record.opening; k < record.moves.size(); ++k) {
    const auto& move = record.moves[k];
    if (games::is_elimination(move.notation)) continue;
    const std::size_t s = move.seat.value();
    const wire::TimeControl& time = record.seats[s].time;
    if (move.wait > move.wall.value_or(move.took) + kRounding)
      return bad_input("move " + std::to_string(k + 1) + " waited longer than it took");
    if (time.by_cpu != move.wall.has_value())
      return bad_input("move " + std::to_string(k + 1) + " is charged by another clock");
    if (time.by_cpu && *move.wall > wire::TimeControl::kWallFactor * most_of(time, banks[s]) + kRounding)
      return bad_input("move " + std::to_string(k + 1) +
                       " took longer than the clock behind the CPU time allows");
    const bool over_move = time.per_move && move.took > *time.per_move + kRounding;
    const bool over_bank =
        time.bank && move.took > banks[s] + time.per_move.value_or(base::Duration(0)) + kRounding;
    if (over_move || over_bank || move.took > time.cap + kRounding)
      return bad_input("move " + std::to_string(k + 1) + " took longer than the clock allows");
    if (time.bank) banks[s] = std::max(banks[s] - move.took, base::Duration(0)) + time.increment;
  }
  return {};
}

std::string digits(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", number);
  return text.data();
}

// What the clocks of this record were multiplied by; an error unless it follows from the speed of its
// machine.
Result<double> judge_time_scale(const wire::Record& record, const wire::WorkSetup& setup) {
  const auto scale = record.worker ? record.worker->time_scale : std::nullopt;
  const auto speed = record.worker ? record.worker->speed : std::nullopt;
  if (!setup.reference_speed) {
    if (scale && *scale != 1)
      return bad_input("its clocks are scaled by " + digits(*scale) + ", and the tournament scales none");
    return 1.0;
  }
  if (!scale || !speed || !(*speed > 0))
    return bad_input("it does not say how fast its machine is, and the tournament scales clocks");
  if (!(*scale >= kLeastTimeScale && *scale <= kMostTimeScale))
    return bad_input("its clocks are scaled by " + digits(*scale) + ", and only " + digits(kLeastTimeScale) +
                     " to " + digits(kMostTimeScale) + " is allowed");
  if (const double due = time_scale(*setup.reference_speed, *speed); *scale != due)
    return bad_input("its clocks are scaled by " + digits(*scale) + ", and the speed of its machine gives " +
                     digits(due));
  return *scale;
}

// Bots were isolated if that was asked for.
Result<void> judge_isolation(const wire::Record& record, const wire::WorkSetup& setup) {
  if (setup.isolate != "required") return {};
  for (const auto& seat : record.seats)
    if (seat.isolation != "full")
      return bad_input(base::quoted(seat.name) + " was not isolated, and the tournament requires it");
  return {};
}

// Games are counted for and against the worker that they name.
Result<void> judge_worker(const wire::Record& record, const std::string& submitter) {
  if (!record.worker || record.worker->name != submitter)
    return bad_input("it does not name the worker that submitted it");
  return {};
}

// The record is of the game that was asked for.
Result<void> judge_heading(const wire::Record& record, const wire::WorkGame& game,
                           const wire::WorkSetup& setup, const run::MatchConfig& config) {
  const games::Position& start = config.start_of(game.board);
  const auto scale = judge_time_scale(record, setup);
  if (!scale) return scale.error();
  if (record.id != game.id || record.number != game.number || record.seed != game.seed ||
      record.game != setup.game)
    return bad_input("it is the record of another game, " + base::quoted(record.id));
  if (record.seats.size() != game.bots.size()) return bad_input("it has another number of seats");
  for (std::size_t s = 0; s < game.bots.size(); ++s) {
    const wire::WorkBot& bot = setup.bots[game.bots[s]];
    if (record.seats[s].name != bot.name) return bad_input("seat " + std::to_string(s) + " is another bot's");
    if (!(record.seats[s].time == scaled(bot.time, *scale)))
      return bad_input("seat " + std::to_string(s) + " has another clock");
  }
  const auto own_start = records::start_of(record);
  if (!own_start) return own_start.error();
  if (own_start->hash() != start.hash() || record.event_board != config.name_of(game.board))
    return bad_input("it begins on another board");
  const auto opening = start.parse_list(game.opening);
  if (!opening) return opening.error();
  if (record.opening != opening->size()) return bad_input("it has another opening");
  for (std::size_t k = 0; k < opening->size(); ++k)
    if (record.moves.size() <= k || record.moves[k].notation != start.format((*opening)[k]))
      return bad_input("it has another opening");
  return {};
}

}  // namespace

wire::WorkBot to_work_bot(const launch::BotSpec& bot, const std::string& bundle) {
  wire::WorkBot out;
  out.name = bot.name;
  out.bundle = bundle;
  out.time = bot.time;
  out.memory_bytes = bot.limits.memory_bytes.value_or(0);
  out.cpu = bot.limits.cpu.value_or(base::Duration(0));
  out.processes = bot.limits.processes.value_or(0);
  out.files = bot.limits.files.value_or(0);
  out.scratch_bytes = bot.limits.scratch_bytes.value_or(0);
  out.log_bytes = bot.limits.log_bytes;
  out.threads = bot.threads;
  return out;
}

void apply_to(launch::BotSpec& bot, const wire::WorkBot& work) {
  const auto limit = [](auto value) {
    return value > decltype(value){} ? std::optional(value) : std::nullopt;
  };
  bot.name = work.name;
  bot.time = work.time;
  bot.limits.memory_bytes = limit(work.memory_bytes);
  bot.limits.cpu = limit(work.cpu);
  bot.limits.processes = limit(work.processes);
  bot.limits.files = limit(work.files);
  bot.limits.scratch_bytes = limit(work.scratch_bytes);
  bot.limits.log_bytes = work.log_bytes;
  bot.threads = work.threads;
}

wire::WorkSetup to_work_setup(const run::MatchConfig& config) {
  wire::WorkSetup setup;
  setup.game = std::string(config.start.game_name());
  setup.options = config.options;
  if (config.options.map) setup.map = map_text(*config.options.map);
  setup.board_name = config.board_name;
  for (const run::EventBoard& board : config.more_boards) {
    setup.more_boards.push_back({board.name, board.options, std::nullopt});
    if (board.options.map) setup.more_boards.back().map = map_text(*board.options.map);
  }
  setup.restart = config.restart;
  setup.void_starved = config.void_starved;
  return setup;
}

namespace {

Result<run::EventBoard> to_event_board(const std::string& game, const wire::WorkBoard& board) {
  games::Options options = board.options;
  if (board.map) {
    auto map = graph::parse_map(*board.map);
    if (!map) return map.error();
    options.map = std::move(*map);
  }
  auto start = games::Position::start(game, options);
  if (!start) return start.error();
  return run::EventBoard{board.name, std::move(*start), std::move(options)};
}

}  // namespace

Result<run::MatchConfig> to_match_config(const wire::WorkSetup& setup) {
  std::vector<wire::WorkBoard> given{{setup.board_name, setup.options, setup.map}};
  given.insert(given.end(), setup.more_boards.begin(), setup.more_boards.end());
  std::vector<run::EventBoard> boards;
  for (const wire::WorkBoard& one : given) {
    auto board = to_event_board(setup.game, one);
    if (!board) return board.error();
    boards.push_back(std::move(*board));
  }
  run::MatchConfig config(std::move(boards));
  config.restart = setup.restart;
  config.void_starved = setup.void_starved;
  return config;
}

wire::WorkGame to_work_game(const run::Game& game, const run::MatchConfig& config) {
  const games::Position& start = config.start_of(game.board);
  wire::WorkGame out;
  out.number = game.number;
  out.id = game.id;
  for (const std::size_t bot : game.bots) out.bots.push_back(static_cast<std::uint32_t>(bot));
  for (const games::Event& event : game.opening)
    out.opening += (out.opening.empty() ? "" : " ") + start.format(event);
  out.seed = game.seed;
  out.seeds = game.seeds;
  out.board = static_cast<std::uint32_t>(game.board);
  return out;
}

Result<run::Game> to_game(const wire::WorkGame& game, const wire::WorkSetup& setup,
                          const run::MatchConfig& config) {
  if (game.board >= config.num_boards())
    return bad_input("game " + game.id + " is on a board that the event does not have");
  const games::Position& start = config.start_of(game.board);
  run::Game out;
  out.board = game.board;
  out.number = game.number;
  out.id = game.id;
  for (const std::uint32_t bot : game.bots) {
    if (bot >= setup.bots.size())
      return bad_input("game " + game.id + " names a bot that the event does not have");
    out.bots.push_back(bot);
  }
  if (out.bots.size() != start.turn().seats() || game.seeds.size() != out.bots.size())
    return bad_input("game " + game.id + " does not have a bot and a seed for each seat");
  auto opening = start.parse_list(game.opening);
  if (!opening) return opening.error();
  games::Position after = start;
  if (auto played = games::play(after, *opening); !played) return played.error();
  out.opening = std::move(*opening);
  out.seed = game.seed;
  out.seeds = game.seeds;
  return out;
}

Result<void> judge_submission(const store::Submission& submission, const std::vector<wire::WorkGame>& games,
                              const wire::WorkSetup& setup, const run::MatchConfig& config) {
  if (submission.records.size() != games.size())
    return bad_input("of " + std::to_string(games.size()) + " records only " +
                     std::to_string(submission.records.size()) + " can be read");
  for (std::size_t k = 0; k < games.size(); ++k) {
    const wire::Record& record = submission.records[k];
    auto judged = judge_worker(record, submission.worker);
    if (judged) judged = judge_heading(record, games[k], setup, config);
    if (judged) judged = records::judge(record);
    if (judged && record.end != wire::End::kVoid) judged = judge_clocks(record);
    if (judged && record.end != wire::End::kVoid) judged = judge_isolation(record, setup);
    if (!judged) return bad_input("game " + games[k].id + ": " + judged.error().sentence);
  }
  return {};
}

}  // namespace quiver::tournament
