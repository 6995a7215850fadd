// The round-trip time of a TCP connection as measured by the kernel. Any thread.
//
// A separate file, because the C library's declaration of TCP_INFO, which Asio includes, lacks the field and
// conflicts with the kernel's declaration.
#pragma once

#include "client_sdk/base/time.hpp"

namespace quiver::net {

// The shortest round trip lately; 0 if there was none, or the kernel does not report it.
base::Duration round_trip_of(int socket);

}  // namespace quiver::net
