// The champion of Connect Four: perfect on 6 rows and 7 columns, strong on every other size.
//
//   --threads N, --nodes N, --hash MB, --seed S   see bots/champion_options.hpp
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
    time_ = TimeManager(match.time);
    const BoardSize size = Engine::board_size(game_in(match.start));
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
    time_.begin(deadline, std::chrono::steady_clock::now(), moves_left(game));
    const SearchLimits limits{.nodes = options_.nodes, .time = &time_};
    const SearchResult found = engine_->choose(game, limits, random());
    time_.end(std::chrono::steady_clock::now());
    bot::Info info;
    info.score = found.score;
    info.depth = found.depth;
    info.text = std::to_string(found.nodes) + " positions" + (found.is_exact ? ", solved" : "");
    return {ConnectFour::Move{found.column}, info};
  }

  static constexpr unsigned kSoonSolved = 42;

  ChampionOptions options_;
  TimeManager time_;
  BoardSize size_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace

}  // namespace quiver::bots::connect4::champion

int main(int argc, char** argv) {
  using namespace quiver::bots;
  const auto options = champion_options(argc, argv);
  if (!options) return refuse_arguments("connect4-champion", options.error());
  return run_bundled(argc, argv, connect4::champion::ChampionBot{*options}, kChampionArguments);
}
