#include "client_sdk/bot/link.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace quiver::bot {

using base::Duration;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

namespace {

constexpr Duration kConnect = seconds(10);
// A referee that has accepted the connection may still be busy. A launched bot waits without a limit: its
// referee exists, and ends the process itself if need be.
constexpr Duration kAnswer = seconds(30);
constexpr Duration kFirstPause = milliseconds(50);
constexpr Duration kLongestPause = seconds(2);

}  // namespace

Link::Link(const Options& options, const Profile& profile) : options_(options) {
  hello_.name = options.name;
  hello_.author = base::plain_text(profile.author, wire::kMaxTitle);
  hello_.token = base::plain_text(options.token, wire::kMaxSentence);
  hello_.games = profile.games.empty() ? games::all_game_names() : profile.games;
}

std::optional<Ending> Link::open() {
  if (options_.address.tls) {
    auto trust = wire::TlsClient::make(options_.authorities);
    if (!trust) return Ending{kExitRefused, trust.error().sentence};
    trust_ = *std::move(trust);
  }
  auto opened = Connection::open(options_.address, kConnect, trust_, kAnswer);
  if (!opened) return Ending{kExitRefused, opened.error().sentence};
  connection_.emplace(std::move(*opened));
  switch (say_hello("", options_.launched ? std::nullopt : std::optional(kAnswer))) {
    case Answer::kWelcome:
      return std::nullopt;
    case Answer::kRefused:
      return Ending{kExitRefused, "the referee refused: " + refused_.sentence};
    case Answer::kDone:
      return Ending{kExitDone, ""};
    case Answer::kNone:
      break;
  }
  return Ending{kExitRefused, "no referee answers at " + options_.address.url()};
}

// Messages other than the three answers are skipped: a referee may ping before it has decided.
Link::Answer Link::say_hello(const std::string& resume_key, std::optional<Duration> most) {
  hello_.resume_key = resume_key;
  connection_->send(hello_);
  const base::Time began = steady_clock::now();
  while (true) {
    const auto left = most ? std::optional(*most - (steady_clock::now() - began)) : std::nullopt;
    const Connection::Next next = connection_->next(left);
    if (next.status != Connection::Status::kFrame) return Answer::kNone;
    const auto message = wire::decode_referee_message(next.frame);
    if (!message) return Answer::kNone;
    if (const auto* welcome = std::get_if<wire::Welcome>(&*message)) {
      welcome_ = *welcome;
      return Answer::kWelcome;
    }
    if (const auto* refused = std::get_if<wire::Refused>(&*message)) {
      refused_ = *refused;
      return Answer::kRefused;
    }
    const auto* goodbye = std::get_if<wire::Goodbye>(&*message);
    if (goodbye == nullptr) continue;
    if (goodbye->code == wire::Goodbye::Code::kDone) return Answer::kDone;
    refused_ = {wire::Refused::Code::kStopping, goodbye->sentence};
    return Answer::kRefused;
  }
}

Link::Answer Link::try_again(Duration most) {
  auto opened = Connection::open(options_.address, std::min(most, kConnect), trust_, most);
  if (!opened) return Answer::kNone;
  connection_.emplace(std::move(*opened));
  const Answer answer = say_hello(welcome_.resume_key, most);
  // Other clients at this address may have used up its connection limit. That passes, so try again.
  const bool passes = answer == Answer::kRefused && refused_.code == wire::Refused::Code::kTooMany;
  return passes ? Answer::kNone : answer;
}

// Exponential backoff from 50 ms to 2 s, until the time for which the referee keeps the seat is over.
std::optional<Ending> Link::reopen(bool in_match) {
  if (!in_match && options_.launched) return Ending{kExitDone, ""};
  const base::Time until = steady_clock::now() + welcome_.limits.reconnect;
  Duration pause = kFirstPause;
  while (steady_clock::now() < until) {
    const Answer answer = try_again(until - steady_clock::now());
    if (answer == Answer::kWelcome) return std::nullopt;
    if (answer == Answer::kDone) return Ending{kExitDone, ""};
    const bool stale_key = answer == Answer::kRefused && refused_.code == wire::Refused::Code::kResume;
    if (answer == Answer::kRefused && (in_match || !stale_key))
      return Ending{kExitLost, "the referee does not take this bot back: " + refused_.sentence};
    if (stale_key) {  // nothing is at stake: come back as somebody new
      welcome_.resume_key.clear();
      continue;
    }
    std::this_thread::sleep_for(std::min(pause, std::max(until - steady_clock::now(), Duration::zero())));
    pause = std::min(pause * 2, kLongestPause);
  }
  return Ending{kExitLost, "the connection was lost and did not come back in time"};
}

}  // namespace quiver::bot
