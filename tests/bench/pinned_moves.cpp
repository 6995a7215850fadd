// How long a whole move takes in `quiver match`, as a user runs it, with bots that answer at once: with its
// games on cores of their own (--pin auto) and without.
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/launch/cores/affinity.hpp"
#include "tests/bench/measurements.hpp"
#include "tests/bench/processes.hpp"

namespace quiver::bench {

namespace {

namespace fs = std::filesystem;

// Short rounds, both ways in turn: of each the fastest counts, because other load can only add to it.
constexpr unsigned kRounds = 9;
constexpr unsigned kGamesAtOnce = 40;  // games of a round, for each that is played at once

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "quiver-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Where the program's own thread runs.
enum class RefereeOn {
  kItsChoice,
  kFirstCore,  // which with --pin auto is the first game's
  kLastCore,   // which is idle if there is one game
};

struct Way {
  const char* name;
  const char* pin;
  RefereeOn referee = RefereeOn::kItsChoice;
};

// Once its bots run, because at its start it asks which processors it may use.
void move_referee(pid_t pid, RefereeOn where, const std::string& logs) {
  if (where == RefereeOn::kItsChoice) return;
  for (int k = 0; k < 20'000 && fs::is_empty(logs); ++k) usleep(500);
  const auto cpus = launch::own_cpus();
  launch::run_thread_on(pid, {(where == RefereeOn::kFirstCore ? cpus.front() : cpus.back()).id});
}

void run_match(const std::string& program, const Way& way, unsigned at_once, const std::string& logs) {
  const std::string games = std::to_string(kGamesAtOnce * at_once);
  const std::string concurrency = std::to_string(at_once);
  const pid_t pid = fork();
  if (pid == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    execl(program.c_str(), "quiver", "match", "amazons", "--bot", INSTANT_BOT, "--bot", INSTANT_BOT,
          "--move-time", "10s", "--games", games.c_str(), "--concurrency", concurrency.c_str(), "--pin",
          way.pin, "--logs", logs.c_str(), nullptr);
    _exit(127);
  }
  if (pid > 0) move_referee(pid, way.referee, logs);
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
    throw std::runtime_error("quiver match did not play its games");
}

// Microseconds a move: two moves pass between two of one bot's own.
std::vector<double> play(const std::string& program, const Way& way, unsigned at_once) {
  const Folder logs;
  run_match(program, way, at_once, logs.path().string());
  std::vector<double> moves;
  for (const auto& entry : fs::directory_iterator(logs.path())) {
    std::ifstream in(entry.path());
    for (double micros = 0; in >> micros;) moves.push_back(micros / 2);
  }
  if (moves.empty()) throw std::runtime_error("the bots of quiver match did not print their times");
  return moves;
}

struct Measured {
  std::vector<double> all;
  std::vector<double> rounds;  // the median of each
};

}  // namespace

Figures measure_pinned_moves(const std::string& program) {
  std::printf("%-46s %8s %8s %8s %20s\n", "a move in quiver match, bots answer at once", "median", "90 %",
              "99 %", "median of a round");
  std::map<std::string, double> fastest;
  for (const unsigned at_once : {1U, 2U, 4U}) {
    const Way elsewhere = at_once == 1 ? Way{"auto, referee elsewhere", "auto", RefereeOn::kLastCore}
                                       : Way{"auto, referee on one", "auto", RefereeOn::kFirstCore};
    std::map<std::string, Measured> measured;
    for (unsigned round = 0; round < kRounds; ++round)
      for (const Way& way : {Way{"auto", "auto"}, Way{"off", "off"}, elsewhere}) {
        const std::vector<double> moves = play(program, way, at_once);
        Measured& one = measured[way.name];
        one.rounds.push_back(median(moves));
        one.all.insert(one.all.end(), moves.begin(), moves.end());
      }
    for (const auto& [name, one] : measured) {
      const std::string what = "--concurrency " + std::to_string(at_once) + " --pin " + name;
      std::printf("%-46s %8.1f %8.1f %8.1f µs %8.1f to %5.1f µs\n", what.c_str(), median(one.all),
                  percentile(one.all, 0.9), percentile(one.all, 0.99), percentile(one.rounds, 0),
                  percentile(one.rounds, 1));
      fastest[std::to_string(at_once) + name] = percentile(one.rounds, 0);
    }
  }
  std::printf("\n");
  return {{"a move of quiver match, pinned, in µs", fastest["1auto"], 35, false},
          {"the same against one that is not pinned", fastest["1auto"] / fastest["1off"], 1, false}};
}

}  // namespace quiver::bench
