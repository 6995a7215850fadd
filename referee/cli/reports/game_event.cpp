#include "referee/cli/reports/game_event.hpp"

namespace quiver::cli {

std::optional<GameEvent> game_event(const games::Position& after, const match::Message& message) {
  if (const auto* moved = std::get_if<wire::Moved>(&message))
    return GameEvent{moved->seat, after.format(games::Event{moved->move})};
  if (const auto* out = std::get_if<wire::Eliminated>(&message))
    return GameEvent{out->seat, "out (" + std::string(wire::reason_name(out->reason)) + "): " + out->detail};
  return std::nullopt;
}

std::string names_of(const wire::Record& heading) {
  std::string names;
  for (const wire::Record::SeatRecord& seat : heading.seats)
    names += (names.empty() ? "" : " - ") + seat.name;
  return names;
}

}  // namespace quiver::cli
