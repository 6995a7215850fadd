#include "referee/run/fixed_games.hpp"

#include "client_sdk/base/random.hpp"

namespace quiver::run {

std::vector<std::size_t> seating(const Order& order, std::uint32_t number) {
  const std::size_t bots = order.bots.size();
  const std::size_t round = (number - 1) / bots;
  std::size_t shift = 0;
  // Drawn by the game's number, not from one stream, so that a game's seating does not depend on the order of
  // play. With both, who begins is drawn once for each round of seats.
  if (order.first_random)
    shift = base::Random(base::mix64(order.seed) ^ (order.swap ? round : number)).below(bots);
  if (order.swap) shift += (number - 1) % bots;
  std::vector<std::size_t> seats(bots);
  for (std::size_t s = 0; s < bots; ++s) seats[s] = (s + shift) % bots;
  return seats;
}

std::uint64_t seat_seed(std::uint32_t seed, std::uint32_t number, base::Seat s) {
  // mix64 is a bijective mixer, so neighbouring seeds, games and seats get unrelated values.
  return base::mix64(base::mix64(base::mix64(seed) ^ number) ^ s.value());
}

std::optional<Game> FixedGames::next(const PlayerPool&) {
  if (stopped_) return std::nullopt;
  if (!again_.empty()) {
    Game game = std::move(again_.front());
    again_.pop_front();
    return game;
  }
  if (begun_ == order_.games) return std::nullopt;
  Game game;
  game.number = ++begun_;
  game.id = order_.id + "-" + std::to_string(order_.first + game.number - 1);
  game.bots = seating(order_, game.number);
  game.opening = order_.opening;
  game.seed = order_.seed;
  for (unsigned s = 0; s < game.bots.size(); ++s)
    game.seeds.push_back(seat_seed(order_.seed, game.number, base::seat(s)));
  return game;
}

base::Result<std::size_t> FixedGames::identify(const Game& game, base::Seat seat,
                                               const std::string& fingerprint) {
  const std::size_t bot = game.bots[seat.value()];
  const auto [known, first] = fingerprints_.try_emplace(bot, fingerprint);
  // A bot in a debugger may be rebuilt between games.
  if (known->second == fingerprint || order_.bots[bot].debugged) return bot;
  return base::bad_input("the program of " + order_.bots[bot].name +
                         " has changed since the first game: games of two programs must not count for one");
}

void FixedGames::on_launched(std::size_t bot, int pid) {
  const launch::BotSpec& spec = order_.bots[bot];
  if (spec.debugged) observer_.on_debuggable(spec.name, pid, spec.program);
}

bool FixedGames::finished() const { return stopped_ || (begun_ == order_.games && again_.empty()); }

void FixedGames::on_over(const Game& game, const wire::Record& record, const std::optional<base::Seat>&) {
  const bool is_void = record.end == wire::End::kVoid;
  if (wire::is_starved(record) && order_.retries && !stopped_ && starved_[game.number] < kMostStarved) {
    ++starved_[game.number];
    return again_.push_back(game);
  }
  // insert().second: only the first void result of a game is played again.
  if (is_void && order_.retries && !stopped_ && retried_.insert(game.number).second)
    return again_.push_back(game);
  ++ended_;
  voids_ += is_void ? 1U : 0U;
  const auto starved = starved_.find(game.number);
  if (starved == starved_.end()) return observer_.on_record(record);
  wire::Record told = record;
  told.starved = starved->second;
  starved_.erase(starved);
  observer_.on_record(told);
}

}  // namespace quiver::run
