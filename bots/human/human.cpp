#include "bots/human/human.hpp"

#include <algorithm>
#include <sys/socket.h>

#include "client_sdk/base/text.hpp"
#include "client_sdk/draw/short_rules.hpp"

namespace quiver::human {

using base::Seat;
using bot::Choice;
using bot::MatchResult;
using Got = base::TypedLines::Got;
using Kind = Said::Kind;

namespace {

constexpr const char* kTakenBack = "Your last move is taken back.";
constexpr auto kLongestShown = std::chrono::hours(1);

// A readable socket with nothing to read is one that the other side has closed.
bool has_hung_up(int socket) {
  char next = 0;
  return recv(socket, &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

}  // namespace

bot::Profile Human::profile() const {
  bot::Profile profile;
  profile.name = "person";
  return profile;
}

void Human::start(const bot::MatchInfo& match) {
  story_.emplace(match, manner_.shared);
  events_.clear();
  news_.clear();
  last_ = {};
  position_ = match.start;
  notice_ = manner_.taken_back ? kTakenBack : "";
  if (manner_.told == 0 && match.start.to_move() != match.seat) show_thinking(match.start);
}

void Human::follow(Seat seat, const games::Event& event) {
  const auto* move = std::get_if<games::Move>(&event);
  if (move == nullptr) return;  // on_elimination has told it
  position_->apply(event);
  last_ = draw::marks_of(*position_, *move);
  note({seat, *move});
}

void Human::on_elimination(Seat seat, const MatchResult::Out& why) {
  // Whoever is blocked has left inside the move before.
  if (!position_->outcome().over && position_->turn().stands(seat))
    position_->apply(games::Elimination{seat});
  note({seat, why});
}

void Human::note(const StoryEvent& event) {
  events_.push_back(event);
  if (events_.size() < manner_.told) return;
  if (story_->is_own(event.seat)) news_.clear();
  news_.push_back(story_->event(event, *position_));
  if (!position_->outcome().over && !story_->is_own(position_->to_move())) show_thinking(*position_);
}

// --- the screen

void Human::show(const games::Position& position, const draw::Marks& marks, const std::string& below) {
  screen_.clear();
  std::string text = story_->head(screen_, position) + draw::board(position, screen_.colors(), marks) + "\n";
  if (!notice_.empty()) text += notice_ + "\n";
  for (const std::string& line : news_) text += line + "\n";
  screen_.write(text + below);
}

void Human::show_thinking(const games::Position& position) {
  if (manner_.shared) return;
  show(position, last_, base::escaped(story_->name(position.to_move())) + " is thinking ...\n");
}

void Human::prompt() const { screen_.write(question_ + "> "); }

void Human::begin_turn(const games::Position& position, bot::Deadline deadline) {
  asked_hash_ = position.hash();
  entry_.forget();
  confirming_.reset();
  show(position, last_, "");
  notice_.clear();
  const std::string who =
      manner_.shared ? base::escaped(story_->name(story_->own_seat())) + ", your move" : "Your move";
  const auto left = deadline.remaining();
  if (left < kLongestShown)
    say("You have " + base::format_duration(std::chrono::ceil<std::chrono::seconds>(left)) + ".");
  say(who + ": " + example_of(position) + "; help lists the commands.");
  question_ = manner_.shared ? base::escaped(story_->name(story_->own_seat())) + " " : "";
  prompt();
}

// --- a turn

Choice Human::choose(const games::Position& position, bot::Deadline deadline) {
  return *choose_or_listen(position, deadline, -1);
}

// The hash tells a new turn from the same turn asked again: the board is drawn once a turn.
Human::Answer Human::choose_or_listen(const games::Position& position, bot::Deadline deadline, int referee) {
  if (asked_hash_ != position.hash()) begin_turn(position, deadline);
  while (true) {
    const base::TypedLines::Line line = lines_.next(referee);
    if (line.got == Got::kOther) {
      if (has_hung_up(referee)) {
        say("\nThe connection to the referee is lost; reconnecting ...");
        asked_hash_.reset();
      }
      return std::nullopt;
    }
    if (Answer made = answer(line, position)) {
      asked_hash_.reset();
      return made;
    }
    prompt();
  }
}

Human::Answer Human::answer(const base::TypedLines::Line& line, const games::Position& position) {
  if (line.got == Got::kEnd) {
    say("\nThat was the end of the input: you resign.");
    return give_up();
  }
  if (line.got == Got::kTooLong) {
    say("That line is too long to be a move; help lists what can be typed.");
    return std::nullopt;
  }
  const Said said = understand(line.text);
  return confirming_ ? confirm(said) : obey(said, position);
}

// Returns a choice only for moves and what ends the game; everything else asks again.
Human::Answer Human::obey(const Said& said, const games::Position& position) {
  switch (said.kind) {
    case Kind::kNothing:
      if (entry_.begun()) say("Start again: which queen?");
      entry_.forget();
      break;
    case Kind::kHelp:
      screen_.write(help_for(position, manner_.undo));
      break;
    case Kind::kRules:
      screen_.write(draw::short_rules(position.game_name()));
      break;
    case Kind::kBoard:
      show(position, last_, "");
      break;
    case Kind::kTargets:
      give_advice(advise(position, said.text), position);
      break;
    case Kind::kUndo:
      return take_back();
    case Kind::kResign:
    case Kind::kQuit:
      confirming_ = said.kind;
      say(said.kind == Kind::kResign ? "Do you resign? yes or no" : "Resign and leave? yes or no");
      break;
    case Kind::kYes:
    case Kind::kNo:
      say("There is nothing to confirm. A move, or help?");
      break;
    case Kind::kOther:
      return take_move(said.text, position);
  }
  return std::nullopt;
}

Human::Answer Human::confirm(const Said& said) {
  if (said.kind == Kind::kYes) {
    if (confirming_ == Kind::kQuit) return give_up();
    return Choice::resign();
  }
  if (said.kind != Kind::kNo) {
    say("yes or no?");
    return std::nullopt;
  }
  confirming_.reset();
  say("The game goes on: your move.");
  return std::nullopt;
}

Human::Answer Human::give_up() {
  quits_ = true;
  return Choice::resign();
}

void Human::give_advice(const Advice& advice, const games::Position& position) {
  if (!advice.shows_something()) return say(advice.text);
  draw::Marks marks = advice.marks;
  if (marks.last.empty()) marks.last = last_.last;
  marks.left = last_.left;
  marks.last_wall = last_.last_wall;
  show(position, marks, advice.text + "\n");
}

Human::Answer Human::take_move(const std::string& text, const games::Position& position) {
  const Entry::Answer entered = entry_.take(position, text);
  if (entered.move) return Choice(*entered.move);
  give_advice(entered.advice, position);
  if (entered.advice.shows_something()) say("Which of them? An empty line starts again.");
  return std::nullopt;
}

// The protocol knows no way back: the game ends here, and whoever started this program begins it anew.
Human::Answer Human::take_back() {
  if (!manner_.undo) {
    say("Moves can be taken back only in a game of quiver play against a bot.");
    return std::nullopt;
  }
  const auto is_own_move = [this](const StoryEvent& one) {
    return story_->is_own(one.seat) && std::holds_alternative<games::Move>(one.what);
  };
  const auto own = std::find_if(events_.rbegin(), events_.rend(), is_own_move);
  if (own == events_.rend()) {
    say("There is nothing to take back yet: you have not moved.");
    return std::nullopt;
  }
  const bool somebody_left = std::any_of(own, events_.rend(), [](const StoryEvent& one) {
    const auto* out = std::get_if<MatchResult::Out>(&one.what);
    return out != nullptr && out->reason != wire::Reason::kBlocked;
  });
  if (somebody_left) {
    say("That cannot be taken back: a player has been eliminated since the game began.");
    return std::nullopt;
  }
  takes_back_ = true;
  return Choice::resign();
}

void Human::finish(const MatchResult& result) {
  asked_hash_.reset();
  if (takes_back_ || (manner_.shared && story_->own_seat() != base::seat(0))) return;
  show(*position_, last_, story_->end(result, *position_) + "\n");
}

}  // namespace quiver::human
