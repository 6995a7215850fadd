#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/collection_writer.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/listen_options.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/options/web_options.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/process.hpp"
#include "referee/run/referee.hpp"
#include "referee/store/open_store.hpp"

namespace quiver::cli {

namespace {

struct ServeCommand {
  LaunchOptions launch_policy;
  ClockOptions clock_rules;
  ListenOptions listen;
  WebOptions web;
  std::optional<std::uint32_t> max_matches;
  std::optional<std::uint32_t> max_connections;
  std::optional<std::string> move_time;
  std::optional<std::string> clock;
  std::optional<std::string> grace;
  std::optional<std::string> rest;
  std::optional<std::string> hello_time;
  std::optional<std::string> reconnect_time;
  std::optional<std::string> lag_quota;
  std::string trace;
  std::string record;
  std::string store;
  std::optional<std::string> logs;
  bool no_pairing = false;
  bool quiet = false;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] run::Settings settings() const;
};

std::string serve_help() {
  return std::string(R"(usage: quiver serve --listen ADDR:PORT [options]

Runs a referee that bots connect to. Bots that wait for the same game are
paired; `quiver order` orders matches, `quiver admin` administers the referee.

  --listen ADDR:PORT   where to listen; port 0 picks a free one, which the
                       first line on stdout names
  --tokens FILE        who may connect: lines "name token" or "name token
                       admin", read again on SIGHUP. Without it only this
                       machine may, and everybody on it may give orders
                       unless bots are offered
)") + kListenHelp +
         R"(  --offer NAME[=SPEC]… bots that may be ordered by these names, and played by
                       visitors of the page: bundled ones, or what SPEC says
  --isolate MODE       sandbox offered bots: auto (as far as this machine can,
                       with a warning), required (or do not run), off
  --no-ponder          stop an offered bot while it is not its turn
)" + kPinHelp +
         kClockHelp + R"(  --max-matches N      matches at once (8000)
  --max-connections N  connections at once (16000)
  --move-time T        for each move of matches that the lobby makes
  --clock BANK[+INC]   for a whole game of these, and what each move adds
                       (10s if there is no --move-time)
  --no-pairing         play only matches that were ordered
  --rest T             pause between two lobby matches of one bot (1s)
  --hello-time T       how long a new connection may stay silent (10s)
  --reconnect-time T   how long a bot may be away in a match (30s)
  --lag-quota M[/G]    extra time for network latency, at most M per move
                       and G per game (50 times M)
  --grace T            how long matches may run on after SIGTERM before they
                       are void (30s)
  --record FILE        append the record of every game as a line of JSON
  --store FILE         store every game, so that the page can show it later
  --trace FILE         append every frame, decoded, as a line of JSON
  --logs DIR           where to keep what offered bots print
  --quiet              log warnings only
)" + kWebHelp +
         R"(
exit codes:
  0        stopped by SIGTERM or SIGINT
  2        bad usage or input

example: quiver serve --listen 0.0.0.0:7000 --tokens tokens.txt \
           --tls-cert cert.pem --tls-key key.pem
)";
}

run::Settings ServeCommand::settings() const {
  run::Settings settings;
  if (listen.listen.empty()) throw UsageError("--listen is required: where to listen, ADDR:PORT");
  listen.apply_to(settings);
  web.apply_to(settings, false);
  settings.pairing = !no_pairing;
  settings.orders = true;
  settings.time = clock_options(move_time, clock);
  if (max_matches) settings.limits.matches = *max_matches;
  if (max_connections) settings.limits.connections = *max_connections;
  if (grace) settings.grace = duration_option("--grace", *grace);
  if (rest) settings.timeouts.rest = duration_option("--rest", *rest);
  if (hello_time) settings.timeouts.hello = duration_option("--hello-time", *hello_time);
  if (reconnect_time) settings.timeouts.reconnect = duration_option("--reconnect-time", *reconnect_time);
  if (lag_quota) settings.timeouts.lag = lag_quota_option(*lag_quota);
  settings.record = record;
  settings.trace = trace;
  settings.logs = logs.value_or("");
  settings.void_starved = clock_rules.void_starved();
  settings.clock_by_cpu = clock_rules.by_cpu();
  if (quiet) settings.log = net::Log::Level::kWarning;
  return settings;
}

int ServeCommand::run() const {
  if (logs) {
    std::error_code error;
    std::filesystem::create_directories(*logs, error);
    if (error) throw UsageError("--logs: " + error.message());
  }
  launch::prepare_this_process();
  run::Settings how = settings();
  if (!how.offers.empty()) how.launch_policy = launch_policy.open({0, 1, true});
  const std::unique_ptr<run::Referee> referee = need(run::Referee::open(how));
  std::optional<CollectionWriter> collection;
  WebOptions::Show show{"serve", "", store, CollectionWriter::kCollection, {}, store::is_postgres_url(store)};
  if (!store.empty()) show.lag = [&collection] { return collection->lag(); };
  const auto page = web.open(*referee, show);
  // Both ports are ours: nothing is refused any more, and the store may change.
  if (!store.empty()) collection.emplace(store).attend(*referee);
  std::cout << "listening on " << referee->address().url() << std::endl;
  if (page) std::cout << "the page is at " << page->url() << std::endl;
  referee->run();
  if (page) page->finish();
  return 0;
}

}  // namespace

void add_serve_command(CommandLine& program) {
  Command& command = program.add("serve");
  auto serve = std::make_shared<ServeCommand>();
  serve->launch_policy.add_with_pin_to(command);
  serve->clock_rules.add_to(command);
  serve->listen.add_to(command);
  serve->web.add_to(command);
  command.number("--max-matches", serve->max_matches);
  command.number("--max-connections", serve->max_connections);
  command.word("--move-time", serve->move_time);
  command.word("--clock", serve->clock);
  command.word("--grace", serve->grace);
  command.word("--rest", serve->rest);
  command.word("--hello-time", serve->hello_time);
  command.word("--reconnect-time", serve->reconnect_time);
  command.word("--lag-quota", serve->lag_quota);
  command.word("--trace", serve->trace);
  command.word("--record", serve->record);
  command.word("--store", serve->store);
  command.word("--logs", serve->logs);
  command.flag("--no-pairing", serve->no_pairing);
  command.flag("--quiet", serve->quiet);
  command.help(serve_help());
  command.run([serve] { return serve->run(); });
}

}  // namespace quiver::cli
