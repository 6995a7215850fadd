#include "referee/cli/options/tournament_options.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "client_sdk/base/mix.hpp"
#include "client_sdk/base/names.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/bot_words.hpp"
#include "referee/launch/files/open_databases.hpp"
#include "referee/run/order.hpp"
#include "referee/store/store.hpp"
#include "referee/tournament/openings.hpp"

namespace quiver::cli {

const char* const kEventHelp =
    R"(  --bot SPEC           an entrant; once for each. As for match: a bundled bot's
                       name, an executable with arguments, or remote:NAME;
                       "players/*.so" enters every file that matches
  --concurrency C      how many games at once (1)
  --move-time T        for each move; durations are written 500ms, 2s, 1m
  --clock BANK[+INC]   for the whole game, and what each move adds
                       (10s if there is no --move-time)
  --max-move-time T    the longest that any move may take (1m)
  --store FILE         the store, an SQLite file, or a PostgreSQL database:
                       postgresql://USER@HOST/DATABASE
  --event NAME         which of the store's events this is
  --json               one JSON object per game on stdout, and nothing else
  --quiet              nothing on stdout until the end
  --record FILE        append the records to a file too
  --logs DIR           where to keep what bots print
  --keep-output SIZE   how much of what each launched bot prints in a game goes
                       into the store, for its team to read: none to 64K
  --trace FILE         append every frame, decoded, as a line of JSON
  --restart            new processes for every game
)";

namespace {

// The most games of a sequential test, if nobody says otherwise: it usually ends before.
constexpr std::uint32_t kSprtGames = 20'000;

constexpr std::uint64_t kLeastKept = 1024;  // of what bots print: some lines

std::string content_of(const std::string& path) {
  if (launch::is_held(path)) throw UsageError("--openings: " + base::quoted(path) + " is the store");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  if (!in) throw UsageError("--openings: " + base::quoted(path) + " cannot be read");
  return out.str();
}

std::string default_start(const std::string& game) {
  const games::GameInfo* info = games::game_info(game);
  return std::string(info != nullptr ? info->default_start : "");
}

// Tells one content from another; not a defence against somebody who wants two to look alike.
std::string digest_of(const std::string& text) {
  std::uint64_t state = 0;
  for (const char c : text) state = base::mix64(state ^ static_cast<unsigned char>(c));
  return base::hex(state);
}

}  // namespace

std::optional<std::uint32_t> random_plies(const std::string& openings) {
  constexpr std::string_view kRandom = "random:";
  if (!openings.starts_with(kRandom)) return std::nullopt;
  auto plies = base::parse_number(openings.substr(kRandom.size()));
  if (!plies) throw UsageError("--openings takes random:PLIES or a file");
  return *plies;
}

void EventOptions::add_to(Command& command) {
  command.words("--bot", bots);
  command.number("--concurrency", concurrency);
  command.number("--seed", seed_given);
  command.word("--move-time", move_time);
  command.word("--clock", clock);
  command.word("--max-move-time", cap);
  command.word("--store", store);
  command.word("--event", event);
  launch_policy.add_with_pin_to(command);
  clock_rules.add_to(command);
  referee.add_to(command);
  web.add_with_stay_to(command);
  command.word("--logs", logs);
  command.word("--keep-output", keep_output);
  command.word("--record", record);
  command.flag("--restart", restart);
  command.flag("--json", json);
  command.flag("--quiet", quiet);
}

wire::TimeControl EventOptions::time() const {
  wire::TimeControl time = clock_options(move_time, clock);
  if (cap) time.cap = duration_option("--max-move-time", *cap);
  time.by_cpu = clock_rules.by_cpu();
  return time;
}

std::uint32_t EventOptions::num_at_once() const {
  if (concurrency == 0U || concurrency.value_or(1) > 256) throw UsageError("--concurrency takes 1 to 256");
  return concurrency.value_or(1);
}

std::size_t EventOptions::kept_output() const {
  if (!keep_output) return keeps_by_default;
  if (*keep_output == "none") return 0;
  const auto bytes = launch::parse_bytes(*keep_output);
  if (!bytes || *bytes < kLeastKept || *bytes > store::kMaxGameLog)
    throw UsageError("--keep-output takes none, or 1K to 64K");
  return static_cast<std::size_t>(*bytes);
}

void EventOptions::expand_bots() {
  std::vector<std::string> all;
  for (const std::string& text : bots) {
    auto some = launch::expand_pattern(text);
    if (!some) throw UsageError("--bot: " + some.error().sentence);
    all.insert(all.end(), some->begin(), some->end());
  }
  bots = std::move(all);
}

std::vector<launch::BotSpec> EventOptions::specs() const {
  std::vector<launch::BotSpec> all;
  for (const std::string& text : bots) {
    auto spec = launch::parse_bot_spec(text, position.game(), time());
    if (!spec) throw UsageError("--bot: " + spec.error().sentence);
    const auto same = [&](const launch::BotSpec& one) { return one.remote && one.name == spec->name; };
    if (spec->remote && std::any_of(all.begin(), all.end(), same))
      throw UsageError("--bot: remote:" + spec->name + " is entered twice");
    all.push_back(std::move(*spec));
  }
  launch::make_names_differ(all);
  return all;
}

void EventOptions::add_to(tournament::Plan& plan, const games::Position& start) const {
  const games::Options options = position.game_options();
  plan.add("game", position.game());
  plan.add("board", options.map ? std::string(tournament::kOtherMap) + digest_of(options.map->cells)
                                : run::board_name(options, start));
  plan.add("rows", std::to_string(start.grid().rows));
  plan.add("cols", std::to_string(start.grid().columns));
  // What is the default is left out, so that giving it explicitly makes no other plan.
  if (options.start && *options.start != default_start(position.game())) plan.add("start", *options.start);
  const auto number = [&](const char* key, const std::optional<std::uint32_t>& value) {
    if (value) plan.add(key, std::to_string(*value));
  };
  number("walls", options.walls);
  number("line", options.line);
  number("max-plies", options.max_plies);
  if (options.swap_rule) plan.add("swap-rule", *options.swap_rule ? "on" : "off");
  const wire::TimeControl clocks = time();
  if (clocks.per_move) plan.add("move-time", base::format_duration(*clocks.per_move));
  if (clocks.bank)
    plan.add("clock", base::format_duration(*clocks.bank) + "+" + base::format_duration(clocks.increment));
  plan.add("max-move-time", base::format_duration(clocks.cap));
  if (clocks.by_cpu) plan.add("clock-by", "cpu");
}

void EventOptions::check_event(const std::string& name, std::size_t room) const {
  const std::string fault = base::name_fault(name, base::kMostName - room);
  if (!fault.empty()) throw UsageError("--event: " + fault);
}

void TournamentOptions::add_to(Command& command) {
  position.add_to(command, "amazons");
  EventOptions::add_to(command);
  command.choice(
      "--format", format,
      {"round-robin", "double-round-robin", "gauntlet", "swiss", "knockout", "double-elimination"});
  command.number("--games", games);
  command.number("--rounds", rounds);
  command.number("--challengers", challengers);
  command.word("--openings", openings);
  command.word("--sprt", sprt);
  command.word("--anchor", anchor);
  command.flag("--allow-changed", allow_changed);
  command.flag("--workers", workers);
  command.word("--scale-time", scale_time);
  command.word("--from-ladder", from_ladder);
  command.number("--top", top);
  command.word("--season", season);
  ci.add_to(command);
}

std::uint32_t TournamentOptions::num_games() const {
  if (games == 0U) throw UsageError("--games takes at least 1");
  if (sprt && games.value_or(0) % 2 != 0)
    throw UsageError("--sprt counts games in pairs: give --games an even number");
  return games.value_or(sprt ? kSprtGames : 2);
}

std::optional<double> TournamentOptions::reference_speed() const {
  if (!scale_time || *scale_time == "here") return std::nullopt;
  const auto speed = base::parse_number(*scale_time);
  if (!speed || *speed == 0)
    throw UsageError(
        "--scale-time takes here, for this machine, or a number that quiver work --measure prints");
  return static_cast<double>(*speed);
}

tournament::OpeningBook TournamentOptions::book(const games::Position& start, std::uint32_t seed) const {
  if (!openings) return {};
  if (const auto plies = random_plies(*openings)) {
    auto drawn = tournament::OpeningBook::random(start, *plies, seed);
    if (!drawn) throw UsageError("--openings: " + drawn.error().sentence);
    return std::move(*drawn);
  }
  auto listed = tournament::read_openings(content_of(*openings), start);
  if (!listed) throw UsageError("--openings: " + *openings + ": " + listed.error().sentence);
  if (listed->empty()) throw UsageError("--openings: there is none in " + base::quoted(*openings));
  return tournament::OpeningBook::of(std::move(*listed));
}

tournament::Plan TournamentOptions::plan(const games::Position& start, std::uint32_t seed) const {
  tournament::Plan plan;
  EventOptions::add_to(plan, start);
  plan.add("table", std::to_string(start.turn().seats()));
  plan.add("format", format);
  plan.add("games", std::to_string(num_games()));
  if (rounds) plan.add("rounds", std::to_string(*rounds));
  if (challengers) plan.add("challengers", std::to_string(*challengers));
  if (openings)
    plan.add("openings", random_plies(*openings)
                             ? *openings
                             : std::string(tournament::kOtherList) + digest_of(content_of(*openings)));
  if (sprt) plan.add("sprt", *sprt);
  if (anchor) plan.add("anchor", *anchor);
  plan.add("seed", std::to_string(seed));
  for (const std::string& bot : bots) plan.add("bot", bot);
  return plan;
}

}  // namespace quiver::cli
