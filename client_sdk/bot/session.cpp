#include "client_sdk/bot/session.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <utility>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/run_bot.hpp"
#include "client_sdk/wire/codec.hpp"

namespace quiver::bot {

using base::Duration;

Session::Session(Bot& bot, Link& link, std::string title, std::optional<std::uint32_t> matches)
    : bot_(bot), link_(link), title_(base::plain_text(title, wire::kMaxTitle)), matches_left_(matches) {}

Ending Session::run() {
  report("connected to " + link_.url() + " as " + link_.name());
  while (true)
    if (Step ending = step()) return *std::move(ending);
}

// With a Turn due the connection is only polled, and the bot thinks once nothing is left to read. Without
// one, next() waits without a limit and never returns kNothing, so answer() always has a Turn.
Session::Step Session::step() {
  const Connection::Next next = link_.next(due_ ? std::optional(Duration::zero()) : std::nullopt);
  switch (next.status) {
    case Connection::Status::kFrame:
      return take(next);
    case Connection::Status::kLost:
      return come_back();
    case Connection::Status::kNothing:
      break;
  }
  return answer();
}

Session::Step Session::take(const Connection::Next& next) {
  read_at_ = next.read_at;
  const auto message = wire::decode_referee_message(next.frame);
  if (!message)
    return desync(match_ ? match_->number() : 0, "cannot read a message: " + message.error().sentence);
  return std::visit([this](const auto& what) { return on(what); }, *message);
}

Session::Step Session::come_back() {
  due_.reset();
  report("the connection was lost");
  if (Step ending = link_.reopen(match_.has_value())) return ending;
  report("connected again to " + link_.url() + " as " + link_.name());
  if (match_ && !link_.resumed()) {
    say("the referee does not know match " + match_->id() + " any more");
    match_.reset();
  }
  return std::nullopt;
}

// The bot starts a match once, however often it is told.
Session::Step Session::on(const wire::MatchStart& start) {
  due_.reset();
  if (is_ours(start.introduction.match) && match_->id() == start.introduction.id) {
    match_->begin_again(start);
  } else {
    match_.emplace(start);
    report(match_->heading());
    if (Step ending = guarded([&] {
          bot_.start(match_->info());
          const std::string own = bot_.title();
          match_title_ = own.empty() ? title_ : base::plain_text(own, wire::kMaxTitle);
        }))
      return ending;
  }
  link_.send(wire::Ready{match_->number(), match_title_});
  return std::nullopt;
}

Session::Step Session::on(const wire::Moved& moved) {
  if (!is_ours(moved.match)) return std::nullopt;
  due_.reset();
  if (const Desync wrong = match_->take(moved)) return desync(moved.match, *wrong);
  return tell(moved.seat, moved.move, nullptr);
}

Session::Step Session::on(const wire::Eliminated& eliminated) {
  if (!is_ours(eliminated.match)) return std::nullopt;
  const std::uint64_t before = match_->position().hash();
  if (const Desync wrong = match_->take(eliminated)) return desync(eliminated.match, *wrong);
  if (match_->position().hash() != before) due_.reset();  // a newer Turn is on its way
  return go_out(eliminated);
}

Session::Step Session::go_out(const wire::Eliminated& eliminated) {
  const MatchResult::Out why{eliminated.reason, eliminated.detail};
  if (Step ending = tell(eliminated.seat, games::Elimination{eliminated.seat}, &why)) return ending;
  // If that ends the match, its end is on its way.
  const bool others_go_on = !match_->position().outcome().over;
  return eliminated.seat == match_->seat() && others_go_on ? leave() : std::nullopt;
}

Session::Step Session::tell(Seat seat, const games::Event& event, const MatchResult::Out* why) {
  if (!match_->is_news()) return std::nullopt;
  return guarded([&] {
    if (why != nullptr) bot_.on_elimination(seat, *why);
    bot_.follow(seat, event);
  });
}

Session::Step Session::leave() const { return bot_.leaves() ? Step(Ending{kExitDone, ""}) : std::nullopt; }

Session::Step Session::on(const wire::Turn& turn) {
  if (!is_ours(turn.match)) return std::nullopt;
  if (const Desync wrong = match_->compare(turn)) return desync(turn.match, *wrong);
  due_ = Due{turn, read_at_};
  return std::nullopt;
}

Session::Step Session::on(const wire::MatchEnd& end) {
  if (!is_ours(end.match)) return std::nullopt;
  due_.reset();
  report(match_->summary(end));
  if (Step ending = guarded([&] { bot_.finish(match_->result(end)); })) return ending;
  match_.reset();
  if (matches_left_ && --*matches_left_ == 0) return Ending{kExitDone, ""};
  return leave();
}

Session::Step Session::on(const wire::Ping& ping) {
  link_.send(wire::Pong{ping.number});
  return std::nullopt;
}

Session::Step Session::on(const wire::Error& error) {
  if (error.code == wire::Error::Code::kOutOfTurn) say("out of turn: " + error.sentence);
  return std::nullopt;
}

Session::Step Session::on(const wire::Goodbye& goodbye) {
  using Code = wire::Goodbye::Code;
  // The network's fault, or a bot's that was busy for too long: it may come back.
  if (goodbye.code == Code::kSilent || goodbye.code == Code::kNotReading) return come_back();
  const bool done = goodbye.code == Code::kDone || goodbye.code == Code::kStopping;
  if (done && !match_) return Ending{kExitDone, ""};
  return Ending{kExitLost, "the referee says goodbye: " + goodbye.sentence};
}

Session::Step Session::desync(wire::MatchId match, const std::string& sentence) {
  const std::string plain = base::plain_text(sentence, wire::kMaxSentence);
  link_.send(wire::Error{wire::Error::Code::kDesync, plain, match});
  link_.finish();
  return Ending{kExitLost, "desync: " + sentence};
}

Session::Step Session::answer() {
  const Due due = *std::exchange(due_, std::nullopt);
  if (match_->chosen_for(due.turn) == nullptr)
    if (Step ending = think(due)) return ending;
  const Choice* choice = match_->chosen_for(due.turn);
  if (choice != nullptr)
    send_choice(due.turn, *choice);
  else
    due_ = due;  // there is something to read first
  return std::nullopt;
}

Session::Step Session::think(const Due& due) {
  return guarded([&] {
    const Deadline deadline{due.read_at + due.turn.time};
    auto choice = bot_.choose_or_listen(match_->position(), deadline, link_.descriptor());
    if (choice) match_->remember(due.turn, *std::move(choice));
  });
}

// protobuf refuses strings that are no UTF-8, so the bot's text is cleaned before it is sent.
void Session::send_choice(const wire::Turn& turn, const Choice& choice) {
  if (choice.silent()) return;
  if (!choice.move()) return link_.send(wire::Resign{turn.match});
  warn_if_illegal(turn, *choice.move());
  Info info = choice.info();
  info.text = base::plain_text(info.text, wire::kMaxInfoText);
  link_.send(wire::Play{turn.match, turn.ply, *choice.move(), std::move(info)});
}

void Session::warn_if_illegal(const wire::Turn& turn, const games::Move& move) const {
  const games::Verdict verdict = match_->position().check(move);
  if (verdict) return;
  say("in match " + match_->id() + " at ply " + std::to_string(turn.ply) +
      " this bot's move is illegal: " + verdict.error().sentence);
}

template <class Call>
Session::Step Session::guarded(const Call& call) {
  try {
    call();
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return failed("out of memory");
  } catch (const std::exception& error) {
    return failed(error.what());
  } catch (...) {
    return failed("it threw something other than a std::exception");
  }
}

Session::Step Session::failed(const std::string& what) {
  link_.send(wire::Failed{match_->number(), base::plain_text(what, wire::kMaxSentence)});
  link_.finish();
  return Ending{kExitFailed, "the bot failed: " + what};
}

void Session::report(const std::string& line) const {
  if (!link_.quiet()) say(line);
}

void Session::say(const std::string& line) const {
  std::fprintf(stderr, "%s: %s\n", link_.program().c_str(), base::escaped(line).c_str());
}

}  // namespace quiver::bot
