// A match as a bot sees it: its own copy of the position, rebuilt from what the referee sent.
//
// Events are checked by the same rules as the referee's before they are applied, and the position's hash is
// compared at every turn: a difference is reported as a sentence (a desync), never ignored. One thread.
#pragma once

#include <optional>
#include <string>

#include "client_sdk/bot/bot.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::bot {

// How our position differs from the referee's; none if it does not.
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
  // How the match ended, as the bot is told it.
  [[nodiscard]] MatchResult result(const wire::MatchEnd& end) const;
  // One line each for people: "match 8f2-1: connect4 against bob, seat 0", "match 8f2-1: lost, …".
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string summary(const wire::MatchEnd& end) const;

  // Apply what the referee reports. A result that is not empty says why that is impossible: the two
  // positions differ, which cannot be repaired.
  Desync take(const wire::Moved& moved);
  Desync take(const wire::Eliminated& eliminated);
  // Checks the hash of our position against the one in `turn`, and that it is this bot's turn.
  [[nodiscard]] Desync compare(const wire::Turn& turn) const;

  // The same match is sent again from its start, after a reconnection. Choices made so far are kept.
  void begin_again(const wire::MatchStart& start);
  // Whether the bot has not been notified of the latest event yet; marks it as notified.
  bool is_news();

  // The choice that was made for just this turn already, if one was.
  [[nodiscard]] const Choice* chosen_for(const wire::Turn& turn) const;
  // Keeps the choice for this ply and hash, so that a Turn that is repeated after a reconnection gets the
  // same answer without another search.
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
  std::optional<Chosen> chosen_;
  std::size_t taken_ = 0;  // events since the match was last sent from its start
  std::size_t told_ = 0;   // how many of them the bot has been notified of
};

}  // namespace quiver::bot
