// A part of a large board as a board of its own.
//
// Everything outside the window counts as off the board, arrows and eliminated queens are holes, and the seat
// to move is seat 0. A move that is legal inside is legal outside, because the rays inside are the same. So a
// bot for boards of ordinary size plays on a board of a million cells.
#pragma once

#include <optional>

#include "client_sdk/base/random.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::bots::amazons {

class Window {
 public:
  static constexpr std::uint32_t kSide = 15;

  // The window of at most kSide by kSide cells around `centre`, as far as the board goes. None if the seat to
  // move cannot move inside, or if there is nobody else inside. The board is drawn on a grid.
  static std::optional<Window> around(const games::Amazons& game, base::Vertex centre);

  [[nodiscard]] const games::Amazons& inside() const { return inside_; }
  [[nodiscard]] games::AmazonsMove outside(const games::AmazonsMove& move) const;

 private:
  Window(games::Amazons inside, std::uint32_t top, std::uint32_t left, std::uint32_t columns)
      : inside_(std::move(inside)), top_(top), left_(left), columns_(columns) {}
  [[nodiscard]] base::Vertex outside(base::Vertex v) const;

  games::Amazons inside_;
  std::uint32_t top_, left_;
  std::uint32_t columns_;  // of the whole board
};

// The best of a few windows, each around a random queen of the seat to move: the one with the most enemy
// queens near her. None if none has any.
std::optional<Window> busiest_window(const games::Amazons& game, base::Random& random);

// For positions in which no queen has an enemy near her: of a few random queens, the one closest to an enemy
// moves as near as she can and shoots behind herself.
games::AmazonsMove approach(const games::Amazons& game, base::Random& random);

}  // namespace quiver::bots::amazons
