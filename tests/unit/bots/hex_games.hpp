// Positions of Hex for tests of its bots.
#pragma once

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "client_sdk/games/hex/hex.hpp"

namespace quiver::tests {

inline games::Hex hex_start(std::uint32_t side, bool swap_rule = true) {
  games::Options options;
  options.size = side;
  options.swap_rule = swap_rule;
  return games::Hex::start(options).value();
}

// After these moves, "b2 swap c1".
inline games::Hex hex_after(games::Hex game, const std::string& moves) {
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const games::HexMove move = game.parse(word).value();
    EXPECT_TRUE(game.check(move)) << word;
    game.apply(move);
  }
  return game;
}

// After as many random moves, or fewer if the game ends before.
inline games::Hex hex_at_random(games::Hex game, unsigned plies, base::Random& random) {
  for (unsigned ply = 0; ply < plies && !game.outcome().over; ++ply) {
    std::uint64_t skip = random.below(game.empty_cells().size());
    games::HexMove chosen;
    game.empty_cells().for_each([&](base::Vertex v) {
      if (skip-- == 0) chosen.cell = v;
    });
    game.apply(chosen);
  }
  return game;
}

// The same position with the seats exchanged: every stone on the mirrored cell, of the other colour. Needs
// as many stones of each; it is built by moves, so the order of them does not matter.
inline games::Hex hex_mirrored(const games::Hex& game) {
  games::Hex mirrored = hex_start(game.side(), game.swap_rule());
  std::array<std::vector<base::Vertex>, 2> stones;
  for (unsigned s = 0; s < 2; ++s)
    game.stones(base::seat(s)).for_each([&](base::Vertex v) { stones[1 - s].push_back(game.mirrored(v)); });
  for (std::size_t k = 0; k < stones[0].size(); ++k)
    for (const auto& own : stones) mirrored.apply({own.at(k), false});
  return mirrored;
}

}  // namespace quiver::tests
