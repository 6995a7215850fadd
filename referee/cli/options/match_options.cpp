#include "referee/cli/options/match_options.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "client_sdk/base/random.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::cli {

const char* const kBotHelp =
    R"(  --bot SPEC           once for each seat: a bundled bot's name ("random"), an
                       executable with arguments, or remote:NAME. Settings of
                       its own may follow the first word: name=N move-time=T
                       clock=T+T threads=N memory=512M cpu=T processes=N
                       files=N scratch=64M log=1M see=PATH env:NAME=VALUE
)";

const char* const kMatchHelp =
    R"(  --games N            how many games (1)
  --swap               the bots change seats with every game
  --first random       draw who sits in seat 0, by the seed
  --concurrency C      how many games at once (1)
  --move-time T        for each move; durations are written 500ms, 2s, 1m
  --clock BANK[+INC]   for the whole game, and what each move adds
                       (10s if there is no --move-time)
  --max-move-time T    the longest that any move may take (1m)
  --seed S             the same seed and deterministic bots: the same games
)";

const char* const kLaunchHelp =
    R"(  --isolate MODE       sandbox bots: auto (as far as this machine can, with a
                       warning), required (or do not run at all), off
  --no-ponder          stop a bot started here while it is not its turn
)";

const char* const kPinHelp =
    R"(  --pin MODE           auto: each game gets a core of its own, or as many as its
                       bots have threads; off: bots run on any core (auto)
)";

const char* const kClockHelp =
    R"(  --starved MODE       a time-out of a bot started here that would have been in
                       time, had it not waited for a processor: void, the game
                       is played again, or count (void)
  --clock-by TIME      what bots started here are charged: wall, or cpu, the CPU
                       time of all their threads, and ten times that on the
                       clock (wall)
)";

void LaunchOptions::add_with_pin_to(Command& command) {
  add_to(command);
  pin = "auto";
  command.choice("--pin", pin, {"auto", "off"});
}

void ClockOptions::add_to(Command& command) {
  command.choice("--starved", starved, {"void", "count"});
  command.choice("--clock-by", clock_by, {"wall", "cpu"});
}

unsigned most_threads(const std::vector<launch::BotSpec>& bots) {
  unsigned most = 1;
  for (const launch::BotSpec& bot : bots)
    if (!bot.remote) most = std::max(most, bot.threads);
  return most;
}

void LaunchOptions::add_to(Command& command) {
  command.choice("--isolate", isolate, {"auto", "required", "off"});
  command.flag("--no-ponder", no_ponder);
}

launch::LaunchPolicy LaunchOptions::open(const Games& games) const {
  auto launch_policy = launch::make_launch_policy(launch::isolation_of(isolate));
  if (!launch_policy) throw UsageError("--isolate required: " + launch_policy.error().sentence);
  if (!launch_policy->warning.empty()) warn(launch_policy->warning);
  launch_policy->no_ponder = no_ponder;
  if (pin == "auto")
    launch_policy->cores = std::make_shared<launch::CoreKeeper>(games.at_once == 1 && !games.page);
  const std::string crowded =
      launch::crowding_warning(launch_policy->num_cores, games.at_once, games.threads);
  if (!crowded.empty()) warn(crowded);
  return std::move(*launch_policy);
}

base::Duration duration_option(const std::string& name, const std::string& text) {
  auto value = base::parse_duration(text);
  if (!value) throw UsageError(name + ": " + value.error().sentence);
  if (value->count() == 0) throw UsageError(name + ": the time must be more than 0");
  return *value;
}

match::LagQuota lag_quota_option(const std::string& text) {
  // What one move may be forgiven, this many times a game, if only the move's part is given.
  constexpr int kMovesForgiven = 50;
  const std::size_t slash = text.find('/');
  const base::Duration move = duration_option("--lag-quota", text.substr(0, slash));
  if (slash == std::string::npos) return {move, kMovesForgiven * move};
  const base::Duration game = duration_option("--lag-quota", text.substr(slash + 1));
  if (game < move) throw UsageError("--lag-quota: MOVE/GAME, and a game has at least what one move has");
  return {move, game};
}

void MatchOptions::add_to(Command& command) {
  command.words("--bot", bots);
  command.number("--games", games);
  command.number("--concurrency", concurrency);
  command.number("--seed", seed_given);
  command.flag("--swap", swap);
  command.choice("--first", first, {"fixed", "random"});
  command.word("--move-time", move_time_);
  command.word("--clock", clock_);
  command.word("--max-move-time", cap_);
}

wire::TimeControl clock_options(const std::optional<std::string>& move_time,
                                const std::optional<std::string>& clock) {
  wire::TimeControl time;
  if (move_time) time.per_move = duration_option("--move-time", *move_time);
  if (clock)
    if (auto read = launch::parse_clock(*clock, time); !read)
      throw UsageError("--clock: " + read.error().sentence);
  if (!move_time && !clock) time.bank = std::chrono::seconds(10);
  return time;
}

wire::TimeControl MatchOptions::time() const {
  wire::TimeControl time = clock_options(move_time_, clock_);
  if (cap_) time.cap = duration_option("--max-move-time", *cap_);
  return time;
}

std::uint32_t MatchOptions::seed() const { return chosen_seed(seed_given); }

std::uint32_t chosen_seed(const std::optional<std::uint32_t>& given) {
  if (given) return *given;
  std::uint32_t seed = 0;
  std::memcpy(&seed, base::secret_bytes(sizeof seed).data(), sizeof seed);
  return seed;
}

std::uint32_t MatchOptions::num_games() const {
  if (games == 0U) throw UsageError("--games takes at least 1");
  return games.value_or(1);
}

std::uint32_t MatchOptions::num_at_once() const {
  if (concurrency == 0U || concurrency.value_or(1) > 256) throw UsageError("--concurrency takes 1 to 256");
  return concurrency.value_or(1);
}

}  // namespace quiver::cli
