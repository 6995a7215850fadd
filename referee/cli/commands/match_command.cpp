#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/referee_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/options/web_options.hpp"
#include "referee/cli/reports/ci_report.hpp"
#include "referee/cli/reports/match_report.hpp"
#include "referee/cli/reports/time_left.hpp"
#include "referee/cli/terminal/ticker.hpp"
#include "referee/launch/course_player.hpp"
#include "referee/launch/process.hpp"
#include "referee/run/referee.hpp"

namespace quiver::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenScreens(200);

struct MatchCommand {
  PositionOptions position;
  MatchOptions match;
  LaunchOptions launch_policy;
  ClockOptions clock_rules;
  RefereeOptions referee;
  CiOptions ci;
  WebOptions web;
  std::string record;
  std::optional<std::string> logs;
  std::optional<std::uint32_t> debug_bot;
  bool show = false;
  bool json = false;
  bool strict = false;
  bool restart = false;

  int run();

 private:
  [[nodiscard]] run::Order order() const;
  void refuse_what_does_not_go_together() const;
};

// Both reports of a match: the one for people, and the one for CI jobs.
class MatchReports final : public MatchReport {
 public:
  MatchReports(How how, CiReport& ci) : MatchReport(std::move(how)), ci_(ci) {}
  void on_record(const wire::Record& record) override {
    MatchReport::on_record(record);
    ci_.add(record);
  }
  // The table, and what could not be written, which costs no more than the exit code.
  [[nodiscard]] bool finished() {
    try {
      finish();
    } catch (const UsageError& error) {
      note(base::one_line(error.what()));
      return false;
    }
    return true;
  }

 private:
  CiReport& ci_;
};

std::string match_help() {
  return "usage: quiver match [GAME] [options] --bot SPEC --bot SPEC\n\n"
         "Lets bots play each other. Without arguments: a demonstration of Amazons.\n\n" +
         position_help() + kBotHelp + kMatchHelp +
         R"(  --show               draw the board after each move
  --json               one JSON object per game on stdout, and nothing else
  --record FILE        append the same to a file
  --logs DIR           where to keep what bots print (below /tmp)
  --trace FILE         append every frame, decoded, as a line of JSON
  --debug-bot N        the Nth --bot, from 0, gets no clock, no limits and no
                       isolation; stderr says how to attach a debugger
)" + kLaunchHelp +
         kPinHelp + kClockHelp +
         R"(  --restart            new processes for every game
  --strict             exit with 3 if a bot was eliminated for anything but
                       BLOCKED or RESIGNED
)" + kCiHelp +
         kRefereeHelp + kListenHelp + kWebHelp + kOfferHelp + kWebStayHelp +
         R"(
exit codes; if several apply, the first of 128 + N, 2, 1, 4, 3:
  0        all games were played
  1        an --expect was not met
  2        bad usage or input, or output that cannot be written
  3        a bot was eliminated, with --strict
  4        a game stayed void
  128 + N  ended by signal N

examples:
  quiver match amazons --bot random --bot ./my-bot --games 10 --swap
  quiver match connect4 --bot random --bot "./my-bot move-time=1s --depth 3"
  quiver match connect4 --bot ./my-bot --bot minimax --games 50 --swap \
    --expect "my-bot>=0.4" --expect my-bot:no-faults --junit results.xml
  quiver match amazons --bot remote:ann --bot random --listen 0.0.0.0:7000 \
    --tokens tokens.txt --tls-cert cert.pem --tls-key key.pem
)";
}

void debug(std::vector<launch::BotSpec>& bots, std::uint32_t number) {
  if (number >= bots.size())
    throw UsageError("--debug-bot takes the number of a --bot, from 0 to " + std::to_string(bots.size() - 1));
  if (bots[number].remote)
    throw UsageError("--debug-bot: " + bots[number].name + " is remote; debug it where it runs");
  launch::prepare_for_debugger(bots[number]);
}

// Time passes on the screen even while all bots think.
int run_with(run::Referee& referee, MatchReport& report) {
  std::optional<Ticker> ticker;
  if (report.is_live())
    ticker.emplace(kBetweenScreens, [&] { referee.post([&report] { report.on_tick(); }); });
  return referee.run();
}

run::Order MatchCommand::order() const {
  const games::Options options = position.game_options();
  const games::Position after = position.position();
  run::Order order(position.start(), options);
  order.opening = position.events();
  order.games = match.num_games();
  order.swap = match.swap;
  order.first_random = match.first_random();
  order.concurrency = match.num_at_once();
  order.seed = match.seed();
  order.restart = restart;
  order.id = std::to_string(order.seed);
  for (const games::Event& event : order.opening)
    if (std::holds_alternative<games::Elimination>(event))
      throw UsageError("a match begins with moves and no eliminations");
  if (after.outcome().over) throw UsageError("the game is over before it begins");
  for (const std::string& text : match.bots) {
    auto spec = launch::parse_bot_spec(text, position.game(), match.time());
    if (!spec) throw UsageError("--bot: " + spec.error().sentence);
    order.bots.push_back(std::move(*spec));
  }
  const unsigned seats = order.start.turn().seats();
  if (order.bots.size() != seats)
    throw UsageError("the game has " + std::to_string(seats) + " seats: give --bot " + std::to_string(seats) +
                     " times, not " + std::to_string(order.bots.size()));
  launch::make_names_differ(order.bots);
  need(launch::check_playable(order.bots, order.start, !order.opening.empty()));
  if (debug_bot) debug(order.bots, *debug_bot);
  return order;
}

void MatchCommand::refuse_what_does_not_go_together() const {
  if (json && show) throw UsageError("give --json or --show, not both");
  if (ci.tap && (json || show))
    throw UsageError(std::string("give --tap or ") + (json ? "--json" : "--show") + ", not both");
  if (!record.empty() && ci.junit == record) throw UsageError("--junit and --record want different files");
}

int MatchCommand::run() {
  if (match.bots.empty()) throw UsageError("who plays? Give --bot SPEC once for each seat; see --help");
  refuse_what_does_not_go_together();
  CiReport ci_report(ci, "match " + position.game());
  run::Order games = order();
  ci_report.set_names(BotNames(match.bots, games.bots));
  launch::prepare_this_process();
  run::Settings how = referee.settings();
  web.apply_to(how);
  const auto is_remote = [](const launch::BotSpec& bot) { return bot.remote; };
  const bool launches = !std::all_of(games.bots.begin(), games.bots.end(), is_remote);
  how.void_starved = clock_rules.void_starved();
  how.clock_by_cpu = clock_rules.by_cpu();
  if (launches || !how.offers.empty())
    how.launch_policy = launch_policy.open({launches ? std::min(games.concurrency, games.games) : 0,
                                            most_threads(games.bots), !web.listen.empty()});
  auto running = need(run::Referee::open(how));
  std::vector<wire::TimeControl> clocks;
  for (const launch::BotSpec& bot : games.bots) clocks.push_back(bot.time);
  MatchReports report({json, show, record, games.games, games.seed, ci.tap, games.concurrency,
                       debug_bot ? std::nullopt : longest_game(games.start, clocks)},
                      ci_report);
  for (const launch::BotSpec& bot : games.bots)
    if (bot.remote) report.note("waiting for " + bot.name + " at " + running->address().url());
  auto page = web.open(*running, {"match", "", "", "", {}});
  if (page) report.note("the page is at " + page->url());
  if (page && !web.stay) report.note("the page closes when all is played; --web-stay leaves it open");
  ci_report.open();
  LogFolder folder(logs);
  games.logs = folder.path();
  running->play(std::move(games), report, &report);
  const int signal = run_with(*running, report);
  if (page) page->finish();
  const bool stays = page && web.stay && signal == 0;
  if (!stays) {
    page.reset();
    running.reset();  // everything it started is gone after this
  }
  if (const std::string where = folder.close(); !where.empty()) report.note(where);
  const bool written = report.finished();
  const int code = ci_report.finish(signal);
  if (stays) {
    report.note("the page stays open until Ctrl-C");
    running->stay();
  }
  return exit_code_of_run(signal, written, code, report.exit_code(strict));
}

}  // namespace

void add_match_command(CommandLine& program) {
  Command& command = program.add("match");
  auto match = std::make_shared<MatchCommand>();
  match->position.add_to(command, "amazons");
  match->match.add_to(command);
  match->launch_policy.add_with_pin_to(command);
  match->clock_rules.add_to(command);
  match->referee.add_to(command);
  match->ci.add_to(command);
  match->web.add_with_stay_to(command);
  command.word("--record", match->record);
  command.word("--logs", match->logs);
  command.number("--debug-bot", match->debug_bot);
  command.flag("--show", match->show);
  command.flag("--json", match->json);
  command.flag("--strict", match->strict);
  command.flag("--restart", match->restart);
  command.help(match_help());
  command.run([match, &command] {
    if (!command.any_given()) {
      match->match.bots = {"random", "random"};
      match->show = true;
    }
    return match->run();
  });
}

}  // namespace quiver::cli
