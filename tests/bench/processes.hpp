// The processes that the referee's benchmarks measure, and the sockets between them.
//
// What goes wrong here is thrown as std::runtime_error: a benchmark that cannot run has no figures. One
// thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/client_connection.hpp"

namespace quiver::bench {

// A child that is killed with its owner.
class Child {
 public:
  // Runs `body` in a copy of this process.
  explicit Child(const std::function<void()>& body);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Resident memory, in bytes.
  [[nodiscard]] std::size_t memory() const;
  // What its first thread has computed so far, in seconds.
  [[nodiscard]] double cpu_seconds() const;
  // What all its threads have, to 10 ms.
  [[nodiscard]] double cpu_seconds_of_all() const;
  // Until it ends; throws if it ends with another code than 0.
  void wait();
  void terminate() const;

 private:
  pid_t pid_;  // -1 when it has ended
};

// `quiver serve` in a process of its own, on a free port of this machine.
class Daemon {
 public:
  enum class Page { kNone, kOpen };
  explicit Daemon(const std::string& program, Page page = Page::kNone);

  [[nodiscard]] std::uint16_t port() const { return port_; }
  // Where its page is, if it has one.
  [[nodiscard]] std::uint16_t page_port() const { return page_port_; }
  [[nodiscard]] const Child& process() const { return child_; }

 private:
  struct Pipe {
    Pipe();
    int read_end;
    int write_end;
  };
  // That ends the next line of what the daemon says.
  [[nodiscard]] std::uint16_t read_port() const;

  Pipe pipe_;
  Child child_;
  std::uint16_t port_ = 0;
  std::uint16_t page_port_ = 0;
};

// Gives orders over a connection of its own.
class Admin {
 public:
  explicit Admin(std::uint16_t port);
  // Amazons 10x10 between remote bots; returns when the order is taken.
  void order(const std::vector<std::string>& names, const wire::TimeControl& time, std::uint32_t games);
  // Until the games of one order have ended.
  void wait_for_done();
  // Without waiting. Who measures something else meanwhile calls it now and then, because the referee drops
  // whoever does not answer.
  void answer_pings();

 private:
  wire::RefereeMessage receive();
  // The next message that is no ping; none if there is none in this time.
  std::optional<wire::RefereeMessage> receive_within(base::Duration most);

  wire::ClientConnection connection_;
  std::deque<wire::RefereeMessage> unread_;
};

// A blocking socket that listens on this machine, and its port.
struct Listening {
  Listening();
  ~Listening();
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  int socket;
  std::uint16_t port;
};
// Blocking sockets without Nagle's delay.
int accept_from(const Listening& listening);
// `from`: which of this machine's own addresses it comes from, 127.0.0.`from`.
int connect_to(std::uint16_t port, std::uint8_t from = 1);
void send_all(int socket, std::string_view bytes);
// False if the other side hung up.
bool receive_all(int socket, char* to, std::size_t size);

double median(std::vector<double> values);
double percentile(std::vector<double> values, double part);

}  // namespace quiver::bench
