// A tournament that two workers on this machine play, against the same one by one process that plays two
// games at once.
//
// Both store in the same PostgreSQL server, the bots are launched, and search a fixed number of nodes. The
// workers wait for it, with the bots' files in their caches, as those of a cluster do. In turns, a few times.
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <unistd.h>

#include "referee/store/open_store.hpp"
#include "tests/bench/measurements.hpp"
#include "tests/bench/postgres_server.hpp"
#include "tests/bench/processes.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTurns = 3;
constexpr const char* kGames = "300";
const std::string kBot = " --threads 1 --hash 16 --nodes 20000 --seed ";

[[noreturn]] void become(const std::string& program, std::vector<std::string> words) {
  std::vector<char*> arguments;
  words.insert(words.begin(), "quiver");
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
  execv(program.c_str(), arguments.data());
  throw std::runtime_error("cannot run " + program);
}

// Bots that fail are quick.
void expect_searched(const std::string& url, const std::string& event) {
  const auto store = need(store::open_store(url, store::Access::kRead));
  for (const store::Event& one : need(store->events())) {
    if (one.name != event) continue;
    for (const store::GameResult& game : need(store->results(one.id)))
      for (const auto& seat : game.seats)
        if (seat.reason && *seat.reason != wire::Reason::kBlocked)
          throw std::runtime_error("a bot was eliminated for " +
                                   std::string(wire::reason_name(*seat.reason)));
  }
}

// Seconds that it takes.
double play(const std::string& program, const std::string& url, const std::string& event,
            const std::vector<std::string>& how) {
  std::vector<std::string> words{"tournament", "amazons",
                                 "--size",     "6",
                                 "--bot",      "amazons-champion name=ann" + kBot + "1",
                                 "--bot",      "amazons-champion name=bob" + kBot + "2",
                                 "--games",    kGames,
                                 "--openings", "random:4",
                                 "--seed",     "3",
                                 "--quiet",    "--store",
                                 url,          "--event",
                                 event};
  words.insert(words.end(), how.begin(), how.end());
  const Clock::time_point began = Clock::now();
  Child child([&] { become(program, words); });
  child.wait();
  const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
  expect_searched(url, event);
  return seconds;
}

}  // namespace

Figures measure_workers(const std::string& program) {
  PostgresServer server;
  const std::string url = server.add_database("workers");
  static_cast<void>(need(store::open_store(url, store::Access::kWrite)));  // makes the tables
  std::vector<std::unique_ptr<Child>> workers;
  for (const std::string name : {"w1", "w2"})
    workers.push_back(std::make_unique<Child>([&, name] {
      become(program,
             {"work", "--store", url, "--quiet", "--name", name, "--cache", server.folder() + "/../" + name});
    }));
  // Everything is loaded once.
  static_cast<void>(play(program, url, "warm", {"--workers"}));
  std::vector<double> ratios;
  std::printf("%s games of Amazons 6x6 of bots that search 20,000 nodes a move, seconds\n", kGames);
  for (int k = 0; k < kTurns; ++k) {
    const double one = play(program, url, "one-" + std::to_string(k), {"--concurrency", "2"});
    const double two = play(program, url, "two-" + std::to_string(k), {"--workers"});
    std::printf("  one process %8.2f    two workers %8.2f    %8.3f\n", one, two, two / one);
    ratios.push_back(two / one);
  }
  for (const auto& worker : workers) {
    worker->terminate();
  }
  std::printf("\n");
  return {{"a tournament by two workers against --concurrency 2, median of 3", median(ratios), 1.1, false}};
}

}  // namespace quiver::bench
