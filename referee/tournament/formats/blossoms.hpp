// A matching with its blossoms: odd cycles of nodes that count as one node, nested as deep as need be.
//
// Nodes below the number of vertices are the vertices, others are blossoms; a top node lies in no blossom. In
// a blossom the first child holds the base, the only vertex that is matched outside, and the children after
// it are matched two by two. Internal to the matching; one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quiver::tournament {

using Vertex = std::uint32_t;
using Node = std::uint32_t;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Directed: from one end to the other. As an edge of the graph {a, b} and {b, a} are the same.
struct Edge {
  Vertex from = kNone, to = kNone;
  friend bool operator==(const Edge&, const Edge&) = default;
};

class Blossoms {
 public:
  // Nobody is matched, and there are no blossoms.
  explicit Blossoms(Node vertices);

  [[nodiscard]] std::size_t max_nodes() const { return parents_.size(); }
  [[nodiscard]] const std::vector<Node>& blossoms() const { return alive_; }
  [[nodiscard]] Node top(Vertex v) const { return tops_[v]; }
  [[nodiscard]] bool is_top(Node node) const { return parents_[node] == kNone; }
  [[nodiscard]] Vertex base(Node node) const { return bases_[node]; }
  [[nodiscard]] Vertex mate(Vertex v) const { return mates_[v]; }

  // Calls `visit` with each vertex inside the node, at any depth.
  template <class Visitor>
  void for_each_vertex(Node node, const Visitor& visit) const {
    if (node < vertices_) return visit(node);
    for (const Edge& link : links_[node]) for_each_vertex(child_of(node, link.from), visit);
  }

  // Matches two vertices of different top nodes, and makes each the base of all that is around it.
  void match(Vertex a, Vertex b);

  // A blossom of the top nodes along a cycle of edges, each from one node to the next; the first node's base
  // becomes its base. Every second edge, the second among them, is a matched pair.
  Node shrink(std::vector<Edge> cycle);
  // Its children become top nodes again.
  std::vector<Node> expand(Node blossom);

  // From the child with `v` to the one with the base, over an even number of edges, a matched one first.
  [[nodiscard]] std::vector<Edge> even_way(Node blossom, Vertex v) const;

 private:
  // The direct child of the blossom that contains the vertex.
  [[nodiscard]] Node child_of(Node blossom, Vertex v) const;
  // The place of that child in the cycle.
  [[nodiscard]] std::size_t place_of(Node blossom, Vertex v) const;
  void set_top(Node node, Node top);
  void rebase(Node node, Vertex v);

  Node vertices_;
  std::vector<Vertex> mates_;             // by vertex
  std::vector<Node> tops_;                // by vertex
  std::vector<Node> parents_;             // by node
  std::vector<Vertex> bases_;             // by node
  std::vector<std::vector<Edge>> links_;  // by blossom: from each child to the next, the last to the first
  std::vector<Node> alive_, unused_;
};

}  // namespace quiver::tournament
