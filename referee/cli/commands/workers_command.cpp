#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/store/work_queue.hpp"

namespace quiver::cli {

namespace {

constexpr double kAlive = 30;  // seconds since its last sign of life

struct WorkersCommand {
  std::string what;
  std::string whom;
  std::string store;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] int list(store::WorkQueue& queue) const;
};

constexpr const char* kWorkersHelp =
    R"(usage: quiver workers [drop NAME | admit NAME] --store postgresql://USER@HOST/DATABASE

Lists the workers of a database: whether they are alive, what they play, games
in all and an hour, games with a loss on time, void games, and why one is
refused. Then the units that wait, are being played, or wait to be stored.

  drop NAME            give what this worker has in hand to others, and let it
                       claim nothing more
  admit NAME           let a worker that was dropped or refused come back
  --store URL          the PostgreSQL database of the tournaments

exit codes:
  0        done
  2        bad usage, or the database cannot be used

example:  quiver workers --store postgresql://quiver@db.example/cup
)";

std::string line_of(const store::WorkerState& worker) {
  std::array<char, 256> line{};
  const double an_hour = worker.hours > 0 ? static_cast<double>(worker.games) / worker.hours : 0;
  std::snprintf(line.data(), line.size(), "%-24s %-8s %5llu %8llu %8.0f %6llu %6llu  ",
                base::escaped(worker.info.name, 24).c_str(), worker.seen_seconds < kAlive ? "alive" : "away",
                static_cast<unsigned long long>(worker.units), static_cast<unsigned long long>(worker.games),
                an_hour, static_cast<unsigned long long>(worker.time_losses),
                static_cast<unsigned long long>(worker.voids));
  std::string out = line.data() + base::escaped(worker.info.host + ", " + worker.info.cpu, 80) + "\n";
  if (!worker.refused.empty()) out += "  refused: " + base::one_line(worker.refused) + "\n";
  return out;
}

int WorkersCommand::list(store::WorkQueue& queue) const {
  const auto workers = need(queue.workers());
  const store::QueueState state = need(queue.state());
  Output out;
  out << "worker                   state    units    games an hour  timed  voids  machine\n";
  for (const store::WorkerState& worker : workers) out << line_of(worker);
  out << std::to_string(state.open) + " units wait, " + std::to_string(state.leased) + " are being played, " +
             std::to_string(state.submitted) + " wait to be stored\n";
  out.finish();
  return 0;
}

int WorkersCommand::run() const {
  const auto queue = need(store::WorkQueue::open(store));
  if (what.empty()) return list(*queue);
  if (what != "drop" && what != "admit") throw UsageError("workers takes drop NAME, admit NAME, or nothing");
  if (whom.empty()) throw UsageError(what + " which worker? Give its name, as quiver workers shows it");
  if (const auto known = need(queue->workers());
      std::ranges::none_of(known, [&](const store::WorkerState& worker) { return worker.info.name == whom; }))
    throw UsageError("there is no worker " + base::quoted(whom) + "; quiver workers lists them");
  Output out;
  if (what == "drop") {
    need(queue->refuse_worker(whom, "dropped by quiver workers drop"));
    out << base::escaped(whom, 64) + " is dropped; what it had in hand is played by others\n";
  } else {
    need(queue->admit_worker(whom));
    out << base::escaped(whom, 64) + " is admitted; start it again with quiver work --name\n";
  }
  out.finish();
  return 0;
}

}  // namespace

void add_workers_command(CommandLine& program) {
  Command& command = program.add("workers");
  auto workers = std::make_shared<WorkersCommand>();
  command.word("WHAT", workers->what);
  command.word("NAME", workers->whom);
  command.word("--store", workers->store);
  command.help(kWorkersHelp);
  command.run([workers] { return workers->run(); });
}

}  // namespace quiver::cli
