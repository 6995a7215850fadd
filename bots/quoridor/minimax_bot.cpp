// Quoridor by minimax, for as long as the clock allows.
//
//   --depth N   at most N moves deep
//   --nodes N   at most N positions a move
#include "bots/arguments.hpp"
#include "bots/game_bot.hpp"
#include "bots/quoridor/minimax.hpp"
#include "bots/thinking_time.hpp"

namespace quiver::bots::quoridor {

namespace {

class MinimaxBot : public GameBot<Quoridor> {
 public:
  explicit MinimaxBot(const SearchLimits& limits) : limits_(limits) {}

  void start(const bot::MatchInfo& match) override {
    GameBot::start(match);
    time_ = ThinkingTime(match.time);
  }

 protected:
  bot::Choice think(const Quoridor& game, bot::Deadline deadline) override {
    time_.begin(deadline, std::chrono::steady_clock::now(), moves_left(game));
    SearchLimits limits = limits_;
    limits.time = &time_;
    const Finding found = minimax_.search(game, limits, random());
    time_.end(std::chrono::steady_clock::now());
    bot::Info info;
    info.score = static_cast<double>(found.score) / kStepWorth;
    info.depth = found.depth;
    info.text = std::to_string(found.nodes) + " positions";
    return {found.move, info};
  }

 private:
  // It has to go all its way, and will place a wall now and then.
  static unsigned moves_left(const Quoridor& game) {
    const Seat own = game.to_move();
    return way_length(game, own) + game.walls_left(own);
  }

  SearchLimits limits_;
  ThinkingTime time_;
  Minimax minimax_;
};

}  // namespace

}  // namespace quiver::bots::quoridor

int main(int argc, char** argv) {
  const auto limits = quiver::bots::limits_in(argc, argv);
  if (!limits) return quiver::bots::refuse_arguments("quoridor-minimax", limits.error());
  return quiver::bot::run_bot(argc, argv, quiver::bots::quoridor::MinimaxBot{*limits});
}
