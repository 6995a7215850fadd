#include "bots/amazons/simple/offensive.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "bots/amazons/simple/random_moves.hpp"

namespace quiver::bots::amazons {

namespace {

constexpr unsigned kMaxWeighed = 200'000;  // a bound for graphs that no window can be laid over

// How many queens stand next to each cell: so many lose a neighbour if it is taken.
class Neighbours {
 public:
  explicit Neighbours(const Amazons& game)
      : game_(game), ours_(game.graph().num_vertices() + std::size_t{1}, 0), theirs_(ours_) {
    for (const Vertex queen : game.queens(game.to_move()))
      for (const std::uint32_t v : game.graph().steps(queen)) ++ours_[v];
    for_each_enemy_queen(game, [&](Vertex queen) {
      for (const std::uint32_t v : game.graph().steps(queen)) ++theirs_[v];
    });
  }

  // How many enemy queens share the cell.
  [[nodiscard]] int theirs(Vertex v) const { return theirs_[v.value()]; }

  // By how much H grows with the move.
  [[nodiscard]] int gain(const Amazons::Move& move) const {
    const int others =
        ours_but(move.from, move.from) - ours_but(move.to, move.from) - ours_but(move.arrow, move.from);
    const int enemies = theirs(move.from) - theirs(move.to) - theirs(move.arrow);
    int herself = -static_cast<int>(free_neighbours(game_, move.from));
    for (const std::uint32_t v : game_.graph().steps(move.to)) {
      const bool free = game_.empty(Vertex{v}) || v == move.from.value();
      herself += free && v != move.arrow.value() ? 1 : 0;
    }
    return others + herself - enemies;
  }

 private:
  // Our queens next to `v`, without the one that stands on `queen`.
  [[nodiscard]] int ours_but(Vertex v, Vertex queen) const {
    const auto steps = game_.graph().steps(v);
    const bool beside = std::find(steps.begin(), steps.end(), queen.value()) != steps.end();
    return ours_[v.value()] - (beside ? 1 : 0);
  }

  const Amazons& game_;
  std::vector<std::uint8_t> ours_, theirs_;
};

// The best move; with `near` only among those next to an enemy queen.
std::optional<Amazons::Move> best_move(const Amazons& game, const Neighbours& neighbours, bool near,
                                       Random& random) {
  BestChoice<Amazons::Move, std::tuple<int, int>> best(random);
  unsigned weighed = 0;
  for (const Vertex from : movable_queens(game)) {
    for_each_reachable(game, from, from, [&](Vertex to) {
      if (weighed > kMaxWeighed) return;
      for_each_reachable(game, to, from, [&](Vertex arrow) {
        const int shared = neighbours.theirs(to) + neighbours.theirs(arrow);
        if (near && shared == 0) return;
        ++weighed;
        const Amazons::Move move{from, to, arrow};
        best.offer(move, {neighbours.gain(move), shared});
      });
    });
  }
  return best.choice();
}

}  // namespace

SearchResult OffensiveEngine::think(const Amazons& game, SearchBudget& /*budget*/) {
  const Neighbours neighbours(game);
  auto move = best_move(game, neighbours, true, random_);
  if (!move) move = best_move(game, neighbours, false, random_);
  return {*move, {static_cast<double>(neighbours.gain(*move)), 1, "gain in free neighbours"}};
}

}  // namespace quiver::bots::amazons
