// Rays: what a chess queen on a vertex sees, on any direction-labelled graph.
//
// A ray steps along arcs of one direction over free vertices and ends before the first that is not free,
// at the edge, at a hole, or where it would come back to its origin. `free(v)` is asked for vertices and
// for off_board(), for which it must say false. Nothing here allocates.
#pragma once

#include <array>
#include <cstdint>

#include "client_sdk/graph/graph.hpp"

namespace quiver::graph {

// True if a ray from `origin` reaches `target`, which is free. All directions that can lead there are
// walked side by side, so that the cost is that of the distance, whatever the size of the board.
template <class Free>
bool ray_reaches(const Graph& graph, Vertex origin, Vertex target, const Free& free) {
  std::array<Vertex, kDirections> head;
  std::array<Direction, kDirections> along;
  unsigned rays = 0;
  for (const Direction d : kAllDirections) {
    if (graph.monotone() && graph.ascending(d) != (target > origin)) continue;
    head[rays] = origin;
    along[rays++] = d;
  }
  while (rays > 0) {
    for (unsigned k = 0; k < rays;) {
      head[k] = graph.step(head[k], along[k]);
      const bool open = free(head[k]) && head[k] != origin;
      if (open && head[k] == target) return true;
      if (open) {
        ++k;
      } else {  // this ray has ended; the last one takes its place
        --rays;
        head[k] = head[rays];
        along[k] = along[rays];
      }
    }
  }
  return false;
}

namespace detail {

// The far end of a ray: the last free vertex, or the origin if there is none.
template <class Free>
Vertex ray_end(const Graph& graph, Vertex origin, Direction d, const Free& free) {
  Vertex last = origin;
  for (Vertex v = graph.step(origin, d); v != origin && free(v); v = graph.step(v, d)) last = v;
  return last;
}

// Visits the vertices of up to eight sorted walks in ascending order. Walk k stands on head[k], goes on
// with step[k] and ends where `ended` says so.
template <class Ended, class Visitor>
void merge_walks(const Graph& graph, std::array<Vertex, kDirections>& head,
                 std::array<Direction, kDirections>& step, unsigned walks, const Ended& ended,
                 const Visitor& visit) {
  Vertex last = graph.off_board();
  while (walks > 0) {
    unsigned least = 0;
    for (unsigned k = 1; k < walks; ++k)
      if (head[k] < head[least]) least = k;
    const Vertex v = head[least];
    if (v != last) visit(v);  // two rays may meet on one vertex
    last = v;
    head[least] = graph.step(v, step[least]);
    if (ended(head[least])) {
      --walks;
      head[least] = head[walks];
      step[least] = step[walks];
    }
  }
}

// Any graph: finds the next higher vertex on any ray, over and over. Slow, and in the right order.
template <class Free, class Visitor>
void visit_by_selection(const Graph& graph, Vertex origin, const Free& free, const Visitor& visit) {
  std::uint64_t at_least = 0;
  while (true) {
    Vertex next = graph.off_board();
    for (const Direction d : kAllDirections)
      for (Vertex v = graph.step(origin, d); v != origin && free(v); v = graph.step(v, d))
        if (v.value() >= at_least && v < next) next = v;
    if (next == graph.off_board()) return;
    visit(next);
    at_least = std::uint64_t{next.value()} + 1;
  }
}

}  // namespace detail

// Visits every vertex that a ray from `origin` reaches, once, in ascending order.
template <class Free, class Visitor>
void for_each_on_rays(const Graph& graph, Vertex origin, const Free& free, const Visitor& visit) {
  if (!graph.monotone()) return detail::visit_by_selection(graph, origin, free, visit);
  std::array<Vertex, kDirections> head;
  std::array<Direction, kDirections> step;
  unsigned walks = 0;
  for (const Direction d : kAllDirections) {  // rays to lower ids are walked from their far end
    if (graph.ascending(d)) continue;
    const Vertex end = detail::ray_end(graph, origin, d, free);
    if (end == origin) continue;
    head[walks] = end;
    step[walks++] = opposite(d);
  }
  detail::merge_walks(
      graph, head, step, walks, [&](Vertex v) { return v == origin; }, visit);
  walks = 0;
  for (const Direction d : kAllDirections) {
    if (!graph.ascending(d) || !free(graph.step(origin, d))) continue;
    head[walks] = graph.step(origin, d);
    step[walks++] = d;
  }
  detail::merge_walks(
      graph, head, step, walks, [&](Vertex v) { return !free(v); }, visit);
}

}  // namespace quiver::graph
