// Hex by electrical resistance, one ply.
//
//   --nodes N   at most N moves are evaluated
#include "bots/arguments.hpp"
#include "bots/hex/moves_left.hpp"
#include "bots/hex/resistance.hpp"
#include "bots/search/searching_bot.hpp"

namespace quiver::bots::hex {

namespace {

class ResistanceBot : public SearchingBot<Hex> {
 public:
  using SearchingBot::SearchingBot;

 private:
  [[nodiscard]] unsigned moves_left(const Hex& game) const override { return hex::moves_left(game); }
  bot::Choice search(const Hex& game, const SearchLimits& limits) override {
    const bool opening = game.ply() == 0 && game.swap_rule();
    const SearchResult found =
        opening ? balanced_opening(game, limits, random()) : best_by_resistance(game, limits, random());
    return as_choice(found, static_cast<double>(found.score) / kUnit);
  }
};

}  // namespace

}  // namespace quiver::bots::hex

int main(int argc, char** argv) {
  using namespace quiver::bots;
  const auto limits = limits_in(argc, argv);
  if (!limits) return refuse_arguments("hex-resistance", limits.error());
  return run_bundled(argc, argv, hex::ResistanceBot{*limits}, {{"--nodes"}, {}});
}
