// Replays a recorded game, and finds who was eliminated when.
//
// The record has an entry for a move and for a seat that the referee eliminated (x2). A seat that cannot move
// is out by the rules and has no entry; neither has a seat that was eliminated together with the last one
// left. All of this is done here as the referee does it, so that winner, end and places follow from the
// moves. A value; one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

// The place of each seat, from 1.
using Places = std::vector<std::uint32_t>;

// Replays a recorded game entry by entry, by the rules, and collects the eliminations.
class Timeline {
 public:
  explicit Timeline(games::Position start);

  // The next entry. On error, which says why it is not legal, the position does not change.
  base::Result<void> play(const wire::Record::Entry& entry);
  // A seat that was eliminated in the same moment as the one whose elimination ended the game.
  void add_late(base::Seat seat);

  [[nodiscard]] const games::Position& position() const { return position_; }
  // The latest entry.
  [[nodiscard]] const std::optional<games::Event>& last() const { return last_; }
  [[nodiscard]] bool ended_by_elimination() const;
  // Whether the seat has left the game, by the rules or by the referee.
  [[nodiscard]] bool is_out(base::Seat seat) const;
  // Out by the rules, because it could not move.
  [[nodiscard]] bool is_blocked(base::Seat seat) const;
  // Also none if every seat is out.
  [[nodiscard]] std::optional<base::Seat> winner() const;
  // All places that are possible. Seats that the referee eliminates at the same time share a place, and the
  // record does not say whether eliminations that follow each other were at the same time. The first result
  // assumes that they were not.
  [[nodiscard]] std::vector<Places> possible_places() const;

 private:
  enum class How { kBlocked, kPutOut, kLate };
  struct Out {
    base::Seat seat;
    How how;
    bool follows;  // the entry before is an elimination too
  };
  void notice_blocked();
  [[nodiscard]] Places places(unsigned joined) const;

  games::Position position_;
  std::optional<games::Event> last_;
  std::vector<Out> outs_;
};

}  // namespace quiver::records
