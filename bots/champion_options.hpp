// The arguments that all champions take:
//
//   --threads N   search with N threads, 1 to 64; default 1
//   --nodes N     at most N positions a move, if the clock allows
//   --hash MB     memory for tables or the search tree, 1 to 4096; default 64
//   --seed S      seed of all random choices, whatever seed the match has
//
// With one thread, a number of nodes and a seed, and a clock that does not run out first, a champion plays
// the same game on every machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "bots/arguments.hpp"

namespace quiver::bots {

struct ChampionOptions {
  static constexpr std::uint32_t kMaxThreads = 64;
  static constexpr std::uint32_t kMaxMegabytes = 4096;

  std::uint64_t nodes = SearchLimits{}.nodes;
  unsigned threads = 1;
  std::size_t hash_bytes = std::size_t{64} << 20;
  std::optional<std::uint32_t> seed;

  // The match with the seed that is to be used in it.
  [[nodiscard]] bot::MatchInfo seeded(bot::MatchInfo match) const {
    if (seed) match.seed = *seed;
    return match;
  }
};

inline const OwnArguments kChampionArguments = {{"--threads", "--nodes", "--hash", "--seed"}, {}};

// As number_argument, and no more than `most`.
inline base::Result<std::optional<std::uint32_t>> number_argument_to(int argc, const char* const* argv,
                                                                     std::string_view name,
                                                                     std::uint32_t most) {
  const auto number = number_argument(argc, argv, name);
  if (number && *number && **number > most)
    return base::bad_input(std::string(name) + " takes a number from 1 to " + std::to_string(most) +
                           ", not " + std::to_string(**number));
  return number;
}

// Reads the four arguments; the error is a usage message that names the argument. Others are not looked at.
inline base::Result<ChampionOptions> champion_options(int argc, const char* const* argv) {
  ChampionOptions options;
  const auto nodes = number_argument(argc, argv, "--nodes");
  if (!nodes) return nodes.error();
  const auto seed = number_argument(argc, argv, "--seed");
  if (!seed) return seed.error();
  const auto threads = number_argument_to(argc, argv, "--threads", ChampionOptions::kMaxThreads);
  if (!threads) return threads.error();
  const auto megabytes = number_argument_to(argc, argv, "--hash", ChampionOptions::kMaxMegabytes);
  if (!megabytes) return megabytes.error();
  if (*nodes) options.nodes = **nodes;
  if (*threads) options.threads = **threads;
  if (*megabytes) options.hash_bytes = std::size_t{**megabytes} << 20;
  options.seed = *seed;
  return options;
}

}  // namespace quiver::bots
