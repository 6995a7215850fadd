// perft: how many sequences of exactly `depth` moves a position allows.
//
// A game that ends earlier counts nothing; an elimination or a pass is no move. The classic proof that a
// move generator is right, and the classic measure of how fast it is.
#pragma once

#include <cstdint>

namespace quiver::games {

// How the deepest moves are counted.
enum class LastPly {
  kMade,     // every leaf is made and taken back
  kCounted,  // the last ply is counted without making it
};

// The game is changed during the call and is the same again after it.
template <class Game>
std::uint64_t perft(Game& game, unsigned depth, LastPly last) {
  if (depth == 0) return 1;
  if (depth == 1 && last == LastPly::kCounted) return game.count_legal_moves();
  if (depth == 1) return game.for_each_child([](const auto&) {});
  std::uint64_t count = 0;
  game.for_each_child([&](const auto&) { count += perft(game, depth - 1, last); });
  return count;
}

}  // namespace quiver::games
