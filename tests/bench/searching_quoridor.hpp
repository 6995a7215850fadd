// The baseline of the Quoridor benchmark: the same rules on the same tables, but after every wall a path
// is searched for every seat, as the rules read. Two seats, no goals within reach of the depth counted.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::bench {

class SearchingQuoridor {
 public:
  explicit SearchingQuoridor(const games::Quoridor& start);

  std::uint64_t perft(unsigned depth);

 private:
  std::uint64_t perft_pawn(unsigned depth);
  std::uint64_t perft_walls(unsigned depth);
  [[nodiscard]] bool is_open(base::Vertex v, graph::Direction d) const;
  [[nodiscard]] bool fits(base::Vertex v, games::quoridor::Orientation o) const;

  const games::quoridor::Terrain& terrain_;
  games::quoridor::Walled walled_{};
  games::quoridor::Walled walls_{};
  std::array<base::Vertex, 2> pawns_;
  std::array<unsigned, 2> walls_left_;
  unsigned to_move_ = 0;
};

}  // namespace quiver::bench
