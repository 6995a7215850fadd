// How far away the other end of a TCP connection is, as the kernel has measured it. Any thread.
//
// In a file of its own, because the C library's description of TCP_INFO, which Asio includes, ends before the
// field and cannot stand beside the kernel's.
#pragma once

#include "client_sdk/base/time.hpp"

namespace quiver::net {

// The shortest round trip lately; 0 if there has been none, or the kernel does not tell.
base::Duration round_trip_of(int socket);

}  // namespace quiver::net
