// The boards of an event: their names, and which of them the games of a pairing are played on.
//
// Games that differ only in who sits where are a round, and a round is played on one board. A pairing takes
// the boards in turn, so that after as many rounds as there are boards it has played once on each; which one
// is first follows from the seed and from who plays. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/tournament/plan.hpp"

namespace quiver::tournament {

inline constexpr std::size_t kMostBoards = 16;

// In the order of their numbers; empty if the event is played on one board, which needs no name.
std::vector<std::string> board_names(const Plan& plan);

// The number of the board of this name; 0 if there is none.
std::size_t board_number(const std::vector<std::string>& boards, const std::string& name);

// A round on a board.
struct BoardTurn {
  std::size_t board = 0;
  std::uint32_t round = 0;  // which of the rounds on this board, from 0
};
// Where `round` of a pairing, from 0, is played, if its first one is on board `first` modulo `boards`.
BoardTurn board_turn(std::uint64_t first, std::uint32_t round, std::size_t boards);

// Where two who meet again and again play next: on the board where a game from an opening waits for the one
// with the seats swapped, or else on the one that they have played on least; between equals `first` decides.
// `games` is how many they have begun on each board; not empty.
std::size_t next_board(const std::vector<std::uint32_t>& games, std::uint64_t first);

}  // namespace quiver::tournament
