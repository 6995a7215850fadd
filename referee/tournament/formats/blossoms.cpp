#include "referee/tournament/formats/blossoms.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace quiver::tournament {

Blossoms::Blossoms(Node vertices)
    : vertices_(vertices),
      mates_(vertices, kNone),
      tops_(vertices),
      parents_(vertices + vertices / 2,
               kNone),  // blossoms are nested or apart, and each has three children or more
      bases_(parents_.size()),
      links_(parents_.size()) {
  std::iota(tops_.begin(), tops_.end(), Node{0});
  std::iota(bases_.begin(), bases_.end(), Vertex{0});
  for (auto node = static_cast<Node>(parents_.size()); node-- > vertices_;) unused_.push_back(node);
}

// Walks up from the vertex, one level of nesting at a time.
Node Blossoms::child_of(Node blossom, Vertex v) const {
  Node node = v;
  while (parents_[node] != blossom) node = parents_[node];
  return node;
}

std::size_t Blossoms::place_of(Node blossom, Vertex v) const {
  const Node child = child_of(blossom, v);
  std::size_t place = 0;
  while (child_of(blossom, links_[blossom][place].from) != child) ++place;
  return place;
}

void Blossoms::set_top(Node node, Node top) {
  for_each_vertex(node, [&](Vertex v) { tops_[v] = top; });
}

// Matches everything inside `node` but `v`.
void Blossoms::rebase(Node node, Vertex v) {
  if (bases_[node] == v) return;
  const std::size_t place = place_of(node, v);
  std::vector<Edge>& links = links_[node];
  // First inside the child, then around the cycle: the links are rotated so that this child comes first.
  rebase(child_of(node, v), v);
  std::rotate(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(place), links.end());
  // Every second link from the base on becomes a matched pair.
  for (std::size_t k = 1; k < links.size(); k += 2) {
    const auto [a, b] = links[k];
    rebase(child_of(node, a), a);
    rebase(child_of(node, b), b);
    mates_[a] = b, mates_[b] = a;
  }
  bases_[node] = v;
}

void Blossoms::match(Vertex a, Vertex b) {
  rebase(tops_[a], a);
  rebase(tops_[b], b);
  mates_[a] = b, mates_[b] = a;
}

Node Blossoms::shrink(std::vector<Edge> cycle) {
  const Node blossom = unused_.back();
  unused_.pop_back();
  alive_.push_back(blossom);
  bases_[blossom] = bases_[tops_[cycle.front().from]];
  for (const Edge& link : cycle) parents_[tops_[link.from]] = blossom;
  parents_[blossom] = kNone;
  links_[blossom] = std::move(cycle);
  set_top(blossom, blossom);
  return blossom;
}

std::vector<Node> Blossoms::expand(Node blossom) {
  std::vector<Node> children;
  for (const Edge& link : links_[blossom]) children.push_back(child_of(blossom, link.from));
  for (const Node child : children) {
    parents_[child] = kNone;
    set_top(child, child);
  }
  links_[blossom].clear();
  alive_.erase(std::find(alive_.begin(), alive_.end(), blossom));
  unused_.push_back(blossom);
  return children;
}

std::vector<Edge> Blossoms::even_way(Node blossom, Vertex v) const {
  const std::vector<Edge>& links = links_[blossom];
  const std::size_t place = place_of(blossom, v);
  // Of the two ways round the odd cycle exactly one is even.
  if (place % 2 == 1) return {links.begin() + static_cast<std::ptrdiff_t>(place), links.end()};
  std::vector<Edge> way;
  for (std::size_t k = place; k-- > 0;) way.push_back({links[k].to, links[k].from});
  return way;
}

}  // namespace quiver::tournament
