// What it costs a ladder of 300 bots, which plays as fast as it can, that 200 pages are open; and what a page
// that shows its standings is sent while little happens.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "tests/bench/measurements.hpp"
#include "tests/bench/processes.hpp"
#include "tests/bench/seated_bots.hpp"
#include "tests/bench/spectators.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kEntrants = 300;
constexpr unsigned kGamesAtOnce = 4;
constexpr unsigned kRounds = 6;
constexpr std::chrono::seconds kRound(4);
// Of 200 pages, so many show the standings, the lobby, and a bot's page or a wall screen, which listen to
// both.
constexpr std::size_t kAtStandings = 120;
constexpr std::size_t kInLobby = 80;
// While little happens: each move takes so long, and a game ends every few seconds.
constexpr std::chrono::milliseconds kThought(100);
constexpr std::chrono::seconds kSettle(12);
constexpr std::chrono::seconds kQuietTime(60);

// A folder for the store, which goes with this.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "quiver-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for the store");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string store() const { return path_ + "/ladder.db"; }
  [[nodiscard]] std::string log() const { return path_ + "/log"; }

 private:
  std::string path_;
};

// `quiver ladder` with its page, in a process of its own.
class LadderProcess {
 public:
  explicit LadderProcess(const std::string& program)
      : child_([&] {
          const int output = open(folder_.log().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
          dup2(output, STDERR_FILENO);
          dup2(output, STDOUT_FILENO);
          const std::string store = folder_.store();
          const std::string at_once = std::to_string(kGamesAtOnce);
          execl(program.c_str(), "quiver", "ladder", "amazons", "--store", store.c_str(), "--listen",
                "127.0.0.1:0", "--web", "127.0.0.1:0", "--concurrency", at_once.c_str(), "--rest", "0s",
                "--move-time", "20s", "--quiet", nullptr);
          throw std::runtime_error("cannot run " + program);
        }) {
    page_port_ = read_port("the page is at ");
    port_ = read_port(" runs at ");
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::uint16_t page_port() const { return page_port_; }
  [[nodiscard]] const Child& process() const { return child_; }
  // What it has printed so far.
  [[nodiscard]] std::string output() const {
    std::ifstream log(folder_.log());
    return {std::istreambuf_iterator<char>(log), {}};
  }

 private:
  // From the line of its output that says so.
  [[nodiscard]] std::uint16_t read_port(const std::string& what) const {
    for (const auto end = Clock::now() + std::chrono::seconds(30); Clock::now() < end;) {
      std::ifstream log(folder_.log());
      for (std::string line; std::getline(log, line);) {
        if (line.find(what) == std::string::npos) continue;
        while (!line.empty() && (line.back() < '0' || line.back() > '9')) line.pop_back();
        return static_cast<std::uint16_t>(std::stoul(line.substr(line.rfind(':') + 1)));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error("the ladder did not say where it listens:\n" + output());
  }

  Folder folder_;
  Child child_;
  std::uint16_t port_ = 0;
  std::uint16_t page_port_ = 0;
};

// The bots of the ladder, which replay the written game.
class Entrants {
 public:
  explicit Entrants(std::uint16_t port)
      : bots_(port, "bot", kEntrants, true), sent_(kEntrants), due_(kEntrants) {}

  // Plays for so long. Returns for each move how long it took until its player was told of it, in µs.
  std::vector<double> play_for(Clock::duration time, Clock::duration thought) {
    std::vector<double> moves;
    const auto end = Clock::now() + time;
    const int wait = thought == Clock::duration{0} ? 100 : 5;
    // Some were asked while others were still connecting.
    for (std::size_t k = 0; k < kEntrants; ++k)
      if (bots_[k].to_move() && !due_[k]) play(k);
    while (Clock::now() < end) {
      bots_.step(wait, [&](std::size_t k, base::Time when) { hear(k, when, moves, thought); });
      if (thought != Clock::duration{0}) play_what_is_due();
    }
    return moves;
  }

  [[nodiscard]] std::uint64_t games() {
    std::uint64_t seats = 0;
    for (std::size_t k = 0; k < kEntrants; ++k) seats += bots_[k].ends();
    return seats / 2;
  }

 private:
  void hear(std::size_t k, base::Time when, std::vector<double>& moves, Clock::duration thought) {
    if (sent_[k]) moves.push_back(std::chrono::duration<double, std::micro>(when - *sent_[k]).count());
    sent_[k].reset();
    if (!bots_[k].to_move() || due_[k]) return;
    due_[k] = Clock::now() + thought;
    if (thought == Clock::duration{0}) play(k);
  }
  void play_what_is_due() {
    for (std::size_t k = 0; k < kEntrants; ++k)
      if (due_[k] && *due_[k] <= Clock::now()) play(k);
  }
  void play(std::size_t k) {
    due_[k].reset();
    if (!bots_[k].to_move()) return;  // the game has ended meanwhile
    sent_[k] = Clock::now();
    bots_.play(k);
  }

  Bots bots_;
  std::vector<std::optional<base::Time>> sent_;
  std::vector<std::optional<base::Time>> due_;
};

struct Phase {
  const char* what;
  std::vector<double> moves = {};  // µs
  std::vector<double> slow = {};   // µs; of each round, the 99th of 100
  double games = 0;
  double cpu = 0;
  double time = 0;
};

void play_round(Phase& phase, Entrants& entrants, const Child& ladder) {
  const double cpu = ladder.cpu_seconds();
  const std::uint64_t games = entrants.games();
  const auto began = Clock::now();
  const std::vector<double> moves = entrants.play_for(kRound, {});
  phase.time += std::chrono::duration<double>(Clock::now() - began).count();
  phase.cpu += ladder.cpu_seconds() - cpu;
  phase.games += static_cast<double>(entrants.games() - games);
  phase.moves.insert(phase.moves.end(), moves.begin(), moves.end());
  phase.slow.push_back(percentile(moves, 0.99));
}

void print(const Phase& phase) {
  std::printf("%-42s %9.0f %9.0f %9.0f %11.0f %8.0f %%\n", phase.what, median(phase.moves),
              percentile(phase.moves, 0.9), percentile(phase.moves, 0.99), phase.games / phase.time,
              100 * phase.cpu / phase.time);
}

// KB a minute that a page with the standings is sent.
double measure_quiet_time(const LadderProcess& ladder, Entrants& entrants) {
  Spectators one(ladder.page_port(), "/ws/events/ladder-1", 1, 0);
  const auto told = Clock::now() + std::chrono::seconds(30);
  while (one.informed() == 0 && Clock::now() < told)
    entrants.play_for(std::chrono::milliseconds(50), kThought);
  entrants.play_for(kSettle, kThought);
  const std::uint64_t before = one.received();  // the whole table, and what had happened before
  const std::uint64_t games = entrants.games();
  entrants.play_for(kQuietTime, kThought);
  const double minutes = std::chrono::duration<double, std::ratio<60>>(kQuietTime).count();
  const double kilobytes = static_cast<double>(one.received() - before) / 1000 / minutes;
  std::printf(
      "while %.0f games a minute end, a page with the standings of %zu is sent %.1f KB a minute, after %.1f "
      "KB\n\n",
      static_cast<double>(entrants.games() - games) / minutes, kEntrants, kilobytes,
      static_cast<double>(before) / 1000);
  return kilobytes;
}

Figures measure(const LadderProcess& ladder) {
  Entrants entrants(ladder.port());
  Phase alone{"nobody watches"};
  Phase watched{"200 pages are open"};
  entrants.play_for(kRound, {});  // everybody has entered and is rated
  for (unsigned round = 0; round < kRounds; ++round) {
    play_round(alone, entrants, ladder.process());
    Spectators standings(ladder.page_port(), "/ws/events/ladder-1", kAtStandings, 0);
    Spectators lobby(ladder.page_port(), "/ws/lobby", kInLobby, 0);
    const auto there = Clock::now() + std::chrono::seconds(30);
    while (standings.informed() + lobby.informed() < kAtStandings + kInLobby && Clock::now() < there)
      entrants.play_for(std::chrono::milliseconds(50), {});
    if (standings.informed() + lobby.informed() < kAtStandings + kInLobby)
      throw std::runtime_error("not all pages were shown the ladder");
    play_round(watched, entrants, ladder.process());
  }
  std::printf("%-42s %9s %9s %9s %11s %10s\n", "a ladder of 300, 4 games at once", "median", "90 %",
              "99 % µs", "games/s", "CPU");
  print(alone);
  print(watched);
  const double kilobytes = measure_quiet_time(ladder, entrants);
  return {{"a move of a ladder with 200 pages open against one with none, medians",
           median(watched.moves) / median(alone.moves), 1.5, false},
          {"KB a minute for a page with the standings of 300 while little happens", kilobytes, 50, false}};
}

}  // namespace

Figures measure_watched_ladder(const std::string& program) {
  const LadderProcess ladder(program);
  try {
    return measure(ladder);
  } catch (const std::exception& error) {
    std::this_thread::sleep_for(std::chrono::seconds(2));  // it may still have to say why it ends
    const std::string output = ladder.output();
    throw std::runtime_error(std::string(error.what()) + "; the ladder's last words:\n" +
                             output.substr(output.size() - std::min<std::size_t>(output.size(), 2000)));
  }
}

}  // namespace quiver::bench
