// A position of any of the games: what programs that do not care which game it is work with.
//
// A Position holds one game by value. A game proceeds by events: a move by the seat to move, or an
// elimination of a seat by the referee, written x2. Whoever needs speed takes the game itself out with
// visit() and works on that. One position belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "client_sdk/games/registry.hpp"

namespace quiver::games {

// The referee removes a seat from the game; in some games its pieces stay as obstacles.
struct Elimination {
  Seat seat;
  friend auto operator<=>(const Elimination&, const Elimination&) = default;
};

// One alternative a game, in the registry's order.
using Move = MoveOf<AnyGame>::type;
using Event = std::variant<Move, Elimination>;

// Whether this is how an elimination is written: x0 to x3. Not every x begins one: wide boards have a column
// of that name.
bool is_elimination(std::string_view notation);

class Position {
 public:
  using Undo = UndoOf<AnyGame>::type;

  explicit Position(AnyGame game) : game_(std::move(game)) {}
  // The position that the game of this name starts from.
  static base::Result<Position> start(std::string_view game, const Options& options);

  // Calls the visitor with the game itself. Do this once, outside of a search: what happens inside is then
  // resolved at compile time.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), game_);
  }
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) {
    return std::visit(std::forward<Visitor>(visitor), game_);
  }
  // The game itself, or nullptr if it is another one.
  template <class Game>
  [[nodiscard]] const Game* as() const {
    return std::get_if<Game>(&game_);
  }

  // As on the command line: "amazons".
  [[nodiscard]] std::string_view game_name() const;
  // Who is in the game and whose turn it is. The seat to move has a legal move unless the game is over.
  [[nodiscard]] const Turn& turn() const;
  [[nodiscard]] Seat to_move() const { return turn().to_move(); }
  [[nodiscard]] Outcome outcome() const { return turn().outcome(); }
  // Moves since the start; eliminations do not count.
  [[nodiscard]] std::uint32_t ply() const;
  // By the formula of docs/write-a-bot/hash.md, kept up to date with every change: reading it costs nothing.
  [[nodiscard]] std::uint64_t hash() const;
  // Shared by all positions on the same board, and never changed.
  [[nodiscard]] const graph::Graph& graph() const;
  [[nodiscard]] const graph::Grid& grid() const;

  // What can be chosen after these cells; an error says why nothing can (choices.hpp).
  [[nodiscard]] base::Result<Choices> choices(std::span<const base::Vertex> chosen) const;
  // Where the piece of a move comes to lie, if the move itself does not say it: in the position before it,
  // and in the one after it.
  [[nodiscard]] std::optional<base::Vertex> lands_on(const Move& move) const;
  [[nodiscard]] std::optional<base::Vertex> landed_on(const Move& move) const;
  // An arc of the board can be used.
  [[nodiscard]] bool is_open(base::Vertex from, graph::Direction d) const;

  // Legal now, or the rule it breaks. A move of another game breaks kNoPiece.
  [[nodiscard]] Verdict check(const Event& event) const;
  // The event passes check.
  Undo apply(const Event& event);
  // Takes the latest event back. Undo tokens have to be used in reverse order, each once.
  void undo(const Undo& undo);

  // Every legal move once; none when the game is over. The position must not change meanwhile.
  template <class Visitor>
  void for_each_legal_move(Visitor&& visit) const {
    std::visit([&](const auto& game) { game.for_each_legal_move([&](const auto& m) { visit(Move{m}); }); },
               game_);
  }
  // Cheaper than visiting them where the game has a formula for it.
  [[nodiscard]] std::uint64_t count_legal_moves() const;

  // "d1-d7/g7", "e3h", "4", "x2".
  [[nodiscard]] std::string format(const Event& event) const;
  // The reverse. Reads what format() writes, whether or not it is legal here.
  [[nodiscard]] base::Result<Event> parse(std::string_view text) const;

  // A list of events, separated by spaces, line ends or commas; in Connect Four with at most 9 columns
  // also a string of digits.
  [[nodiscard]] base::Result<std::vector<Event>> parse_list(std::string_view text) const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  AnyGame game_;
};

// Checks and applies the events in turn. The error names the event by its place in the list; the position
// then stands before it.
base::Result<void> play(Position& position, const std::vector<Event>& events);

}  // namespace quiver::games
