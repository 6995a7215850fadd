#include "tests/bench/processes.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace quiver::bench {

namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

void without_delay(int socket) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

Child::Child(const std::function<void()>& body) : pid_(fork()) {
  if (pid_ < 0) fail("fork");
  if (pid_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    body();
    _exit(0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "a process of the benchmark failed: %s\n", error.what());
  }
  _exit(1);
}

Child::~Child() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Child::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (status != 0)
    throw std::runtime_error("a process of the benchmark ended with status " + std::to_string(status));
}

void Child::terminate() const { kill(pid_, SIGTERM); }

double Child::cpu_seconds_of_all() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
  std::string word;
  while (file >> word && !word.ends_with(")")) {
  }
  for (int k = 0; k < 11; ++k) file >> word;
  double user = 0;
  double system = 0;
  file >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::size_t Child::memory() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6)) * 1024;
  throw std::runtime_error("a process of the benchmark is gone");
}

double Child::cpu_seconds() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/schedstat");
  double nanoseconds = 0;
  file >> nanoseconds;
  return nanoseconds / 1e9;
}

Daemon::Pipe::Pipe() {
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  read_end = ends[0];
  write_end = ends[1];
}

Daemon::Daemon(const std::string& program, Page page)
    : child_([&] {
        dup2(pipe_.write_end, STDOUT_FILENO);
        const bool web = page == Page::kOpen;
        execl(program.c_str(), "quiver", "serve", "--listen", "127.0.0.1:0", "--no-pairing", "--quiet",
              web ? "--web" : nullptr, "127.0.0.1:0", nullptr);
        fail("cannot run " + program);
      }) {
  close(pipe_.write_end);
  port_ = read_port();
  if (page == Page::kOpen) page_port_ = read_port();
  close(pipe_.read_end);
}

std::uint16_t Daemon::read_port() const {
  std::string line;
  for (char c = 0; read(pipe_.read_end, &c, 1) == 1 && c != '\n';) line += c;
  const std::size_t colon = line.rfind(':');
  if (colon == std::string::npos) throw std::runtime_error("the referee did not say where it listens");
  return static_cast<std::uint16_t>(std::stoul(line.substr(colon + 1)));
}

Admin::Admin(std::uint16_t port)
    : connection_(wire::ClientConnection::open({"127.0.0.1", port}, std::chrono::seconds(10)).value()) {
  wire::Hello hello;
  hello.name = "admin";
  connection_.send(hello);
  if (!std::holds_alternative<wire::Welcome>(receive())) throw std::runtime_error("no Welcome");
}

std::optional<wire::RefereeMessage> Admin::receive_within(base::Duration most) {
  for (;;) {
    const auto next = connection_.next(most);
    if (next.status == wire::ClientConnection::Status::kNothing) return std::nullopt;
    if (next.status == wire::ClientConnection::Status::kLost)
      throw std::runtime_error("the referee has closed the administrator's connection");
    auto message = wire::decode_referee_message(next.frame).value();
    if (const auto* error = std::get_if<wire::Error>(&message)) throw std::runtime_error(error->sentence);
    if (const auto* ping = std::get_if<wire::Ping>(&message))
      connection_.send(wire::Pong{ping->number});
    else
      return message;
  }
}

wire::RefereeMessage Admin::receive() {
  if (!unread_.empty()) {
    auto message = std::move(unread_.front());
    unread_.pop_front();
    return message;
  }
  if (auto message = receive_within(std::chrono::seconds(30))) return *std::move(message);
  throw std::runtime_error("the referee is silent");
}

void Admin::answer_pings() {
  while (auto message = receive_within(base::Duration{0})) unread_.push_back(*std::move(message));
}

void Admin::order(const std::vector<std::string>& names, const wire::TimeControl& time, std::uint32_t games) {
  wire::Order order;
  order.game = "amazons";
  for (const std::string& name : names) order.bots.push_back("remote:" + name);
  order.time = time;
  order.games = games;
  connection_.send(order);
  while (!std::holds_alternative<wire::Ordered>(receive())) {
  }
}

void Admin::wait_for_done() {
  while (!std::holds_alternative<wire::OrderDone>(receive())) {
  }
}

Listening::Listening() : socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port(0) {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(socket, 4096) != 0 ||
      getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    fail("cannot listen");
  port = ntohs(address.sin_port);
}

Listening::~Listening() { close(socket); }

int accept_from(const Listening& listening) {
  const int socket = accept(listening.socket, nullptr, nullptr);
  if (socket < 0) fail("accept");
  without_delay(socket);
  return socket;
}

int connect_to(std::uint16_t port, std::uint8_t from) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  if (from != 1) {
    sockaddr_in own = loopback(0);
    own.sin_addr.s_addr = htonl((INADDR_LOOPBACK & 0xffffff00U) | from);
    if (bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0) fail("bind");
  }
  if (socket < 0 || connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    fail("connect");
  without_delay(socket);
  return socket;
}

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) fail("send");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool receive_all(int socket, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = recv(socket, to, size, 0);
    if (got < 0) fail("recv");
    if (got == 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

double percentile(std::vector<double> values, double part) {
  if (values.empty()) throw std::runtime_error("nothing was measured");
  const auto at = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

double median(std::vector<double> values) { return percentile(std::move(values), 0.5); }

}  // namespace quiver::bench
