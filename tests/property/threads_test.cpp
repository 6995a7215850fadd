// Positions are values that share an immutable board: threads that play on copies do not meet.
#include <array>
#include <thread>

#include "client_sdk/games/perft.hpp"
#include "tests/property/harness.hpp"

namespace quiver::tests {

namespace {

using games::Event;
using games::Position;

constexpr unsigned kThreads = 4;

// All that one player sees in some games from `start`, boiled down to a number.
std::uint64_t play_games(Position start, unsigned player) {
  Dice dice("player " + std::to_string(player));
  std::uint64_t seen = 0;
  const auto note = [&](std::uint64_t what) { seen = seen * 0x9E3779B97F4A7C15 + what; };
  for (int game = 0; game < 3; ++game) {
    Position position = start;
    while (!position.outcome().over) {
      const Event event = random_event(position, dice);
      note(position.count_legal_moves());
      note(position.check(event).has_value() ? 1 : 0);
      for (const char c : position.format(event)) note(static_cast<unsigned char>(c));
      const Position::Undo made = position.apply(event);
      position.undo(made);
      position.apply(event);
      note(position.hash());
    }
    note(position.ply());
  }
  start.visit([&](auto& game) { note(games::perft(game, 1, games::LastPly::kMade)); });
  note(start.graph().digest());
  return seen;
}

class Threads : public PropertyTest {};

TEST_P(Threads, PlayOnCopiesOfOneStartAsIfAlone) {
  on_every_case([](Trial& trial) {
    if (trial.large()) return;
    const Position start = trial.start();
    std::array<std::uint64_t, kThreads> alone{};
    for (unsigned k = 0; k < kThreads; ++k) alone[k] = play_games(start, k);
    std::array<std::uint64_t, kThreads> together{};
    {
      std::vector<std::jthread> threads;
      for (unsigned k = 0; k < kThreads; ++k)
        threads.emplace_back([&start, &together, k] { together[k] = play_games(start, k); });
    }
    ASSERT_EQ(together, alone);
  });
}

// The last copy to go frees the board, whichever thread it is in.
TEST_P(Threads, MayOutliveTheStart) {
  on_every_case([](Trial& trial) {
    if (trial.large()) return;
    std::vector<std::jthread> threads;
    {
      const Position start = trial.start();
      for (unsigned k = 0; k < kThreads; ++k)
        threads.emplace_back([copy = start, k] { play_games(copy, k); });
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Games, Threads, every_game(), game_name);

}  // namespace

}  // namespace quiver::tests
