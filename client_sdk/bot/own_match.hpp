// A match as a bot sees it: its own copy of the position, rebuilt from what the referee sent.
//
// Events are checked by the same rules as the referee's before they are applied, and the position's hash
// is compared at every turn: whatever differs is a sentence (a desync), never a guess. One thread.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/bot/bot.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::bot {

// What is wrong between our position and the referee's; none: nothing is.
using Desync = std::optional<std::string>;

class OwnMatch {
 public:
  explicit OwnMatch(const wire::MatchStart& start)
      : introduction_(start.introduction), position_(start.start) {}

  [[nodiscard]] wire::MatchId number() const { return introduction_.match; }
  [[nodiscard]] const std::string& id() const { return introduction_.id; }
  [[nodiscard]] const games::Position& position() const { return position_; }
  [[nodiscard]] Seat seat() const { return introduction_.seat; }
  // As it is before the first event.
  [[nodiscard]] MatchInfo info() const;
  [[nodiscard]] MatchResult result(const wire::MatchEnd& end) const;

  Desync take(const wire::Moved& moved);
  Desync take(const wire::Eliminated& eliminated);
  [[nodiscard]] Desync compare(const wire::Turn& turn) const;

  // To be called once an event has been taken: false if it was told before a loss already.
  bool is_news();

  // The same match told again from its start, after a loss. What was chosen is kept.
  void begin_again(const wire::MatchStart& start);

  // The choice that was made for just this turn already, if one was.
  [[nodiscard]] const Choice* chosen_for(const wire::Turn& turn) const;
  void remember(const wire::Turn& turn, Choice choice);

 private:
  struct Chosen {
    std::uint32_t ply = 0;
    std::uint64_t hash = 0;
    Choice choice;
  };

  wire::Introduction introduction_;
  games::Position position_;
  std::optional<MatchResult::Out> out_;
  std::uint64_t taken_ = 0;  // events since the start was told last
  std::uint64_t known_ = 0;  // events that are no news
  std::optional<Chosen> chosen_;
};

}  // namespace quiver::bot
