// What the host and the process that has loaded a player say to each other, over a socket that the player
// does not know of: the terms of the match once, then one call after the other and its reply.
//
// The two are the same program, so numbers travel as they lie in memory. Whatever comes from the player's
// process is bounded and checked: the player can write to all of its memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quiver::bots::host {

enum class Course : std::uint32_t { kAmazons, kQuoridor };

// What a player is told at the beginning.
struct Terms {
  std::string library;
  Course game = Course::kAmazons;
  std::uint32_t id = 0;
  // Row i's arcs are row_starts[i] … row_starts[i + 1]; directions are numbered as the game does it.
  std::vector<std::uint32_t> row_starts, columns, directions;
  std::vector<std::uint32_t> pieces[2];  // Amazons: the queens, in their order; Quoridor: the vertices owned
  std::uint32_t walls = 0;
};

enum class Call : std::uint32_t { kLoad, kInitialize, kGetPlayerName, kPlay, kFinalize };

// A move in numbers: Amazons has three; Quoridor m, the ends of two edges, type and colour.
using Numbers = std::vector<std::uint64_t>;
constexpr std::size_t numbers_in_move(Course game) { return game == Course::kAmazons ? 3 : 7; }

struct Message {
  Call call = Call::kLoad;
  bool failed = false;  // kLoad: the library cannot be had; `text` says why
  Numbers numbers;
  std::string text;
};
inline constexpr std::size_t kMaxNumbers = 7;
inline constexpr std::size_t kMaxText = 4096;

// These block, and return false if the other side is gone.
bool send_terms(int line, const Terms& terms);
bool receive_terms(int line, Terms& terms);
bool send_message(int line, const Message& message);
bool receive_message(int line, Message& message);

// A message as bytes, and one that these bytes begin with: none if it is not whole yet. Throws
// std::runtime_error if they begin with none.
std::string encode(const Message& message);
std::optional<Message> decode(const std::string& bytes);

}  // namespace quiver::bots::host
