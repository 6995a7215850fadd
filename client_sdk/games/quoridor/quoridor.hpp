// A position of Quoridor, for 2 or 4 seats on any graph with the four orthogonal directions.
//
// A value of fixed size: copying, apply, eliminate and undo allocate nothing. Between calls the seat to
// move has a legal move, or the game is over: whoever cannot move is passed over, and where all are the
// game is drawn. undo takes back the latest change and no other. The terrain is shared and immutable;
// one position belongs to one thread at a time.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/result.hpp"
#include "client_sdk/games/choices.hpp"
#include "client_sdk/games/game_info.hpp"
#include "client_sdk/games/options.hpp"
#include "client_sdk/games/quoridor/routes.hpp"
#include "client_sdk/games/quoridor/terrain.hpp"
#include "client_sdk/games/rule_broken.hpp"
#include "client_sdk/games/turn.hpp"

namespace quiver::games {

struct QuoridorMove {
  enum class Kind : std::uint8_t {
    kPawn = 0,        // to `cell`
    kHorizontal = 1,  // a wall on the north edge of `cell` and of its east neighbour
    kVertical = 2,    // a wall on the east edge of `cell` and of its north neighbour
  };
  Kind kind = Kind::kPawn;
  base::Vertex cell;
  friend auto operator<=>(const QuoridorMove&, const QuoridorMove&) = default;
};

class Quoridor {
 public:
  using Move = QuoridorMove;
  using Orientation = quoridor::Orientation;
  using Vertex = base::Vertex;
  static constexpr std::string_view kName = "quoridor";
  static constexpr std::uint32_t kMaxWalls = 255;

  struct Setup {
    graph::GraphPtr graph;
    graph::Grid grid;                          // for the sides, and for the names of cells
    std::vector<std::optional<Vertex>> pawns;  // one a seat; none: it is placed by the seat's first move
    std::uint32_t walls = 10;                  // for each seat
    std::uint32_t max_plies = 360;
  };
  // Refuses pawns off the board, on one cell, on their goal or without a path to it.
  static base::Result<Quoridor> create(const Setup& setup);
  // The position a game starts from, by docs/play/rules.md.
  static base::Result<Quoridor> start(const Options& options);

  // What people see of it; the cells that can be chosen next (games/choices.hpp).
  static const GameInfo& info();
  [[nodiscard]] base::Result<Choices> choices(std::span<const Vertex> chosen) const;
  // Where the piece of a move comes to lie, where the move itself does not say it: before it, and after it.
  [[nodiscard]] std::optional<Vertex> lands_on(const Move&) const { return std::nullopt; }
  [[nodiscard]] std::optional<Vertex> landed_on(const Move&) const { return std::nullopt; }
  // A string of digits is a list of moves.
  [[nodiscard]] bool splits_digits() const { return false; }
  // An arc of the board can be used: no wall cuts it.
  [[nodiscard]] bool is_open(Vertex v, graph::Direction d) const { return !is_walled(v, d); }

  struct Undo {
    Move move;
    Vertex pawn;  // where the pawn of `seat` was; off_board() if nowhere
    Seat seat;
    bool elimination = false;
    Turn turn;
    std::uint64_t hash = 0;
  };

  // Who is in the game, whose turn it is, and how it ended. The seat to move always has a legal move.
  [[nodiscard]] const Turn& turn() const { return turn_; }
  [[nodiscard]] Seat to_move() const { return turn_.to_move(); }
  [[nodiscard]] Outcome outcome() const { return turn_.outcome(); }
  [[nodiscard]] std::uint32_t ply() const { return ply_; }
  // The game is drawn after so many moves.
  [[nodiscard]] std::uint32_t max_plies() const { return max_plies_; }
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] const graph::Graph& graph() const { return terrain_->graph(); }
  [[nodiscard]] const graph::Grid& grid() const { return terrain_->grid(); }
  // Goals, homes and where walls fit: what the board alone determines, shared by all its positions.
  [[nodiscard]] const quoridor::Terrain& terrain() const { return *terrain_; }

  // off_board() if the seat has not placed its pawn yet, or is out.
  [[nodiscard]] Vertex pawn(Seat s) const { return pawns_[s.value()]; }
  [[nodiscard]] unsigned walls_left(Seat s) const { return walls_left_[s.value()]; }
  [[nodiscard]] bool is_walled(Vertex v, graph::Direction d) const {
    return (walled_[v.value()] & quoridor::bit(d)) != 0;
  }
  // The wall anchored at `v`, if there is one.
  [[nodiscard]] std::optional<Orientation> wall_at(Vertex v) const;

  // Legal, or the rule it breaks.
  [[nodiscard]] Verdict check(const Move& move) const;

  // The move is legal: whoever is not sure asks check first.
  Undo apply(const Move& move);
  // The seat stands and the game goes on. Its pawn leaves the board, its walls stay.
  Undo eliminate(Seat s);
  // Takes the latest event back; tokens are used in reverse order.
  void undo(const Undo& undo);

  // Every legal move once: the pawn's by target, then walls by anchor, horizontal before vertical.
  // None when the game is over. Allocates nothing.
  template <class Visitor>
  void for_each_legal_move(Visitor&& visit) const;
  [[nodiscard]] bool has_legal_move() const { return !turn_.over(); }
  [[nodiscard]] std::uint64_t count_legal_moves() const;

  // Makes every legal move in turn, calls visit(move) on the position after it, and takes it back.
  // Returns how many there were.
  template <class Visitor>
  std::uint64_t for_each_child(Visitor&& visit);

  // "e2", "e3h", "e3v", or with vertex ids "76", "67h".
  [[nodiscard]] std::string format(const Move& move) const;
  [[nodiscard]] std::string format_numeric(const Move& move) const;
  [[nodiscard]] base::Result<Move> parse(std::string_view text) const;

  // Same board, pieces, walls left, turn and outcome; how many plies it took does not matter.
  friend bool operator==(const Quoridor& a, const Quoridor& b);

 private:
  using Direction = graph::Direction;

  // Where a pawn can go, ascending, each cell once.
  struct Targets {
    std::array<Vertex, 12> cells;
    unsigned count = 0;
    void add(Vertex v);
  };

  Quoridor(const Setup& setup, std::shared_ptr<const quoridor::Terrain> terrain);

  [[nodiscard]] bool occupied(Vertex v) const {
    return v == pawns_[0] || v == pawns_[1] || v == pawns_[2] || v == pawns_[3];
  }
  [[nodiscard]] bool placed(Seat s) const { return pawns_[s.value()] != graph().off_board(); }
  // The cell beyond an edge that no wall closes, or off_board().
  [[nodiscard]] Vertex open_step(Vertex v, Direction d) const {
    return is_walled(v, d) ? graph().off_board() : graph().step(v, d);
  }
  // Where the pawn of `s`, which is placed, can step or jump.
  [[nodiscard]] Targets steps_of(Seat s) const;
  // The cells that a pawn reaches by jumping over the pawn on `over`, which it meets in direction `d`.
  void add_jumps(Targets& targets, Vertex over, Direction d) const;

  template <class Visitor>
  void for_each_pawn_move(Seat s, const Visitor& visit) const;
  // `visit` answers true to stop; so does this, then.
  template <class Visitor>
  bool for_each_wall(Seat s, const Visitor& visit) const;
  // There is room for the wall: nothing overlaps or crosses it.
  [[nodiscard]] bool fits(Vertex anchor, Orientation orientation) const {
    const quoridor::Block& block = terrain_->block(anchor);
    if (!block.whole || walls_[anchor.value()] != kNoWall) return false;
    return orientation == Orientation::kHorizontal
               ? !is_walled(anchor, Direction::kNorth) && !is_walled(Vertex{block.east}, Direction::kNorth)
               : !is_walled(anchor, Direction::kEast) && !is_walled(Vertex{block.north}, Direction::kEast);
  }
  // Whether the seat has any legal move: a step, a jump, a placement or a wall.
  [[nodiscard]] bool can_move(Seat s) const;

  [[nodiscard]] Verdict check_pawn(Vertex cell) const;
  [[nodiscard]] Verdict check_wall(const Move& move) const;
  [[nodiscard]] Verdict check_wall_fits(const Move& move) const;
  // A wall that closes nothing off leaves every seat the path it has; but a seat that places its pawn
  // late may have placed it where walls had closed it in already.
  [[nodiscard]] bool needs_search(Vertex anchor, Orientation orientation) const {
    return may_place_late_ || quoridor::may_close(*terrain_, walled_, anchor, orientation);
  }
  // Whether some seat may have to place its pawn when there are walls: if the others can take all its side.
  [[nodiscard]] bool may_place_late(const Setup& setup) const;
  // One way to its goal for every seat that stands.
  using Routes = std::array<quoridor::Route, kMaxSeats>;
  void find_routes(Routes& routes) const;
  // The first seat that the wall would leave without a path.
  [[nodiscard]] std::optional<Seat> seat_cut_off_by(Vertex anchor, Orientation orientation,
                                                    const Routes& routes) const;

  // Moves the pawn and keeps the hash up to date. Either cell may be off_board().
  void put_pawn(Seat s, Vertex v);
  // Passes the turn to the next seat that can move; a draw if none can.
  void hand_on();

  static constexpr std::uint8_t kNoWall = 0;

  std::shared_ptr<const quoridor::Terrain> terrain_;
  quoridor::Walled walled_{};
  std::array<std::uint8_t, quoridor::kMaxCells + 1> walls_{};  // by anchor: none, or an orientation
  std::array<Vertex, kMaxSeats> pawns_{};
  std::array<std::uint8_t, kMaxSeats> walls_left_{};
  Turn turn_;
  std::uint32_t ply_ = 0;
  std::uint32_t max_plies_ = 0;
  bool may_place_late_ = false;
  std::uint64_t pieces_hash_ = 0;
};

// Routes are looked for when the first wall needs them, and serve all walls of one visit.
template <class Visitor>
bool Quoridor::for_each_wall(Seat s, const Visitor& visit) const {
  if (walls_left_[s.value()] == 0 || !placed(s)) return false;
  std::optional<Routes> routes;
  const auto leaves_paths = [&](Vertex anchor, Orientation orientation) {
    if (!needs_search(anchor, orientation)) return true;
    if (!routes) find_routes(routes.emplace());
    return !seat_cut_off_by(anchor, orientation, *routes);
  };
  for (std::uint32_t v = 0; v < graph().num_vertices(); ++v)
    for (const Orientation o : {Orientation::kHorizontal, Orientation::kVertical})
      if (fits(Vertex{v}, o) && leaves_paths(Vertex{v}, o) && visit(Vertex{v}, o)) return true;
  return false;
}

template <class Visitor>
void Quoridor::for_each_pawn_move(Seat s, const Visitor& visit) const {
  if (placed(s)) {
    const Targets targets = steps_of(s);
    for (unsigned k = 0; k < targets.count; ++k) visit(targets.cells[k]);
    return;
  }
  for (std::uint32_t v = 0; v < graph().num_vertices(); ++v)
    if (terrain_->is_home(s, Vertex{v}) && !occupied(Vertex{v})) visit(Vertex{v});
}

template <class Visitor>
void Quoridor::for_each_legal_move(Visitor&& visit) const {
  if (turn_.over()) return;
  const Seat mover = to_move();
  for_each_pawn_move(mover, [&](Vertex v) { visit(Move{Move::Kind::kPawn, v}); });
  for_each_wall(mover, [&](Vertex v, Orientation o) {
    visit(Move{static_cast<Move::Kind>(o), v});
    return false;
  });
}

template <class Visitor>
std::uint64_t Quoridor::for_each_child(Visitor&& visit) {
  std::uint64_t count = 0;
  for_each_legal_move([&](const Move& move) {
    const Undo made = apply(move);
    visit(move);
    undo(made);
    ++count;
  });
  return count;
}

}  // namespace quiver::games
