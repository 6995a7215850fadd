// Amazons by chance. On boards of the usual sizes every legal move is as likely as the others; on large
// ones, where a position has millions of moves, a queen, her target and the arrow are drawn one after the
// other, which takes no longer than looking along the rays.
#include "bots/random_bot.hpp"

#include <vector>

#include "client_sdk/graph/rays.hpp"

namespace quiver::bots {

namespace {

using base::Vertex;
using games::Amazons;
using Move = Amazons::Move;

constexpr std::uint32_t kManyCells = 512;

// Any cell that a queen or an arrow reaches from `origin`; `origin` itself if there is none.
template <class Free>
Vertex any_reached(const graph::Graph& graph, Vertex origin, const Free& free, Random& random) {
  std::vector<Vertex> reached;
  for (const graph::Direction d : graph::kAllDirections)
    for (Vertex v = graph.step(origin, d); v != origin && free(v); v = graph.step(v, d)) reached.push_back(v);
  return reached.empty() ? origin : reached[random.below(reached.size())];
}

Move piece_by_piece(const Amazons& game, Random& random) {
  const auto on_board = [&](Vertex v) { return v != game.graph().off_board(); };
  const auto queens = game.queens(game.to_move());
  while (true) {  // some queen can move, or it would not be this seat's turn
    const Vertex from = queens[random.below(queens.size())];
    const auto empty = [&](Vertex v) { return on_board(v) && game.empty(v); };
    const Vertex to = any_reached(game.graph(), from, empty, random);
    if (to == from) continue;
    const auto empty_now = [&](Vertex v) { return on_board(v) && (game.empty(v) || v == from); };
    return {from, to, any_reached(game.graph(), to, empty_now, random)};
  }
}

Move any_amazons_move(const Amazons& game, Random& random) {
  return game.graph().num_vertices() > kManyCells ? piece_by_piece(game, random) : any_move(game, random);
}

}  // namespace

}  // namespace quiver::bots

int main(int argc, char** argv) {
  using Player = quiver::bots::RandomBot<quiver::games::Amazons, quiver::bots::any_amazons_move>;
  return quiver::bot::run_bot(argc, argv, Player{});
}
