// Connect Four by minimax.
//
//   --depth N   N moves deep; 5 if nothing is said
//   --nodes N   at most N positions a move
#include "bots/arguments.hpp"
#include "bots/connect4/minimax.hpp"
#include "bots/game_bot.hpp"
#include "bots/thinking_time.hpp"

namespace quiver::bots::connect4 {

namespace {

class MinimaxBot : public GameBot<ConnectFour> {
 public:
  explicit MinimaxBot(const SearchLimits& limits) : limits_(limits) {}

  void start(const bot::MatchInfo& match) override {
    GameBot::start(match);
    time_ = ThinkingTime(match.time);
  }

 protected:
  bot::Choice think(const ConnectFour& game, bot::Deadline deadline) override {
    time_.begin(deadline, std::chrono::steady_clock::now(), moves_left(game));
    SearchLimits limits = limits_;
    limits.time = &time_;
    const Finding found = search(game, limits, random());
    time_.end(std::chrono::steady_clock::now());
    bot::Info info;
    info.score = found.score;
    info.depth = found.depth;
    info.text = std::to_string(found.nodes) + " positions";
    return {found.move, info};
  }

 private:
  // Its half of the cells that are empty.
  static unsigned moves_left(const ConnectFour& game) {
    return (game.graph().num_vertices() - game.ply() + 1) / 2;
  }

  SearchLimits limits_;
  ThinkingTime time_;
};

}  // namespace

}  // namespace quiver::bots::connect4

int main(int argc, char** argv) {
  using namespace quiver::bots;
  SearchLimits usual;
  usual.depth = connect4::kUsualDepth;
  const auto limits = limits_in(argc, argv, usual);
  if (!limits) return refuse_arguments("connect4-minimax", limits.error());
  return quiver::bot::run_bot(argc, argv, connect4::MinimaxBot{*limits});
}
