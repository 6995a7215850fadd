// Many pages that watch the same thing, each over a connection of its own, in one thread that computes as
// little as it can and gives way to everything else.
//
// They speak just enough of RFC 6455, and of the messages they read which steps of a game are told. Some may
// never read at all. What goes wrong with a connection is counted, not thrown.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace quiver::bench {

// The body of what a page answers.
std::string get(std::uint16_t port, const std::string& path);
// The number that stands behind `what`.
std::uint64_t number_after(std::string_view text, std::string_view what);

class Spectators {
 public:
  struct Seen {
    std::size_t complete = 0;      // who were told so many steps, each once and in order, and that it is over
    std::vector<double> messages;  // that each of those who read got
  };

  // All of them come at once; whoever is silent does not read.
  Spectators(std::uint16_t port, const std::string& path, std::size_t readers, std::size_t silent);
  ~Spectators();
  Spectators(const Spectators&) = delete;
  Spectators& operator=(const Spectators&) = delete;

  // Of those who read: who have been told something; who have been told that it is over, or lost the
  // connection; who were told that too many are there.
  [[nodiscard]] std::size_t informed() const { return informed_; }
  [[nodiscard]] std::size_t ended() const { return ended_; }
  [[nodiscard]] std::size_t refused() const { return refused_; }
  // Bytes that all of them were sent, over their WebSockets.
  [[nodiscard]] std::uint64_t received() const { return received_; }

  // They leave. Once.
  Seen leave(std::uint32_t steps);

 private:
  struct One {
    int socket = -1;
    std::string unread;
    std::string message;  // the frames of it that have come
    bool let_in = false;
    bool refused = false;
    bool told_end = false;
    bool orderly = true;
    std::uint32_t messages = 0;
    std::uint32_t steps = 0;
  };

  void run(std::uint16_t port, const std::string& path, std::size_t silent);
  void connect(One& one, std::uint16_t port, const std::string& path, bool silent);
  void receive(One& one);
  void read_frames(One& one);
  void read_message(One& one, std::string_view message);
  void hang_up(One& one);

  int epoll_;
  std::vector<One> all_;
  std::atomic<std::size_t> informed_{0};
  std::atomic<std::size_t> ended_{0};
  std::atomic<std::size_t> refused_{0};
  std::atomic<std::uint64_t> received_{0};
  std::atomic<bool> leaving_{false};
  std::thread thread_;
};

}  // namespace quiver::bench
