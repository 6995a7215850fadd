#include "bots/amazons/search/evaluation.hpp"

#include <algorithm>

namespace quiver::bots::amazons {

namespace {

// The share of the terms, in hundredths, when everything is open and when nearly nothing is.
struct Weights {
  int queens, kings, near, ahead;
};
constexpr Weights kOpen = {30, 30, 20, 20};
constexpr Weights kClosed = {100, 0, 0, 0};

int between(int closed, int open, int how_open) { return closed + (open - closed) * how_open / 100; }

}  // namespace

// Interpolates between the open and the closed weights by how much is contested.
Score weighted_score(const Terms& terms, bool my_turn, int empty) {
  const Territory& queens = terms.queens;
  if (terms.shared == 0) return 100 * (queens.mine - queens.theirs);
  // Half of the cells contested is as open as it gets.
  const int how_open = std::min(100, terms.open * 50 / std::max(empty, 1));
  const int tempo = my_turn ? 1 : -1;  // a cell that both reach equally soon is a little more the mover's
  const int by_queens = 100 * (queens.mine - queens.theirs) + tempo * 15 * queens.even;
  const int by_kings = 100 * (terms.kings.mine - terms.kings.theirs) + tempo * 5 * terms.kings.even;
  const int by_near = terms.near * 200 / 64;
  const int by_ahead = terms.ahead * 100 / 6;
  return (by_queens * between(kClosed.queens, kOpen.queens, how_open) +
          by_kings * between(kClosed.kings, kOpen.kings, how_open) +
          by_near * between(kClosed.near, kOpen.near, how_open) +
          by_ahead * between(kClosed.ahead, kOpen.ahead, how_open)) /
         100;
}

}  // namespace quiver::bots::amazons
