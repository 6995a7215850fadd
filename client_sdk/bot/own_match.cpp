#include "client_sdk/bot/own_match.hpp"

#include <utility>

#include "client_sdk/base/random.hpp"

namespace quiver::bot {

MatchInfo OwnMatch::info() const {
  return {introduction_.id,   introduction_.seat, introduction_.names,  position_,
          introduction_.time, introduction_.seed, introduction_.opening};
}

MatchResult OwnMatch::result(const wire::MatchEnd& end) const {
  return {introduction_.id, end.end, end.winner, end.places, out_, end.sentence};
}

std::string OwnMatch::heading() const {
  std::string others;
  for (std::size_t s = 0; s < introduction_.names.size(); ++s)
    if (s != introduction_.seat.value()) others += (others.empty() ? "" : ", ") + introduction_.names[s];
  return "match " + introduction_.id + ": " + std::string(position_.game_name()) + " against " + others +
         ", seat " + std::to_string(introduction_.seat.value());
}

std::string OwnMatch::summary(const wire::MatchEnd& end) const {
  const std::size_t own = introduction_.seat.value();
  const bool first = own < end.places.size() && end.places[own] == 1;
  std::string how = end.end == wire::End::kVoid ? "void" : "lost";
  if (end.winner == introduction_.seat) how = "won";
  if (first && !end.winner) how = "drawn";
  std::string line = "match " + introduction_.id + ": " + how + "; " + end.sentence;
  if (out_) line += "; " + std::string(wire::reason_name(out_->reason)) + ": " + out_->detail;
  return line;
}

// The seat is checked separately: check() takes a move as that of the seat to move, whoever the referee says
// made it.
Desync OwnMatch::take(const wire::Moved& moved) {
  const std::string who =
      "at ply " + std::to_string(moved.ply) + " seat " + std::to_string(moved.seat.value());
  if (!position_.outcome().over && moved.seat != position_.to_move())
    return who + " moves, but it is the turn of seat " + std::to_string(position_.to_move().value());
  const games::Event event = moved.move;
  if (auto verdict = position_.check(event); !verdict)
    return who + " plays what is illegal here: " + verdict.error().sentence;
  position_.apply(event);
  return std::nullopt;
}

// A seat that was blocked has left inside the move before; and whoever goes out when the game is over
// changes nothing.
Desync OwnMatch::take(const wire::Eliminated& eliminated) {
  if (eliminated.seat == introduction_.seat) out_ = {eliminated.reason, eliminated.detail};
  if (eliminated.seat.value() >= position_.turn().seats())
    return "seat " + std::to_string(eliminated.seat.value()) + " is eliminated, but there is no such seat";
  if (position_.outcome().over || !position_.turn().stands(eliminated.seat)) return std::nullopt;
  position_.apply(games::Elimination{eliminated.seat});
  return std::nullopt;
}

Desync OwnMatch::compare(const wire::Turn& turn) const {
  const std::string when = "at ply " + std::to_string(turn.ply);
  if (position_.hash() != turn.hash)
    return when + " the position here has the hash " + base::hex(position_.hash()) + ", the referee's " +
           base::hex(turn.hash);
  if (position_.outcome().over) return when + " this bot is to move, but the game is over";
  if (position_.to_move() != introduction_.seat)
    return when + " this bot is to move, but it is the turn of seat " +
           std::to_string(position_.to_move().value());
  return std::nullopt;
}

void OwnMatch::begin_again(const wire::MatchStart& start) {
  introduction_ = start.introduction;
  position_ = start.start;
  out_.reset();
  taken_ = 0;
}

// After a resume the referee repeats the match from its start. Events up to `told_` have reached the bot
// already.
bool OwnMatch::is_news() {
  if (++taken_ <= told_) return false;
  told_ = taken_;
  return true;
}

const Choice* OwnMatch::chosen_for(const wire::Turn& turn) const {
  return chosen_ && chosen_->ply == turn.ply && chosen_->hash == turn.hash ? &chosen_->choice : nullptr;
}

void OwnMatch::remember(const wire::Turn& turn, Choice choice) {
  chosen_ = Chosen{turn.ply, turn.hash, std::move(choice)};
}

}  // namespace quiver::bot
