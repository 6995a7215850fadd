#include "referee/tournament/formats/matching.hpp"

#include <algorithm>
#include <utility>

#include "referee/tournament/formats/blossoms.hpp"

namespace quiver::tournament {

namespace {

enum class Label : std::uint8_t {
  kFree,
  kOuter,
  kInner
};  // of a top node: not in the tree, at even depth, at odd

// One search after another, each from an unmatched vertex: an alternating tree of tight edges grows until it
// reaches another unmatched one. Costs are counted twice, so that half of a slack is whole.
//
// Kept all the time: every slack is at least 0 between different top nodes, every blossom's dual is at least
// 0, and matched pairs and the links of blossoms are tight. With nobody left unmatched that proves the least
// cost.
class Search {
 public:
  explicit Search(const Costs& costs)
      : costs_(costs),
        size_(static_cast<Node>(costs.size())),
        forest_(size_),
        loads_(size_),
        nearest_(size_, kNone) {
    labels_.resize(forest_.max_nodes());
    entries_.resize(forest_.max_nodes());
    duals_.resize(forest_.max_nodes());
  }

  std::vector<Vertex> run() {
    start();
    for (Vertex root = 0; root < size_; ++root)
      if (forest_.mate(root) == kNone) grow_from(root);
    std::vector<Vertex> mates(size_);
    for (Vertex v = 0; v < size_; ++v) mates[v] = forest_.mate(v);
    return mates;
  }

 private:
  // The next thing that happens when the tree's duals grow.
  struct Event {
    Cost in;
    Vertex from = kNone, to = kNone;  // an edge that becomes tight, from an outer vertex
    Node spent = kNone;               // an inner blossom whose dual reaches 0
    [[nodiscard]] bool none() const { return from == kNone && spent == kNone; }
  };

  // What is left of an edge's cost when the duals of the nodes around each end are paid.
  [[nodiscard]] Cost slack(Vertex a, Vertex b) const {
    const Cost& cost = costs_.at(a, b);
    return cost + cost - loads_[a] - loads_[b];
  }
  [[nodiscard]] Label label(Vertex v) const { return labels_[forest_.top(v)]; }

  // Every vertex pays half of its cheapest edge; whatever is tight then is matched as far as it goes.
  void start() {
    for (Vertex v = 0; v < size_; ++v) {
      Vertex best = v == 0 ? 1 : 0;
      for (Vertex u = 0; u < size_; ++u)
        if (u != v && costs_.at(u, v) < costs_.at(best, v)) best = u;
      loads_[v] = costs_.at(best, v);
    }
    // A greedy start: cheap, and it saves searches.
    for (Vertex a = 0; a < size_; ++a)
      for (Vertex b = a + 1; b < size_ && forest_.mate(a) == kNone; ++b)
        if (forest_.mate(b) == kNone && slack(a, b) == Cost{}) forest_.match(a, b);
  }

  void grow_from(Vertex root) {
    std::fill(labels_.begin(), labels_.end(), Label::kFree);
    std::fill(nearest_.begin(), nearest_.end(), kNone);
    make_outer(forest_.top(root));
    while (true) {
      const Event event = next_event();
      pay(event.in);
      if (event.spent != kNone) {
        expand(event.spent);
      } else if (label(event.to) == Label::kOuter) {
        shrink({event.from, event.to});
      } else if (forest_.mate(forest_.base(forest_.top(event.to))) == kNone) {
        return augment({event.from, event.to});
      } else {
        extend({event.from, event.to});
      }
    }
  }

  [[nodiscard]] Event next_event() {
    Event next;
    const auto offer = [&next](const Event& event) {
      if (next.none() || event.in < next.in) next = event;
    };
    for (Vertex v = 0; v < size_; ++v) {
      if (label(v) == Label::kInner) continue;
      const bool outer = label(v) == Label::kOuter;
      if (outer) refresh(v);
      if (nearest_[v] == kNone) continue;
      const Cost left = slack(nearest_[v], v);
      // Between two outer nodes both duals grow, so the slack shrinks twice as fast.
      offer({outer ? half(left) : left, nearest_[v], v, kNone});
    }
    for (const Node blossom : forest_.blossoms())
      if (forest_.is_top(blossom) && labels_[blossom] == Label::kInner)
        offer({duals_[blossom], kNone, kNone, blossom});
    return next;
  }

  static Cost half(Cost cost) {
    for (std::int64_t& level : cost.levels)
      level /= 2;  // even: all outer vertices hang together by tight edges
    return cost;
  }

  // The nearest outer vertex of an outer one may have come into the same blossom.
  void refresh(Vertex v) {
    if (nearest_[v] != kNone && forest_.top(nearest_[v]) != forest_.top(v)) return;
    nearest_[v] = kNone;
    for (Vertex u = 0; u < size_; ++u)
      if (label(u) == Label::kOuter && forest_.top(u) != forest_.top(v)) consider(u, v);
  }
  void consider(Vertex outer, Vertex v) {
    if (nearest_[v] == kNone || slack(outer, v) < slack(nearest_[v], v)) nearest_[v] = outer;
  }

  void pay(const Cost& amount) {
    if (amount == Cost{}) return;
    for (Vertex v = 0; v < size_; ++v) {
      if (label(v) == Label::kOuter) loads_[v] += amount;
      if (label(v) == Label::kInner) loads_[v] -= amount;
    }
    for (const Node blossom : forest_.blossoms()) {
      if (!forest_.is_top(blossom)) continue;
      if (labels_[blossom] == Label::kOuter) duals_[blossom] += amount;
      if (labels_[blossom] == Label::kInner) duals_[blossom] -= amount;
    }
  }

  void make_outer(Node node) {
    labels_[node] = Label::kOuter;
    forest_.for_each_vertex(node, [this](Vertex v) { look_around(v); });
  }
  // `v` has just become outer.
  void look_around(Vertex v) {
    for (Vertex u = 0; u < size_; ++u) {
      if (forest_.top(u) == forest_.top(v)) continue;
      if (nearest_[u] != kNone && forest_.top(nearest_[u]) == forest_.top(u)) nearest_[u] = kNone;
      consider(v, u);
    }
    nearest_[v] = kNone;  // of the other outer ones: looked up when it is asked for
  }

  void extend(const Edge& edge) {
    const Node inner = forest_.top(edge.to);
    labels_[inner] = Label::kInner;
    entries_[inner] = edge;
    make_outer(forest_.top(forest_.mate(forest_.base(inner))));
  }

  // The way from an outer node up to the root, as edges between neighbours: a matched one, then an entry, ...
  [[nodiscard]] std::vector<Edge> way_up(Node outer) const {
    std::vector<Edge> way;
    for (Vertex base = forest_.base(outer); forest_.mate(base) != kNone;
         base = forest_.base(forest_.top(way.back().to))) {
      const Edge matched{base, forest_.mate(base)};
      const Edge& entry = entries_[forest_.top(matched.to)];
      way.push_back(matched);
      way.push_back({entry.to, entry.from});
    }
    return way;
  }

  // An edge between two outer nodes: with their ways to where these meet it is a blossom.
  void shrink(const Edge& edge) {
    std::vector<Edge> left = way_up(forest_.top(edge.from));
    std::vector<Edge> right = way_up(forest_.top(edge.to));
    // The common part of the two ways, above where they meet, belongs to neither side.
    while (!left.empty() && !right.empty() && left.back() == right.back()) left.pop_back(), right.pop_back();
    std::vector<Edge> cycle;
    for (auto it = left.rbegin(); it != left.rend(); ++it) cycle.push_back({it->to, it->from});
    cycle.push_back(edge);
    cycle.insert(cycle.end(), right.begin(), right.end());
    // Inner vertices of the cycle become outer ones and have to look around.
    std::vector<Vertex> fresh;
    for (const Edge& link : cycle)
      if (label(link.from) == Label::kInner)
        forest_.for_each_vertex(forest_.top(link.from), [&fresh](Vertex v) { fresh.push_back(v); });
    const Node blossom = forest_.shrink(std::move(cycle));
    duals_[blossom] = Cost{};
    labels_[blossom] = Label::kOuter;
    for (const Vertex v : fresh) look_around(v);
  }

  // An inner blossom without a dual opens: the even way from where the tree enters it to its base stays in
  // it.
  void expand(Node blossom) {
    const Edge entry = entries_[blossom];
    const std::vector<Edge> way = forest_.even_way(blossom, entry.to);
    for (const Node child : forest_.expand(blossom)) labels_[child] = Label::kFree;
    labels_[forest_.top(entry.to)] = Label::kInner;
    entries_[forest_.top(entry.to)] = entry;
    for (std::size_t k = 0; k < way.size(); k += 2) {
      const Edge& on = way[k + 1];  // after a matched pair, an edge that is not
      labels_[forest_.top(on.to)] = Label::kInner;
      entries_[forest_.top(on.to)] = on;
    }
    for (std::size_t k = 0; k < way.size(); k += 2) make_outer(forest_.top(way[k].to));
  }

  // To the root, every pair is broken and its halves go with their other neighbours.
  void augment(Edge edge) {
    while (true) {
      const Node outer = forest_.top(edge.from);
      const Vertex left = forest_.mate(forest_.base(outer));
      forest_.match(edge.from, edge.to);
      if (left == kNone) return;
      edge = entries_[forest_.top(left)];
    }
  }

  const Costs& costs_;
  Node size_;
  Blossoms forest_;
  std::vector<Cost> loads_;      // of a vertex: its own dual and those of all blossoms around it
  std::vector<Vertex> nearest_;  // the outer vertex of another top node with the least slack
  std::vector<Label> labels_;    // of top nodes
  std::vector<Edge> entries_;    // of inner top nodes: where the tree enters
  std::vector<Cost> duals_;      // of blossoms
};

}  // namespace

std::vector<std::uint32_t> cheapest_matching(const Costs& costs) {
  if (costs.size() == 0) return {};
  return Search(costs).run();
}

}  // namespace quiver::tournament
