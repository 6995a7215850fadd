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
#include "referee/cli/reports/time_left.hpp"
#include "referee/store/open_store.hpp"
#include "referee/tournament/workers/workers_report.hpp"

namespace quiver::cli {

namespace {

struct WorkersCommand {
  std::string what;
  std::string whom;
  std::string store;
  std::string event;
  bool json = false;

  [[nodiscard]] int run() const;

 private:
  [[nodiscard]] int list(store::WorkQueue& queue) const;
};

constexpr const char* kWorkersHelp =
    R"(usage: quiver workers [options] --store postgresql://USER@HOST/DATABASE
       quiver workers drop NAME | admit NAME --store …

Lists the workers of a database, then the units that wait, are being played, or
wait to be stored, and how long the open tournaments will take.

  drop NAME            give what this worker has in hand to others, and let it
                       claim nothing more
  admit NAME           let a worker that was dropped or refused come back
  --store URL          the PostgreSQL database of the tournaments
  --event NAME         which event's results are compared (those that are open,
                       or else the one that began last)
  --json               one JSON object (proto/quiver/v1/workers.proto)

The columns: whether it is alive; units in hand; games in all and an hour; games
that somebody lost on time; void games, and those of them in which a bot did not
get its CPU time (starved); what clocks are multiplied by on its machine (scale);
the p-value of a test of its results against those of all other workers in games
of the same entrants (p), with ! where they differ more than by chance, and -
where there are too few games; its machine. Below it: why it is refused.

exit codes:
  0        done
  2        bad usage, or the database cannot be used

example:  quiver workers --store postgresql://quiver@db.example/cup
)";

template <class... Any>
std::string formatted(const char* how, const Any&... any) {
  std::array<char, 256> text{};
  std::snprintf(text.data(), text.size(), how, any...);
  return text.data();
}

// "0.43", "<0.001!", "-".
std::string p_text(const std::optional<store::WorkersReport::Test>& test) {
  if (!test) return "-";
  return (test->p < 0.001 ? "<0.001" : formatted("%.3f", test->p)) + (test->differs ? "!" : "");
}

std::string line_of(const store::WorkersReport::Row& row) {
  const store::WorkerState& worker = row.state;
  const auto count = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
  const std::string scale = worker.time_scale ? formatted("%.3g", *worker.time_scale) : "-";
  std::string out =
      formatted("%-24s %-6s %5llu %8llu %8.0f %6llu %6llu %8llu %6s %8s  ",
                base::escaped(worker.info.name, 24).c_str(), row.alive ? "alive" : "away",
                count(worker.units), count(worker.games), row.games_an_hour, count(worker.time_losses),
                count(worker.voids), count(worker.starved), scale.c_str(), p_text(row.test).c_str());
  out += base::escaped(worker.info.host + ", " + worker.info.cpu, 80) + "\n";
  if (row.test && row.test->differs)
    out += formatted("  its results differ from the others': chi-square %.1f with %u degrees of freedom\n",
                     row.test->chi_square, row.test->degrees);
  if (!worker.refused.empty()) out += "  refused: " + base::one_line(worker.refused) + "\n";
  return out;
}

std::string line_of(const store::WorkersReport::Progress& progress) {
  std::string out = base::escaped(progress.event, 64) + ": " + std::to_string(progress.played) + " of " +
                    std::to_string(progress.planned) + " games";
  if (progress.seconds_left && *progress.seconds_left > 0)
    out += ", about " + clock_text(*progress.seconds_left) + " left";
  return out + "\n";
}

int WorkersCommand::list(store::WorkQueue& queue) const {
  const auto opened = need(store::open_store(store, store::Access::kRead));
  const store::WorkersReport report = need(tournament::report_workers(*opened, queue, event));
  Output out;
  if (json) {
    out << store::workers_json(report) + "\n";
  } else {
    out << "worker                   state  units    games  an hour  timed  voids  starved  scale        p  "
           "machine\n";
    for (const auto& row : report.workers) out << line_of(row);
    out << std::to_string(report.units.open) + " units wait, " + std::to_string(report.units.leased) +
               " are being played, " + std::to_string(report.units.submitted) + " wait to be stored\n";
    for (const auto& progress : report.events) out << line_of(progress);
  }
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
  command.word("--event", workers->event);
  command.flag("--json", workers->json);
  command.help(kWorkersHelp);
  command.run([workers] { return workers->run(); });
}

}  // namespace quiver::cli
