// The binary interface of the course's players, as their C headers have it:
// docs/write-a-bot/course-players.md.
//
// Everything here is laid out as a C compiler does it for x86-64 and its like. Enums of the interface are
// plain unsigned numbers here, because a player may return anything.
#pragma once

#include <cstddef>

#include <gsl/gsl_spmatrix.h>

namespace quiver::bots::host {

// Amazons, 2022/23.
namespace course_amazons {

struct Graph {
  unsigned num_vertices;
  gsl_spmatrix_uint* t;  // in compressed rows
};
struct Move {
  unsigned queen_src, queen_dst, arrow_dst;
};
using Initialize = void (*)(unsigned player_id, Graph* graph, unsigned num_queens, unsigned* queens[2]);
using Play = Move (*)(Move previous);

}  // namespace course_amazons

// Quoridor, 2020/21.
namespace course_quoridor {

struct Graph {
  std::size_t num_vertices;
  gsl_spmatrix_uint *t, *o;  // in coordinates
};
struct Edge {
  std::size_t fr, to;
};
enum MoveType : unsigned { kWall = 0, kMove = 1, kNoType = 2 };
struct Move {
  std::size_t m;
  Edge e[2];
  unsigned t;  // a MoveType
  unsigned c;  // whose move: 0, 1
};
using Initialize = void (*)(unsigned id, Graph* graph, std::size_t num_walls);
using Play = Move (*)(Move previous);

}  // namespace course_quoridor

using GetPlayerName = const char* (*)();
using Finalize = void (*)();

}  // namespace quiver::bots::host
