// The words of the text protocol (docs/write-a-bot/text-protocol.md): what a program is told, and what it
// answers. Functions of values; nothing here talks to anybody.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/bot/bot.hpp"

namespace quiver::bots::host {

// From "start …" to "begin", without the last line end. Throws std::runtime_error with a sentence if the
// board is none that rows of characters can show.
std::string opening_lines(const bot::MatchInfo& match);

// "move 1 d1-d7/g7", "out 2".
std::string event_line(const games::Position& board, base::Seat seat, const games::Event& event);

// "turn 9950".
std::string turn_line(bot::Deadline deadline);

// "legal 1 2 4"; only "legal" where there are more than kMostListed.
inline constexpr std::uint64_t kMostListed = 100'000;
std::string legal_line(const games::Position& position);

// "end won", "end lost", "end drawn", "end void".
std::string end_line(const bot::MatchResult& result, base::Seat seat);

// --- what it answers

// The first word of a line, and what comes after the spaces behind it.
struct Said {
  std::string_view word;
  std::string_view rest;
};
Said split(std::string_view line);

// "[score X] [depth N] TEXT".
wire::Info read_info(std::string_view text);

// Throws std::runtime_error with a sentence if it is no move at all. One that names a cell which the board
// does not have becomes one that the referee refuses as such.
games::Move read_move(const games::Position& position, std::string_view text);

}  // namespace quiver::bots::host
