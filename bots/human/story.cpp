#include "bots/human/story.hpp"

#include "bots/human/dialogue.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/draw/short_rules.hpp"

namespace quiver::human {

using base::seat;
using base::Seat;
using wire::Reason;

namespace {

std::string board_size(const graph::Grid& grid) {
  return std::to_string(grid.rows) + " x " + std::to_string(grid.columns);
}

// What the game's module says of this position.
template <class Ask>
std::string said(const games::Position& position, const Ask& ask) {
  return position.visit(
      [&](const auto& game) { return ask(Dialogue<std::decay_t<decltype(game)>>{}, game); });
}

}  // namespace

std::string Story::subject(Seat s, const char* you, const char* it) const {
  return is_you(s) ? std::string("You ") + you : base::escaped(name(s)) + " " + it;
}

std::string Story::head(const Screen& screen, const games::Position& position) const {
  std::string text =
      draw::title_of(position.game_name()) + ", " + board_size(position.grid()) +
      said(position, [](auto dialogue, const auto& game) { return dialogue.about_board(game); }) + "\n";
  for (unsigned s = 0; s < position.turn().seats(); ++s) {
    text += "  " + screen.piece(seat(s)) + "  " + (is_you(seat(s)) ? "you" : base::escaped(name(seat(s))));
    text +=
        said(position, [s](auto dialogue, const auto& game) { return dialogue.about_seat(game, seat(s)); });
    if (!position.turn().stands(seat(s))) text += ", out";
    text += "\n";
  }
  return text + "\n";
}

// Reasons without a sentence of their own show the referee's detail.
std::string Story::out(Seat s, const bot::MatchResult::Out& why) const {
  switch (why.reason) {
    case Reason::kBlocked:
      return subject(s, "cannot", "cannot") + " move any more.";
    case Reason::kResigned:
      return subject(s, "have", "has") + " resigned.";
    case Reason::kTimeout:
      return subject(s, "have", "has") + " run out of time.";
    case Reason::kNotReady:
      return subject(s, "were", "was") + " not ready: " + base::escaped(why.detail) + ".";
    case Reason::kDisconnected:
      return subject(s, "have", "has") + " lost the connection.";
    case Reason::kIllegalMove:
      return subject(s, "have", "has") + " played an illegal move: " + base::escaped(why.detail) + ".";
    case Reason::kCrashed:
      return subject(s, "have", "has") + " crashed: " + base::escaped(why.detail) + ".";
    case Reason::kProtocolError:
    case Reason::kResourceLimit:
      break;
  }
  return subject(s, "are", "is") + " out: " + base::escaped(why.detail) + ".";
}

std::string Story::event(const StoryEvent& what, const games::Position& after) const {
  if (const auto* why = std::get_if<bot::MatchResult::Out>(&what.what)) return out(what.seat, *why);
  return subject(what.seat, "played", "played") + " " +
         after.format(games::Event{std::get<games::Move>(what.what)}) + ".";
}

std::string Story::end(const bot::MatchResult& result, const games::Position& last) const {
  if (result.end == wire::End::kVoid)
    return "The game was interrupted (" + base::escaped(result.sentence) + ").";
  const bool played_out = result.end == wire::End::kPlayedOut;
  if (!result.winner) {
    if (!played_out) return "The game is drawn: nobody is left.";
    return "The game is drawn: " +
           said(last, [](auto dialogue, const auto& game) { return dialogue.why_drawn(game); }) + ".";
  }
  const std::string won = subject(*result.winner, "have won", "has won");
  if (!played_out) return won + ".";
  return won + said(last, [](auto dialogue, const auto& game) { return dialogue.why_won(game); }) + ".";
}

}  // namespace quiver::human
