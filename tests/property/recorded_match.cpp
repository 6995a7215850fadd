#include "tests/property/recorded_match.hpp"

#include <sstream>
#include <utility>

#include "referee/match/match.hpp"
#include "tests/property/harness.hpp"

namespace quiver::tests {

using base::seat;
using base::Seat;

namespace {

// Everybody is there and ready; a millisecond passes with every event.
class Playing {
 public:
  Playing(const std::string& game, games::Options options, std::vector<games::Event> opening)
      : game_(game), options_(std::move(options)), match_(setup(std::move(opening)), now_) {
    for (unsigned s = 0; s < match_.num_seats(); ++s) {
      handle(match::Connected{seat(s)});
      handle(match::GotReady{seat(s), "The " + std::to_string(s)});
    }
  }

  [[nodiscard]] bool over() const { return match_.over(); }
  [[nodiscard]] const games::Position& position() const { return match_.position(); }
  [[nodiscard]] bool is_out(Seat s) const { return match_.is_out(s); }

  void play(const games::Move& move) {
    const Seat mover = match_.position().to_move();
    handle(match::TurnSent{mover, {}});
    handle(match::Played{mover, match_.position().ply(), move, {0.25, 3, "so"}, now_});
  }
  void eliminate(const std::vector<Seat>& seats) {
    if (seats.size() == 1)
      handle(match::Resigned{seats.front()});
    else
      handle(match::Missing{seats});
  }
  void stop() { handle(match::Stopped{"enough"}); }

  // As run::GameRunner completes it.
  [[nodiscard]] wire::Record record() const {
    wire::Record record = match_.record();
    record.number = 3;
    record.seed = 9;
    record.started = "2026-01-31T12:00:00Z";
    const bool square = record.rows == record.columns;
    record.board = options_.map ? "map" : options_.shape.value_or(square ? "square" : "rectangle");
    record.options = options_;
    return record;
  }

 private:
  match::Setup setup(std::vector<games::Event> opening) const {
    match::Setup setup{5, "9-3", games::Position::start(game_, options_).value(), std::move(opening), {}};
    for (unsigned s = 0; s < setup.start.turn().seats(); ++s)
      setup.seats.push_back({"bot-" + std::to_string(s), {}, s});
    for (auto& one : setup.seats) one.time.bank = std::chrono::minutes(10);
    return setup;
  }
  void handle(const match::Event& event) {
    std::vector<match::Action> actions;
    match_.handle(event, now_ += std::chrono::milliseconds(1), actions);
  }

  std::string game_;
  games::Options options_;
  base::Time now_ = base::Time{} + std::chrono::hours(1);
  match::Match match_;
};

std::vector<Seat> eliminated_by(const std::string& word) {
  std::vector<Seat> seats;
  if (word.size() < 2 || word[0] != 'x' || (word.size() > 2 && word[2] != '+')) return seats;
  for (std::size_t k = 1; k < word.size(); k += 3)
    seats.push_back(seat(static_cast<unsigned>(word[k] - '0')));
  return seats;
}

std::vector<games::Event> random_opening(const Case& its_case, Dice& dice) {
  std::vector<games::Event> opening;
  games::Position position = games::Position::start(its_case.game, its_case.options).value();
  for (std::size_t k = dice.one_in(3) ? dice.below(6) : 0; k > 0; --k) {
    const games::Event move = random_move(position, dice);
    position.apply(move);
    if (position.outcome().over) break;
    opening.push_back(move);
  }
  return opening;
}

std::vector<Seat> some_standing(const Playing& playing, Dice& dice) {
  std::vector<Seat> some;
  for (unsigned s = 0; s < playing.position().turn().seats(); ++s)
    if (!playing.is_out(seat(s)) && dice.one_in(2)) some.push_back(seat(s));
  return some;
}

}  // namespace

wire::Record scripted_match(const std::string& game, const games::Options& options, const std::string& script,
                            std::uint32_t opening) {
  std::istringstream words(script);
  std::vector<games::Event> given;
  games::Position position = games::Position::start(game, options).value();
  std::string word;
  while (given.size() < opening && words >> word) {
    given.push_back(position.parse(word).value());
    position.apply(given.back());
  }
  Playing playing(game, options, given);
  while (words >> word) {
    if (const auto out = eliminated_by(word); !out.empty())
      playing.eliminate(out);
    else
      playing.play(std::get<games::Move>(playing.position().parse(word).value()));
  }
  if (!playing.over()) playing.stop();
  return playing.record();
}

wire::Record random_match(const Case& its_case, Dice& dice) {
  Playing playing(its_case.game, its_case.options, random_opening(its_case, dice));
  const bool wild = dice.one_in(2);
  for (int events = 0; !playing.over(); ++events) {
    if (events == (its_case.large ? 6 : 3000) || (wild && dice.one_in(150))) {
      playing.stop();
    } else if (wild && dice.one_in(12)) {
      if (const auto some = some_standing(playing, dice); !some.empty()) playing.eliminate(some);
    } else {
      playing.play(std::get<games::Move>(random_move(playing.position(), dice)));
    }
  }
  return playing.record();
}

}  // namespace quiver::tests
