// What happens to a match, and what the match wants done about it: the two ends of the state machine.
//
// Events name the seat they come from. Actions are carried out in their order. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "client_sdk/wire/messages.hpp"

namespace quiver::match {

using base::Duration;
using base::Seat;
using base::Time;

// --- events

// The seat has a connection: its first, or a new one in place of another.
struct Connected {
  Seat seat;
};
// The connection is gone; the bot may come back.
struct Lost {
  Seat seat;
};
// Why the seat is not ready yet, to be told if it is not ready in time.
struct Waiting {
  Seat seat;
  std::string lacks;   // what it has not done, where that is not just to connect or to send a Ready
  std::string remark;  // "it says: initialize() had not returned"
};
struct GotReady {
  Seat seat;
  std::string title;
};
struct Played {
  Seat seat;
  std::uint32_t ply = 0;
  games::Move move;
  wire::Info info;
  Time received;  // when the message reached this machine, which may be before it was read
};
struct Resigned {
  Seat seat;
};
// A message that is not this seat's to send now.
struct Misplaced {
  Seat seat;
  std::string detail;
};
// These did not come in time, all of them at once.
struct Missing {
  std::vector<Seat> seats;
};
// Something outside the game that puts a seat out: broken frames, a dead process, a limit.
struct Faulted {
  Seat seat;
  wire::Reason reason = wire::Reason::kProtocolError;
  std::string detail;
};
// The Turn that was last to be sent has been handed to the kernel: the clock starts.
struct TurnSent {
  Seat seat;
  Duration lag{0};  // how long the network takes there and back, as far as is known
};
// deadline() has come. Whoever says so has read what had arrived by then.
struct TimePassed {};
// The referee stood still for so long and could hear nobody: connecting, coming back and getting ready have
// that much more time. Clocks of moves are not touched, because moves have their stamps.
struct Stalled {
  Duration time{0};
};
// A fault of the referee's side, or it is stopping: the match is void.
struct Stopped {
  std::string sentence;
};

using Event = std::variant<Connected, Lost, Waiting, GotReady, Played, Resigned, Misplaced, Missing, Faulted,
                           TurnSent, TimePassed, Stalled, Stopped>;

// --- actions

using Message = std::variant<wire::Moved, wire::Eliminated, wire::Turn, wire::MatchEnd, wire::Error>;

// Send the MatchStart of this seat (Match::introduction and the start position).
struct Introduce {
  Seat seat;
};
// To one seat.
struct Send {
  Seat seat;
  Message message;
};
// To the seats of the mask, bit s for seat s, and to everybody who watches.
struct Tell {
  std::uint8_t seats = 0;
  Message message;
  wire::Info info;  // of a move; for those who watch only
};
// The match has ended and its record is complete. Always the last action.
struct Over {};

using Action = std::variant<Introduce, Send, Tell, Over>;

}  // namespace quiver::match
