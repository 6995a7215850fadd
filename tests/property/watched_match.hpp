// A match, everybody who listens to it, and the promises of match.hpp, checked after every event.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "referee/match/match.hpp"

namespace quiver::tests {

using base::Duration;
using base::seat;
using base::Seat;
using games::Position;
using match::Time;
using Millis = std::chrono::milliseconds;

// A move, and an event as it is told, to be compared. One function for each game.
inline std::string written(const games::AmazonsMove& m) {
  return std::to_string(m.from.value()) + "-" + std::to_string(m.to.value()) + "/" +
         std::to_string(m.arrow.value());
}
inline std::string written(const games::QuoridorMove& m) {
  return std::to_string(static_cast<int>(m.kind)) + ":" + std::to_string(m.cell.value());
}
inline std::string written(const games::ConnectFourMove& m) { return std::to_string(m.column); }
inline std::string written(const games::HexMove& m) {
  return std::to_string(m.cell.value()) + (m.swap ? " swap" : "");
}
inline std::string written(const wire::Moved& one) {
  const std::string numbers = std::visit([](const auto& move) { return written(move); }, one.move);
  return "moved " + std::to_string(one.seat.value()) + " at " + std::to_string(one.ply) + " " + numbers +
         " " + std::to_string(one.took.count());
}
inline std::string written(const wire::Eliminated& one) {
  return "out " + std::to_string(one.seat.value()) + " " + std::string(wire::reason_name(one.reason)) + " " +
         one.detail;
}

// Every expectation is fatal to the test that calls: look at HasFatalFailure() between calls.
class Watched {
 public:
  Watched(const match::Setup& setup, Time now) : setup_(setup), match_(setup, now), replayed_(setup.start) {
    for (const games::Event& event : setup.opening) {
      const auto& move = std::get<games::Move>(event);
      hear(wire::Moved{5, replayed_.to_move(), replayed_.ply(), move, Duration{0}});
      for (unsigned s = 0; s < match_.num_seats(); ++s)
        if (!out_[s] && !replayed_.turn().stands(seat(s)))
          hear(wire::Eliminated{5, seat(s), wire::Reason::kBlocked, "it cannot move"});
    }
  }

  void handle(const match::Event& event, Time now) {
    history_.push_back(std::to_string(event.index()) + " at " +
                       std::to_string(std::chrono::duration_cast<Millis>(now.time_since_epoch()).count()));
    const bool was_over = match_.over();
    note(event);
    std::vector<match::Action> actions;
    match_.handle(event, now, actions);
    ASSERT_TRUE(!was_over || actions.empty()) << "nothing is accepted after the end";
    if (was_over) return;
    for (const match::Action& action : actions) {
      ASSERT_EQ(overs_, 0) << "nothing comes after the end";
      std::visit([&](const auto& one) { on(one); }, action);
      if (testing::Test::HasFatalFailure()) return;
    }
    ASSERT_EQ(match_.over(), overs_ == 1 && ends_ == 1);
    expect_all_heard();
    expect_asked();
  }

  // Tells the match that time has passed until it waits for a time to come: no endless loop.
  void let_time_pass(Time now) {
    for (unsigned k = 0; k <= match_.num_seats(); ++k) {
      handle(match::TimePassed{}, now);
      const auto deadline = match_.deadline();
      if (!deadline || *deadline > now) return;
    }
    FAIL() << "the deadline stays in the past";
  }

  void expect_record() const {
    const wire::Record record = match_.record();
    std::string list;
    for (const auto& entry : record.moves) {
      list += entry.notation + " ";
      ASSERT_GE(entry.took.count(), 0);
    }
    Position position = setup_.start;
    const auto events = position.parse_list(list);
    ASSERT_TRUE(events) << list;
    const auto played = games::play(position, *events);
    ASSERT_TRUE(played) << list << ": " << played.error().sentence;
    ASSERT_EQ(position.hash(), record.hash) << list;
    ASSERT_EQ(position.hash(), match_.position().hash());
    ASSERT_EQ(record.opening, setup_.opening.size());
    ASSERT_EQ(record.seats.size(), match_.num_seats());
    for (const auto& one : record.seats) {
      ASSERT_GE(one.used.count(), 0);
      ASSERT_GE(one.left.value_or(Duration{0}).count(), 0);
    }
    for (std::size_t s = 0; s < record.seats.size(); ++s) expect_lag(record.seats[s], setup_.seats[s].lag);
    expect_places(record);
  }

  [[nodiscard]] const match::Match& match() const { return match_; }
  [[nodiscard]] bool connected(Seat s) const { return connected_[s.value()]; }
  [[nodiscard]] const std::vector<std::string>& history() const { return history_; }

 private:
  static void expect_lag(const wire::Record::SeatRecord& seat, const match::LagQuota& quota) {
    ASSERT_EQ(seat.lag.has_value(), !quota.empty());
    ASSERT_GE(seat.lag.value_or(Duration{0}).count(), 0);
    ASSERT_LE(seat.lag.value_or(Duration{0}), quota.per_game);
  }

  void note(const match::Event& event) {
    if (const auto* one = std::get_if<match::Connected>(&event)) {
      connected_[one->seat.value()] = true;
      ready_[one->seat.value()] = false;
      asked_[one->seat.value()] = 0;
    }
    if (const auto* one = std::get_if<match::Lost>(&event)) connected_[one->seat.value()] = false;
    if (const auto* one = std::get_if<match::GotReady>(&event))
      ready_[one->seat.value()] = connected_[one->seat.value()];
  }

  void on(const match::Introduce& one) {
    ASSERT_FALSE(out_[one.seat.value()]);
    ASSERT_TRUE(connected_[one.seat.value()]);
    introduced_[one.seat.value()] = true;
    heard_[one.seat.value()].clear();
  }

  void on(const match::Send& one) {
    const unsigned s = one.seat.value();
    ASSERT_FALSE(out_[s]) << "who is out is told nothing but the end";
    ASSERT_TRUE(introduced_[s] && connected_[s]);
    if (const auto* moved = std::get_if<wire::Moved>(&one.message)) heard_[s].push_back(written(*moved));
    if (const auto* out = std::get_if<wire::Eliminated>(&one.message)) heard_[s].push_back(written(*out));
    if (const auto* turn = std::get_if<wire::Turn>(&one.message)) expect_turn(one.seat, *turn);
    ASSERT_FALSE(std::holds_alternative<wire::MatchEnd>(one.message));
  }

  void on(const match::Tell& one) {
    if (const auto* moved = std::get_if<wire::Moved>(&one.message)) {
      ASSERT_EQ(one.seats, listeners());
      tell_seats(one.seats, written(*moved));
      hear(*moved);
    } else if (const auto* out = std::get_if<wire::Eliminated>(&one.message)) {
      ASSERT_EQ(one.seats, listeners());
      tell_seats(one.seats, written(*out));
      hear(*out);
    } else {
      ASSERT_TRUE(std::holds_alternative<wire::MatchEnd>(one.message));
      ++ends_;
      ASSERT_EQ(one.seats, present()) << "all who are there hear of the end, those who are out too";
      expect_end(std::get<wire::MatchEnd>(one.message));
    }
  }

  void on(const match::Over&) {
    ASSERT_EQ(ends_, 1);
    ++overs_;
  }

  [[nodiscard]] unsigned present() const {
    unsigned mask = 0;
    for (unsigned s = 0; s < match_.num_seats(); ++s)
      if (connected_[s]) mask |= 1U << s;
    return mask;
  }
  // Connected and not out.
  [[nodiscard]] unsigned listeners() const {
    unsigned mask = 0;
    for (unsigned s = 0; s < match_.num_seats(); ++s)
      if (connected_[s] && !out_[s]) mask |= 1U << s;
    return mask;
  }

  void tell_seats(unsigned mask, const std::string& line) {
    for (unsigned s = 0; s < match_.num_seats(); ++s)
      if ((mask >> s & 1U) != 0) heard_[s].push_back(line);
  }

  // What a spectator sees, and a replay of it.
  void hear(const wire::Moved& moved) {
    ASSERT_GE(moved.took.count(), 0);
    ASSERT_EQ(moved.seat, replayed_.to_move());
    ASSERT_EQ(moved.ply, replayed_.ply());
    ASSERT_TRUE(replayed_.check(moved.move));
    replayed_.apply(moved.move);
    log_.push_back(written(moved));
  }
  void hear(const wire::Eliminated& out) {
    ASSERT_FALSE(out_[out.seat.value()]) << "nobody goes out twice";
    out_[out.seat.value()] = true;
    log_.push_back(written(out));
    own_end_[out.seat.value()] = log_.size();
    if (out.reason == wire::Reason::kBlocked) {
      ASSERT_FALSE(replayed_.turn().stands(out.seat)) << "the event before has it in it already";
    } else if (!replayed_.outcome().over) {
      ASSERT_TRUE(replayed_.check(games::Elimination{out.seat}));
      replayed_.apply(games::Elimination{out.seat});
    }
  }

  void expect_turn(Seat s, const wire::Turn& turn) {
    asked_[s.value()] = turn.hash;
    ASSERT_FALSE(match_.position().outcome().over);
    ASSERT_EQ(match_.position().to_move(), s);
    ASSERT_EQ(match_.awaited(), s);
    ASSERT_EQ(turn.ply, match_.position().ply());
    ASSERT_EQ(turn.hash, match_.position().hash());
    ASSERT_EQ(turn.hash, replayed_.hash());
    ASSERT_GT(match_.position().count_legal_moves(), 0U);
    ASSERT_GE(turn.time.count(), 0);
    for (const Duration bank : turn.banks) ASSERT_GE(bank.count(), 0);
  }

  // Whoever is awaited and there has the Turn of this very position; and nobody is before all are ready.
  void expect_asked() {
    const auto awaited = match_.awaited();
    if (awaited && connected_[awaited->value()]) {
      ASSERT_EQ(asked_[awaited->value()], match_.position().hash());
    }
    const bool begins = match_.playing() && !began_;
    for (unsigned s = 0; s < match_.num_seats(); ++s)
      ASSERT_TRUE(!begins || out_[s] || (connected_[s] && ready_[s])) << "seat " << s << " is not ready";
    began_ = match_.playing();
  }

  void expect_end(const wire::MatchEnd& end) const {
    ASSERT_EQ(replayed_.hash(), match_.position().hash());
    ASSERT_EQ(end.places.empty(), end.end == wire::End::kVoid);
    if (!end.winner) return;
    ASSERT_FALSE(out_[end.winner->value()]);
    ASSERT_EQ(end.places[end.winner->value()], 1U);
    ASSERT_EQ(std::count(end.places.begin(), end.places.end(), 1U), 1);
  }

  static void expect_places(const wire::Record& record) {
    if (record.end == wire::End::kVoid) {
      for (const auto& one : record.seats) ASSERT_EQ(one.place, 0U);
      return;
    }
    std::uint32_t firsts = 0;
    for (const auto& one : record.seats) {
      ASSERT_GE(one.place, 1U);
      ASSERT_LE(one.place, record.seats.size());
      firsts += one.place == 1 ? 1U : 0U;
    }
    if (record.winner)
      ASSERT_EQ(firsts, 1U);
    else
      ASSERT_GE(firsts, 2U) << "a draw is shared";
  }

  void expect_all_heard() const {
    if (!match_.over()) {
      ASSERT_EQ(replayed_.hash(), match_.position().hash());
    }
    for (unsigned s = 0; s < match_.num_seats(); ++s) {
      if (!introduced_[s]) continue;
      const std::vector<std::string>& own = heard_[s];
      ASSERT_LE(own.size(), out_[s] ? own_end_[s] : log_.size());
      ASSERT_TRUE(std::equal(own.begin(), own.end(), log_.begin())) << "seat " << s;
      if (connected_[s] && !out_[s]) {
        ASSERT_EQ(own.size(), log_.size()) << "seat " << s << " has missed something";
      }
    }
  }

  match::Setup setup_;
  match::Match match_;
  Position replayed_;
  std::array<bool, base::kMaxSeats> connected_{};
  std::array<bool, base::kMaxSeats> ready_{};  // on this very connection
  std::array<bool, base::kMaxSeats> introduced_{};
  std::array<std::uint64_t, base::kMaxSeats> asked_{};  // the hash of the latest Turn on this connection
  bool began_ = false;
  std::array<bool, base::kMaxSeats> out_{};
  std::array<std::size_t, base::kMaxSeats> own_end_{};
  std::array<std::vector<std::string>, base::kMaxSeats> heard_;
  std::vector<std::string> log_;
  std::vector<std::string> history_;
  int ends_ = 0;
  int overs_ = 0;
};

}  // namespace quiver::tests
