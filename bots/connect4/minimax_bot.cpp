// Connect Four by minimax.
//
//   --depth N   N moves deep; default 5
//   --nodes N   at most N positions a move
#include "bots/arguments.hpp"
#include "bots/connect4/minimax.hpp"
#include "bots/search/searching_bot.hpp"

namespace quiver::bots::connect4 {

namespace {

class MinimaxBot : public SearchingBot<ConnectFour> {
 public:
  using SearchingBot::SearchingBot;

 private:
  // Its half of the cells that are empty.
  [[nodiscard]] unsigned moves_left(const ConnectFour& game) const override {
    return (game.graph().num_vertices() - game.ply() + 1) / 2;
  }
  bot::Choice search(const ConnectFour& game, const SearchLimits& limits) override {
    const SearchResult found = connect4::search(game, limits, random());
    return as_choice(found, found.score);
  }
};

}  // namespace

}  // namespace quiver::bots::connect4

int main(int argc, char** argv) {
  using namespace quiver::bots;
  SearchLimits usual;
  usual.depth = connect4::kDefaultDepth;
  const auto limits = limits_in(argc, argv, usual);
  if (!limits) return refuse_arguments("connect4-minimax", limits.error());
  return run_bundled(argc, argv, connect4::MinimaxBot{*limits}, kSearchArguments);
}
