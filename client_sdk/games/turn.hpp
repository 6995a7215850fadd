// Who is still in the game, whose turn it is, and whether it is over: what all games have in common.
//
// A small value that games keep, copy into their undo records and put back whole.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/games/keys.hpp"

namespace quiver::games {

using base::kMaxSeats;
using base::Seat;

// How a game stands.
struct Outcome {
  bool over = false;
  std::optional<Seat> winner;  // none in a game that is over: a draw

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Five bytes, so that an undo record can hold the whole turn and put it back at once.
class Turn {
 public:
  // All seats are in the game, and seat 0 is to move.
  explicit Turn(unsigned seats = 2)
      : seats_(static_cast<std::uint8_t>(seats)), standing_(static_cast<std::uint8_t>((1U << seats) - 1)) {}

  // How many seats the game began with, those that are out included.
  [[nodiscard]] unsigned seats() const { return seats_; }
  // Without meaning when the game is over.
  [[nodiscard]] Seat to_move() const { return Seat{to_move_}; }
  // Whether the seat is still in the game.
  [[nodiscard]] bool stands(Seat s) const { return (standing_ >> s.value() & 1U) != 0; }
  // How many seats are.
  [[nodiscard]] unsigned standing() const { return static_cast<unsigned>(std::popcount(standing_)); }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] Outcome outcome() const {
    return {over_, over_ && winner_ < kMaxSeats ? std::optional<Seat>{Seat{winner_}} : std::nullopt};
  }

  // The next seat after `s` that still stands: `s` itself if it is the only one.
  [[nodiscard]] Seat next_after(Seat s) const {
    unsigned next = s.value();
    do next = next + 1U == seats_ ? 0U : next + 1U;
    while (!stands(base::seat(next)) && next != s.value());
    return base::seat(next);
  }

  // Changes of the turn. None of them checks anything: the rules of the game decide.
  void pass_to(Seat s) { to_move_ = s.value(); }
  void win(Seat s) { over_ = true, winner_ = s.value(); }
  void draw() { over_ = true, winner_ = kMaxSeats; }
  // Eliminates `s`; the last seat standing wins.
  void eliminate(Seat s) {
    standing_ = static_cast<std::uint8_t>(standing_ & ~(1U << s.value()));
    if (standing() == 1) win(base::seat(static_cast<unsigned>(std::countr_zero(standing_))));
  }

  // The turn's share of a position's hash: the seat to move while the game goes on, and who is out.
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t h = over_ ? 0 : key(Key::kToMove, to_move_, 0);
    for (unsigned s = 0; s < seats_; ++s)
      if (!stands(base::seat(s))) h ^= key(Key::kOut, s, 0);
    return h;
  }

  // As in the hash, the seat to move matters only while the game goes on.
  friend bool operator==(const Turn& a, const Turn& b) {
    return a.seats_ == b.seats_ && a.standing_ == b.standing_ && a.winner_ == b.winner_ &&
           a.over_ == b.over_ && (a.over_ || a.to_move_ == b.to_move_);
  }

 private:
  std::uint8_t seats_;
  std::uint8_t standing_;
  std::uint8_t to_move_ = 0;
  std::uint8_t winner_ = kMaxSeats;
  bool over_ = false;
};

}  // namespace quiver::games
