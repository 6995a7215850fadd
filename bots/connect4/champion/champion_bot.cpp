// The champion of Connect Four: perfect on 6 rows and 7 columns, strong on every other size.
//
//   --threads N, --nodes N, --hash MB, --seed S   as bots/champion_options.hpp tells
#include <chrono>

#include "bots/champion_options.hpp"
#include "bots/connect4/champion/engine.hpp"
#include "bots/game_bot.hpp"

namespace quiver::bots::connect4::champion {

namespace {

class ChampionBot : public GameBot<ConnectFour> {
 public:
  explicit ChampionBot(const ChampionOptions& options) : options_(options) {}

  // The engine's memory is laid out here, before the clock runs: at 50 ms a move there is no time for it
  // later.
  void start(const bot::MatchInfo& match) override {
    GameBot::start(options_.seeded(match));
    time_ = ThinkingTime(match.time);
    const Size size = Engine::size_of(game_in(match.start));
    if (engine_ != nullptr && size == size_)
      engine_->forget();
    else
      engine_ = Engine::create(size, {options_.hash_bytes, options_.threads, true});
    size_ = size;
  }

 private:
  // One search finds the whole game to its end; only where it does not succeed there are others to come.
  [[nodiscard]] static unsigned moves_left(const ConnectFour& game) {
    const unsigned own = (game.graph().num_vertices() - game.ply() + 1) / 2;
    return game.graph().num_vertices() <= kSoonSolved ? std::min(own, 3U) : own;
  }

  bot::Choice think(const ConnectFour& game, bot::Deadline deadline) override {
    Allowance allowance;
    allowance.stop = time_.begin(deadline, std::chrono::steady_clock::now(), moves_left(game));
    allowance.limits.nodes = options_.nodes;
    allowance.limits.time = &time_;
    const Finding found = engine_->choose(game, allowance, random());
    time_.end(std::chrono::steady_clock::now());
    bot::Info info;
    info.score = found.score;
    info.depth = found.depth;
    info.text = std::to_string(found.nodes) + " positions" + (found.is_exact ? ", solved" : "");
    return {ConnectFour::Move{found.column}, info};
  }

  static constexpr unsigned kSoonSolved = 42;

  ChampionOptions options_;
  ThinkingTime time_;
  Size size_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace

}  // namespace quiver::bots::connect4::champion

int main(int argc, char** argv) {
  using namespace quiver::bots;
  const auto options = champion_options(argc, argv);
  if (!options) return refuse_arguments("connect4-champion", options.error());
  return quiver::bot::run_bot(argc, argv, connect4::champion::ChampionBot{*options});
}
