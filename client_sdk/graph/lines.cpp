#include "client_sdk/graph/lines.hpp"

namespace quiver::graph {

// Each line is found at its first vertex, the one with no step backwards. On a grid no line is a ring, so
// every vertex gets its place on all four axes.
std::shared_ptr<const Lines> Lines::of(const Graph& graph) {
  if (graph.num_vertices() > kMaxVertices) return nullptr;
  auto lines = std::make_shared<Lines>();
  lines->words_ = graph.num_vertices() <= kFewWords * 64 ? kFewWords : kMaxWords;
  lines->places_.resize(std::size_t{graph.num_vertices()} * kAxes);
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    for (unsigned axis = 0; axis < kAxes; ++axis) {
      const Direction d = kAllDirections[axis];
      const bool starts_here = graph.step(Vertex{v}, opposite(d)) == graph.off_board();
      if (starts_here && !lines->add_line(graph, Vertex{v}, d)) return nullptr;
    }
  }
  return lines;
}

// Stores, for each vertex of the line, the mask of all vertices before it; one more mask ends the line. The
// vertices between two places are then the exclusive or of their masks.
bool Lines::add_line(const Graph& graph, Vertex start, Direction d) {
  if (empty_.size() == kMaxLines) return false;
  const auto line = static_cast<std::uint16_t>(empty_.size());
  std::vector<std::uint64_t> before(words_, 0);
  unsigned length = 0;
  for (Vertex v = start; v != graph.off_board(); v = graph.step(v, d)) {
    if (++length > kMaxLength) return false;
    places_[std::size_t{v.value()} * kAxes + slot(d)] = {line, static_cast<std::uint16_t>(length),
                                                         static_cast<std::uint32_t>(prefixes_.size())};
    prefixes_.insert(prefixes_.end(), before.begin(), before.end());
    before[v.value() / 64] |= std::uint64_t{1} << v.value() % 64;
  }
  prefixes_.insert(prefixes_.end(), before.begin(), before.end());
  empty_.push_back(std::uint64_t{1} | std::uint64_t{1} << (length + 1));
  return true;
}

}  // namespace quiver::graph
