// Reads a TCP socket, and says when the bytes had reached this machine: by the kernel, so that a busy referee
// makes nobody late, and so that nobody can make bytes look older than they are.
//
// The kernel keeps a stamp with each segment and tells that of the last one read. As long as segments arrive
// in order this is when the last byte arrived, exactly. If a later segment arrived first, the stamp of the
// whole is the older one's (segments are joined, so no way of reading tells them apart): who sends the tail
// of a move, thinks, and then sends its head would be charged for nothing. So from the first segment on that
// arrives out of order on a connection, its stamps are not believed any more. What counts then is when the
// kernel last had the next bytes in order, which it knows to one tick of its clock, and the tick is charged
// too; it is never later than the time of reading. The same counts where a stamp cannot be true, because the
// machine's calendar clock was set, or where there is none. Where the kernel does not tell about its segments
// (Linux before 5.4), the time of reading counts.
//
// In a file of its own for the same reason as round_trip.hpp. One thread.
#pragma once

#include <cstddef>
#include <optional>
#include <sys/types.h>

#include "client_sdk/base/time.hpp"

namespace quiver::net {

// What the kernel says of a connection.
struct Segments {
  bool reordered = false;           // one has arrived out of order, since the connection began
  base::Duration since_in_order{};  // since the last that came in order, or let those behind it be in order
};
// None if the kernel does not tell.
std::optional<Segments> segments_of(int socket);

// The stamp of a read, unless there is none or it is not to be believed: `before` is what the kernel said
// before the read, `all` whether the read took everything that was there. Pure.
std::optional<base::Time> believed(std::optional<base::Time> stamp, const std::optional<Segments>& before,
                                   bool all, base::Time now);
// The latest time at which any byte of a read can have arrived, by what the kernel said after it. Pure.
base::Time latest(const std::optional<Segments>& after, base::Time now);

// Has the kernel stamp what arrives.
void ask_for_stamps(int socket);

struct Received {
  ssize_t size = 0;  // as recv() has it, with errno
  base::Time arrived{};
};
// Does not wait.
Received receive(int socket, char* to, std::size_t room);

}  // namespace quiver::net
