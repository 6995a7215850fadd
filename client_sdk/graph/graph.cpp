#include "client_sdk/graph/graph.hpp"

#include <algorithm>
#include <cstddef>  // before GSL, whose headers use size_t without it
#include <string>
#include <utility>

#include <gsl/gsl_spmatrix.h>

#include "client_sdk/base/mix.hpp"

namespace quiver::graph {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

struct FreeMatrix {
  void operator()(gsl_spmatrix_uint* m) const { gsl_spmatrix_uint_free(m); }
};

std::string number(std::uint64_t n) { return std::to_string(n); }

Result<void> check_rows(const CsrView& csr) {
  if (csr.row_starts.size() < 2) return bad_input("the graph has no vertices");
  const std::size_t n = csr.row_starts.size() - 1;
  if (n > kMaxVertices)
    return bad_input("the graph has " + number(n) + " vertices; at most " + number(kMaxVertices) +
                     " are allowed");
  if (csr.columns.size() != csr.directions.size())
    return bad_input("the graph has " + number(csr.columns.size()) + " columns but " +
                     number(csr.directions.size()) + " directions");
  if (csr.row_starts[0] != 0) return bad_input("the graph's first row does not start at 0");
  for (std::size_t i = 0; i < n; ++i)
    if (csr.row_starts[i + 1] < csr.row_starts[i])
      return bad_input("row " + number(i) + " of the graph ends before it starts");
  if (csr.row_starts[n] != csr.columns.size())
    return bad_input("the graph's rows hold " + number(csr.row_starts[n]) + " entries but " +
                     number(csr.columns.size()) + " were given");
  return {};
}

Result<void> check_entries(const CsrView& csr) {
  const std::size_t n = csr.row_starts.size() - 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = csr.row_starts[i]; k < csr.row_starts[i + 1]; ++k) {
      if (csr.columns[k] >= n)
        return bad_input("row " + number(i) + " of the graph has an entry in column " +
                         number(csr.columns[k]) + ", but there are only " + number(n) + " vertices");
      if (csr.directions[k] > kDirections)
        return bad_input("the arc from " + number(i) + " to " + number(csr.columns[k]) + " has direction " +
                         number(csr.directions[k]) + "; directions go from 1 to 8");
      if (csr.columns[k] == i && csr.directions[k] != 0)
        return bad_input("vertex " + number(i) + " has an arc to itself");
    }
  }
  return {};
}

}  // namespace

struct Graph::Matrix {
  std::unique_ptr<gsl_spmatrix_uint, FreeMatrix> gsl;
};

Graph::Graph(std::unique_ptr<Matrix> matrix)
    : matrix_(std::move(matrix)), num_vertices_(static_cast<std::uint32_t>(matrix_->gsl->size1)) {}

Graph::~Graph() = default;

Result<GraphPtr> Graph::from_csr(const CsrView& csr) {
  if (auto rows = check_rows(csr); !rows) return rows.error();
  if (auto entries = check_entries(csr); !entries) return entries.error();
  const std::size_t n = csr.row_starts.size() - 1;
  const auto zeros = std::count(csr.directions.begin(), csr.directions.end(), 0U);
  const std::size_t arcs = csr.directions.size() - static_cast<std::size_t>(zeros);

  auto matrix = std::make_unique<Matrix>();
  matrix->gsl.reset(gsl_spmatrix_uint_alloc_nzmax(n, n, std::max<std::size_t>(arcs, 1), GSL_SPMATRIX_CSR));
  if (!matrix->gsl) return bad_input("there is no memory for a graph of " + number(n) + " vertices");

  // The arrays are filled directly: gsl_spmatrix_uint_set keeps a search tree beside a matrix it builds.
  gsl_spmatrix_uint& m = *matrix->gsl;
  std::size_t next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = next;
    m.p[i] = static_cast<int>(first);
    for (std::size_t k = csr.row_starts[i]; k < csr.row_starts[i + 1]; ++k) {
      if (csr.directions[k] == 0) continue;
      if (next - first == kDirections) return bad_input("vertex " + number(i) + " has more than 8 arcs");
      const int column = static_cast<int>(csr.columns[k]);
      std::size_t at = next++;
      for (; at > first && m.i[at - 1] > column; --at) {  // rows are kept in the order of their columns
        m.i[at] = m.i[at - 1];
        m.data[at] = m.data[at - 1];
      }
      if (at > first && m.i[at - 1] == column)
        return bad_input("the graph has two arcs from " + number(i) + " to " + number(csr.columns[k]));
      m.i[at] = column;
      m.data[at] = csr.directions[k];
    }
  }
  m.p[n] = static_cast<int>(next);
  m.nz = next;

  std::shared_ptr<Graph> graph(new Graph(std::move(matrix)));
  if (auto derived = graph->derive(); !derived) return derived.error();
  return GraphPtr(std::move(graph));
}

Result<void> Graph::derive() {
  const gsl_spmatrix_uint& m = *matrix_->gsl;
  steps_.assign(std::size_t{num_vertices_} * kDirections, num_vertices_);
  unsigned up = 0;
  unsigned down = 0;
  digest_ = base::mix64(std::uint64_t{0xA2} << 56 | num_vertices_);
  for (std::uint32_t i = 0; i < num_vertices_; ++i) {
    for (int k = m.p[i]; k < m.p[i + 1]; ++k) {
      const auto j = static_cast<std::uint32_t>(m.i[k]);
      const unsigned bit = m.data[k] - 1;
      std::uint32_t& step = steps_[std::size_t{i} * kDirections + bit];
      if (step != num_vertices_)
        return bad_input("two arcs leave vertex " + number(i) + " in direction " + number(m.data[k]) +
                         ", to " + number(step) + " and to " + number(j));
      step = j;
      (j > i ? up : down) |= 1U << bit;
      digest_ ^= base::mix64(std::uint64_t{0xA1} << 56 | std::uint64_t{m.data[k]} << 48 |
                             std::uint64_t{i} << 24 | j);
    }
  }
  ascending_ = static_cast<std::uint8_t>(up);
  monotone_ = (up & down) == 0;
  return check_opposites();
}

Result<void> Graph::check_opposites() const {
  for (std::uint32_t i = 0; i < num_vertices_; ++i) {
    const Vertex from{i};
    for (const Direction d : kAllDirections) {
      const Vertex to = step(from, d);
      if (to != off_board() && step(to, opposite(d)) != from)
        return bad_input("the arc from " + number(i) + " to " + number(to.value()) + " in direction " +
                         number(static_cast<unsigned>(d)) + " has no opposite");
    }
  }
  return {};
}

std::size_t Graph::num_arcs() const { return matrix_->gsl->nz; }

Direction Graph::arc(Vertex from, Vertex to) const {
  return static_cast<Direction>(gsl_spmatrix_uint_get(matrix_->gsl.get(), from.value(), to.value()));
}

bool Graph::isolated(Vertex v) const {
  const gsl_spmatrix_uint& m = *matrix_->gsl;
  return m.p[v.value()] == m.p[v.value() + 1];
}

Graph::Row Graph::row(Vertex v) const {
  const gsl_spmatrix_uint& m = *matrix_->gsl;
  const auto first = static_cast<std::size_t>(m.p[v.value()]);
  const auto count = static_cast<std::size_t>(m.p[v.value() + 1]) - first;
  return {{m.i + first, count}, {m.data + first, count}};
}

bool operator==(const Graph& a, const Graph& b) { return a.steps_ == b.steps_; }

}  // namespace quiver::graph
