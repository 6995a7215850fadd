// Any numbers as a graph from the network; what is accepted keeps its promises and can be played on.
//
// The input: one byte for the form, one for the number of vertices, one for the sides, then either the
// three arrays byte by byte (255 stands for the largest number), or arcs as (from, to, direction), to
// which the opposites are added so that more of them are accepted.
#include <vector>

#include "client_sdk/graph/graph.hpp"
#include "tests/fuzz/play.hpp"

namespace quiver::tests {

namespace {

using base::Vertex;
using graph::Direction;
using graph::Graph;
using graph::GraphPtr;

struct Csr {
  std::vector<std::uint32_t> row_starts;
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> directions;

  [[nodiscard]] graph::CsrView view() const { return {row_starts, columns, directions}; }
};

std::uint32_t widened(std::uint8_t byte) { return byte == 255 ? 0xFFFFFFFF : byte; }

Csr raw_arrays(std::uint32_t vertices, Bytes& bytes) {
  Csr csr;
  for (std::uint32_t i = 0; i <= vertices; ++i) csr.row_starts.push_back(widened(bytes.next()));
  while (!bytes.empty()) {
    csr.columns.push_back(widened(bytes.next()));
    if (!bytes.empty()) csr.directions.push_back(widened(bytes.next()));
  }
  return csr;
}

Csr paired_arcs(std::uint32_t vertices, Bytes& bytes) {
  struct Arc {
    std::uint32_t to, direction;
  };
  std::vector<std::vector<Arc>> rows(vertices);
  while (bytes.size() >= 3) {
    const std::uint32_t from = bytes.next() % vertices;
    const std::uint32_t to = bytes.next() % vertices;
    const std::uint32_t direction = bytes.next() % 9;
    rows[from].push_back({to, direction});
    if (direction != 0) rows[to].push_back({from, (direction + 3) % 8 + 1});
  }
  Csr csr;
  csr.row_starts = {0};
  for (const auto& row : rows) {
    for (const auto& [to, direction] : row) {
      csr.columns.push_back(to);
      csr.directions.push_back(direction);
    }
    csr.row_starts.push_back(static_cast<std::uint32_t>(csr.columns.size()));
  }
  return csr;
}

void require_invariants(const Graph& graph) {
  std::size_t arcs = 0;
  unsigned up = 0;
  unsigned down = 0;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    const Graph::Row row = graph.row(Vertex{v});
    require(graph.isolated(Vertex{v}) == row.targets.empty());
    for (std::size_t k = 0; k < row.targets.size(); ++k, ++arcs) {
      const Vertex to{static_cast<std::uint32_t>(row.targets[k])};
      const auto d = static_cast<Direction>(row.directions[k]);
      require(graph.contains(to) && to != Vertex{v});
      require(row.directions[k] >= 1 && row.directions[k] <= 8);
      require(k == 0 || row.targets[k - 1] < row.targets[k]);
      require(graph.arc(Vertex{v}, to) == d);
      require(graph.step(Vertex{v}, d) == to);
      require(graph.step(to, graph::opposite(d)) == Vertex{v});
      (to.value() > v ? up : down) |= 1U << graph::slot(d);
    }
  }
  require(arcs == graph.num_arcs());
  require(graph.monotone() == ((up & down) == 0));
}

void require_round_trip(const Graph& graph) {
  Csr csr;
  csr.row_starts = {0};
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    const Graph::Row row = graph.row(Vertex{v});
    csr.columns.insert(csr.columns.end(), row.targets.begin(), row.targets.end());
    csr.directions.insert(csr.directions.end(), row.directions.begin(), row.directions.end());
    csr.row_starts.push_back(static_cast<std::uint32_t>(csr.columns.size()));
  }
  const auto again = Graph::from_csr(csr.view());
  require(again.has_value() && **again == graph && (*again)->digest() == graph.digest());
}

// Rows times columns, rows being the largest possible number up to `wish`.
graph::Grid sides(std::uint32_t vertices, std::uint32_t wish) {
  std::uint32_t rows = wish % vertices + 1;
  while (vertices % rows != 0) --rows;
  return {rows, vertices / rows};
}

void play_on(const GraphPtr& graph, std::uint32_t wish, Bytes bytes) {
  const std::uint32_t n = graph->num_vertices();
  const graph::Grid grid = sides(n, wish);
  games::Amazons::Setup amazons{graph, grid, {}};
  for (std::uint32_t s = 0; s < 2 + wish % 3; ++s)
    amazons.queens.push_back({Vertex{s * 3 % n}, Vertex{(s * 5 + n / 2) % (n + 1)}});
  if (const auto game = games::Amazons::create(amazons)) play_some(*game, bytes, 12);

  games::Quoridor::Setup quoridor{graph, grid, {}, wish % 7, 30};
  for (std::uint32_t s = 0; s < (wish % 2 == 0 ? 2U : 4U); ++s) {
    const std::uint32_t at = bytes.next();
    quoridor.pawns.push_back(at % 4 == 3 ? std::nullopt : std::optional(Vertex{at % (n + 1)}));
  }
  if (const auto game = games::Quoridor::create(quoridor)) play_some(*game, bytes, 12);

  if (const auto game = games::ConnectFour::create({graph, grid, 3 + wish % 4})) play_some(*game, bytes, 40);
  if (const auto game = games::Hex::create({graph, grid, wish % 2 == 0})) play_some(*game, bytes, 40);
}

void run(Bytes bytes) {
  const bool raw = bytes.next() % 2 == 0;
  const std::uint32_t vertices = bytes.next() % 64 + (raw ? 0 : 1);
  const std::uint32_t wish = bytes.next();
  const Bytes choices = bytes;
  const Csr csr = raw ? raw_arrays(vertices, bytes) : paired_arcs(vertices, bytes);
  const auto graph = Graph::from_csr(csr.view());
  if (!graph) return require(!graph.error().sentence.empty());
  require((*graph)->num_vertices() == vertices);
  require_invariants(**graph);
  require_round_trip(**graph);
  play_on(*graph, wish, choices);
}

}  // namespace

}  // namespace quiver::tests

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  quiver::tests::run({data, size});
  return 0;
}
