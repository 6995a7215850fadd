#include "client_sdk/graph/graph.hpp"

#include <algorithm>
#include <cstddef>  // before GSL, whose headers use size_t without it
#include <string>
#include <sys/mman.h>
#include <utility>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_spmatrix.h>

#include "client_sdk/base/mix.hpp"
#include "client_sdk/graph/gsl_errors.hpp"

namespace quiver::graph {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

struct FreeMatrix {
  void operator()(gsl_spmatrix_uint* m) const { gsl_spmatrix_uint_free(m); }
};

std::string number(std::uint64_t n) { return std::to_string(n); }

// A hint before large memory is first touched. Without it, the largest boards pay for a page fault every
// 4 KiB. Small blocks are left alone, and a refusal does no harm.
void in_large_pages(void* memory, std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  constexpr std::size_t kWorthIt = 4U << 20;
  if (bytes < kWorthIt || std::align(kPage, kWorthIt / 2, memory, bytes) == nullptr) return;
  madvise(memory, bytes / kPage * kPage, MADV_HUGEPAGE);
}

// After this, the row starts are ascending and inside the arrays: check_entries can index without a test.
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

// The limit of eight arcs a vertex also keeps Graph::Arcs, which has a fixed size, from overflowing.
Result<void> check_entries(const CsrView& csr) {
  const std::size_t n = csr.row_starts.size() - 1;
  for (std::size_t i = 0; i < n; ++i) {
    unsigned arcs = 0;
    for (std::size_t k = csr.row_starts[i]; k < csr.row_starts[i + 1]; ++k) {
      if (csr.columns[k] >= n)
        return bad_input("row " + number(i) + " of the graph has an entry in column " +
                         number(csr.columns[k]) + ", but there are only " + number(n) + " vertices");
      if (csr.directions[k] > kDirections)
        return bad_input("the arc from " + number(i) + " to " + number(csr.columns[k]) + " has direction " +
                         number(csr.directions[k]) + "; directions go from 1 to 8");
      if (csr.columns[k] == i && csr.directions[k] != 0)
        return bad_input("vertex " + number(i) + " has an arc to itself");
      if (csr.directions[k] != 0 && ++arcs > kDirections)
        return bad_input("vertex " + number(i) + " has more than 8 arcs");
    }
  }
  return {};
}

}  // namespace

void turn_off_gsl_abort() { gsl_set_error_handler_off(); }

struct Graph::Matrix {
  std::unique_ptr<gsl_spmatrix_uint, FreeMatrix> gsl;
};

Graph::Graph(std::unique_ptr<Matrix> matrix, std::uint32_t vertices)
    : matrix_(std::move(matrix)),
      num_vertices_(vertices),
      digest_(base::mix64(std::uint64_t{0xA2} << 56 | vertices)) {
  steps_.reserve(std::size_t{vertices} * kDirections);
  in_large_pages(steps_.data(), steps_.capacity() * sizeof(std::uint32_t));
  steps_.resize(std::size_t{vertices} * kDirections, vertices);
}

Graph::~Graph() = default;

Result<GraphPtr> Graph::from_csr(const CsrView& csr) {
  if (auto rows = check_rows(csr); !rows) return rows.error();
  if (auto entries = check_entries(csr); !entries) return entries.error();
  const auto n = static_cast<std::uint32_t>(csr.row_starts.size() - 1);
  return from_rows(n, [&](Vertex v, Arcs& arcs) {
    for (std::size_t k = csr.row_starts[v.value()]; k < csr.row_starts[v.value() + 1]; ++k)
      if (csr.directions[k] != 0) arcs.add(csr.columns[k], static_cast<Direction>(csr.directions[k]));
  });
}

// The arrays are filled directly: gsl_spmatrix_uint_set keeps a search tree beside a matrix it builds.
Result<GraphPtr> Graph::from_rows(std::uint32_t vertices, const std::function<void(Vertex, Arcs&)>& arcs_of) {
  auto matrix = std::make_unique<Matrix>();
  const std::size_t room = std::size_t{vertices} * kDirections;
  matrix->gsl.reset(gsl_spmatrix_uint_alloc_nzmax(vertices, vertices, room, GSL_SPMATRIX_CSR));
  if (!matrix->gsl) return bad_input("there is no memory for a graph of " + number(vertices) + " vertices");
  in_large_pages(matrix->gsl->i, room * sizeof(int));
  in_large_pages(matrix->gsl->data, room * sizeof(unsigned));
  matrix->gsl->p[0] = 0;
  std::shared_ptr<Graph> graph(new Graph(std::move(matrix), vertices));
  for (std::uint32_t v = 0; v < vertices; ++v) {
    Arcs arcs;
    arcs_of(Vertex{v}, arcs);
    if (auto added = graph->add_row(Vertex{v}, arcs); !added) return added.error();
  }
  if (auto opposites = graph->check_opposites(); !opposites) return opposites.error();
  return GraphPtr(std::move(graph));
}

// Insertion sort: a row has at most eight entries, and the boards we build deliver them sorted already.
Result<void> Graph::add_row(Vertex v, const Arcs& arcs) {
  gsl_spmatrix_uint& m = *matrix_->gsl;
  const std::size_t first = m.nz;
  std::uint32_t* const steps = &steps_[std::size_t{v.value()} * kDirections];
  for (unsigned k = 0; k < arcs.count; ++k) {
    const std::uint32_t to = arcs.to[k];
    const unsigned bit = slot(arcs.direction[k]);
    if (steps[bit] != num_vertices_)
      return bad_input("two arcs leave vertex " + number(v.value()) + " in direction " + number(bit + 1) +
                       ", to " + number(steps[bit]) + " and to " + number(to));
    std::size_t at = m.nz++;
    for (; at > first && m.i[at - 1] > static_cast<int>(to); --at) {  // rows are kept in the order of targets
      m.i[at] = m.i[at - 1];
      m.data[at] = m.data[at - 1];
    }
    if (at > first && m.i[at - 1] == static_cast<int>(to))
      return bad_input("the graph has two arcs from " + number(v.value()) + " to " + number(to));
    m.i[at] = static_cast<int>(to);
    m.data[at] = bit + 1;
    steps[bit] = to;
    std::uint8_t& order = to > v.value() ? ascending_ : descending_;
    order = static_cast<std::uint8_t>(order | 1U << bit);
    digest_ ^= base::mix64(std::uint64_t{0xA1} << 56 | std::uint64_t{bit + 1} << 48 |
                           std::uint64_t{v.value()} << 24 | to);
  }
  m.p[v.value() + 1] = static_cast<int>(m.nz);
  return {};
}

// Linear in the number of vertices. Only possible once all rows are there.
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

// The step table determines the matrix, so comparing it is enough.
bool operator==(const Graph& a, const Graph& b) { return a.steps_ == b.steps_; }

}  // namespace quiver::graph
