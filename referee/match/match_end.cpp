// The end of a match, and its record.
#include <algorithm>

#include "referee/match/match.hpp"

namespace quiver::match {

using base::seat;

void Match::finish(wire::End end, std::optional<Seat> winner, std::string sentence, Actions& actions) {
  phase_ = Phase::kOver;
  asked_.reset();
  end_ = end;
  winner_ = winner;
  sentence_ = std::move(sentence);
  unsigned everybody = 0;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (is_connected(seat(s))) everybody |= 1U << s;
  actions.emplace_back(Tell{static_cast<std::uint8_t>(everybody), end_message(), {}});
  actions.emplace_back(Over{});
}

wire::MatchEnd Match::end_message() const {
  return {setup_.match, end_, winner_, places(), setup_.id, sentence_};
}

std::vector<std::uint32_t> Match::places() const {
  std::vector<std::uint32_t> all;
  if (end_ == wire::End::kVoid) return all;
  // The winner, then those not eliminated, then the eliminated ones, the latest first.
  const auto rank = [&](unsigned s) -> unsigned {
    if (winner_ == seat(s)) return 0;
    return is_out(seat(s)) ? 2 + outs_ - seats_[s].out_as : 1;
  };
  for (unsigned s = 0; s < num_seats(); ++s) {
    std::uint32_t better = 0;
    // Competition ranking (1, 2, 2, 4): one more than the number of seats that are better.
    for (unsigned other = 0; other < num_seats(); ++other) better += rank(other) < rank(s) ? 1U : 0U;
    all.push_back(better + 1);
  }
  return all;
}

std::string Match::sentence_of(std::optional<Seat> winner) const {
  std::string outs;
  for (unsigned s = 0; s < num_seats(); ++s)
    if (is_out(seat(s)))
      outs += (outs.empty() ? "" : ", ") + name(seat(s)) + " out (" +
              std::string(wire::reason_name(*seats_[s].reason)) + ")";
  const std::string result =
      winner ? "seat " + std::to_string(winner->value()) + ", " + name(*winner) + ", won" : "drawn";
  return outs.empty() ? result : result + ": " + outs;
}

wire::Record Match::record() const {
  wire::Record out;
  out.id = setup_.id;
  out.game = std::string(position_.game_name());
  out.rows = position_.grid().rows;
  out.columns = position_.grid().columns;
  const std::vector<std::uint32_t> all_places = over() ? places() : std::vector<std::uint32_t>{};
  for (unsigned s = 0; s < num_seats(); ++s) {
    const SeatState& who = seats_[s];
    const Setup::SeatSetup& setup = setup_.seats[s];
    out.seats.push_back({setup.name, who.title, who.reason, who.detail,
                         all_places.empty() ? 0 : all_places[s], setup.time, bank(seat(s)), who.used, "",
                         setup.lag.empty() ? std::nullopt : std::optional(who.forgiven)});
    out.seats.back().wait = who.waited;
    out.seats.back().starved = who.starved;
  }
  out.opening = opening_;
  out.moves = entries_;
  // Whoever reads a record judges its notation, wherever the record comes from.
  for (wire::Record::Entry& entry : out.moves) entry.event.reset();
  out.winner = winner_;
  out.end = end_;
  out.sentence = sentence_;
  out.hash = position_.hash();
  return out;
}

}  // namespace quiver::match
