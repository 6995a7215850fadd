// A match and a fake clock: what happens goes in as short calls, what the match wants done comes out as
// lines.
//
// Times are milliseconds since the match was made. Lines, one an action:
//   introduce 0 | to 0: turn 3 in 500ms | to 1: error SETTLED | all 01: moved 0 at 0 4 after 250ms
//   all 01: out 1 TIMEOUT: its 1st move took more than 1.0 s of 1.0 s | all 01: end FORFEIT, winner 0, places
//   1 2 | over
// The digits after "all" are the seats that are told.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "referee/match/match.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::tests {

using match::Time;
using wire::Reason;
using Lines = std::vector<std::string>;
using Millis = std::chrono::milliseconds;

inline Time at(int ms) { return Time{} + Millis(ms); }

// 10 s to connect, 5 s to be ready, 30 s to come back, 60 s a move at most; 1 s a move.
inline match::Setup setup_of(Position start) {
  const unsigned seats = start.turn().seats();
  match::Setup setup{7, "some-id", std::move(start), {}, {}};
  setup.ready = std::chrono::seconds(5);
  for (unsigned s = 0; s < seats; ++s) {
    wire::TimeControl time;
    time.per_move = Millis(1000);
    setup.seats.push_back({"bot" + std::to_string(s), time, 100 + s});
  }
  return setup;
}

inline match::Setup with_time(match::Setup setup, const wire::TimeControl& time) {
  for (auto& one : setup.seats) one.time = time;
  return setup;
}

inline wire::TimeControl clocks(std::optional<int> per_move, std::optional<int> bank, int increment = 0,
                                int cap = 60'000) {
  wire::TimeControl time;
  if (per_move) time.per_move = Millis(*per_move);
  if (bank) time.bank = Millis(*bank);
  time.increment = Millis(increment);
  time.cap = Millis(cap);
  return time;
}

inline std::string in_millis(base::Duration d) {
  return std::to_string(std::chrono::duration_cast<Millis>(d).count()) + "ms";
}

inline Position four_pawns() {
  Options options = of_size(5);
  options.seats = 4;
  return started("quoridor", options);
}

class Table {
 public:
  explicit Table(match::Setup setup) : match(std::move(setup), at(0)) {}

  Lines when(int ms, const match::Event& event) {
    std::vector<match::Action> actions;
    match.handle(event, at(ms), actions);
    Lines lines;
    for (const match::Action& action : actions)
      lines.push_back(std::visit([&](const auto& one) { return line(one); }, action));
    return lines;
  }

  Lines connects(int ms, unsigned s) { return when(ms, match::Connected{seat(s)}); }
  Lines is_lost(int ms, unsigned s) { return when(ms, match::Lost{seat(s)}); }
  Lines is_ready(int ms, unsigned s) { return when(ms, match::GotReady{seat(s), ""}); }
  Lines turn_sent(int ms, unsigned s, int lag = 0) { return when(ms, match::TurnSent{seat(s), Millis(lag)}); }
  // What the bot to move has used of its turn, as its machine counts.
  Lines uses(int ms, unsigned s, int cpu, int wait = 0, int unsettled = 0) {
    return when(ms, match::Measured{seat(s), {Millis(cpu), Millis(wait), Millis(unsettled)}});
  }
  Lines resigns(int ms, unsigned s) { return when(ms, match::Resigned{seat(s)}); }
  Lines time_passes(int ms) { return when(ms, match::TimePassed{}); }
  Lines faults(int ms, unsigned s, Reason reason, std::string detail) {
    return when(ms, match::Faulted{seat(s), reason, std::move(detail)});
  }

  // A move for this ply, read off at `ms` though it came in at `received`.
  Lines plays_late(int ms, int received, unsigned s, std::uint32_t ply, std::string_view move) {
    const auto event = match.position().parse(move).value();
    return when(ms, match::Played{seat(s), ply, std::get<games::Move>(event), {}, at(received)});
  }
  // A move for the ply that is due.
  Lines plays(int ms, unsigned s, std::string_view move) {
    return plays_late(ms, ms, s, match.position().ply(), move);
  }
  // Moves by whoever is to move, each in no time.
  void play_all(int ms, std::string_view moves) {
    const auto list = match.position().parse_list(moves).value();
    for (const games::Event& event : list) {
      const Seat mover = match.position().to_move();
      turn_sent(ms, mover.value());
      when(ms, match::Played{mover, match.position().ply(), std::get<games::Move>(event), {}, at(ms)});
    }
  }

  // Everybody connects and is ready at `ms`; the first Turn is on its way.
  Table& gathered(int ms = 0) {
    for (unsigned s = 0; s < match.num_seats(); ++s) connects(ms, s);
    for (unsigned s = 0; s < match.num_seats(); ++s) is_ready(ms, s);
    turn_sent(ms, match.position().to_move().value());
    return *this;
  }

  // When TimePassed is due, in milliseconds; -1: never.
  [[nodiscard]] int deadline() const {
    const auto when = match.deadline();
    return when ? static_cast<int>(std::chrono::duration_cast<Millis>(*when - Time{}).count()) : -1;
  }

  match::Match match;

 private:
  [[nodiscard]] static std::string number(auto value) { return std::to_string(value); }
  [[nodiscard]] std::string line(const match::Introduce& one) const {
    return "introduce " + number(one.seat.value());
  }
  [[nodiscard]] std::string line(const match::Send& one) const {
    return "to " + number(one.seat.value()) + ": " + text(one.message);
  }
  [[nodiscard]] std::string line(const match::Tell& one) const {
    std::string seats;
    for (unsigned s = 0; s < match.num_seats(); ++s)
      if ((one.seats >> s & 1U) != 0) seats += number(s);
    return "all " + seats + ": " + text(one.message);
  }
  [[nodiscard]] std::string line(const match::Over&) const { return "over"; }

  [[nodiscard]] std::string text(const match::Message& message) const {
    return std::visit([&](const auto& one) { return words(one); }, message);
  }
  [[nodiscard]] std::string words(const wire::Moved& one) const {
    return "moved " + number(one.seat.value()) + " at " + number(one.ply) + " " +
           match.position().format(games::Event{one.move}) + " after " + in_millis(one.took);
  }
  [[nodiscard]] static std::string words(const wire::Eliminated& one) {
    return "out " + number(one.seat.value()) + " " + std::string(wire::reason_name(one.reason)) + ": " +
           one.detail;
  }
  [[nodiscard]] static std::string words(const wire::Turn& one) {
    std::string line = "turn " + number(one.ply) + " in " + in_millis(one.time);
    for (const base::Duration bank : one.banks) line += ", bank " + in_millis(bank);
    return line;
  }
  [[nodiscard]] static std::string words(const wire::MatchEnd& one) {
    std::string line = "end " + std::string(wire::end_name(one.end));
    if (one.winner) line += ", winner " + number(one.winner->value());
    if (!one.places.empty()) line += ", places";
    for (const std::uint32_t place : one.places) line += " " + number(place);
    return line;
  }
  [[nodiscard]] static std::string words(const wire::Error& one) {
    switch (one.code) {
      case wire::Error::Code::kSettled:
        return "error SETTLED";
      case wire::Error::Code::kOutOfTurn:
        return "error OUT_OF_TURN";
      case wire::Error::Code::kStale:
        return "error STALE";
      default:
        return "error, another";
    }
  }
};

inline Table connect_four() { return Table(setup_of(started("connect4"))); }
// All players are connected and ready.
inline Table gathered_connect_four() { return std::move(connect_four().gathered()); }

}  // namespace quiver::tests
