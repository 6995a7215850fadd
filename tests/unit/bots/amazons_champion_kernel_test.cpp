// What a look at a position finds, against the same numbers by their definitions and a plain search on the
// graph.
#include <optional>

#include "bots/amazons/champion/looking.hpp"
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

int room_of(const Amazons& game, Vertex queen) {
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

void count_queens(const Reach& mine, const Reach& theirs, View& view) {
  for (std::size_t v = 0; v < mine.size(); ++v) {
    view.queens += sooner(mine[v], theirs[v]);
    view.mine += mine[v] && !theirs[v] ? 1 : 0;
    view.theirs += theirs[v] && !mine[v] ? 1 : 0;
    for (int k = 0; k < 3; ++k)
      view.near[static_cast<unsigned>(k)] += (mine[v] == k + 1) - (theirs[v] == k + 1);
    if (!mine[v] || !theirs[v]) continue;
    const int apart = std::abs(*mine[v] - *theirs[v]);
    ++view.shared;
    view.queens_even += apart == 0 ? 1 : 0;
    view.contested += apart == 0 ? 8 : apart == 1 ? 4 : 2;
  }
}

void count_kings(const Reach& mine, const Reach& theirs, View& view) {
  int farthest = 0;
  for (std::size_t v = 0; v < mine.size(); ++v)
    farthest = std::max({farthest, mine[v].value_or(0), theirs[v].value_or(0)});
  for (std::size_t v = 0; v < mine.size(); ++v) {
    view.kings += sooner(mine[v], theirs[v]);
    view.kings_even += mine[v] && mine[v] == theirs[v] ? 1 : 0;
    view.ahead += (mine[v] ? farthest + 1 - *mine[v] : 0) - (theirs[v] ? farthest + 1 - *theirs[v] : 0);
  }
}

View by_definition(const Amazons& game, Seat me) {
  const std::vector<Vertex> mine = queens_of(game, me, true), theirs = queens_of(game, me, false);
  View view;
  count_queens(reach_of(game, mine, true), reach_of(game, theirs, true), view);
  if (view.shared == 0) return view;
  count_kings(reach_of(game, mine, false), reach_of(game, theirs, false), view);
  const auto add_freedom = [&](const std::vector<Vertex>& queens, int sign) {
    for (const Vertex queen : queens) {
      view.freedom[0] += sign * lack_of_room(room_of(game, queen));
      view.freedom[1] += sign * room(room_of(game, queen));
    }
  };
  add_freedom(mine, 1);
  add_freedom(theirs, -1);
  return view;
}

void expect_same(const View& view, const View& expected, const std::string& where) {
  SCOPED_TRACE(where);
  ASSERT_EQ(view.queens, expected.queens);
  ASSERT_EQ(view.queens_even, expected.queens_even);
  ASSERT_EQ(view.kings, expected.kings);
  ASSERT_EQ(view.kings_even, expected.kings_even);
  ASSERT_EQ(view.near, expected.near);
  ASSERT_EQ(view.ahead, expected.ahead);
  ASSERT_EQ(view.freedom, expected.freedom);
  ASSERT_EQ(view.contested, expected.contested);
  ASSERT_EQ(view.shared, expected.shared);
  ASSERT_EQ(view.mine, expected.mine);
  ASSERT_EQ(view.theirs, expected.theirs);
}

template <unsigned Words>
void compare(const Kernel<Words>& kernel, const Ground<Words>& ground, const Board<Words>& board,
             const Amazons& game) {
  for (unsigned s = 0; s < game.turn().seats(); ++s) {
    if (!game.turn().stands(base::seat(s))) continue;
    View view;
    view.queens = 77;  // whatever was in it
    kernel.look(ground, board.empty, board.queens_of(base::seat(s)), board.against(base::seat(s)), view);
    expect_same(view, by_definition(game, base::seat(s)),
                std::string(kernel.name) + ", ply " + std::to_string(game.ply()));
  }
}

}  // namespace

TEST(AmazonsChampionKernel, SeesWhatTheDefinitionsSay) {
  on_every_board("look", [](const auto& ground, const auto& board, const Amazons& game) {
    constexpr unsigned kWords = std::decay_t<decltype(board.empty)>{}.words.size();
    if (game.outcome().over) return;
    compare(Kernel<kWords>::plain(), ground, board, game);
    for (const auto* quick : {Kernel<kWords>::avx2(), Kernel<kWords>::avx512()})
      if (quick != nullptr) compare(*quick, ground, board, game);
  });
}

}  // namespace quiver::bots::amazons::champion
