// Speaks for one of the course's players, a shared library in C (docs/write-a-bot/course-players.md).
//
// Players keep globals and crash: each match has a process of its own, which loads the library anew. What the
// interface cannot express is refused with a sentence, and so is told how a player died.
#pragma once

#include <optional>
#include <string>

#include "bots/host/so/loaded_player.hpp"
#include "client_sdk/bot/bot.hpp"

namespace quiver::bots::host {

class SoBot : public bot::Bot {
 public:
  explicit SoBot(std::string library);

  [[nodiscard]] bot::Profile profile() const override;
  void start(const bot::MatchInfo& match) override;
  [[nodiscard]] std::string title() const override { return title_; }
  void follow(base::Seat seat, const games::Event& event) override;
  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override;
  void finish(const bot::MatchResult& result) override;

 private:
  std::string library_;
  std::optional<LoadedPlayer> player_;  // none between matches, and after a turn that it slept through
  Course game_ = Course::kAmazons;
  base::Seat seat_;
  std::string title_;
  std::size_t opening_left_ = 0;       // moves to come that initialize() was told the outcome of
  bool chose_ = false;                 // its own next move is one that it knows
  std::optional<games::Move> untold_;  // the opponent's latest move
};

}  // namespace quiver::bots::host
