// A position of the Game of the Amazons, for 2 to 4 seats on any direction-labelled graph.
//
// A value: copy it, compare it, keep it. Between calls the seat to move has a legal move, or the game is
// over: a seat whose turn comes and that cannot move is eliminated on the spot, as part of the move or
// elimination that brought its turn. apply, eliminate and undo allocate nothing; undo takes back the latest
// change and no other. The board is shared and immutable; one position belongs to one thread at a time.
#pragma once

#include <algorithm>
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
#include "client_sdk/games/keys.hpp"
#include "client_sdk/games/options.hpp"
#include "client_sdk/games/rule_broken.hpp"
#include "client_sdk/games/turn.hpp"
#include "client_sdk/graph/cells.hpp"
#include "client_sdk/graph/graph.hpp"
#include "client_sdk/graph/lines.hpp"
#include "client_sdk/graph/rays.hpp"

namespace quiver::base {
class Random;
}

namespace quiver::games {

using base::Vertex;
using graph::Direction;

// A queen goes from a cell to another and shoots an arrow from there.
struct AmazonsMove {
  Vertex from, to, arrow;
  friend auto operator<=>(const AmazonsMove&, const AmazonsMove&) = default;
};

class Amazons {
 public:
  using Move = AmazonsMove;
  static constexpr std::string_view kName = "amazons";

  struct Setup {
    graph::GraphPtr graph;
    graph::Grid grid;                         // for the names of cells only
    std::vector<std::vector<Vertex>> queens;  // one list a seat, 2 to 4 seats
  };
  // Refuses queens that are off the board or share a cell, seats without queens, sides that do not fit.
  static base::Result<Amazons> create(const Setup& setup);
  // The position a game starts from, by docs/play/rules.md.
  static base::Result<Amazons> start(const Options& options);

  // What people see of it; the cells that can be chosen next (games/choices.hpp).
  static const GameInfo& info();
  [[nodiscard]] base::Result<Choices> choices(std::span<const Vertex> chosen) const;
  // Where the piece of a move comes to lie, where the move itself does not say it: before it, and after it.
  [[nodiscard]] std::optional<Vertex> lands_on(const Move&) const { return std::nullopt; }
  [[nodiscard]] std::optional<Vertex> landed_on(const Move&) const { return std::nullopt; }
  // A string of digits is a list of moves.
  [[nodiscard]] bool splits_digits() const { return false; }
  // An arc of the board can be used.
  [[nodiscard]] static bool is_open(Vertex, graph::Direction) { return true; }

  // What undo needs to take one event back.
  struct Undo {
    Move move;  // all three the same vertex: it was an elimination
    Turn turn;
  };

  // Who is in the game, whose turn it is, and how it ended. The seat to move always has a legal move.
  [[nodiscard]] const Turn& turn() const { return turn_; }
  [[nodiscard]] Seat to_move() const { return turn_.to_move(); }
  [[nodiscard]] Outcome outcome() const { return turn_.outcome(); }
  [[nodiscard]] std::uint32_t ply() const { return ply_; }
  [[nodiscard]] std::uint64_t hash() const { return pieces_hash_ ^ turn_.hash(); }
  [[nodiscard]] const graph::Graph& graph() const { return *graph_; }
  [[nodiscard]] const graph::Grid& grid() const { return grid_; }

  // What stands on a cell. `v` may be off_board(), where nothing is ever empty.
  [[nodiscard]] bool empty(Vertex v) const { return cells_[v.value()] == kEmpty; }
  [[nodiscard]] bool has_arrow(Vertex v) const { return cells_[v.value()] == kArrow; }
  [[nodiscard]] bool has_queen(Vertex v) const {
    return static_cast<unsigned>(cells_[v.value()] - kQueen) < kMaxSeats;
  }
  // The queens of `s`, eliminated or not, in no particular order.
  [[nodiscard]] std::span<const Vertex> queens(Seat s) const {
    return std::span(queens_).subspan(first_[s.value()], first_[s.value() + 1U] - first_[s.value()]);
  }

  // Legal, or the rule it breaks. As cheap as the rays it follows.
  [[nodiscard]] Verdict check(const Move& move) const;

  // The move is legal: whoever is not sure asks check first.
  Undo apply(const Move& move);
  // The seat stands and the game goes on. Its queens stay as obstacles.
  Undo eliminate(Seat s);
  // Takes the latest event back; tokens are used in reverse order.
  void undo(const Undo& undo);

  // Every legal move once, ordered by from, to, arrow; none when the game is over. Allocates nothing.
  template <class Visitor>
  void for_each_legal_move(Visitor&& visit) const;
  // One of the legal moves, without listing them: a large board has millions. Not all are equally likely. The
  // game goes on.
  Move random_move(base::Random& random) const;
  [[nodiscard]] bool has_legal_move() const { return !turn_.over(); }
  // How many legal moves there are, without visiting them.
  [[nodiscard]] std::uint64_t count_legal_moves() const;

  // Makes every legal move in turn, in no particular order, calls visit(move) while this position is
  // the one after it, and takes it back. Faster than apply and undo: a queen moves once for all arrows
  // shot from her new cell. The visitor may change the position if it undoes what it did. Returns how
  // many there were.
  template <class Visitor>
  std::uint64_t for_each_child(Visitor&& visit);

  // "d1-d7/g7", or with vertex ids "93-33/36"; a move uses one form throughout.
  [[nodiscard]] std::string format(const Move& move) const;
  [[nodiscard]] std::string format_numeric(const Move& move) const;
  [[nodiscard]] base::Result<Move> parse(std::string_view text) const;

  // Same board, pieces, turn and outcome.
  friend bool operator==(const Amazons& a, const Amazons& b);

 private:
  static constexpr std::uint8_t kEmpty = 0;
  static constexpr std::uint8_t kArrow = 1;
  static constexpr std::uint8_t kQueen = 2;  // seat 0's; the other seats' follow
  static constexpr std::uint8_t kOff = 255;  // the entry for off_board()

  Amazons(const Setup& setup, unsigned seats);

  [[nodiscard]] bool blocked(Seat s) const { return escape(s) == graph_->off_board(); }
  // An empty cell next to a queen of `s`, or off_board().
  [[nodiscard]] Vertex escape(Seat s) const {
    for (const Vertex q : queens(s))
      for (const std::uint32_t v : graph_->steps(q))
        if (cells_[v] == kEmpty) return Vertex{v};
    return graph_->off_board();
  }
  // Passes the turn to the next seat that can move, and eliminates those before it that cannot.
  void hand_on();
  static constexpr std::uint8_t cell_of(Seat s) { return static_cast<std::uint8_t>(kQueen + s.value()); }
  // The entry of the list for the queen of `s` on `v`.
  Vertex& slot_of(Seat s, Vertex v) {
    return *std::find(queens_.begin() + first_[s.value()], queens_.end(), v);
  }
  void move_queen(Seat s, Vertex& queen, Vertex to) {
    pieces_hash_ ^= key(Key::kQueen, s.value(), queen.value()) ^ key(Key::kQueen, s.value(), to.value());
    cells_[queen.value()] = kEmpty;
    cells_[to.value()] = cell_of(s);
    queen = to;
  }

  // The queens of the seat to move in the order of their vertices: the board itself holds them so.
  [[nodiscard]] const std::uint8_t* last_cell() const { return cells_.data() + graph_->num_vertices(); }
  [[nodiscard]] const std::uint8_t* first_queen() const { return queen_from(cells_.data()); }
  [[nodiscard]] const std::uint8_t* next_queen(const std::uint8_t* at) const { return queen_from(at + 1); }
  [[nodiscard]] const std::uint8_t* queen_from(const std::uint8_t* at) const {
    return std::find(at, last_cell(), cell_of(to_move()));
  }
  [[nodiscard]] Vertex vertex_of(const std::uint8_t* at) const {
    return Vertex{static_cast<std::uint32_t>(at - cells_.data())};
  }

  // The three below need lines_.
  [[nodiscard]] graph::Lines::Occupied occupied_cells() const;
  template <class Visitor>
  void for_each_legal_move_on_lines(const Visitor& visit) const;
  // What all arrows shot from one cell share: the queen's move, a cell next to the next seat's queens
  // that is empty after it, the turn before the move, and the hash without the arrow.
  struct Shots {
    Vertex from, to, way_out;
    Turn before;
    std::uint64_t hash;

    [[nodiscard]] std::uint64_t way_out_bit(std::uint32_t word) const {
      return way_out.value() / 64 == word ? std::uint64_t{1} << way_out.value() % 64 : 0;
    }
  };
  // Shoots each of the arrows in turn. The turn is the next seat's already: as long as its way out
  // stays open, there is no need to look whether it can move.
  template <class Visitor>
  std::uint64_t make_shots(const Shots& shots, const graph::Lines::Mask& arrows, const Visitor& visit);

  [[nodiscard]] Verdict check_ray(const char* piece, Vertex origin, Vertex target, Vertex left) const;
  [[nodiscard]] RuleBroken explain_ray(const char* piece, Vertex origin, Vertex target, Vertex left) const;
  // Everything but the rays: the cells exist, the queen is the mover's, and she and the arrow do move.
  [[nodiscard]] Verdict check_cells(const Move& move) const;
  // For sentences: "an arrow lies" or "a queen stands".
  [[nodiscard]] std::string occupant(Vertex v) const;

  graph::GraphPtr graph_;
  std::shared_ptr<const graph::Lines> lines_;  // none on boards too large for bits
  graph::Grid grid_;
  std::vector<std::uint8_t> cells_;                   // one a vertex, one for off_board()
  std::vector<Vertex> queens_;                        // all seats', seat after seat
  std::array<std::uint32_t, kMaxSeats + 1> first_{};  // where each seat's begin
  Turn turn_;
  std::shared_ptr<const std::vector<std::uint64_t>> arrow_keys_;  // an arrow's key, by vertex
  std::uint32_t ply_ = 0;
  std::uint64_t pieces_hash_ = 0;
};

template <class Visitor>
void Amazons::for_each_legal_move(Visitor&& visit) const {
  if (turn_.over()) return;
  if (lines_) return for_each_legal_move_on_lines(visit);
  for (const std::uint8_t* at = first_queen(); at != last_cell(); at = next_queen(at)) {
    const Vertex from = vertex_of(at);
    const auto free = [this](Vertex v) { return empty(v); };
    graph::for_each_on_rays(*graph_, from, free, [&](Vertex to) {
      const auto free_for_arrow = [&](Vertex v) { return empty(v) || v == from; };
      graph::for_each_on_rays(*graph_, to, free_for_arrow, [&](Vertex arrow) {
        visit(Move{from, to, arrow});
      });
    });
  }
}

template <class Visitor>
void Amazons::for_each_legal_move_on_lines(const Visitor& visit) const {
  graph::Lines::Occupied occupied = occupied_cells();
  for (const std::uint8_t* at = first_queen(); at != last_cell(); at = next_queen(at)) {
    const Vertex from = vertex_of(at);
    const graph::Lines::Mask targets = occupied.reached(from);
    occupied.flip(from);  // the cell she leaves is empty for the arrow
    for (const Vertex to : targets)
      for (const Vertex arrow : occupied.reached(to)) visit(Move{from, to, arrow});
    occupied.flip(from);
  }
}

template <class Visitor>
std::uint64_t Amazons::for_each_child(Visitor&& visit) {
  std::uint64_t count = 0;
  if (turn_.over()) return count;
  if (!lines_) {
    for_each_legal_move([&](const Move& move) {
      const Undo made = apply(move);
      visit(move);
      undo(made);
      ++count;
    });
    return count;
  }
  graph::Lines::Occupied occupied = occupied_cells();
  const Turn before = turn_;
  const std::uint64_t hash_before = pieces_hash_;
  const Seat mover = to_move();
  const Seat next = turn_.next_after(mover);
  const Vertex way_out = escape(next);
  turn_.pass_to(next);  // as it nearly always is after the move; make_shots looks where it may not be
  ++ply_;
  for (std::uint32_t q = first_[mover.value()]; q < first_[mover.value() + 1U]; ++q) {
    const Vertex from = queens_[q];
    const graph::Lines::Mask targets = occupied.reached(from);
    occupied.flip(from);  // the cell she leaves is empty for the arrow
    cells_[from.value()] = kEmpty;
    const std::uint64_t hash_left = hash_before ^ key(Key::kQueen, mover.value(), from.value());
    for (const Vertex to : targets) {
      queens_[q] = to;
      cells_[to.value()] = cell_of(mover);
      const graph::Lines::Mask arrows = occupied.reached(to);
      const Shots shots{from, to, to == way_out ? escape(next) : way_out, before,
                        hash_left ^ key(Key::kQueen, mover.value(), to.value())};
      count += make_shots(shots, arrows, visit);
      cells_[to.value()] = kEmpty;
    }
    queens_[q] = from;
    cells_[from.value()] = cell_of(mover);
    occupied.flip(from);
  }
  turn_ = before;
  pieces_hash_ = hash_before;
  --ply_;
  return count;
}

template <class Visitor>
std::uint64_t Amazons::make_shots(const Shots& shots, const graph::Lines::Mask& arrows,
                                  const Visitor& visit) {
  const Turn after = turn_;
  const bool always_look = shots.way_out == graph_->off_board();
  const std::uint64_t hash = shots.hash;
  std::uint64_t count = 0;
  // Word by word and in locals: writing a byte makes the compiler read everything else anew.
  for (std::uint32_t w = 0; w < arrows.count; ++w) {
    const std::uint64_t all = arrows.words[w];
    if (all == 0) continue;  // and the board may be smaller than the mask
    std::uint8_t* const cells = cells_.data() + std::size_t{w} * 64;
    const std::uint64_t* const keys = arrow_keys_->data() + std::size_t{w} * 64;
    const std::uint64_t look = always_look ? all : all & shots.way_out_bit(w);
    for (std::uint64_t rest = all ^ look; rest != 0; rest &= rest - 1) {
      const auto at = static_cast<unsigned>(std::countr_zero(rest));
      cells[at] = kArrow;
      pieces_hash_ = hash ^ keys[at];
      visit(Move{shots.from, shots.to, Vertex{w * 64 + at}});
      cells[at] = kEmpty;
    }
    for (std::uint64_t rest = look; rest != 0; rest &= rest - 1) {
      const auto at = static_cast<unsigned>(std::countr_zero(rest));
      cells[at] = kArrow;
      pieces_hash_ = hash ^ keys[at];
      turn_ = shots.before;
      hand_on();
      visit(Move{shots.from, shots.to, Vertex{w * 64 + at}});
      cells[at] = kEmpty;
    }
    if (look != 0) turn_ = after;
    count += static_cast<unsigned>(std::popcount(all));
  }
  return count;
}

}  // namespace quiver::games
