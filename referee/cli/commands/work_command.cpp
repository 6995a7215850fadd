#include <cstdlib>
#include <memory>
#include <string>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/referee_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/launch/process.hpp"
#include "referee/tournament/workers/worker.hpp"

namespace quiver::cli {

namespace {

constexpr std::chrono::seconds kIdle(10);

struct WorkCommand {
  std::string store;
  std::optional<std::uint32_t> concurrency;
  std::string name;
  std::string lease = "15s";
  std::string cache;
  std::optional<std::string> logs;
  bool until_idle = false;
  bool quiet = false;
  LaunchOptions launch_policy;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] tournament::WorkerSettings settings() const;
  [[nodiscard]] std::string cache_folder() const;
};

std::string work_help() {
  return R"(usage: quiver work --store postgresql://USER@HOST/DATABASE [options]

Plays what open tournaments have to play. A tournament is opened by
quiver tournament --workers with the same store. Any number of workers may run,
on any number of machines; they may be killed and started at any time.

  --store URL          the PostgreSQL database of the tournaments
  --concurrency C      how many games at once (1)
  --name NAME          its name in records and tables (host and process)
  --until-idle         end when there has been nothing to play for 10 s
  --lease T            how long it keeps a unit of work whose games make no
                       progress (15s)
  --cache DIR          where the files of bots are kept
                       ($XDG_CACHE_HOME/quiver, or ~/.cache/quiver)
  --logs DIR           where to keep what bots print
  --quiet              no line per game
)" + std::string(kLaunchHelp) +
         kPinHelp +
         R"(
exit codes:
  0        there was nothing more to play (--until-idle)
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
  settings.logs = logs.value_or("");
  return settings;
}

int WorkCommand::run() const {
  tournament::WorkerSettings settings = this->settings();
  auto queue = need(store::WorkQueue::open(store, store::WorkQueue::Hears::kWork));
  launch::prepare_this_process();
  run::Settings referee_settings;
  referee_settings.launch_policy = launch_policy.open({settings.concurrency, 1, false});
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
  warn(who + " waits for games");
  worker.start(*referee, std::move(queue));
  const int signal = referee->run();
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
  command.flag("--until-idle", work->until_idle);
  command.flag("--quiet", work->quiet);
  work->launch_policy.add_with_pin_to(command);
  command.help(work_help());
  command.run([work] { return work->run(); });
}

}  // namespace quiver::cli
