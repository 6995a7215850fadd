// What one PostgreSQL server carries: claims and submissions a second, a thousand workers, a real
// coordinator.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <unistd.h>

#include "referee/store/open_store.hpp"
#include "tests/bench/measurements.hpp"
#include "tests/bench/postgres_server.hpp"
#include "tests/bench/processes.hpp"
#include "tests/bench/queue_growth.hpp"
#include "tests/bench/queue_load.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr std::size_t kClients = 8;
constexpr seconds kWarm(2);
constexpr seconds kMeasured(10);
constexpr std::size_t kWorkers = 1000;
constexpr seconds kGame(10);
constexpr seconds kThousand(60);

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

using Workers = std::vector<std::unique_ptr<SimulatedWorkers>>;

Workers start_workers(const std::string& url, std::size_t connections, std::size_t each, base::Duration game,
                      LoadCount& counts) {
  Workers all;
  for (std::size_t k = 0; k < connections; ++k)
    all.push_back(std::make_unique<SimulatedWorkers>(url, "w" + std::to_string(k), each, game, counts));
  return all;
}

// Units submitted a second, after a while.
double pace(const LoadCount& counts, base::Duration time) {
  std::this_thread::sleep_for(kWarm);
  const std::uint64_t before = counts.units;
  const Clock::time_point began = Clock::now();
  std::this_thread::sleep_for(time);
  return static_cast<double>(counts.units - before) / seconds_since(began);
}

// The coordinator's half, as long as it lives: offers, fetches, removes. Nothing is judged or stored.
class Drain {
 public:
  Drain(const std::string& url, store::EventId event)
      : queue_(need(store::WorkQueue::open(url, store::WorkQueue::Hears::kSubmissions))), event_(event) {
    thread_ = std::thread([this] { run(); });
  }
  ~Drain() {
    ends_ = true;
    thread_.join();
  }
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;

 private:
  void run() {
    std::uint32_t next = 1;
    std::size_t outstanding = 0;
    while (!ends_) {
      if (outstanding < 1500) {
        need(queue_->offer(event_, bench_units(next, 500)));
        next += 1000;
        outstanding += 500;
      }
      std::vector<store::UnitId> units;
      for (const auto& one : need(queue_->submissions(event_, 500))) units.push_back(one.unit);
      if (units.empty()) {
        queue_->wait(seconds(1), -1);
        continue;
      }
      need(queue_->settle(event_, units));
      outstanding -= units.size();
    }
  }
  std::unique_ptr<store::WorkQueue> queue_;
  store::EventId event_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

// `quiver tournament --workers` between two programs that nobody starts.
class Coordinator {
 public:
  Coordinator(const std::string& program, const PostgresServer& server, const std::string& url)
      : child_([&] {
          const std::string folder = server.folder() + "/..";
          std::vector<std::string> words{"quiver",  "tournament", "connect4", "--workers", "--quiet",
                                         "--games", "1000000",    "--store",  url,         "--bot"};
          for (const std::string name : {"ann", "bob"}) {
            std::ofstream(folder + "/" + name) << name;
            if (name == "bob") words.emplace_back("--bot");
            words.push_back("/bin/cat name=" + name + " " + folder + "/" + name);
          }
          std::vector<char*> arguments;
          for (std::string& word : words) arguments.push_back(word.data());
          arguments.push_back(nullptr);
          if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
          execv(program.c_str(), arguments.data());
          throw std::runtime_error("cannot run " + program);
        }) {}
  [[nodiscard]] const Child& process() const { return child_; }

 private:
  Child child_;
};

std::uint64_t stored_games(const std::string& url) {
  const auto store = need(store::open_store(url, store::Access::kRead));
  const auto events = need(store->events());
  return events.empty() ? 0 : need(store->results(events.front().id)).size();
}

void wait_for_work(const std::string& url) {
  for (int k = 0; k < 600; ++k, std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
    const auto queue = store::WorkQueue::open(url);
    if (queue && need((*queue)->state()).open > 0) return;
  }
  throw std::runtime_error("the coordinator offers nothing");
}

void line(const char* what, double figure) { std::printf("  %-66s %10.1f\n", what, figure); }

Figure measure_clients(PostgresServer& server) {
  const std::string url = server.add_database("clients");
  const auto store = need(store::open_store(url, store::Access::kWrite));
  const Drain drain(url, open_bench_event(*store, url));
  LoadCount counts;
  const Workers workers = start_workers(url, kClients, 1, base::Duration(0), counts);
  const double cpu = server.cpu_seconds();
  const double units = pace(counts, kMeasured);
  const double used = (server.cpu_seconds() - cpu) / std::chrono::duration<double>(kWarm + kMeasured).count();
  for (const auto& one : workers) one->stop();
  std::printf("%zu clients claim and submit pairs, without games; synchronised to disk\n", kClients);
  line("pairs a second", units);
  line("cores that the server takes", used);
  return {"pairs that 8 clients claim and submit a second", units, 500, true};
}

void measure_whole_way(const std::string& program, PostgresServer& server) {
  const std::string url = server.add_database("way");
  const Coordinator coordinator(program, server, url);
  wait_for_work(url);
  LoadCount counts;
  const Workers workers = start_workers(url, kClients, 1, base::Duration(0), counts);
  const double before_cpu = coordinator.process().cpu_seconds_of_all();
  std::this_thread::sleep_for(kWarm);
  const std::uint64_t before = stored_games(url);
  const Clock::time_point began = Clock::now();
  std::this_thread::sleep_for(kMeasured);
  const double games = static_cast<double>(stored_games(url) - before) / seconds_since(began);
  const double cpu = coordinator.process().cpu_seconds_of_all() - before_cpu;
  for (const auto& one : workers) one->stop();
  std::printf("the same with a real coordinator, which judges, stores and reports\n");
  line("games stored a second", games);
  line("cores that the coordinator takes", cpu / std::chrono::duration<double>(kWarm + kMeasured).count());
  line("its memory, MB", static_cast<double>(coordinator.process().memory()) / 1e6);
}

Figure measure_thousand(const std::string& program, PostgresServer& server) {
  const std::string url = server.add_database("thousand");
  const Coordinator coordinator(program, server, url);
  wait_for_work(url);
  LoadCount counts;
  const Workers workers = start_workers(url, kClients, kWorkers / kClients, kGame, counts);
  std::this_thread::sleep_for(kGame);
  const double cpu = coordinator.process().cpu_seconds_of_all();
  const double server_cpu = server.cpu_seconds();
  const double units = pace(counts, kThousand);
  const double time = std::chrono::duration<double>(kWarm + kThousand).count();
  const double used = (coordinator.process().cpu_seconds_of_all() - cpu) / time;
  const double server_used = (server.cpu_seconds() - server_cpu) / time;
  const auto held = need(need(store::WorkQueue::open(url))->state()).leased;
  for (const auto& one : workers) one->stop();
  std::printf("%zu simulated workers on %zu connections, %lld s a pair\n", kWorkers, kClients,
              static_cast<long long>(kGame.count()));
  line("leases held at the end", static_cast<double>(held));
  line("pairs a second", units);
  line("cores that the coordinator takes", used);
  line("its memory, MB", static_cast<double>(coordinator.process().memory()) / 1e6);
  line("cores that the server takes", server_used);
  return {"leases lost by 1000 workers whose games make progress", static_cast<double>(counts.lost), 0,
          false};
}

// What connections cost, and what it costs that all of them hear of new work.
void measure_connections(PostgresServer& server) {
  const std::string url = server.add_database("many");
  const auto store = need(store::open_store(url, store::Access::kWrite));
  const store::EventId event = open_bench_event(*store, url);
  const auto own = need(store::WorkQueue::open(url));
  const auto memory = static_cast<double>(server.memory());
  std::vector<std::unique_ptr<store::WorkQueue>> idle;
  for (std::size_t k = 0; k < kWorkers; ++k) {
    idle.push_back(need(store::WorkQueue::open(url, store::WorkQueue::Hears::kWork)));
    need(idle.back()->enter({"idle-" + std::to_string(k), "host", "cpu"}));
    if (need(idle.back()->claim("idle-" + std::to_string(k), seconds(15), {})))
      throw std::runtime_error("work");
  }
  std::printf("%zu real connections\n", kWorkers);
  line("memory of the server a connection, MB",
       (static_cast<double>(server.memory()) - memory) / 1e6 / static_cast<double>(kWorkers));
  const double cpu = server.cpu_seconds();
  const Clock::time_point began = Clock::now();
  need(own->offer(event, bench_units(1, 250)));
  for (const auto& one : idle) one->wait(seconds(60), -1);
  line("ms until all have heard of new work", 1000 * seconds_since(began));
  line("ms of CPU that this costs the server", 1000 * (server.cpu_seconds() - cpu));
}

}  // namespace

Figures measure_queue(const std::string& program) {
  PostgresServer server;
  Figures figures{measure_clients(server)};
  measure_whole_way(program, server);
  figures.push_back(measure_thousand(program, server));
  measure_connections(server);
  for (const Figure& one : measure_queue_growth(server)) figures.push_back(one);
  std::printf("\n");
  return figures;
}

}  // namespace quiver::bench
