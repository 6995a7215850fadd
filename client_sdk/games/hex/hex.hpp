// A position of Hex: stones on a rhombus of six-sided cells, and a chain between two opposite sides wins.
//
// A value of fixed size: copying, apply, eliminate and undo allocate nothing. Between calls the seat to
// move has a legal move, or the game is over: no board is full without a chain. undo takes back the latest
// change and no other. One position belongs to one thread at a time.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/result.hpp"
#include "client_sdk/games/choices.hpp"
#include "client_sdk/games/game_info.hpp"
#include "client_sdk/games/hex/cell_set.hpp"
#include "client_sdk/games/hex/chains.hpp"
#include "client_sdk/games/options.hpp"
#include "client_sdk/games/rule_broken.hpp"
#include "client_sdk/games/turn.hpp"
#include "client_sdk/graph/cells.hpp"
#include "client_sdk/graph/graph.hpp"

namespace quiver::games {

struct HexMove {
  base::Vertex cell;  // where the stone is put; vertex 0 in a swap, which names no cell
  bool swap = false;

  friend bool operator==(const HexMove&, const HexMove&) = default;
  // By their cells, and the swap after all stones: the order in which moves are generated.
  friend auto operator<=>(const HexMove& a, const HexMove& b) {
    return a.swap != b.swap ? a.swap <=> b.swap : a.cell <=> b.cell;
  }
};
inline constexpr HexMove kHexSwap{base::Vertex{0}, true};

class Hex {
 public:
  using Move = HexMove;
  using Vertex = base::Vertex;
  static constexpr std::string_view kName = "hex";
  static constexpr std::uint32_t kMinSide = 3;
  static constexpr std::uint32_t kMaxSide = hex::kMaxSide;

  struct Setup {
    graph::GraphPtr graph;
    graph::Grid grid;
    bool swap_rule = true;
  };
  // Refuses boards that are no rhombus.
  static base::Result<Hex> create(const Setup& setup);
  // The position a game starts from, by docs/play/rules.md.
  static base::Result<Hex> start(const Options& options);

  // What people see of it; the cells that can be chosen next (games/choices.hpp).
  static const GameInfo& info();
  [[nodiscard]] base::Result<Choices> choices(std::span<const Vertex> chosen) const;
  // Where the stone of a swap comes to lie, before it, and where it lies, after it; a stone says so itself.
  [[nodiscard]] std::optional<Vertex> lands_on(const Move& move) const;
  [[nodiscard]] std::optional<Vertex> landed_on(const Move& move) const;
  // A string of digits is a list of moves.
  [[nodiscard]] static bool splits_digits() { return false; }
  // An arc of the board can be used.
  [[nodiscard]] static bool is_open(Vertex, graph::Direction) { return true; }

  struct Undo {
    std::optional<Move> move;  // none: it was an elimination
    Turn turn;
    hex::Chains::Link link;
  };

  [[nodiscard]] const Turn& turn() const { return turn_; }
  [[nodiscard]] Seat to_move() const { return turn_.to_move(); }
  [[nodiscard]] Outcome outcome() const { return turn_.outcome(); }
  [[nodiscard]] std::uint32_t ply() const { return ply_; }
  [[nodiscard]] std::uint64_t hash() const { return pieces_hash_ ^ turn_.hash(); }
  [[nodiscard]] const graph::Graph& graph() const { return *graph_; }
  [[nodiscard]] const graph::Grid& grid() const { return grid_; }
  [[nodiscard]] std::uint32_t side() const { return grid_.columns; }
  [[nodiscard]] bool swap_rule() const { return swap_rule_; }
  // No game has more moves: each puts a stone on an empty cell, but for the swap, which moves one.
  [[nodiscard]] std::uint32_t max_plies() const { return side() * side() + (swap_rule_ ? 1U : 0U); }
  // The swap is legal now.
  [[nodiscard]] bool can_swap() const { return swap_rule_ && ply_ == 1 && !turn_.over(); }

  // Whose stone lies on `v`.
  [[nodiscard]] std::optional<Seat> stone(Vertex v) const;
  [[nodiscard]] const hex::CellSet& stones(Seat s) const { return stones_[s.value()]; }
  [[nodiscard]] const hex::CellSet& empty_cells() const { return empty_; }
  // The cell with column and row, counted from the bottom, exchanged: where a swap takes a stone.
  [[nodiscard]] Vertex mirrored(Vertex v) const {
    const std::uint32_t last = side() - 1;
    return Vertex{(last - v.value() % side()) * side() + last - v.value() / side()};
  }

  // Legal, or the rule it breaks.
  [[nodiscard]] Verdict check(const Move& move) const;

  // The move is legal: whoever is not sure asks check first.
  Undo apply(const Move& move);
  // The seat stands and the game goes on: with two seats, the other one wins.
  Undo eliminate(Seat s);
  void undo(const Undo& undo);

  // Every legal move once, by its cell, and the swap last; none when the game is over.
  template <class Visitor>
  void for_each_legal_move(Visitor&& visit) const {
    if (turn_.over()) return;
    const bool swap = can_swap();
    empty_.for_each([&](Vertex v) { visit(Move{v, false}); });
    if (swap) visit(kHexSwap);
  }
  [[nodiscard]] bool has_legal_move() const { return !turn_.over(); }
  // Counts bits; visits nothing.
  [[nodiscard]] std::uint64_t count_legal_moves() const;

  // Makes every legal move in turn, calls visit(move) on the position after it, and takes it back.
  // Returns how many there were.
  template <class Visitor>
  std::uint64_t for_each_child(Visitor&& visit) {
    std::uint64_t count = 0;
    for_each_legal_move([&](const Move& move) {
      const Undo made = apply(move);
      visit(move);
      undo(made);
      ++count;
    });
    return count;
  }

  // "f6", "swap", or with vertex ids "60".
  [[nodiscard]] std::string format(const Move& move) const;
  [[nodiscard]] std::string format_numeric(const Move& move) const;
  [[nodiscard]] base::Result<Move> parse(std::string_view text) const;

  // Same board, swap rule, stones, turn and outcome.
  friend bool operator==(const Hex& a, const Hex& b);

 private:
  explicit Hex(const Setup& setup);

  // The rules for the swap alone; the game is not over.
  [[nodiscard]] Verdict check_swap(const Move& move) const;
  // The sides of the seat that the cell lies on, as a chain counts them.
  [[nodiscard]] hex::Chains::Sides sides_at(Seat s, Vertex v) const;
  // A stone comes onto an empty cell, and leaves it again.
  hex::Chains::Link put(Seat s, Vertex v);
  void lift(Seat s, Vertex v, const hex::Chains::Link& link);
  // Adds a stone to the hash or takes it out: exclusive or does both.
  void flip(Seat s, Vertex v);

  graph::GraphPtr graph_;
  graph::Grid grid_;
  hex::CellSet empty_;
  std::array<hex::CellSet, 2> stones_;
  hex::Chains chains_;
  Vertex first_;  // the cell of the first stone, and after a swap of the one that took its place
  Turn turn_;
  std::uint32_t ply_ = 0;
  bool swap_rule_ = true;
  std::uint64_t pieces_hash_ = 0;
};

}  // namespace quiver::games
