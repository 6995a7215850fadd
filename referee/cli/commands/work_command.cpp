#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/commands/health_file.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/process.hpp"
#include "referee/tournament/workers/machine_speed.hpp"
#include "referee/tournament/workers/worker.hpp"

namespace quiver::cli {

namespace {

constexpr std::chrono::seconds kIdle(10);
constexpr std::chrono::seconds kBetweenTries(1);

struct WorkCommand {
  std::string store;
  std::optional<std::uint32_t> concurrency;
  std::string name;
  std::string lease = "15s";
  std::string cache;
  std::string cache_size = "2G";
  std::optional<std::string> logs;
  std::optional<std::string> health;
  bool until_idle = false;
  bool scale_time = false;
  bool measure = false;
  bool quiet = false;
  LaunchOptions launch_options;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] tournament::WorkerSettings settings() const;
  // As much isolation as this machine can do: what tournaments ask for is not known yet.
  [[nodiscard]] launch::LaunchPolicy launch_policy() const;
  // Waits for a server that does not run yet and for a store that nobody has opened yet, because coordinator,
  // server and workers may be started in any order.
  [[nodiscard]] std::unique_ptr<store::WorkQueue> open_queue() const;
  [[nodiscard]] int print_speed() const;
  [[nodiscard]] std::string cache_folder() const;
  [[nodiscard]] std::string health_file() const;
};

std::string work_help() {
  return R"(usage: quiver work --store postgresql://USER@HOST/DATABASE [options]
       quiver work --measure [--concurrency C]

Plays what open tournaments have to play. A tournament is opened by
quiver tournament --workers with the same store. Any number of workers may run,
on any number of machines; they may be killed and started at any time, also
before the database and the tournament.

  --store URL          the PostgreSQL database of the tournaments
  --concurrency C      how many games at once (1)
  --name NAME          its name in records and tables (host and process)
  --until-idle         end when nobody has had anything to play for 10 s
  --lease T            how long it keeps a unit of work whose games make no
                       progress (15s)
  --cache DIR          where the files of bots are kept
                       ($XDG_CACHE_HOME/quiver, or ~/.cache/quiver)
  --cache-size SIZE    how much of the disk they take; those that were not used
                       for the longest time are removed first (2G)
  --logs DIR           where to keep what bots print
  --health-file FILE   write this file every 5 s, but not while a game hangs; older
                       than 30 s: restart the worker (QUIVER_HEALTH_FILE)
  --quiet              no line per game
  --isolate MODE       at least this, whatever the tournament asks for:
                       off, auto or required (off)
  --no-ponder          stop a bot while it is not its turn, even if the
                       tournament does not ask for it
  --scale-time         measure this machine first, which takes some seconds; then
                       tournaments that scale their clocks can be played
  --measure            print how fast this machine is with C games at once, and
                       nothing else: the number for tournament --scale-time
)" + std::string(kPinHelp) +
         R"(
exit codes:
  0        there was nothing more to play (--until-idle), or it was measured
  2        bad usage, the database cannot be used, or this worker is refused
  128 + N  ended by signal N; its games go to other workers

example:  quiver work --store postgresql://quiver@db.example/cup --concurrency 8
)";
}

std::string WorkCommand::cache_folder() const {
  if (!cache.empty()) return cache;
  const char* own = std::getenv("XDG_CACHE_HOME");
  if (own != nullptr && *own != '\0') return std::string(own) + "/quiver";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') throw UsageError("there is no HOME: give --cache DIR");
  return std::string(home) + "/.cache/quiver";
}

std::string WorkCommand::health_file() const {
  const char* own = std::getenv("QUIVER_HEALTH_FILE");
  return health.value_or(own == nullptr ? "" : own);
}

tournament::WorkerSettings WorkCommand::settings() const {
  tournament::WorkerSettings settings;
  settings.info = tournament::this_machine(name);
  if (const std::string fault = base::name_fault(settings.info.name); !fault.empty() && !name.empty())
    throw UsageError("--name: " + fault);
  if (concurrency == 0U || concurrency.value_or(1) > 256) throw UsageError("--concurrency takes 1 to 256");
  settings.concurrency = concurrency.value_or(1);
  settings.lease = duration_option("--lease", lease);
  if (until_idle) settings.until_idle = kIdle;
  settings.cache = cache_folder();
  settings.cache_bytes = need(launch::parse_bytes(cache_size), "--cache-size: ");
  settings.logs = logs.value_or("");
  settings.isolation = launch::isolation_of(launch_options.isolate);
  settings.no_ponder = launch_options.no_ponder;
  return settings;
}

launch::LaunchPolicy WorkCommand::launch_policy() const {
  LaunchOptions options = launch_options;
  if (options.isolate == "off") options.isolate = "auto";
  return options.open({concurrency.value_or(1), 1, false});
}

int WorkCommand::print_speed() const {
  const std::uint32_t at_once = settings().concurrency;
  warn("measuring with " + std::to_string(at_once) + (at_once == 1 ? " game" : " games") + " at once");
  Output out;
  out << std::to_string(std::lround(tournament::machine_speed(at_once))) + "\n";
  out.finish();
  return 0;
}

std::unique_ptr<store::WorkQueue> WorkCommand::open_queue() const {
  const base::Time began = base::clock_now();
  std::string told;
  for (;;) {
    auto queue = store::WorkQueue::open(store, store::WorkQueue::Hears::kWork);
    const bool waits = !queue && queue.error().code == base::Error::Code::kNotYet &&
                       !(until_idle && base::clock_now() - began >= kIdle);
    if (!waits) return need(std::move(queue));
    if (queue.error().sentence != told) warn(queue.error().sentence + "; waiting for it");
    told = queue.error().sentence;
    std::this_thread::sleep_for(kBetweenTries);
  }
}

int WorkCommand::run() const {
  if (measure) return print_speed();
  tournament::WorkerSettings settings = this->settings();
  auto queue = open_queue();
  launch::prepare_this_process();
  settings.launch_policy = launch_policy();
  if (scale_time) {
    settings.info.speed = tournament::machine_speed(settings.concurrency);
    warn("this machine has the speed " + std::to_string(std::lround(*settings.info.speed)));
  }
  run::Settings referee_settings;
  referee_settings.launch_policy = settings.launch_policy;
  referee_settings.log = net::Log::Level::kWarning;
  const std::string who = settings.info.name;
  tournament::Worker worker(
      std::move(settings), [](const std::string& sentence) { warn(sentence); },
      [this](const wire::Record& record) {
        if (quiet) return;
        Output out;
        out << "game " << record.id << ": " << base::one_line(record.sentence) << "\n";
        out.finish();
      });
  const auto referee = need(run::Referee::open(referee_settings));
  std::optional<HealthFile> health_shown(std::in_place, health_file(), *referee, worker);
  warn(who + " waits for games");
  worker.start(*referee, std::move(queue));
  const int signal = referee->run();
  health_shown.reset();
  worker.finish();
  if (!worker.failure().empty()) throw UsageError(worker.failure());
  return signal == 0 ? 0 : 128 + signal;
}

}  // namespace

void add_work_command(CommandLine& program) {
  Command& command = program.add("work");
  auto work = std::make_shared<WorkCommand>();
  command.word("--store", work->store);
  command.number("--concurrency", work->concurrency);
  command.word("--name", work->name);
  command.word("--lease", work->lease);
  command.word("--cache", work->cache);
  command.word("--logs", work->logs);
  command.word("--health-file", work->health);
  command.flag("--until-idle", work->until_idle);
  command.flag("--quiet", work->quiet);
  command.word("--cache-size", work->cache_size);
  command.flag("--scale-time", work->scale_time);
  command.flag("--measure", work->measure);
  work->launch_options.isolate = "off";  // no more than a tournament asks for
  work->launch_options.add_with_pin_to(command);
  command.help(work_help());
  command.run([work] { return work->run(); });
}

}  // namespace quiver::cli
