#include "bots/host/so/so_bot.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "bots/host/host_main.hpp"
#include "bots/host/patience.hpp"
#include "bots/host/so/terms.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/declined.hpp"

namespace quiver::bots::host {

using std::chrono::steady_clock;

namespace {

// Of a player that takes its time.
const char* not_yet(Call call) {
  if (call == Call::kLoad) return "its library has not been loaded yet";
  return call == Call::kInitialize ? "initialize() has not returned" : "get_player_name() has not returned";
}

}  // namespace

// dlopen looks for a name without a slash elsewhere.
SoBot::SoBot(std::string library) : library_(std::filesystem::absolute(library).string()) {}

bot::Profile SoBot::profile() const {
  bot::Profile profile;
  profile.name = player_name(library_);
  profile.games = {"amazons", "quoridor"};
  return profile;
}

// A new process for each match: nothing in the interface says that a player can be initialised twice.
void SoBot::start(const bot::MatchInfo& match) {
  player_.reset();
  title_.clear();
  untold_.reset();
  chose_ = false;
  opening_left_ = match.opening.size();
  seat_ = match.seat;
  Terms terms = terms_of(match);
  terms.library = library_;
  game_ = terms.game;
  player_.emplace(terms);
  const base::Time until = steady_clock::now() + kToGetReady;
  for (const Call call : {Call::kLoad, Call::kInitialize, Call::kGetPlayerName}) {
    auto reply = player_->ask(call, {}, std::min<base::Time>(until, steady_clock::now() + kBeforeRemark));
    if (!reply) {
      std::fprintf(stderr, "host-so: %s\n", not_yet(call));
      reply = player_->await_reply(until);
    }
    if (!reply) throw std::runtime_error("player was not ready after five minutes");
    if (call == Call::kGetPlayerName) title_ = reply->text;
  }
}

// play() takes the opponent's latest move only, so a player cannot catch up on several moves.
void SoBot::follow(base::Seat seat, const games::Event& event) {
  const auto* move = std::get_if<games::Move>(&event);
  if (move == nullptr) return;
  if (opening_left_ > 0) {  // the player was initialised with what these moves lead to
    --opening_left_;
    return;
  }
  if (seat == seat_ && !std::exchange(chose_, false))
    throw std::runtime_error("the interface of the course's players cannot tell a player its own moves");
  if (seat == seat_) return;
  if (untold_)
    throw std::runtime_error("the interface of the course's players cannot tell a player two moves at once");
  untold_ = *move;
}

bot::Choice SoBot::choose(const games::Position& position, bot::Deadline deadline) {
  if (!player_) return bot::Choice::silence();  // it has slept through this match before
  const auto opponent = base::seat(1U - seat_.value());
  const auto reply =
      player_->ask(Call::kPlay, told_move(position, opponent, std::exchange(untold_, std::nullopt)),
                   deadline.when + kAfterTheClock);
  if (!reply) {  // the referee has long decided
    player_.reset();
    return bot::Choice::silence();
  }
  if (reply->numbers.size() != numbers_in_move(game_))
    throw std::runtime_error("player corrupted the channel to its host");
  chose_ = true;
  return returned_move(position, reply->numbers);
}

// Nothing that goes wrong here changes how the match ended.
void SoBot::finish(const bot::MatchResult& /*result*/) {
  if (!player_) return;
  const base::Time until = steady_clock::now() + kToFinalize;
  try {
    if (player_->ask(Call::kFinalize, {}, until))
      player_->await_end(until);
    else
      std::fputs("host-so: player was ended: finalize() did not return\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "host-so: %s\n", base::escaped(error.what()).c_str());
  }
  player_.reset();
}

}  // namespace quiver::bots::host
