// Training samples: positions of recorded games.
//
// A game gives the position after each move, and the half-done one between a queen's move and her arrow: the
// search evaluates both. Opening moves that no bot chose, and positions where nothing is contested, are left
// out. Every position is seen by the seat that moves next. Immutable once read, any thread.
#pragma once

#include <span>

#include "bots/amazons/champion/network/network.hpp"
#include "bots/amazons/champion/training/recorded_games.hpp"

namespace quiver::bots::amazons::champion {

struct Sample {
  std::uint32_t first_piece = 0;
  std::uint16_t pieces = 0;
  std::uint8_t phase = 0;
  bool won = false;
  float share = 0;   // of the later phase
  float target = 0;  // what is learnt: `won`, or a mixture of it with what was thought later in the game
  float terms = 0;   // what the hand-made evaluation says, in log-odds
  std::array<std::uint8_t, kInputs> counts{};
};

struct Samples {
  std::vector<Sample> all;
  std::vector<std::uint16_t> pieces;  // rows of the first layer

  [[nodiscard]] std::span<const std::uint16_t> pieces_of(const Sample& sample) const {
    return std::span(pieces).subspan(sample.first_piece, sample.pieces);
  }
};

// Adds the positions of a game that is on such a board. `lambda` is how much the end of the game counts in a
// target, 0 to 1, against what the hand-made evaluation says of the next position: TD(lambda).
void add_samples(const RecordedGame& game, const NetworkSizes& sizes, float lambda, Samples& samples);
// Whether a network of these sizes can learn from the game: the same sides, and two seats.
bool is_on_board(const RecordedGame& game, const NetworkSizes& sizes);

// Where each row of the first layer goes when the board is rotated or mirrored: 8 symmetries of a square,
// else 4.
std::vector<std::vector<std::uint16_t>> symmetries(const NetworkSizes& sizes);

}  // namespace quiver::bots::amazons::champion
