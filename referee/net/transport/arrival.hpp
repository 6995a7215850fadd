// Reads a TCP socket, and determines when the bytes arrived at this machine. The time comes from the kernel,
// so that a busy referee makes nobody late, and so that nobody can make bytes look older than they are.
//
// The kernel stamps each segment and reports the stamp of the last one read. While segments arrive in order,
// that is exactly when the last byte arrived. If a later segment arrived first, the kernel joins the two and
// reports the earlier time. A bot could exploit that: send the tail of a move, think, then send its head. So
// after the first segment out of order on a connection, its stamps are not used any more. Instead counts when
// the kernel last had the next bytes in order. It knows this to one tick of its clock; the tick is charged,
// too, but the result is never later than the time of reading. The same rule applies if a stamp is missing or
// impossible because the calendar clock was set. If the kernel does not report on segments (Linux
// before 5.4), the time of reading counts.
//
// A separate file for the same reason as round_trip.hpp. One thread.
#pragma once

#include <cstddef>
#include <optional>
#include <sys/types.h>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

// What the kernel reports about a connection.
struct Segments {
  bool reordered = false;           // one has arrived out of order, since the connection began
  base::Duration since_in_order{};  // since the last that came in order, or let those behind it be in order
};
// None if the kernel does not report it.
std::optional<Segments> segments_of(int socket);

// The stamp of a read, unless there is none or it is not reliable. `before` is what the kernel reported
// before the read; `all`: the read took everything that was there. Pure.
std::optional<base::Time> believed(std::optional<base::Time> stamp, const std::optional<Segments>& before,
                                   bool all, base::Time now);
// The latest time at which any byte of a read can have arrived, by what the kernel reported after it. Pure.
base::Time latest(const std::optional<Segments>& after, base::Time now);

// Makes the kernel stamp what arrives.
void ask_for_stamps(int socket);

struct Received {
  ssize_t size = 0;  // as recv() has it, with errno
  base::Time arrived{};
};
// Does not block. `in_order`: segments arrive in order here, as they do on the loopback device, where only
// root can send others; the kernel is then asked only where a stamp is missing or impossible.
Received receive(int socket, char* to, std::size_t room, bool in_order);

}  // namespace quiver::net
