// Counts events for monitoring, in the text format of Prometheus.
//
// docs/operate/operations.md says what each number means. The C++ client of Prometheus needs a second web
// server and curl, while the format fits on a page: so it is written here. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/net/match_observer.hpp"
#include "referee/net/server_observer.hpp"

namespace quiver::web {

// Counters since the start of the referee, in the text format of Prometheus.
class Metrics final : private net::MatchObserver, private net::ServerObserver {
 public:
  // Values that are read when they are asked for, and not counted here.
  struct Now {
    std::size_t matches = 0;
    std::size_t connections = 0;
    std::size_t bot_queue_bytes = 0;
    std::size_t spectators = 0;
    std::size_t web_connections = 0;
    std::size_t spectator_queue_bytes = 0;
    std::uint64_t spectators_dropped = 0;
    std::size_t tables = 0;
    std::size_t store_waiting = 0;
    base::Duration store_lag{0};
  };

  // Begins to count matches, moves and verdicts. `matches` and `server` must outlive this or drop it before.
  void observe(net::MatchObservers& matches, net::ServerObservers& server);
  // To be called before `matches` or `server` is destroyed.
  void stop_observing(net::MatchObservers& matches, net::ServerObservers& server);

  void count_begun() { ++begun_; }
  void count_ended(wire::End end) { ++ended_[end]; }
  void count_move() { ++moves_; }
  void count_verdict(wire::Reason reason) { ++verdicts_[reason]; }
  void count_request(unsigned status) { ++requests_[status / 100]; }
  // From a move's arrival at this machine until the next seat was asked.
  void count_latency(base::Duration latency);

  // What GET /metrics answers.
  [[nodiscard]] std::string text(const Now& now, const std::string& version) const;

 private:
  // MatchObserver
  void on_begin(const net::MatchSession&, const wire::Record&) override { count_begun(); }
  void on_message(const net::MatchSession& session, const match::Message& message) override;
  void on_over(const net::MatchSession&, const wire::Record& record) override { count_ended(record.end); }
  // ServerObserver
  void on_move_served(base::Duration latency) override { count_latency(latency); }

  // Upper ends in seconds; the last bucket has none.
  static constexpr std::array<double, 12> kBuckets = {0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025,
                                                      0.005,   0.01,   0.025,   0.1,    0.5,   2.5};

  std::uint64_t begun_ = 0;
  std::uint64_t moves_ = 0;
  std::map<wire::End, std::uint64_t> ended_;
  std::map<wire::Reason, std::uint64_t> verdicts_;
  std::map<unsigned, std::uint64_t> requests_;  // by the first digit of the status
  std::array<std::uint64_t, kBuckets.size() + 1> latencies_{};
  double latency_sum_ = 0;
};

}  // namespace quiver::web
