// Quoridor by minimax, for as long as the clock allows.
//
//   --depth N   at most N moves deep
//   --nodes N   at most N positions a move
#include "bots/arguments.hpp"
#include "bots/quoridor/minimax.hpp"
#include "bots/search/searching_bot.hpp"

namespace quiver::bots::quoridor {

namespace {

class MinimaxBot : public SearchingBot<Quoridor> {
 public:
  using SearchingBot::SearchingBot;

 private:
  // Its whole path, and its walls.
  [[nodiscard]] unsigned moves_left(const Quoridor& game) const override {
    const Seat own = game.to_move();
    return path_length(game, own) + game.walls_left(own);
  }
  bot::Choice search(const Quoridor& game, const SearchLimits& limits) override {
    const SearchResult found = minimax_.search(game, limits, random());
    return as_choice(found, static_cast<double>(found.score) / kStepValue);
  }

  Minimax minimax_;
};

}  // namespace

}  // namespace quiver::bots::quoridor

int main(int argc, char** argv) {
  const auto limits = quiver::bots::limits_in(argc, argv);
  if (!limits) return quiver::bots::refuse_arguments("quoridor-minimax", limits.error());
  return quiver::bots::run_bundled(argc, argv, quiver::bots::quoridor::MinimaxBot{*limits},
                                   quiver::bots::kSearchArguments);
}
