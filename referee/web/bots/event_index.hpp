// The games of an event, a few bytes each, in memory: statistics and lists of a hundred thousand games are
// made from it without reading the store again.
//
// Games are only ever added to a store, so refresh() reads what is new. Games end in another order than that
// of their numbers: the last thousand numbers are looked through each time, and all of them if some game is
// still missing. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/store/store.hpp"

namespace quiver::web {

class EventIndex {
 public:
  static constexpr std::size_t kMostSeats = 4;

  struct Seat {
    std::uint32_t entrant = 0;
    std::uint8_t place = 0;
    std::uint8_t reason = 0;  // of wire::Reason; 0: it was not eliminated
  };
  struct Game {
    std::uint32_t number = 0;
    std::uint16_t board = 0;  // of boards()
    std::uint8_t num_seats = 0;
    std::array<Seat, kMostSeats> seats;
  };

  // Reads what has been added to the event.
  base::Result<void> refresh(store::Store& store, store::EventId event);

  // By number.
  [[nodiscard]] const std::vector<Game>& games() const { return games_; }
  // Their names in the event, or "square 10x10" where it has one board; in the order in which they were met.
  [[nodiscard]] const std::vector<std::string>& boards() const { return boards_; }

 private:
  // Adds the games with a number above `after` that are not here yet.
  base::Result<void> read(store::Store& store, store::EventId event, std::uint32_t after);
  base::Result<Game> indexed(store::Store& store, store::EventId event, const store::GameHead& head);
  // Whether it is among the first `known` games, which are sorted.
  [[nodiscard]] bool has(std::uint32_t number, std::size_t known) const;
  std::uint16_t board_of(const std::string& name);

  std::vector<Game> games_;
  std::vector<std::string> boards_;
};

inline std::optional<wire::Reason> reason_of(const EventIndex::Seat& seat) {
  return seat.reason == 0 ? std::nullopt : std::optional(static_cast<wire::Reason>(seat.reason));
}

}  // namespace quiver::web
