// The only connection out of a bot's network namespace: a listening socket on its loopback device, which the
// referee holds.
//
// In a new network namespace nothing is reachable, not even the bot itself. The listener is opened inside and
// handed to the referee, which accepts on it as on any other listener.
#pragma once

#include <cstdint>

#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

// Switches the loopback device of this network on. False with errno set if it cannot.
bool switch_loopback_on();

// Listens on a free port of 127.0.0.1; none with errno set if it cannot.
Descriptor open_private_listener();
std::uint16_t port_of(const Descriptor& listener);

}  // namespace quiver::launch
