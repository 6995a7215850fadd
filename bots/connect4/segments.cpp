#include "bots/connect4/segments.hpp"

namespace quiver::bots::connect4 {

using graph::Direction;

namespace {

// One of each pair of opposite directions.
constexpr std::array<Direction, 4> kAxes = {Direction::kNorth, Direction::kNorthEast, Direction::kEast,
                                            Direction::kSouthEast};

// The cells of the segment that begins at `v`; fewer than `line` where it would leave the board.
std::vector<Vertex> segment(const ConnectFour& game, Vertex v, Direction d) {
  std::vector<Vertex> cells;
  for (; v != game.graph().off_board() && cells.size() < game.line(); v = game.graph().step(v, d))
    cells.push_back(v);
  return cells;
}

}  // namespace

Segments::Segments(const ConnectFour& game) : through_(game.graph().num_vertices()), line_(game.line()) {
  const std::uint32_t cells = game.graph().num_vertices();
  for (std::uint32_t v = 0; v < cells; ++v)
    for (const Direction d : kAxes) {
      const std::vector<Vertex> along = segment(game, Vertex{v}, d);
      if (along.size() < line_) continue;
      for (const Vertex w : along) through_[w.value()].push_back(static_cast<std::uint16_t>(discs_.size()));
      discs_.push_back({});
    }
  for (std::uint32_t v = 0; v < cells; ++v)
    if (const auto owner = game.disc(Vertex{v})) drop(Vertex{v}, *owner);
}

// Incremental: only the segments through `v` change, at most four times the length of a line.
void Segments::change(Vertex v, Seat s, int by) {
  for (const std::uint16_t which : through_[v.value()]) {
    Discs& discs = discs_[which];
    sum_ -= worth(discs);
    discs[s.value()] = static_cast<std::uint8_t>(discs[s.value()] + by);
    sum_ += worth(discs);
  }
}

// 64 where one disc is missing, then 16, 4, and 1.
Score Segments::worth(const Discs& discs) const {
  if ((discs[0] == 0) == (discs[1] == 0)) return 0;
  const bool first = discs[0] != 0;
  const std::uint32_t missing = line_ - (first ? discs[0] : discs[1]);
  const Score worth = missing >= 4 ? 1 : missing == 0 ? 256 : Score{256} >> (2 * missing);
  return first ? worth : -worth;
}

}  // namespace quiver::bots::connect4
