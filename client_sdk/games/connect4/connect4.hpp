// A position of Connect Four: discs fall along south arcs, and a line along any of four axes wins.
//
// A value of fixed size: copying, apply, eliminate and undo allocate nothing. undo takes back the latest
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
#include "client_sdk/games/options.hpp"
#include "client_sdk/games/rule_broken.hpp"
#include "client_sdk/games/turn.hpp"
#include "client_sdk/graph/cells.hpp"
#include "client_sdk/graph/graph.hpp"

namespace quiver::games {

struct ConnectFourMove {
  std::uint32_t column = 0;  // from 0 at the left; written from 1
  friend auto operator<=>(const ConnectFourMove&, const ConnectFourMove&) = default;
};

class ConnectFour {
 public:
  using Move = ConnectFourMove;
  using Vertex = base::Vertex;
  static constexpr std::string_view kName = "connect4";
  static constexpr std::uint32_t kMaxSide = 15;

  struct Setup {
    graph::GraphPtr graph;
    graph::Grid grid;
    std::uint32_t line = 4;  // how many in line win
  };
  // Refuses boards whose columns are not all there, and lines that do not fit.
  static base::Result<ConnectFour> create(const Setup& setup);
  // The position a game starts from, by docs/play/rules.md.
  static base::Result<ConnectFour> start(const Options& options);

  // What people see of it; the cells that can be chosen next (games/choices.hpp).
  static const GameInfo& info();
  [[nodiscard]] base::Result<Choices> choices(std::span<const Vertex> chosen) const;
  // Where the disc of a move comes to lie, before it, and where it lies, after it.
  [[nodiscard]] std::optional<Vertex> lands_on(const Move& move) const { return landing(move.column); }
  [[nodiscard]] std::optional<Vertex> landed_on(const Move& move) const;
  // A string of digits is a list of moves.
  [[nodiscard]] bool splits_digits() const { return columns() <= 9; }
  // An arc of the board can be used.
  [[nodiscard]] static bool is_open(Vertex, graph::Direction) { return true; }

  struct Undo {
    std::optional<Move> move;  // none: it was an elimination
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
  // How many discs in a line win.
  [[nodiscard]] std::uint32_t line() const { return line_; }
  // Whose disc lies on `v`.
  [[nodiscard]] std::optional<Seat> disc(Vertex v) const;
  // Where a disc in a column, counted from 0, comes to lie; off_board() if the column is full.
  [[nodiscard]] Vertex landing(std::uint32_t column) const { return next_[column]; }

  // Legal, or the rule it breaks.
  [[nodiscard]] Verdict check(const Move& move) const;

  // The move is legal: whoever is not sure asks check first.
  Undo apply(const Move& move);
  // The seat stands and the game goes on: with two seats, the other one wins.
  Undo eliminate(Seat s);
  // Takes the latest event back; tokens are used in reverse order.
  void undo(const Undo& undo);

  // Every legal move once, from the left; none when the game is over.
  template <class Visitor>
  void for_each_legal_move(Visitor&& visit) const {
    if (turn_.over()) return;
    for (std::uint32_t c = 0; c < columns_; ++c)
      if (next_[c] != graph_->off_board()) visit(Move{c});
  }
  [[nodiscard]] bool has_legal_move() const { return !turn_.over(); }
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

  // Columns from 1 at the left: "4".
  [[nodiscard]] std::string format(const Move& move) const { return std::to_string(move.column + 1); }
  [[nodiscard]] std::string format_numeric(const Move& move) const { return format(move); }
  [[nodiscard]] base::Result<Move> parse(std::string_view text) const;
  [[nodiscard]] std::uint32_t columns() const { return columns_; }

  // Same board, discs, turn and outcome.
  friend bool operator==(const ConnectFour& a, const ConnectFour& b);

 private:
  static constexpr std::uint8_t kEmpty = 0;  // a disc of seat s is s + 1

  ConnectFour(const Setup& setup, std::uint32_t columns);

  // Whether the disc on `v`, the latest one, is part of a line that wins. Only lines through it can be new.
  [[nodiscard]] bool completes_line(Vertex v) const;
  // How many discs of the owner of `v` lie in line with it, along one axis, itself included.
  [[nodiscard]] std::uint32_t line_through(Vertex v, graph::Direction d) const;

  graph::GraphPtr graph_;
  graph::Grid grid_;
  std::array<std::uint8_t, kMaxSide * kMaxSide + 1> cells_{};
  std::array<Vertex, kMaxSide> next_;  // where a disc in that column lands; off_board() if it is full
  std::array<Vertex, kMaxSide> tops_;
  std::uint32_t columns_ = 0;
  std::uint32_t line_ = 4;
  std::uint32_t full_ = 0;  // columns without room
  Turn turn_;
  std::uint32_t ply_ = 0;
  std::uint64_t pieces_hash_ = 0;
};

}  // namespace quiver::games
