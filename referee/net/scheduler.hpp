// Decides what is played: the layer above the server, which run::Referee implements.
//
// All calls come on the server's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "client_sdk/wire/messages.hpp"
#include "referee/net/transport/connection.hpp"

namespace quiver::net {

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // A player has connected or has a free place again, or some time has passed: a match may begin or a run may
  // end. Never called from inside a call to the server.
  virtual void on_change() = 0;
  // An administrator orders matches. Answers go to `from` while it is open.
  virtual void on_order(const std::shared_ptr<Connection>& from, const wire::Order& order) = 0;
  // An administrator cancels an order; false if there is none with this number.
  virtual bool on_cancel(std::uint64_t /*order*/) { return false; }
  // The orders that are being played.
  [[nodiscard]] virtual std::vector<wire::Listing::Order> orders() const { return {}; }
};

}  // namespace quiver::net
