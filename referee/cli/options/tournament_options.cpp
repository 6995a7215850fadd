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
  --trace FILE         append every frame, decoded, as a line of JSON
  --restart            new processes for every game
)";

namespace {

// The most games of a sequential test, if nobody says otherwise: it usually ends before.
constexpr std::uint32_t kSprtGames = 20'000;

std::string content_of(const std::string& path) {
  if (launch::is_held(path)) throw UsageError("--openings: " + base::quoted(path) + " is the store");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  if (!in) throw UsageError("--openings: " + base::quoted(path) + " cannot be read");
  return out.str();
}

// "--openings: ", or of one of several boards "--openings of donut-12: ".
std::string openings_of(const NamedBoard& board) {
  return board.name.empty() ? "--openings: " : "--openings of " + board.name + ": ";
}

tournament::OpeningBook book_of(const NamedBoard& board, std::uint32_t seed) {
  if (!board.openings) return {};
  if (const auto plies = random_plies(*board.openings)) {
    auto drawn = tournament::OpeningBook::random(board.start, *plies, seed);
    if (!drawn) throw UsageError(openings_of(board) + drawn.error().sentence);
    return std::move(*drawn);
  }
  auto listed = tournament::read_openings(content_of(*board.openings), board.start);
  if (!listed) throw UsageError(openings_of(board) + *board.openings + ": " + listed.error().sentence);
  if (listed->empty())
    throw UsageError(openings_of(board) + "there is none in " + base::quoted(*board.openings));
  return tournament::OpeningBook::of(std::move(*listed));
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

namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

// What settles a board, key by key. What is the default is left out, so that giving it explicitly makes no
// other plan.
Lines lines_of(const std::string& game, const NamedBoard& board) {
  const games::Options& options = board.options;
  Lines lines;
  lines.emplace_back("board", options.map ? std::string(tournament::kOtherMap) + digest_of(options.map->cells)
                                          : run::board_name(options, board.start));
  lines.emplace_back("rows", std::to_string(board.start.grid().rows));
  lines.emplace_back("cols", std::to_string(board.start.grid().columns));
  if (options.start && *options.start != default_start(game)) lines.emplace_back("start", *options.start);
  const auto number = [&](const char* key, const std::optional<std::uint32_t>& value) {
    if (value) lines.emplace_back(key, std::to_string(*value));
  };
  number("walls", options.walls);
  number("line", options.line);
  number("max-plies", options.max_plies);
  if (options.swap_rule) lines.emplace_back("swap-rule", *options.swap_rule ? "on" : "off");
  return lines;
}

std::string openings_line(const std::string& openings) {
  return random_plies(openings) ? openings
                                : std::string(tournament::kOtherList) + digest_of(content_of(openings));
}

// A board in one line, its name first.
std::string line_of(const std::string& game, const NamedBoard& board) {
  std::string out = board.name;
  for (const auto& [key, value] : lines_of(game, board))
    out.append(" ").append(key).append("=").append(value);
  return board.openings ? out + " openings=" + openings_line(*board.openings) : out;
}

}  // namespace

run::MatchConfig match_config(std::vector<NamedBoard> boards) {
  std::vector<run::EventBoard> all;
  for (NamedBoard& one : boards)
    all.push_back({std::move(one.name), std::move(one.start), std::move(one.options)});
  return run::MatchConfig(std::move(all));
}

void EventOptions::add_to(tournament::Plan& plan, const std::vector<NamedBoard>& boards) const {
  plan.add("game", position.game());
  if (boards.size() == 1)
    for (auto& [key, value] : lines_of(position.game(), boards.front())) plan.add(key, value);
  else
    for (const NamedBoard& one : boards) plan.add("board", line_of(position.game(), one));
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
  position.add_with_boards_to(command, "amazons");
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

std::uint32_t TournamentOptions::num_games(const std::vector<NamedBoard>& boards) const {
  if (games == 0U) throw UsageError("--games takes at least 1");
  if (sprt && games.value_or(0) % 2 != 0)
    throw UsageError("--sprt counts games in pairs: give --games an even number");
  if (boards.size() == 1) return games.value_or(sprt ? kSprtGames : 2);
  // Of a pairing's games as many on each board, from each seat.
  auto round = static_cast<std::uint32_t>(boards.size()) * boards.front().start.turn().seats();
  const std::uint32_t few = games.value_or(sprt ? (kSprtGames + round - 1) / round * round : round);
  // The second cycle has the other seats.
  if (format == "double-round-robin" && round % 2 == 0) round /= 2;
  if (few % round != 0)
    throw UsageError("with " + std::to_string(boards.size()) + " boards --games takes a multiple of " +
                     std::to_string(round) +
                     ", so that every pair plays each board equally often from each seat");
  return few;
}

std::optional<double> TournamentOptions::reference_speed() const {
  if (!scale_time || *scale_time == "here") return std::nullopt;
  const auto speed = base::parse_number(*scale_time);
  if (!speed || *speed == 0)
    throw UsageError(
        "--scale-time takes here, for this machine, or a number that quiver work --measure prints");
  return static_cast<double>(*speed);
}

std::vector<tournament::OpeningBook> TournamentOptions::books(const std::vector<NamedBoard>& boards,
                                                              std::uint32_t seed) const {
  std::vector<tournament::OpeningBook> all;
  for (const NamedBoard& one : boards) all.push_back(book_of(one, seed));
  return all;
}

tournament::Plan TournamentOptions::plan(const std::vector<NamedBoard>& boards, std::uint32_t seed) const {
  tournament::Plan plan;
  EventOptions::add_to(plan, boards);
  plan.add("table", std::to_string(boards.front().start.turn().seats()));
  plan.add("format", format);
  plan.add("games", std::to_string(num_games(boards)));
  if (rounds) plan.add("rounds", std::to_string(*rounds));
  if (challengers) plan.add("challengers", std::to_string(*challengers));
  if (boards.size() == 1 && boards.front().openings)
    plan.add("openings", openings_line(*boards.front().openings));
  if (sprt) plan.add("sprt", *sprt);
  if (anchor) plan.add("anchor", *anchor);
  plan.add("seed", std::to_string(seed));
  for (const std::string& bot : bots) plan.add("bot", bot);
  return plan;
}

}  // namespace quiver::cli
