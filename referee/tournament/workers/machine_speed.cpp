#include "referee/tournament/workers/machine_speed.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "client_sdk/base/random.hpp"
#include "client_sdk/games/registry.hpp"

namespace quiver::tournament {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kRounds = 1600;  // about half a second on a machine of 2020
constexpr int kRuns = 3;

// Plays a random game to its end. Returns how many legal moves were generated.
template <class Game>
std::uint64_t play_one(Game game, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<typename Game::Move> moves;
  std::uint64_t generated = 0;
  while (!game.turn().over()) {
    moves.clear();
    game.for_each_legal_move([&](const auto& move) { moves.push_back(move); });
    generated += moves.size();
    game.apply(moves[random.below(moves.size())]);
  }
  return generated;
}

// Seconds for the same work in each of so many threads.
double seconds_for(std::uint32_t at_once) {
  const auto began = Clock::now();
  std::vector<std::thread> others;
  for (std::uint32_t k = 1; k < at_once; ++k) others.emplace_back([] { play_measured_games(kRounds); });
  play_measured_games(kRounds);
  for (std::thread& one : others) one.join();
  return std::chrono::duration<double>(Clock::now() - began).count();
}

}  // namespace

std::uint64_t play_measured_games(std::uint32_t rounds) {
  std::uint64_t generated = 0;
  for (const std::string& name : games::all_game_names()) {
    const auto start = games::start_game(name, {});
    for (std::uint32_t round = 0; start && round < rounds; ++round)
      std::visit([&](const auto& game) { generated += play_one(game, round); }, *start);
  }
  return generated;
}

double machine_speed(std::uint32_t at_once) {
  const auto work = static_cast<double>(play_measured_games(kRounds));  // and everything is in the caches
  double least = seconds_for(at_once);
  for (int k = 1; k < kRuns; ++k) least = std::min(least, seconds_for(at_once));
  // Three digits are more than a measurement is worth.
  const double speed = work / least / 1000;
  const double unit = std::max(1.0, std::pow(10, std::floor(std::log10(speed)) - 2));
  return std::max(1.0, std::round(speed / unit) * unit);
}

}  // namespace quiver::tournament
