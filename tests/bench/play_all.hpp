// One game from its start, counting what generating, applying and undoing allocate on the way.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <benchmark/benchmark.h>

#include "client_sdk/games/position.hpp"
#include "tests/bench/allocations.hpp"

namespace quiver::bench {

template <class Game>
Game start_of(const games::Options& options) {
  return *Game::start(options);
}

// Plays a game in which every position's every move is made and taken back, then one of them kept.
template <class Game>
void play_all(benchmark::State& state, const games::Options& options) {
  const Game start = start_of<Game>(options);
  std::uint64_t allocated = 0;
  std::uint64_t moves = 0;
  for (auto _ : state) {
    Game game = start;
    std::uint64_t pick = 1;
    const std::uint64_t before = allocations();
    while (!game.outcome().over) {
      const std::uint64_t count = game.count_legal_moves();
      pick = pick * 6364136223846793005ULL + 1442695040888963407ULL;
      const std::uint64_t kept = (pick >> 33) % count;
      typename Game::Move chosen{};
      std::uint64_t at = 0;
      game.for_each_legal_move([&](const auto& move) {
        const auto made = game.apply(move);
        game.undo(made);
        if (at++ == kept) chosen = move;
      });
      game.apply(chosen);
      moves += count;
    }
    allocated += allocations() - before;
  }
  state.counters["allocations"] = static_cast<double>(allocated);
  state.counters["moves"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}

}  // namespace quiver::bench
