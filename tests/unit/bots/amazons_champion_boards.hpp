// Boards of many kinds for tests of the Amazons champion, and random and forced games on them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bots/amazons/champion/board/bitboard.hpp"
#include "bots/amazons/champion/kernel/kernel.hpp"
#include "tests/property/dice.hpp"
#include "tests/unit/games/given.hpp"

namespace quiver::bots::amazons::champion {

using namespace quiver::tests;

inline Amazons on(const Options& options) { return *started("amazons", options).as<Amazons>(); }

inline Options with_seats(Options options, unsigned seats) {
  options.seats = seats;
  return options;
}

// All fit into bits: squares, every shape, maps that lie on their side, two and four seats.
inline std::vector<Amazons> boards_in_bits() {
  std::vector<Amazons> boards;
  for (const std::uint32_t side : {5U, 8U, 10U}) boards.push_back(on(of_size(side)));
  for (const std::uint32_t side : {6U, 9U, 12U}) boards.push_back(on(of_shape("donut", side)));
  for (const std::uint32_t side : {5U, 10U}) boards.push_back(on(of_shape("clover", side)));
  for (const std::uint32_t side : {8U, 12U, 16U}) boards.push_back(on(of_shape("eight", side)));
  boards.push_back(on(with_seats(of_size(8), 4)));
  boards.push_back(on(with_seats(of_size(12), 4)));
  boards.push_back(on(on_map("0.#..1..\n..#.#...\n.....#.0\n1...#...\n")));
  boards.push_back(on(on_map("0......#..1\n....#......\n2.#.......3\n")));
  boards.push_back(on(on_map("0.\n..\n#.\n..\n.#\n..\n1.\n")));
  std::string wide = "0" + std::string(30, '.') + "1\n";
  for (int row = 0; row < 5; ++row) wide += std::string(15, '.') + "##" + std::string(15, '.') + "\n";
  boards.push_back(on(on_map(wide + "1" + std::string(30, '.') + "0\n")));
  return boards;
}

// Whoever can win does. For few empty cells.
inline Seat wins(Amazons& game, std::map<std::uint64_t, Seat>& known) {
  if (game.outcome().over) return *game.outcome().winner;
  if (const auto it = known.find(game.hash()); it != known.end()) return it->second;
  std::vector<Amazons::Move> moves;
  game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
  const Seat mover = game.to_move();
  Seat winner = game.turn().next_after(mover);
  for (const Amazons::Move& move : moves) {
    const Amazons::Undo undo = game.apply(move);
    winner = wins(game, known);
    game.undo(undo);
    if (winner == mover) break;
  }
  return known[game.hash()] = winner;
}

// Plays randomly to the end, showing every position with the bits that follow it: visit(layout, board,
// game).
template <unsigned Words, class Visitor>
void play_randomly(Amazons game, Dice& dice, const Visitor& visit) {
  const auto layout = std::make_unique<BitboardLayout<Words>>(game);
  Bitboard<Words> board(*layout, game);
  for (;;) {
    visit(*layout, board, game);
    if (game.outcome().over) return;
    std::vector<Amazons::Move> moves;
    game.for_each_legal_move([&](const Amazons::Move& move) { moves.push_back(move); });
    const Amazons::Move move = dice.pick(moves);
    board.play(*layout, {layout->cell(move.from), layout->cell(move.to), layout->cell(move.arrow)});
    game.apply(move);
  }
}

// The same, whatever the width of the board; the visitor is generic.
template <class Visitor>
void on_every_board(const char* name, const Visitor& visit) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice(name);
  for (const Amazons& game : boards_in_bits()) {
    ASSERT_NE(words_for(game), 0U);
    if (words_for(game) == 2)
      play_randomly<2>(game, dice, visit);
    else
      play_randomly<4>(game, dice, visit);
  }
}

}  // namespace quiver::bots::amazons::champion
