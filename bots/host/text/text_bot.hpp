// Speaks for a program that plays by the text protocol (docs/write-a-bot/text-protocol.md).
//
// One process plays as many matches as it likes; it is started anew if it has ended after one, or had to be
// ended because it did not answer. What it does wrong is thrown as a sentence, which the referee is told.
#pragma once

#include <optional>
#include <string>

#include "bots/host/host_main.hpp"
#include "bots/host/talk.hpp"
#include "client_sdk/bot/bot.hpp"

namespace quiver::bots::host {

class TextBot : public bot::Bot {
 public:
  explicit TextBot(Words command) : command_(std::move(command)) {}
  ~TextBot() override;

  [[nodiscard]] bot::Profile profile() const override;
  void start(const bot::MatchInfo& match) override;
  [[nodiscard]] std::string title() const override { return title_; }
  void follow(base::Seat seat, const games::Event& event) override;
  bot::Choice choose(const games::Position& position, bot::Deadline deadline) override;
  void finish(const bot::MatchResult& result) override;

 private:
  // Tells it of the match and waits for its word; false: it has ended instead.
  bool is_ready(const std::string& opening);
  // Nothing but remarks may have been said when it was not asked.
  void check_said_nothing();
  // True if it was a remark, which may be made at any time.
  bool take_remark(const std::string& line);
  [[nodiscard]] std::optional<bot::Choice> take(const games::Position& position, const std::string& line);

  Words command_;
  std::optional<Talk> talk_;  // none before the first match, and after one that it slept through
  std::optional<bot::MatchInfo> match_;
  std::string title_;
  wire::Info info_;
};

}  // namespace quiver::bots::host
