// A match told to the person who plays it: who is who, what happened, how it ended. In words.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "bots/human/screen.hpp"
#include "client_sdk/bot/bot.hpp"

namespace quiver::human {

// One event of a match: a seat has moved, or is out.
struct StoryEvent {
  base::Seat seat;
  std::variant<games::Move, bot::MatchResult::Out> what;
};

class Story {
 public:
  // `shared`: two people sit at one terminal, and nobody is called "you".
  Story(const bot::MatchInfo& match, bool shared) : match_(match), shared_(shared) {}

  // The game, the board, and who plays what.
  [[nodiscard]] std::string head(const Screen& screen, const games::Position& position) const;
  // "first-bot played 4." `after` is the position then.
  [[nodiscard]] std::string event(const StoryEvent& what, const games::Position& after) const;
  // Who won, and why.
  [[nodiscard]] std::string end(const bot::MatchResult& result, const games::Position& last) const;

  [[nodiscard]] bool is_own(base::Seat s) const { return s == match_.seat; }
  [[nodiscard]] const std::string& name(base::Seat s) const { return match_.names[s.value()]; }
  [[nodiscard]] base::Seat own_seat() const { return match_.seat; }

 private:
  [[nodiscard]] bool is_you(base::Seat s) const { return !shared_ && is_own(s); }
  // "You have", "first-bot has".
  [[nodiscard]] std::string subject(base::Seat s, const char* you, const char* it) const;
  [[nodiscard]] std::string out(base::Seat s, const bot::MatchResult::Out& why) const;

  bot::MatchInfo match_;
  bool shared_;
};

}  // namespace quiver::human
