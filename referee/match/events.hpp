// The events and actions of a match: the input and the output of the state machine.
//
// Events name the seat they come from. Actions are executed in their order. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "client_sdk/wire/messages.hpp"
#include "referee/match/usage.hpp"

namespace quiver::match {

using base::Duration;
using base::Seat;
using base::Time;

// --- events

// The seat has a connection: its first, or a new one in place of another.
struct Connected {
  Seat seat;
};
// The connection is lost; the bot may reconnect.
struct Lost {
  Seat seat;
};
// Why the seat is not ready yet, for the verdict if it is not ready in time.
struct Waiting {
  Seat seat;
  std::string lacks;   // what it has not done, if that is not just to connect or to send a Ready
  std::string remark;  // "it says: initialize() had not returned"
};
// The seat has built its board. `title` is the program's own name for itself; it may be empty.
struct GotReady {
  Seat seat;
  std::string title;
};
// A move that is not judged yet. `ply` is the turn that it answers.
struct Played {
  Seat seat;
  std::uint32_t ply = 0;
  games::Move move;
  wire::Info info;
  Time received;  // when the message arrived at this machine, which may be before it was read
};
struct Resigned {
  Seat seat;
};
// A message that this seat may not send now.
struct Misplaced {
  Seat seat;
  std::string detail;
};
// These seats did not connect in time, all of them at once.
struct Missing {
  std::vector<Seat> seats;
};
// Something outside the game that eliminates a seat: broken frames, a dead process, a limit.
struct Faulted {
  Seat seat;
  wire::Reason reason = wire::Reason::kProtocolError;
  std::string detail;
};
// The kernel has taken the latest Turn of this seat: the clock starts.
struct TurnSent {
  Seat seat;
  Duration lag{0};  // the round-trip time of the network, if known
};
// What the bot to move has used of its turn by now. Sent before every other event while that bot's process can
// be measured, so that each verdict knows it.
struct Measured {
  Seat seat;
  Usage usage;
};
// deadline() has passed. The sender of this event has read before what had arrived by then.
struct TimePassed {};
// The referee was stalled and could read nothing: connecting, reconnecting and getting ready may take so much
// longer. Clocks of moves are not affected, because moves carry their time of arrival.
struct Stalled {
  Duration time{0};
};
// The referee is stopping, or has an internal error: the match is void.
struct Stopped {
  std::string sentence;
};

using Event = std::variant<Connected, Lost, Waiting, GotReady, Played, Resigned, Misplaced, Missing, Faulted,
                           TurnSent, Measured, TimePassed, Stalled, Stopped>;

// --- actions

// What a match sends to seats that are playing.
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
// To the seats of the mask, bit s for seat s, and to all observers.
struct Tell {
  std::uint8_t seats = 0;
  Message message;
  wire::Info info;  // of a move; for observers only
};
// The match has ended and its record is complete. Always the last action.
struct Over {};

using Action = std::variant<Introduce, Send, Tell, Over>;

}  // namespace quiver::match
