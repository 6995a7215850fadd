// `quiver serve` as a process, and an administrator who gives it orders over a connection of his own.
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/stage.hpp"
#include "tests/e2e/visitor.hpp"

namespace quiver::tests {

// Names and tokens of whom the daemon knows: boss is an administrator, alice, bob, carol and erin are not.
std::string usual_tokens();
std::string token_of(const std::string& name);

class Daemon {
 public:
  // Listens on a free port, with the usual tokens, matches only by order.
  explicit Daemon(Stage& stage, const Arguments& more = {"--no-pairing"});

  [[nodiscard]] const wire::Address& address() const { return address_; }
  [[nodiscard]] std::string url() const { return address_.url(); }
  [[nodiscard]] Program& program() { return program_; }
  [[nodiscard]] const std::string& tokens_file() const { return tokens_; }

  // A new connection, not introduced yet.
  [[nodiscard]] Visitor visitor() const { return Visitor(address_); }
  [[nodiscard]] Visitor admin() const;
  // Introduced as one of those that are no administrators.
  [[nodiscard]] Visitor competitor(const std::string& name, const std::string& game = "connect4") const;
  // The arguments with which a command or a bot finds the daemon.
  [[nodiscard]] Arguments connect_as(const std::string& name) const;

  // Lists until the condition holds.
  void await_listing(const std::function<bool(const wire::Listing&)>& condition) const;
  // Until all of these are connected.
  void await_competitors(const std::vector<std::string>& names) const;

  // SIGTERM, and what it then exits with.
  int stop();

 private:
  std::string tokens_;
  Program& program_;
  wire::Address address_;
};

// An order for one game with patient clocks.
wire::Order order_for(const std::string& game, std::vector<std::string> bots, std::uint32_t seed = 1);
// Gives the order and waits for its games.
std::vector<wire::Record> play(Visitor& admin, const wire::Order& order);

}  // namespace quiver::tests
