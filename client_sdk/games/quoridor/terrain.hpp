// What never changes during a game of Quoridor: the board, the sides, and where walls fit.
//
// Shared between positions, immutable, any thread. The rules see the board only through the graph's four
// orthogonal directions; rows and columns serve to name cells and to say which cells a side has.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/result.hpp"
#include "client_sdk/graph/cells.hpp"
#include "client_sdk/graph/graph.hpp"

namespace quiver::games::quoridor {

using base::Seat;
using base::Vertex;
using graph::Direction;

inline constexpr std::uint32_t kMaxSide = 25;
inline constexpr std::uint32_t kMaxCells = kMaxSide * kMaxSide;

inline constexpr std::array<Direction, 4> kSteps = {Direction::kNorth, Direction::kEast, Direction::kSouth,
                                                    Direction::kWest};

// A direction's bit among the four.
constexpr std::uint8_t bit(Direction d) { return static_cast<std::uint8_t>(1U << (graph::slot(d) / 2)); }

// One byte a cell: which of its four edges a wall closes.
using Walled = std::array<std::uint8_t, kMaxCells + 1>;

// The four cells around the point north-east of an anchor: where a wall's middle can be.
struct Block {
  std::uint16_t east = 0;
  std::uint16_t north = 0;
  std::uint16_t north_east = 0;
  bool whole = false;  // all four are there
};

class Terrain {
 public:
  // An error if there are not 2 or 4 seats, the board has more than 625 cells, or its sides do not fit the
  // graph.
  static base::Result<std::shared_ptr<const Terrain>> create(graph::GraphPtr graph, graph::Grid grid,
                                                             unsigned seats);

  [[nodiscard]] const graph::Graph& graph() const { return *graph_; }
  [[nodiscard]] const graph::Grid& grid() const { return grid_; }
  // Whether `v` is on the far side of `s`; a pawn that gets there wins.
  [[nodiscard]] bool is_goal(Seat s, Vertex v) const {
    return ((unsigned{goals_[v.value()]} >> s.value()) & 1U) != 0;
  }
  // Whether `v` is on the near side of `s`, where it may place its pawn.
  [[nodiscard]] bool is_home(Seat s, Vertex v) const {
    return ((unsigned{homes_[v.value()]} >> s.value()) & 1U) != 0;
  }
  [[nodiscard]] const Block& block(Vertex v) const { return blocks_[v.value()]; }
  // Drawn on a plane, so that only a wall that joins two others, edges or holes can close anything off.
  [[nodiscard]] bool planar() const { return planar_; }

  friend bool operator==(const Terrain& a, const Terrain& b) {
    return a.grid_ == b.grid_ && a.goals_ == b.goals_ && *a.graph_ == *b.graph_;
  }

 private:
  void mark_sides(unsigned seats);
  void mark_blocks();

  graph::GraphPtr graph_;
  graph::Grid grid_;
  std::array<std::uint8_t, kMaxCells + 1> goals_{};
  std::array<std::uint8_t, kMaxCells + 1> homes_{};
  std::array<Block, kMaxCells + 1> blocks_{};
  bool planar_ = false;
};

}  // namespace quiver::games::quoridor
