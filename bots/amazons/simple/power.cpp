#include "bots/amazons/simple/power.hpp"

#include <algorithm>

#include "bots/amazons/simple/random_moves.hpp"

namespace quiver::bots::amazons {

namespace {

// What each side's rays are worth to it, cell by cell: the enemies' count for, our own against.
class Powers {
 public:
  explicit Powers(const Amazons& game) : game_(game), of_(game.graph().num_vertices(), 0) {}

  // Adds the rays of one queen, `weight` for each cell that would be lost. `from` counts as empty, `to` as
  // taken.
  void add_queen(Vertex queen, Vertex from, Vertex to, int weight) {
    const graph::Graph& graph = game_.graph();
    const auto free = [&](Vertex v) { return v != to && (game_.empty(v) || v == from); };
    for (const graph::Direction d : graph::kAllDirections) {
      int length = 0;
      for (Vertex v = graph.step(queen, d); v != queen && free(v); v = graph.step(v, d)) ++length;
      total_ += weight * length;
      steps_ += static_cast<unsigned>(length) + 1;
      for (Vertex v = graph.step(queen, d); length > 0; v = graph.step(v, d), --length) {
        of_[v.value()] += weight * length;
        touched_.push_back(v);
      }
    }
  }
  void clear() {
    for (const Vertex v : touched_) of_[v.value()] = 0;
    touched_.clear();
    total_ = 0;
  }
  [[nodiscard]] int of(Vertex v) const { return of_[v.value()]; }
  // Of all cells on all rays.
  [[nodiscard]] int total() const { return total_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] const std::vector<int>& all() const { return of_; }

 private:
  const Amazons& game_;
  std::vector<int> of_;
  std::vector<Vertex> touched_;
  int total_ = 0;
  std::uint64_t steps_ = 0;
};

// Taking a cell from an enemy ray counts more than losing one of our own.
constexpr int kTheirs = 3;
constexpr int kOurs = -2;
constexpr std::uint64_t kMaxSteps = 3'000'000;  // a bound for very large graphs

struct QueenMove {
  Vertex from, to;
};

std::vector<QueenMove> queen_moves(const Amazons& game) {
  std::vector<QueenMove> moves;
  for (const Vertex from : movable_queens(game)) {
    for_each_reachable(game, from, from, [&](Vertex to) { moves.push_back({from, to}); });
    if (moves.size() > kMaxSteps) break;
  }
  return moves;
}

// The position after the queen's move, before her arrow: `from` is empty and `to` is taken.
void add_all(const Amazons& game, const QueenMove& move, Powers& powers) {
  for_each_enemy_queen(game, [&](Vertex queen) { powers.add_queen(queen, move.from, move.to, kTheirs); });
  for (const Vertex queen : game.queens(game.to_move()))
    powers.add_queen(queen == move.from ? move.to : queen, move.from, move.to, kOurs);
}

}  // namespace

std::vector<unsigned> power_of_cells(const Amazons& game) {
  Powers powers(game);
  const Vertex nowhere = game.graph().off_board();
  for_each_enemy_queen(game, [&](Vertex queen) { powers.add_queen(queen, nowhere, nowhere, 1); });
  return {powers.all().begin(), powers.all().end()};
}

// Queen moves are drawn in random order (Fisher-Yates), so that the bound on steps favours none of them. All
// arrows of a queen move are compared with one table of rays.
Amazons::Move strongest_move(const Amazons& game, Random& random) {
  std::vector<QueenMove> moves = queen_moves(game);
  Powers powers(game);
  BestChoice<Amazons::Move> best(random);
  for (std::size_t k = 0; k < moves.size() && (k == 0 || powers.steps() < kMaxSteps); ++k) {
    std::swap(moves[k], moves[k + random.below(moves.size() - k)]);
    const QueenMove move = moves[k];
    powers.clear();
    add_all(game, move, powers);
    for_each_reachable(game, move.to, move.from, [&](Vertex arrow) {
      best.offer({move.from, move.to, arrow}, powers.of(arrow) - powers.total());
    });
  }
  return *best.choice();
}

SearchResult PowerEngine::think(const Amazons& game, SearchBudget& /*budget*/) {
  return {strongest_move(game, random_), {}};
}

}  // namespace quiver::bots::amazons
