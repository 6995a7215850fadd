// A message's sender and time, as long as the message is handled: what every handler of messages gets.
#pragma once

#include "client_sdk/wire/messages.hpp"
#include "referee/net/players/player.hpp"
#include "referee/net/transport/connection.hpp"

namespace quiver::net {

struct Incoming {
  const PlayerPtr& player;
  Connection& connection;
  Time received;  // when its last byte had arrived
  Time now;

  // Sends at once. Does nothing if the connection is closed.
  void answer(const wire::RefereeMessage& message) const {
    connection.queue(message);
    connection.flush();
  }
  // Nobody asked for this message. False if there were too many of them, and the connection is closed.
  [[nodiscard]] bool spend_budget() const {
    if (player->spend_budget(now)) return true;
    connection.fail(wire::Goodbye::Code::kFlood, "it sent too many unsolicited messages");
    return false;
  }
};

}  // namespace quiver::net
