// What a thousand spectators cost the bots: how long a move takes with them and without.
#include <chrono>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <thread>

#include "client_sdk/base/mix.hpp"
#include "tests/bench/measurements.hpp"
#include "tests/bench/paced_pairs.hpp"
#include "tests/bench/processes.hpp"
#include "tests/bench/spectators.hpp"

namespace quiver::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kRounds = 12;
constexpr unsigned kLobbyRounds = 2;
constexpr unsigned kLobbyMoves = 2400;  // a round
constexpr std::size_t kLobbyGames = 24;
constexpr std::uint32_t kForEver = 1'000'000;
constexpr std::uint64_t kLongestThought = 10'000;  // µs

double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

// A kind of crowd, and what came out of all that was played before it.
struct Crowd {
  const char* what;
  std::size_t readers = 0;
  std::size_t silent = 0;
  bool come_late = false;  // they come while the moves are made that are measured

  std::vector<double> moves = {};    // µs
  std::vector<double> slow = {};     // µs; 99 of 100 moves of a game are faster
  std::vector<double> rates = {};    // games a second, when nobody thinks
  std::vector<double> updates = {};  // a second, that a spectator gets
  std::vector<double> joining = {};  // seconds until all were shown the game
  std::vector<double> memory = {};   // MiB of the referee, while they watch; the first is the least blurred
  std::size_t came = 0;              // of those who read
  std::size_t complete = 0;
  std::size_t refused = 0;
  std::uint64_t dropped = 0;
  double cpu = 0;  // seconds of the referee's thread
  double time = 0;
};

// Moves come at all times, whatever the referee does just then.
void think() {
  static std::uint64_t thoughts = 0;
  std::this_thread::sleep_for(std::chrono::microseconds(base::mix64(++thoughts) % kLongestThought));
}

// A daemon with its page, and the bots that play there.
class Show {
 public:
  Show(const std::string& program, std::size_t pairs)
      : daemon_(program, Daemon::Page::kOpen), num_pairs_(pairs), pairs_(daemon_.port(), pairs) {}

  // One game from its start to its end before this crowd.
  void play_game(Crowd& crowd, bool thinking) {
    pairs_.order(1);
    pairs_.wait_for_turn(0);
    come(crowd, "/ws/games/" + game_id());
    play_moves(crowd, thinking, kForEver);
    pairs_.wait_for_done();
    if (spectators_)
      wait_for("the end to be told",
               [&] { return spectators_->ended() + spectators_->refused() == crowd.readers; });
    leave(crowd, thinking);
  }

  void open_lobby() { pairs_.order(kForEver); }
  // Some moves of all games, one at a time, while this crowd looks at the lobby.
  void play_lobby(Crowd& crowd) {
    come(crowd, "/ws/lobby");
    play_moves(crowd, true, kLobbyMoves);
    leave(crowd, true);
  }

 private:
  [[nodiscard]] std::string page(const std::string& path) const { return get(daemon_.page_port(), path); }
  [[nodiscard]] std::uint64_t metric(const std::string& name) const {
    return number_after(page("/metrics"), "\n" + name + " ");
  }
  [[nodiscard]] std::string game_id() const {
    const std::string lobby = page("/api/v1/lobby");
    const std::string head = "\"games\":[{\"id\":\"";
    const std::size_t at = lobby.find(head);
    if (at == std::string::npos) throw std::runtime_error("the lobby does not show the game");
    const std::size_t begin = at + head.size();
    return lobby.substr(begin, lobby.find('"', begin) - begin);
  }

  template <class Condition>
  void wait_for(const char* what, const Condition& condition) {
    const auto end = Clock::now() + std::chrono::minutes(2);
    while (!condition()) {
      if (Clock::now() > end) throw std::runtime_error(std::string("waited in vain for ") + what);
      pairs_.answer_pings();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  [[nodiscard]] bool all_here(const Crowd& crowd) const {
    return spectators_ && spectators_->informed() + spectators_->refused() == crowd.readers;
  }

  void come(Crowd& crowd, const std::string& path) {
    dropped_before_ = metric("quiver_spectators_dropped_total");
    const auto before = Clock::now();
    if (crowd.readers > 0) spectators_.emplace(daemon_.page_port(), path, crowd.readers, crowd.silent);
    if (spectators_ && !crowd.come_late) {
      wait_for("everybody to be shown the game", [&] { return all_here(crowd); });
      crowd.joining.push_back(seconds(Clock::now() - before));
      // Those who do not read may have been dropped by now.
      const std::size_t all = crowd.readers - spectators_->refused() + crowd.silent;
      wait_for("those who do not read", [&] {
        return metric("quiver_spectators") + metric("quiver_spectators_dropped_total") - dropped_before_ ==
               all;
      });
    }
  }

  // By each pair in turn, so many; kForEver: to the end of a game.
  void play_moves(Crowd& crowd, bool thinking, unsigned most) {
    const double cpu = daemon_.process().cpu_seconds();
    const auto before = static_cast<std::ptrdiff_t>(crowd.moves.size());
    const auto began = Clock::now();
    for (unsigned k = 0; k < most; ++k) {
      if (thinking) think();
      const bool counts = thinking && !(crowd.come_late && all_here(crowd));
      const auto took = pairs_.play(k % num_pairs_);
      if (took && counts) crowd.moves.push_back(*took);
      if (!took && most == kForEver) break;
    }
    lasted_ = seconds(Clock::now() - began);
    crowd.memory.push_back(static_cast<double>(daemon_.process().memory()) / (1U << 20U));
    if (!thinking) return crowd.rates.push_back(1 / lasted_);
    crowd.cpu += daemon_.process().cpu_seconds() - cpu;
    crowd.time += lasted_;
    if (!crowd.come_late)
      crowd.slow.push_back(percentile({crowd.moves.begin() + before, crowd.moves.end()}, 0.99));
  }

  void leave(Crowd& crowd, bool thinking) {
    if (!spectators_) return;
    const Spectators::Seen seen = spectators_->leave(static_cast<std::uint32_t>(written_game().size()));
    crowd.came += crowd.readers;
    crowd.complete += seen.complete;
    crowd.refused += spectators_->refused();
    if (thinking) crowd.updates.push_back(median(seen.messages) / lasted_);
    spectators_.reset();
    wait_for("everybody to leave", [&] { return metric("quiver_web_connections") == 1; });
    crowd.dropped += metric("quiver_spectators_dropped_total") - dropped_before_;
  }

  Daemon daemon_;
  std::size_t num_pairs_;
  PacedPairs pairs_;
  std::optional<Spectators> spectators_;
  std::uint64_t dropped_before_ = 0;
  double lasted_ = 0;
};

void print_head(const char* what) {
  std::printf("%-46s %7s %7s %7s %7s %6s %9s %6s\n", what, "median", "90 %", "99 %", "most µs", "CPU",
              "updates/s", "MiB");
}

void print(const Crowd& crowd) {
  std::printf("%-46s %7.0f %7.0f %7.0f %7.0f %4.1f %%", crowd.what, median(crowd.moves),
              percentile(crowd.moves, 0.9), percentile(crowd.moves, 0.99), percentile(crowd.moves, 1),
              100 * crowd.cpu / crowd.time);
  if (crowd.updates.empty())
    std::printf(" %9s", "");
  else
    std::printf(" %9.1f", median(crowd.updates));
  std::printf(" %6.1f\n", crowd.memory.front());
}

void print_story(const Crowd& crowd) {
  std::printf("%s: of %zu, %zu saw each step once and the end, %zu were told 503; %llu were dropped",
              crowd.what, crowd.came, crowd.complete, crowd.refused,
              static_cast<unsigned long long>(crowd.dropped));
  if (!crowd.joining.empty()) std::printf("; all there after %.2f s", median(crowd.joining));
  if (!crowd.rates.empty()) std::printf("; %.0f games a second", median(crowd.rates));
  std::printf("\n");
}

void measure_lobby(const std::string& program) {
  Crowd alone{"24 games, nobody in the lobby"};
  Crowd watched{"24 games, 1000 in the lobby", 1000};
  Crowd partly{"24 games, 900 in the lobby, 100 never read", 900, 100};
  Show show(program, kLobbyGames);
  show.open_lobby();
  for (unsigned round = 0; round < kLobbyRounds; ++round)
    for (Crowd* one : {&alone, &watched, &partly}) show.play_lobby(*one);
  print_head("a move of one of many games");
  for (const Crowd* one : {&alone, &watched, &partly}) print(*one);
  std::printf("those who never read: %llu of %u were dropped\n\n",
              static_cast<unsigned long long>(partly.dropped), 100 * kLobbyRounds);
}

}  // namespace

Figures measure_watching(const std::string& program) {
  Crowd alone{"without spectators"};
  Crowd watched{"1000 spectators", 1000};
  Crowd partly{"900 spectators and 100 who never read", 900, 100};
  Crowd coming{"while 1000 come at once", 1000, 0, true};
  Crowd too_many{"while 2100 come at once, 100 too many", 2100, 0, true};
  {
    Show show(program, 1);
    for (unsigned round = 0; round < kRounds; ++round) {
      for (Crowd* one : {&alone, &watched, &partly, &coming}) show.play_game(*one, true);
      for (Crowd* one : {&alone, &watched, &partly}) show.play_game(*one, false);
      if (round % 4 == 0) show.play_game(too_many, true);
    }
  }
  print_head("a move of the game that is watched");
  for (const Crowd* one : {&alone, &watched, &partly, &coming, &too_many}) print(*one);
  std::printf("without spectators: %.0f games a second\n", median(alone.rates));
  std::size_t unserved = 0;
  for (const Crowd* one : {&watched, &partly, &coming, &too_many}) {
    print_story(*one);
    // There is room for 2000: only of those who are too many may some be refused.
    unserved += one->came - one->complete - (one == &too_many ? one->refused : 0);
  }
  std::printf("\n");
  measure_lobby(program);
  return {{"a move with 1000 spectators against one without, medians",
           median(watched.moves) / median(alone.moves), 1.5, false},
          // Of the quieter games: whatever else the machine does can only add to it.
          {"the slowest of a hundred moves with 1000 spectators against without",
           percentile(watched.slow, 0.25) / percentile(alone.slow, 0.25), 4, false},
          {"the referee's time that 1000 spectators take, in %",
           100 * (watched.cpu / watched.time - alone.cpu / alone.time), 15, false},
          {"spectators who missed a step, saw one twice, or did not hear the end",
           static_cast<double>(unserved), 0, false}};
}

}  // namespace quiver::bench
