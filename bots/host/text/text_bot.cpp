#include "bots/host/text/text_bot.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "bots/host/patience.hpp"
#include "bots/host/text/terms.hpp"
#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::bots::host {

using std::chrono::steady_clock;

namespace {

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error("the program " + sentence); }

}  // namespace

TextBot::~TextBot() {
  if (talk_) talk_->dismiss(kToEnd);
}

bot::Profile TextBot::profile() const {
  bot::Profile profile;
  profile.name = player_name(command_.front());
  return profile;
}

void TextBot::start(const bot::MatchInfo& match) {
  match_ = match;
  title_.clear();
  info_ = {};
  const std::string opening = opening_lines(match);
  // One that has played may be about to end, having read nothing of this.
  if (talk_) check_said_nothing();
  if (talk_ && is_ready(opening)) return;
  talk_.reset();
  talk_.emplace(command_);
  if (!is_ready(opening)) fail(talk_->fate() + " before it said 'ready'");
}

// One warning on stderr after kBeforeRemark; the referee's own limit decides when it is too late.
bool TextBot::is_ready(const std::string& opening) {
  talk_->say(opening);
  const base::Time until = steady_clock::now() + kToGetReady;
  base::Time remark = steady_clock::now() + kBeforeRemark;
  while (true) {
    const Talk::Heard heard = talk_->listen(std::min(until, remark));
    if (heard.status == Talk::Status::kLate && remark < until) {
      std::fputs("host-text: the program has not said 'ready'\n", stderr);
      remark = until;
      continue;
    }
    if (heard.status == Talk::Status::kLate) fail("did not say 'ready'");
    if (heard.status == Talk::Status::kDead) return false;
    if (heard.status == Talk::Status::kEndless) fail("printed an endless line before it said 'ready'");
    if (take_remark(heard.line)) continue;
    const Said said = split(heard.line);
    if (said.word != "ready") fail("said " + base::quoted(heard.line) + " where 'ready' was expected");
    title_ = said.rest;
    return true;
  }
}

void TextBot::follow(base::Seat seat, const games::Event& event) {
  if (talk_) talk_->say(event_line(match_->start, seat, event));
}

void TextBot::check_said_nothing() {
  while (true) {
    const Talk::Heard heard = talk_->listen(base::Time::min());
    if (heard.status == Talk::Status::kEndless) fail("printed an endless line when it was not asked");
    if (heard.status != Talk::Status::kLine) return;
    if (!take_remark(heard.line)) fail("said " + base::quoted(heard.line) + " when it was not its turn");
  }
}

// Waits beyond the deadline on purpose: the referee decides what is late, and may allow for latency.
bot::Choice TextBot::choose(const games::Position& position, bot::Deadline deadline) {
  if (!talk_) return bot::Choice::silence();  // it has slept through this match before
  check_said_nothing();
  talk_->say(turn_line(deadline));
  while (true) {
    const Talk::Heard heard = talk_->listen(deadline.when + kAfterTheClock);
    if (heard.status == Talk::Status::kLate) break;
    if (heard.status == Talk::Status::kDead) fail(talk_->fate() + " before it played");
    if (heard.status == Talk::Status::kEndless)
      fail("printed an endless line where 'play MOVE' was expected");
    if (auto choice = take(position, heard.line)) return *std::move(choice);
  }
  talk_.reset();  // the referee has long decided
  return bot::Choice::silence();
}

bool TextBot::take_remark(const std::string& line) {
  const Said said = split(line);
  if (said.word.starts_with('#')) {
    std::fprintf(stderr, "%s\n", base::harmless_text(line, base::Keep::kTabs).c_str());
    return true;
  }
  if (said.word == "info") info_ = read_info(said.rest);
  return said.word == "info" || said.word.empty();
}

std::optional<bot::Choice> TextBot::take(const games::Position& position, const std::string& line) {
  if (take_remark(line)) return std::nullopt;
  const Said said = split(line);
  if (said.word == "play") return bot::Choice(read_move(position, said.rest), std::exchange(info_, {}));
  if (said.word == "resign") return bot::Choice::resign();
  if (said.word != "legal") fail("said " + base::quoted(line) + " where 'play MOVE' was expected");
  talk_->say(legal_line(position));
  return std::nullopt;
}

void TextBot::finish(const bot::MatchResult& result) {
  if (talk_) talk_->say(end_line(result, match_->seat));
}

}  // namespace quiver::bots::host
