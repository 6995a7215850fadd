// What a person at a terminal types and reads in one game: one module for each game, dialogue_<game>.cpp.
//
// The functions are defined for each game by explicit specialisation; the linker names the one that a game
// lacks. The position is not over where a move is asked for. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/human/advice.hpp"

namespace quiver::human {

template <class Game>
struct Dialogue {
  // How moves are typed, for the command `help`.
  static std::string help();
  // "d1-d7/g7": a move of this position as it could be typed.
  static std::string example(const Game& game);
  // What can be played; `asked` is what was typed after the question mark.
  static Advice advise(const Game& game, std::string_view asked);
  // What was typed as a move. `chosen` are the cells that were typed before, one at a time; it is cleared
  // when the move is complete.
  static Entry::Answer take(const Game& game, std::vector<std::string>& chosen, std::string_view typed);

  // What the heading says of the board beside its size, and of a seat beside its name; each begins with a
  // comma.
  static std::string about_board(const Game& game);
  static std::string about_seat(const Game& game, base::Seat seat);
  // Why a game that was played out is won, beginning with a colon, or drawn. Empty: there is no more to say.
  static std::string why_won(const Game& game);
  static std::string why_drawn(const Game& game);
};

// --- for the modules

// Names in a row: "d1, d2 and d3". More than fit on a screen are counted.
std::string listed(const std::vector<std::string>& names);
std::string listed(const graph::Grid& grid, const std::vector<base::Vertex>& cells);

// "Illegal: …", for a sentence without a full stop.
Advice refusal(const std::string& sentence);

// `yes` if the move is legal, else the rule that it breaks.
template <class Game>
Advice judge(const Game& game, const typename Game::Move& move, const std::string& yes) {
  if (const auto verdict = game.check(move); !verdict) return refusal(verdict.error().sentence);
  return {yes, {}};
}

// A move that was typed at once.
template <class Game>
Entry::Answer whole_move(const Game& game, std::string_view text) {
  const auto move = game.parse(text);
  if (!move) return {std::nullopt, refusal(move.error().sentence)};
  if (const auto verdict = game.check(*move); !verdict)
    return {std::nullopt, refusal(verdict.error().sentence)};
  return {games::Move{*move}, {}};
}

}  // namespace quiver::human
