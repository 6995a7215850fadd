// How fast this machine computes: a fixed amount of work of the kind that bots do, and the time it takes.
//
// The work is random games of every kind from fixed seeds, with all legal moves generated in each position:
// the same positions and moves on every machine. Any thread; blocks for some seconds.
#pragma once

#include <cstdint>

namespace quiver::tournament {

// Legal moves that are generated in one round of the work. The same everywhere.
std::uint64_t play_measured_games(std::uint32_t rounds);

// Thousands of moves a second in each of `at_once` threads, which stand for games that are played at once: a
// whole number. The fastest of a few runs counts, because other programs only ever make it slower.
double machine_speed(std::uint32_t at_once);

}  // namespace quiver::tournament
