// A recorded game played again, and who went out in it when.
//
// The record has an entry for a move and for a seat that the referee eliminated (x2). A seat that cannot move
// is out by the rules alone and has none; neither has a seat that went out together with the last to stand.
// All of that is followed here as the referee does it, so that winner, end and places can be told from the
// moves. A value; one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

using Places = std::vector<std::uint32_t>;

// Replays a recorded game entry by entry, by the rules, and collects who went out how.
class Timeline {
 public:
  explicit Timeline(games::Position start);

  // The next entry. An error says why it cannot stand there; then the position is as it was before.
  base::Result<void> play(const wire::Record::Entry& entry);
  // A seat of a game that an elimination has ended, out in the same moment.
  void add_late(base::Seat seat);

  [[nodiscard]] const games::Position& position() const { return position_; }
  // The latest entry.
  [[nodiscard]] const std::optional<games::Event>& last() const { return last_; }
  [[nodiscard]] bool ended_by_elimination() const;
  // Whether the seat has left the game, by the rules or by the referee.
  [[nodiscard]] bool is_out(base::Seat seat) const;
  // Out by the rules, because it could not move.
  [[nodiscard]] bool is_blocked(base::Seat seat) const;
  // None too where nobody stands any more.
  [[nodiscard]] std::optional<base::Seat> winner() const;
  // Everything that the places can be. Seats that the referee puts out at one time share a place, and of
  // eliminations that follow each other the record does not say whether they were at one time. The first one
  // takes them for separate.
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
