#include "referee/records/timeline.hpp"

#include <algorithm>

namespace quiver::records {

using base::bad_input;
using base::Result;
using base::seat;
using base::Seat;
using games::Elimination;

namespace {

std::string named(Seat s) { return "seat " + std::to_string(s.value()); }

}  // namespace

Timeline::Timeline(games::Position start) : position_(std::move(start)) { notice_blocked(); }

Result<void> Timeline::play(const wire::Record::Entry& entry) {
  const auto event = position_.parse(entry.notation);
  if (!event) return event.error();
  const auto* out = std::get_if<Elimination>(&*event);
  if (const auto verdict = position_.check(*event); !verdict) return bad_input(verdict.error().sentence);
  const Seat acting = out != nullptr ? out->seat : position_.to_move();
  if (entry.seat != acting)
    return bad_input("it is recorded as of " + named(entry.seat) + ", but " + named(acting) +
                     (out != nullptr ? " is eliminated" : " is to move"));
  // The record does not say whether two eliminations in a row were one event: possible_places() tries both.
  const bool follows = last_ && std::holds_alternative<Elimination>(*last_);
  position_.apply(*event);
  last_ = *event;
  if (out != nullptr) outs_.push_back({out->seat, How::kPutOut, follows});
  notice_blocked();
  return {};
}

void Timeline::notice_blocked() {
  for (unsigned s = 0; s < position_.turn().seats(); ++s)
    if (!is_out(seat(s)) && !position_.turn().stands(seat(s)))
      outs_.push_back({seat(s), How::kBlocked, false});
}

void Timeline::add_late(Seat s) { outs_.push_back({s, How::kLate, true}); }

bool Timeline::ended_by_elimination() const {
  return position_.outcome().over && last_ && std::holds_alternative<Elimination>(*last_);
}

bool Timeline::is_out(Seat s) const {
  return std::any_of(outs_.begin(), outs_.end(), [&](const Out& out) { return out.seat == s; });
}

bool Timeline::is_blocked(Seat s) const {
  return std::any_of(outs_.begin(), outs_.end(),
                     [&](const Out& out) { return out.seat == s && out.how == How::kBlocked; });
}

std::optional<Seat> Timeline::winner() const {
  return outs_.size() == position_.turn().seats() ? std::nullopt : position_.outcome().winner;
}

std::vector<Places> Timeline::possible_places() const {
  std::vector<Places> all;
  // All subsets. There are at most four seats, so at most 16.
  for (unsigned joined = 0; joined < 1U << outs_.size(); ++joined) {
    Places one = places(joined);
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
  }
  return all;
}

// Bit k of `joined`: the k-th elimination was one event with the elimination before.
Places Timeline::places(unsigned joined) const {
  std::vector<unsigned> moment(position_.turn().seats(), 0);  // when each was eliminated, from 1
  unsigned latest = 0;
  unsigned event = 0;  // of the elimination that is being followed
  for (std::size_t k = 0; k < outs_.size(); ++k) {
    const Out& out = outs_[k];
    const bool together = out.how == How::kLate || (out.follows && (joined >> k & 1U) != 0);
    if (out.how == How::kPutOut && !together) event = ++latest;
    moment[out.seat.value()] = out.how == How::kBlocked ? ++latest : event;
  }
  if (outs_.size() == moment.size())  // nobody is left: those of the last event share a place
    for (unsigned& one : moment) one = std::min(one, event);
  const auto rank = [&](unsigned s) {
    if (winner() == seat(s)) return 0U;
    return moment[s] != 0 ? 2 + latest - moment[s] : 1U;
  };
  Places all;
  for (unsigned s = 0; s < moment.size(); ++s) {
    std::uint32_t better = 0;
    for (unsigned other = 0; other < moment.size(); ++other) better += rank(other) < rank(s) ? 1U : 0U;
    all.push_back(better + 1);
  }
  return all;
}

}  // namespace quiver::records
