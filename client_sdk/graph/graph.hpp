// The board as a direction-labelled graph: at most one arc leaves a vertex in each of eight directions.
//
// Invariants, checked when a graph is built, whatever it is built from:
//   - at most 2^20 vertices; every arc names two different vertices and one of the eight directions;
//   - no two arcs join the same pair or leave a vertex in the same direction;
//   - every arc has its opposite: j east of i means i west of j. So a walk in one direction never
//     merges with another and can only end, or come back to where it began.
// The matrix itself is a GSL sparse matrix in CSR, entry (i, j) = direction. Beside it stands a flat step
// table, because a look-up in the matrix costs ten times a look-up in the table. Immutable once built and
// shared as GraphPtr: any thread may read it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/result.hpp"
#include "client_sdk/graph/csr.hpp"
#include "client_sdk/graph/direction.hpp"

namespace quiver::graph {

using base::Vertex;

class Graph;
using GraphPtr = std::shared_ptr<const Graph>;

inline constexpr std::uint32_t kMaxVertices = 1U << 20;

class Graph {
 public:
  // Copies and judges `csr`; the error says what is wrong with it and where. Entries 0 are no arcs.
  static base::Result<GraphPtr> from_csr(const CsrView& csr);

  // The arcs that leave one vertex.
  struct Arcs {
    std::array<std::uint32_t, kDirections> to;
    std::array<Direction, kDirections> direction;
    unsigned count = 0;

    void add(std::uint32_t target, Direction d) {
      to[count] = target;
      direction[count++] = d;
    }
  };
  // Asks `arcs_of` for each vertex in turn, once; it names vertices that exist. For whoever can tell the
  // arcs one vertex after the other, so that even the largest board is written only once.
  static base::Result<GraphPtr> from_rows(std::uint32_t vertices,
                                          const std::function<void(Vertex, Arcs&)>& arcs_of);

  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  [[nodiscard]] std::uint32_t num_vertices() const { return num_vertices_; }
  // Each edge counts twice: once in each direction.
  [[nodiscard]] std::size_t num_arcs() const;

  // The id one past the last vertex: what step() answers where there is no arc. Tables with an extra
  // entry for it need no test for the edge of the board.
  [[nodiscard]] Vertex off_board() const { return Vertex{num_vertices_}; }
  [[nodiscard]] bool contains(Vertex v) const { return v.value() < num_vertices_; }

  // The vertex one step from `v`, which is on the board, or off_board().
  [[nodiscard]] Vertex step(Vertex v, Direction d) const {
    return Vertex{steps_[std::size_t{v.value()} * kDirections + slot(d)]};
  }

  // The eight steps from `v`, north first.
  [[nodiscard]] std::span<const std::uint32_t, kDirections> steps(Vertex v) const {
    return std::span<const std::uint32_t, kDirections>{&steps_[std::size_t{v.value()} * kDirections],
                                                       kDirections};
  }

  // The matrix entry (i, j); kNone where there is no arc.
  [[nodiscard]] Direction arc(Vertex from, Vertex to) const;

  // No arc in or out: a hole, or a cell that nothing can reach or leave.
  [[nodiscard]] bool isolated(Vertex v) const;

  // The matrix's rows, arcs in ascending order of their targets.
  struct Row {
    std::span<const int> targets;
    std::span<const unsigned> directions;
  };
  [[nodiscard]] Row row(Vertex v) const;

  // True if in each direction every step goes to a higher id, or every step to a lower one. So it is on
  // every board drawn on a grid; it lets rays be merged in the order of ids without sorting.
  [[nodiscard]] bool monotone() const { return (ascending_ & descending_) == 0; }
  [[nodiscard]] bool ascending(Direction d) const { return (ascending_ >> slot(d) & 1U) != 0; }

  // A number for the whole graph, by the formula of docs/write-a-bot/hash.md: equal graphs have equal
  // digests.
  [[nodiscard]] std::uint64_t digest() const { return digest_; }

  friend bool operator==(const Graph& a, const Graph& b);

 private:
  struct Matrix;  // the GSL matrix and its deleter
  Graph(std::unique_ptr<Matrix> matrix, std::uint32_t vertices);

  // Writes one row into the matrix, the step table and the digest; rows come in order.
  base::Result<void> add_row(Vertex v, const Arcs& arcs);
  [[nodiscard]] base::Result<void> check_opposites() const;

  std::unique_ptr<Matrix> matrix_;
  std::vector<std::uint32_t> steps_;
  std::uint32_t num_vertices_ = 0;
  std::uint8_t ascending_ = 0;   // directions that lead to a higher id somewhere
  std::uint8_t descending_ = 0;  // and to a lower one
  std::uint64_t digest_ = 0;
};

}  // namespace quiver::graph
