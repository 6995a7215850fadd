// Hex by Monte-Carlo tree search.
//
//   --nodes N   at most N playouts a move
//   --seed S    seed of all random choices, whatever seed the match has
//   --hash MB   memory for the search tree, 1 to 4096; default 64
//   --no-amaf   plain UCT, without AMAF values: weaker, for comparison
#include <algorithm>
#include <cmath>
#include <string_view>

#include "bots/champion_options.hpp"
#include "bots/hex/mcts.hpp"
#include "bots/hex/moves_left.hpp"
#include "bots/hex/resistance.hpp"
#include "bots/search/searching_bot.hpp"

namespace quiver::bots::hex {

namespace {

class MctsBot : public SearchingBot<Hex> {
 public:
  MctsBot(const ChampionOptions& common, const MctsOptions& mcts)
      : SearchingBot({.nodes = common.nodes}), common_(common), mcts_(mcts) {}

  void start(const bot::MatchInfo& match) override {
    SearchingBot::start(common_.seeded(match));
    mcts_.start();
  }

 private:
  [[nodiscard]] unsigned moves_left(const Hex& game) const override { return hex::moves_left(game); }

  // Playouts find out slowly which of a hundred first moves is fair; the circuits tell at once.
  bot::Choice search(const Hex& game, const SearchLimits& limits) override {
    if (game.ply() == 0 && game.swap_rule()) {
      const SearchResult opening = balanced_opening(game, limits, random());
      return as_choice(opening, 0);
    }
    const MctsResult found = mcts_.search(game, limits, random());
    bot::Info info;
    info.score = 2.0 * found.win_probability - 1;
    info.depth = found.depth;
    info.text = std::to_string(found.playouts) + " playouts, wins " +
                std::to_string(std::lround(100 * found.win_probability)) + " %";
    return {found.move, info};
  }

  ChampionOptions common_;
  Mcts mcts_;
};

bool has_word(int argc, char** argv, std::string_view word) {
  return std::any_of(argv + 1, argv + argc, [&](const char* given) { return word == given; });
}

}  // namespace

}  // namespace quiver::bots::hex

int main(int argc, char** argv) {
  using namespace quiver::bots;
  const auto common = champion_options(argc, argv);
  if (!common) return refuse_arguments("hex-mcts", common.error());
  hex::MctsOptions options = hex::has_word(argc, argv, "--no-amaf") ? hex::kPlainUct : hex::MctsOptions{};
  options.tree_nodes = common->hash_bytes / sizeof(hex::MctsNode);
  return run_bundled(argc, argv, hex::MctsBot{*common, options},
                     {{"--nodes", "--seed", "--hash"}, {"--no-amaf"}});
}
