// A move or an elimination in the words of a report. Pure.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/games/position.hpp"
#include "referee/match/events.hpp"

namespace quiver::cli {

struct GameEvent {
  base::Seat seat;
  std::string text;  // "d1-d7/g7", "out (timeout): its 6th move took more than 1.0 s of 1.0 s"
};

// `after` is the position after the event. None for a message that is neither a move nor an elimination.
std::optional<GameEvent> game_event(const games::Position& after, const match::Message& message);

// "minimax - random", in the order of the seats.
std::string names_of(const wire::Record& heading);

}  // namespace quiver::cli
