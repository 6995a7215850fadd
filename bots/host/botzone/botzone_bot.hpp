// Speaks for a program written for the simple interaction of a bot site: Amazons, 8×8 or 10×10
// (docs/write-a-bot/botzone.md).
//
// For every move the program gets the whole game, answers and ends; or it asks to be kept, and then gets only
// the opponent's next move. What it does wrong is thrown as a sentence, which the referee is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bots/host/host_main.hpp"
#include "bots/host/talk.hpp"
#include "client_sdk/bot/bot.hpp"

namespace quiver::bots::host {

class BotzoneBot : public bot::Bot {
 public:
  explicit BotzoneBot(Words command) : command_(std::move(command)) {}

  [[nodiscard]] bot::Profile profile() const override;
  void start(const bot::MatchInfo& match) override;
  void follow(base::Seat seat, const games::Event& event) override;
  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override;
  void finish(const bot::MatchResult& result) override;

 private:
  // Whether the process of the latest answer asked to be kept.
  bool stays();
  // "x0 y0 x1 y1 x2 y2".
  [[nodiscard]] std::string line_of(const games::AmazonsMove& move) const;
  [[nodiscard]] std::string whole_game() const;
  [[nodiscard]] games::AmazonsMove read(const std::string& line) const;

  Words command_;
  std::optional<Talk> talk_;
  base::Seat seat_;
  std::uint32_t side_ = 0;
  std::vector<games::AmazonsMove> moves_;
};

}  // namespace quiver::bots::host
