#include "referee/web/live_game.hpp"

#include <cmath>

#include "client_sdk/wire/proto_position.hpp"
#include "referee/net/players/player.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

constexpr std::uint32_t kLargestThumbnail = 2'500;  // cells

// The latest step of a game, from the position after it.
v1::Step last_step(const wire::Record::Entry& entry, const games::Position& after) {
  v1::Step out;
  out.set_seat(entry.seat.value());
  out.set_notation(entry.notation);
  out.set_ply(after.ply());
  const auto* move = entry.event ? std::get_if<games::Move>(&*entry.event) : nullptr;
  if (move == nullptr) return out;
  wire::fill_move(*out.mutable_move(), *move);
  if (const auto cell = after.landed_on(*move)) out.set_cell(cell->value());
  return out;
}

}  // namespace

LiveGame::LiveGame(const net::MatchSession& table, wire::Record heading)
    : table_(table), heading_(std::move(heading)) {}

void LiveGame::tell_new_steps(v1::GameChange* change) {
  if (!encoder_) {
    encoder_.emplace(match().start());
    heading_.opening = match().opening();
    view_ = head_of(heading_, match().start());
    for (unsigned s = 0; s < match().num_seats(); ++s)
      if (const net::PlayerPtr& player = table_.players()[s])
        view_.mutable_seats(static_cast<int>(s))->set_person(player->is_person());
  }
  const auto reasons = [this](base::Seat s) -> StepEncoder::Why {
    return {match().reason(s).value_or(wire::Reason::kResigned), match().detail(s)};
  };
  const auto& entries = match().entries();
  while (encoder_->steps() < entries.size()) {
    auto step = encoder_->tell(entries[encoder_->steps()], reasons).value();
    if (change != nullptr) *change->add_steps() = step;
    *view_.add_steps() = std::move(step);
  }
}

v1::GameChange LiveGame::advance(base::Time now) {
  v1::GameChange out;
  out.set_id(id());
  tell_new_steps(&out);
  *out.mutable_status() = status_of(match(), now);
  changed = false;
  return out;
}

v1::GameChange LiveGame::finish(const wire::Record& record) {
  v1::GameChange out;
  out.set_id(id());
  tell_new_steps(&out);
  *out.mutable_status() = status_of(record);
  *view_.mutable_status() = out.status();
  return out;
}

const v1::GameView& LiveGame::view(base::Time now) {
  // Without informed listeners nobody gets the changes, so the view may go up to now. With some, it must stop
  // where the last change did: steps that went into the view alone would never reach them.
  if (!encoder_ || listeners.informed.empty()) tell_new_steps(nullptr);
  *view_.mutable_status() = status_of(match(), now);
  return view_;
}

void LiveGame::forget() {
  encoder_.reset();
  view_.Clear();
}

v1::RowState LiveGame::row_state(base::Time now) const {
  v1::RowState out;
  out.set_ply(match().position().ply());
  const match::Match::Clock clock = match().clock(now);
  if (clock.running) out.set_running(clock.running->value());
  for (unsigned s = 0; s < match().num_seats(); ++s) {
    const auto& time = heading_.seats[s].time;
    std::optional<base::Duration> left = match().bank(base::seat(s));
    if (!left) left = time.per_move;
    if (clock.running && clock.running->value() == s) left = clock.left;
    out.add_left_millis(left ? std::round(base::millis(*left)) : -1);
  }
  return out;
}

v1::LobbyRow LiveGame::row(base::Time now) const {
  v1::LobbyRow out;
  out.set_id(id());
  out.set_game(heading_.game);
  out.set_board(heading_.board);
  for (const auto& one : heading_.seats) out.add_names(one.name);
  *out.mutable_state() = row_state(now);
  return out;
}

v1::LobbyGame LiveGame::thumbnail() const {
  v1::LobbyGame out;
  out.set_id(id());
  out.set_game(heading_.game);
  out.set_board(heading_.board);
  for (const auto& one : heading_.seats) out.add_names(one.name);
  const games::Position& position = match().position();
  if (position.graph().num_vertices() <= kLargestThumbnail)
    wire::fill_position(*out.mutable_position(), position, false);
  if (!match().entries().empty()) *out.mutable_last() = last_step(match().entries().back(), position);
  return out;
}

}  // namespace quiver::web
