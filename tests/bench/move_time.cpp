// How long a whole move takes, from one bot's Play to the other's, when nobody thinks.
#include <array>
#include <chrono>
#include <cstdio>
#include <sched.h>
#include <stdexcept>
#include <unistd.h>

#include "tests/bench/instant_bot.hpp"
#include "tests/bench/measurements.hpp"
#include "tests/bench/plain_servers.hpp"
#include "tests/bench/processes.hpp"
#include "tests/bench/replayer.hpp"

namespace quiver::bench {

namespace {

// Many short rounds, the two in turn: the fastest of each counts, because whatever else the machine does can
// only add to it.
constexpr unsigned kRounds = 40;
constexpr unsigned kGames = 10;    // a round
constexpr unsigned kTrips = 1500;  // a round

using Clock = std::chrono::steady_clock;

double micros(Clock::duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

// This process, and those it starts, on one core for a while. Two processes that answer each other end up on
// one core anyway, three do not, and to wake another core that sleeps costs more than a message.
class OneCore {
 public:
  OneCore() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneCore() { sched_setaffinity(0, sizeof before_, &before_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  cpu_set_t before_{};
};

// Two plain processes: this one sends, the other answers.
class PingPong {
 public:
  PingPong() : server_([&] { run_ping_pong(listening_, sizes_); }), socket_(connect_to(listening_.port)) {}
  ~PingPong() { close(socket_); }

  void run(std::vector<double>& times) {
    const std::string out(sizes_.played, 'x');
    std::string in(sizes_.asked, ' ');
    for (unsigned k = 0; k < kTrips; ++k) {
      const auto before = Clock::now();
      send_all(socket_, out);
      if (!receive_all(socket_, in.data(), in.size())) throw std::runtime_error("the plain server is gone");
      times.push_back(micros(Clock::now() - before));
    }
  }

 private:
  FrameSizes sizes_ = frame_sizes();
  Listening listening_;
  Child server_;
  int socket_;
};

// Three plain processes: this one, a second like it, and one between them that tells both what each says.
class Relay {
 public:
  Relay()
      : server_([&] { run_plain_relay(listening_, sizes_); }),
        socket_(connect_to(listening_.port)),
        second_([&] { answer(); }) {}
  ~Relay() { close(socket_); }

  void run(std::vector<double>& times) {
    const std::string out(sizes_.played, 'x');
    std::string in(sizes_.told + sizes_.asked, ' ');
    for (unsigned k = 0; k < kTrips / 2; ++k) {
      const auto before = Clock::now();
      send_all(socket_, out);
      if (!receive_all(socket_, in.data(), in.size())) throw std::runtime_error("the plain server is gone");
      times.push_back(micros(Clock::now() - before) / 2);
    }
  }

 private:
  void answer() const {
    close(socket_);  // the first's
    const int socket = connect_to(listening_.port);
    const std::string out(sizes_.played, 'x');
    std::string in(sizes_.told + sizes_.asked, ' ');
    for (bool on = receive_all(socket, in.data(), sizes_.asked); on;
         on = receive_all(socket, in.data(), in.size()))
      send_all(socket, out);
  }

  FrameSizes sizes_ = frame_sizes();
  Listening listening_;
  Child server_;
  int socket_;
  Child second_;
};

struct Pipe {
  Pipe() {
    if (pipe(ends.data()) != 0) throw std::runtime_error("pipe");
  }
  std::array<int, 2> ends{};
};

void print(const char* what, const std::vector<double>& times, const std::vector<double>& rounds) {
  std::printf("%-46s %8.1f %8.1f %8.1f µs %8.1f to %5.1f µs\n", what, median(times), percentile(times, 0.9),
              percentile(times, 0.99), percentile(rounds, 0), percentile(rounds, 1));
}

}  // namespace

Figures measure_move_time(const std::string& program) {
  const OneCore here;
  PingPong plain;
  Relay relay;
  Pipe times;
  const Daemon daemon(program);
  const Child first([&] { run_instant_bot(daemon.port(), "first", times.ends[1]); });
  const Child second([&] { run_instant_bot(daemon.port(), "second", -1); });
  Admin admin(daemon.port());
  wire::TimeControl time;
  time.per_move = std::chrono::seconds(10);

  // Two moves pass between two of one bot's own.
  std::array<double, 256> pairs{};
  const std::size_t size = ((written_game().size() + 1) / 2 - 1) * sizeof(double);
  std::vector<double> moves;
  std::vector<double> trips;
  std::vector<double> relayed;
  std::vector<double> round_trips;
  std::vector<double> round_relayed;
  std::vector<double> round_moves;
  double cpu = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    std::vector<double> own_trips;
    std::vector<double> own_moves;
    std::vector<double> own_relayed;
    plain.run(own_trips);
    relay.run(own_relayed);
    const double cpu_before = daemon.process().cpu_seconds();
    admin.order({"first", "second"}, time, kGames);
    admin.wait_for_done();
    for (unsigned game = 0; game < kGames; ++game) {
      if (read(times.ends[0], pairs.data(), size) != static_cast<ssize_t>(size))
        throw std::runtime_error("a bot did not play its game");
      for (std::size_t k = 0; k < size / sizeof(double); ++k) own_moves.push_back(pairs[k] * 1e6 / 2);
    }
    if (round == 0) continue;  // to get warm
    cpu += daemon.process().cpu_seconds() - cpu_before;
    round_trips.push_back(median(own_trips));
    round_relayed.push_back(median(own_relayed));
    round_moves.push_back(median(own_moves));
    relayed.insert(relayed.end(), own_relayed.begin(), own_relayed.end());
    trips.insert(trips.end(), own_trips.begin(), own_trips.end());
    moves.insert(moves.end(), own_moves.begin(), own_moves.end());
  }
  const double all = static_cast<double>(written_game().size()) * kGames * (kRounds - 1);
  std::printf("%-46s %8s %8s %8s %20s\n", "one move at a time", "median", "90 %", "99 %",
              "median of a round");
  print("a round trip between two plain processes", trips, round_trips);
  print("the frames of a move, passed on by a plain one", relayed, round_relayed);
  print("a move: checked, applied, told to both", moves, round_moves);
  std::printf("the referee computes %.1f µs a move; the ratio of all medians is %.2f\n\n", cpu * 1e6 / all,
              median(moves) / median(trips));
  return {{"a move against a round trip of a plain ping-pong",
           percentile(round_moves, 0) / percentile(round_trips, 0), 3, false}};
}

}  // namespace quiver::bench
