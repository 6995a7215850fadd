// Several threads of the champion of Quoridor on one table.
#include "bots/quoridor/champion/engine.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::tests {

using bots::quoridor::champion::Engine;
using games::Quoridor;

TEST(QuoridorChampionThreads, TwoOfThemPlayLegally) {
  bots::ChampionOptions options;
  options.threads = 2;
  options.nodes = 2000;
  options.hash_bytes = std::size_t{1} << 16;  // so small that they meet in it
  Engine champion(options);
  base::Random random(1);
  bots::SearchLimits limits;
  limits.nodes = options.nodes;
  const Position start = started("quoridor");
  Quoridor game = *start.as<Quoridor>();
  for (int ply = 0; ply < 12 && !game.turn().over(); ++ply) {
    const auto found = champion.search(game, limits, random);
    ASSERT_TRUE(game.check(found.move)) << game.format(found.move);
    game.apply(found.move);
  }
}

}  // namespace quiver::tests
