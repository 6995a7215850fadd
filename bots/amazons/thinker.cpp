#include "bots/amazons/thinker.hpp"

#include <stdexcept>
#include <utility>

#include "bots/amazons/drawing.hpp"
#include "bots/amazons/field.hpp"
#include "bots/arguments.hpp"
#include "client_sdk/bot/run_bot.hpp"
#include "client_sdk/graph/layout.hpp"

namespace quiver::bots::amazons {

namespace {

const Amazons& amazons_of(const games::Position& position) {
  const Amazons* game = position.as<Amazons>();
  if (game == nullptr) throw std::invalid_argument("this bot plays amazons only");
  return *game;
}

}  // namespace

bot::Profile Player::profile() const {
  bot::Profile profile;
  profile.author = "Quiver";
  profile.games = {std::string(Amazons::kName)};
  return profile;
}

void Player::start(const bot::MatchInfo& match) {
  time_ = ThinkingTime(match.time);
  start(amazons_of(match.start), match.seed);
}

void Player::start(const Amazons& game, std::uint64_t seed) {
  random_ = Random(base::mix64(seed));  // not the thinker's own numbers over again
  thinker_->start(seed);
  plain_ = graph::lies_on_grid(game.graph(), game.grid().rows, game.grid().columns);
  cells_ = 0;
  for (std::uint32_t v = 0; v < game.graph().num_vertices(); ++v)
    cells_ += game.graph().isolated(Vertex{v}) ? 0U : 1U;
}

bot::Choice Player::choose(const games::Position& position, bot::Deadline deadline) {
  const Amazons& game = amazons_of(position);
  time_.begin(deadline, std::chrono::steady_clock::now(), moves_left(game));
  Limit limit = evaluations_ ? Limit::evaluations(*evaluations_) : Limit::clock(time_);
  Thought thought = think(game, limit);
  time_.end(std::chrono::steady_clock::now());
  return {thought.move, std::move(thought.info)};
}

Thought Player::think(const Amazons& game, Limit& limit) {
  if (!plain_ || thinker_->sees_everything() || Chart::fits(game.grid())) return thinker_->think(game, limit);
  const auto window = busiest_window(game, random_);
  if (!window) return {approach(game, random_), {}};
  Thought thought = thinker_->think(window->inside(), limit);
  thought.move = window->outside(thought.move);
  return thought;
}

// Each move fills a cell. Before the last third of the cells is filled, the game is decided, and what is left
// to do is done without thinking.
unsigned Player::moves_left(const Amazons& game) const {
  const std::uint32_t filled = std::min(game.ply(), cells_);
  const std::uint32_t left = (cells_ - filled) / game.turn().standing();
  return std::max(left * 2 / 3, 3U);
}

int run(int argc, char** argv, std::unique_ptr<Thinker> thinker) {
  const auto nodes = number_argument(argc, argv, "--nodes");
  if (!nodes) return refuse_arguments(argv[0], nodes.error());
  return bot::run_bot(argc, argv, Player(std::move(thinker), *nodes));
}

}  // namespace quiver::bots::amazons
