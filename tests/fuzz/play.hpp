// What all fuzz targets do with a position they got hold of: play some moves, and watch the promises.
//
// A promise that does not hold ends the process on the spot, which is what the fuzzer looks for. Moves
// are chosen by the input's own bytes, so that an input plays the same moves every time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/games/position.hpp"

namespace quiver::tests {

inline void require(bool promise) {
  if (!promise) __builtin_trap();
}

// Bytes of the input, taken one by one; zeros when they are used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  std::uint8_t next() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  [[nodiscard]] std::string_view rest() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

template <class Game>
void require_reads_back(const Game& game, const typename Game::Move& move) {
  const auto named = game.parse(game.format(move));
  require(named.has_value() && *named == move);
  const auto numeric = game.parse(game.format_numeric(move));
  require(numeric.has_value() && *numeric == move);
}

// A legal move of the game, chosen by `choice`; none when it is over.
template <class Game>
std::optional<typename Game::Move> choose(const Game& game, std::size_t choice) {
  const std::uint64_t count = game.count_legal_moves();
  require((count == 0) == game.outcome().over);
  std::optional<typename Game::Move> chosen;
  std::uint64_t at = 0;
  game.for_each_legal_move([&](const typename Game::Move& move) {
    if (at++ == choice % count) chosen = move;
  });
  require(at == count);
  return chosen;
}

template <class Game>
void play_some(Game game, Bytes bytes, int plies) {
  for (int ply = 0; ply < plies; ++ply) {
    const std::size_t choice = bytes.next() * std::size_t{257} + bytes.next();
    const auto move = choose(game, choice);
    if (!move) return;
    require(game.check(*move).has_value());
    require_reads_back(game, *move);
    const Game before = game;
    game.undo(game.apply(*move));
    require(game == before && game.hash() == before.hash() && game.ply() == before.ply());
    if (bytes.next() % 16 == 15) {
      game.undo(game.eliminate(game.to_move()));
      require(game == before && game.hash() == before.hash());
      game.eliminate(game.to_move());
    } else {
      game.apply(*move);
    }
  }
}

}  // namespace quiver::tests
