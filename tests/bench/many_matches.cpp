// A thousand matches at once: moves a second against a server that only answers, and memory.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "tests/bench/load.hpp"
#include "tests/bench/measurements.hpp"
#include "tests/bench/plain_servers.hpp"
#include "tests/bench/processes.hpp"
#include "tests/bench/replayer.hpp"

namespace quiver::bench {

namespace {

constexpr std::size_t kMatches = 1000;
constexpr std::uint32_t kPlies = 60;  // of each match, all of them in the time that is measured
constexpr unsigned kRounds = 4;

double seconds_since(base::Time begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// One message under way in each pair, from its one connection and its other in turn, as in a game.
class EchoLoad {
 public:
  EchoLoad() : server_([&] { run_asio_echo(listening_, sizes_); }) {
    for (std::size_t k = 0; k < 2 * kMatches; ++k) load_.open(listening_.port);
  }

  // Seconds for kPlies messages of each pair.
  double run() {
    const std::string message(sizes_.played, 'x');
    std::vector<std::size_t> came(2 * kMatches, 0);
    std::vector<std::uint32_t> plies(kMatches, 0);
    std::size_t running = kMatches;
    const base::Time begin = std::chrono::steady_clock::now();
    for (std::size_t k = 0; k < kMatches; ++k) load_.send(2 * k, message);
    while (running > 0)
      load_.wait(1000, [&](std::size_t connection, std::string_view bytes, base::Time) {
        came[connection] += bytes.size();
        if (came[connection] < sizes_.asked) return;
        came[connection] = 0;
        if (++plies[connection / 2] == kPlies)
          --running;
        else
          load_.send(connection ^ 1U, message);
      });
    return seconds_since(begin);
  }
  [[nodiscard]] const Child& process() const { return server_; }

 private:
  FrameSizes sizes_ = frame_sizes();
  Listening listening_;
  Child server_;
  Load load_;
};

class MatchLoad {
 public:
  explicit MatchLoad(std::uint16_t port) : bots_(2 * kMatches), admin_(port) {
    for (std::size_t k = 0; k < bots_.size(); ++k) {
      load_.open(port);
      load_.send(k, Replayer::hello(name(k)));
    }
    // Whoever is named in an order has to be there.
    std::size_t welcomed = 0;
    while (welcomed < bots_.size()) step([&](std::size_t) { ++welcomed; });
  }

  // Every match waits for its first move.
  void begin() {
    wire::TimeControl time;
    time.per_move = std::chrono::seconds(20);
    for (std::size_t k = 0; k < kMatches; ++k) admin_.order({name(2 * k), name(2 * k + 1)}, time, 1);
    std::size_t asked = 0;
    while (asked < kMatches)
      step([&](std::size_t k) {
        if (bots_[k].to_move()) ++asked;
      });
  }

  // Seconds until every match has come to kPlies.
  double run() {
    std::size_t running = kMatches;
    const base::Time begin = std::chrono::steady_clock::now();
    for (std::size_t k = 0; k < bots_.size(); ++k)
      if (bots_[k].to_move()) play(k);
    while (running > 0)
      step([&](std::size_t k) {
        if (!bots_[k].to_move()) return;
        if (bots_[k].ply() < kPlies)
          play(k);
        else
          --running;
      });
    return seconds_since(begin);
  }

  void finish() {
    for (std::size_t k = 0; k < bots_.size(); ++k)
      if (bots_[k].to_move()) play(k);
    const std::uint64_t round = bots_[0].starts();
    while (!std::all_of(bots_.begin(), bots_.end(), [&](const Replayer& bot) { return bot.ends() == round; }))
      step([&](std::size_t k) {
        if (bots_[k].to_move()) play(k);
      });
    for (std::size_t k = 0; k < kMatches; ++k) admin_.wait_for_done();
  }

 private:
  static std::string name(std::size_t k) { return "bot" + std::to_string(k); }

  void play(std::size_t k) {
    answers_.clear();
    bots_[k].play(answers_);
    load_.send(k, answers_);
  }

  template <class Then>
  void step(const Then& then) {
    load_.wait(1000, [&](std::size_t k, std::string_view bytes, base::Time) {
      answers_.clear();
      bots_[k].take(bytes, answers_);
      if (!answers_.empty()) load_.send(k, answers_);
      then(k);
    });
  }

  std::vector<Replayer> bots_;
  Admin admin_;
  Load load_;
  std::string answers_;
};

}  // namespace

Figures measure_many_matches(const std::string& program) {
  const double moves = static_cast<double>(kMatches) * kPlies;
  EchoLoad echo;
  const Daemon daemon(program);
  const std::size_t memory_before = daemon.process().memory();
  MatchLoad matches(daemon.port());
  std::vector<double> memory;  // KiB a match, in each round
  std::vector<double> echo_rates;
  std::vector<double> match_rates;
  double echo_cpu = 0;
  double match_cpu = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    matches.begin();
    const double echo_cpu_before = echo.process().cpu_seconds();
    echo_rates.push_back(moves / echo.run());
    echo_cpu += echo.process().cpu_seconds() - echo_cpu_before;
    const double match_cpu_before = daemon.process().cpu_seconds();
    match_rates.push_back(moves / matches.run());
    match_cpu += daemon.process().cpu_seconds() - match_cpu_before;
    memory.push_back(static_cast<double>(daemon.process().memory() - memory_before) / 1024 / kMatches);
    matches.finish();
  }
  std::printf("%zu matches at once, %u rounds in turn %17s %18s\n", kMatches, kRounds, "a second",
              "server's CPU");
  const auto print = [&](const char* what, const std::vector<double>& rates, double cpu) {
    std::printf("%-40s %9.0f (%.0f to %.0f) %8.1f µs\n", what, median(rates), percentile(rates, 0),
                percentile(rates, 1), cpu * 1e6 / moves / kRounds);
  };
  print("messages answered by a plain Asio server", echo_rates, echo_cpu);
  print("moves", match_rates, match_cpu);
  std::printf("memory a match, round by round:");
  for (const double one : memory) std::printf(" %.1f", one);
  std::printf(" KiB\n\n");
  return {{"1000 matches: moves a second against a plain Asio server's answers",
           median(match_rates) / median(echo_rates), 0.3, true},
          {"memory a match of Amazons 10x10, its connections included, in KiB", percentile(memory, 1), 64,
           false}};
}

}  // namespace quiver::bench
