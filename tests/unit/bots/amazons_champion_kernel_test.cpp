// What a look at a position finds, against the same numbers by their definitions and a plain search on the
// graph.
#include <optional>

#include "bots/amazons/champion/kernel/territory.hpp"
#include "tests/unit/bots/amazons_champion_boards.hpp"

namespace quiver::bots::amazons::champion {

namespace {

using Reach = std::vector<std::optional<int>>;  // by vertex, from 1

// Breadth first, a vertex at a time: to the end of each ray, or one step.
Reach reach_of(const Amazons& game, const std::vector<Vertex>& queens, bool by_queens) {
  Reach reach(game.graph().num_vertices());
  std::vector<Vertex> front = queens;
  for (int distance = 1; !front.empty(); ++distance) {
    std::vector<Vertex> next;
    for (const Vertex from : front)
      for (unsigned d = 1; d <= 8; ++d) {
        Vertex v = game.graph().step(from, static_cast<graph::Direction>(d));
        while (v != game.graph().off_board() && game.empty(v)) {
          if (!reach[v.value()]) {
            reach[v.value()] = distance;
            next.push_back(v);
          }
          if (!by_queens) break;
          v = game.graph().step(v, static_cast<graph::Direction>(d));
        }
      }
    front = next;
  }
  return reach;
}

int mobility_of(const Amazons& game, Vertex queen) {
  std::vector<Vertex> front = {queen};
  std::vector<bool> seen(game.graph().num_vertices());
  int count = 0;
  for (int step = 0; step < 2; ++step) {
    std::vector<Vertex> next;
    for (const Vertex from : front)
      for (const std::uint32_t v : game.graph().steps(from))
        if (v != game.graph().off_board().value() && game.empty(Vertex{v}) && !seen[v]) {
          seen[v] = true;
          ++count;
          next.push_back(Vertex{v});
        }
    front = next;
  }
  return count;
}

std::vector<Vertex> queens_of(const Amazons& game, Seat me, bool mine) {
  std::vector<Vertex> queens;
  for (unsigned s = 0; s < game.turn().seats(); ++s)
    if (mine ? s == me.value() : s != me.value() && game.turn().stands(base::seat(s)))
      for (const Vertex v : game.queens(base::seat(s))) queens.push_back(v);
  return queens;
}

int sooner(const std::optional<int>& a, const std::optional<int>& b) {
  const int mine = a.value_or(99), theirs = b.value_or(99);
  return mine < theirs ? 1 : mine > theirs ? -1 : 0;
}

void count_queens(const Reach& mine, const Reach& theirs, Features& features) {
  for (std::size_t v = 0; v < mine.size(); ++v) {
    features.queens += sooner(mine[v], theirs[v]);
    features.mine += mine[v] && !theirs[v] ? 1 : 0;
    features.theirs += theirs[v] && !mine[v] ? 1 : 0;
    for (int k = 0; k < 3; ++k)
      features.near[static_cast<unsigned>(k)] += (mine[v] == k + 1) - (theirs[v] == k + 1);
    if (!mine[v] || !theirs[v]) continue;
    const int apart = std::abs(*mine[v] - *theirs[v]);
    ++features.shared;
    features.queens_even += apart == 0 ? 1 : 0;
    features.contested += apart == 0 ? 8 : apart == 1 ? 4 : 2;
  }
}

void count_kings(const Reach& mine, const Reach& theirs, Features& features) {
  int farthest = 0;
  for (std::size_t v = 0; v < mine.size(); ++v)
    farthest = std::max({farthest, mine[v].value_or(0), theirs[v].value_or(0)});
  for (std::size_t v = 0; v < mine.size(); ++v) {
    features.kings += sooner(mine[v], theirs[v]);
    features.kings_even += mine[v] && mine[v] == theirs[v] ? 1 : 0;
    features.ahead += (mine[v] ? farthest + 1 - *mine[v] : 0) - (theirs[v] ? farthest + 1 - *theirs[v] : 0);
  }
}

Features by_definition(const Amazons& game, Seat me) {
  const std::vector<Vertex> mine = queens_of(game, me, true), theirs = queens_of(game, me, false);
  Features features;
  count_queens(reach_of(game, mine, true), reach_of(game, theirs, true), features);
  if (features.shared == 0) return features;
  count_kings(reach_of(game, mine, false), reach_of(game, theirs, false), features);
  const auto add_mobility = [&](const std::vector<Vertex>& queens, int sign) {
    for (const Vertex queen : queens) {
      features.mobility_terms[0] += sign * immobility(mobility_of(game, queen));
      features.mobility_terms[1] += sign * mobility(mobility_of(game, queen));
    }
  };
  add_mobility(mine, 1);
  add_mobility(theirs, -1);
  return features;
}

void expect_same(const Features& features, const Features& expected, const std::string& where) {
  SCOPED_TRACE(where);
  ASSERT_EQ(features.queens, expected.queens);
  ASSERT_EQ(features.queens_even, expected.queens_even);
  ASSERT_EQ(features.kings, expected.kings);
  ASSERT_EQ(features.kings_even, expected.kings_even);
  ASSERT_EQ(features.near, expected.near);
  ASSERT_EQ(features.ahead, expected.ahead);
  ASSERT_EQ(features.mobility_terms, expected.mobility_terms);
  ASSERT_EQ(features.contested, expected.contested);
  ASSERT_EQ(features.shared, expected.shared);
  ASSERT_EQ(features.mine, expected.mine);
  ASSERT_EQ(features.theirs, expected.theirs);
}

template <unsigned Words>
void compare(const Kernel<Words>& kernel, const BitboardLayout<Words>& layout, const Bitboard<Words>& board,
             const Amazons& game) {
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    if (!game.turn().stands(base::seat(s))) continue;
    Features features;
    features.queens = 77;  // whatever was in it
    kernel.compute_features(layout, board.empty, board.queens_of(base::seat(s)),
                            board.opponent_queens(base::seat(s)), features);
    expect_same(features, by_definition(game, base::seat(s)),
                std::string(kernel.name) + ", ply " + std::to_string(game.ply()));
  }
}

}  // namespace

TEST(AmazonsChampionKernel, SeesWhatTheDefinitionsSay) {
  on_every_board("look", [](const auto& layout, const auto& board, const Amazons& game) {
    constexpr unsigned kWords = std::decay_t<decltype(board.empty)>{}.words.size();
    if (game.outcome().over) return;
    compare(Kernel<kWords>::plain(), layout, board, game);
    for (const auto* quick : {Kernel<kWords>::avx2(), Kernel<kWords>::avx512()})
      if (quick != nullptr) compare(*quick, layout, board, game);
  });
}

}  // namespace quiver::bots::amazons::champion
