// The options that say which position a command is about; all commands share them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_sdk/games/position.hpp"

namespace quiver::cli {

class Command;

// The options are bound to this object, which must outlive the run of the command. Nothing is checked until a
// position is asked for.
class PositionOptions {
 public:
  void add_to(Command& command);
  // For a command that has a game of its own where none is named.
  void add_to(Command& command, const std::string& default_game);
  // The same with the game as an option of its own, for a command whose words are something else.
  void add_with_game_option_to(Command& command, const std::string& default_game);
  // Only those that say what the course's JSON leaves open: board, size, start and seats of Amazons.
  void add_board_to(Command& command);

  // Starts the game and plays the moves. Throws UsageError with a sentence if that cannot be done.
  [[nodiscard]] games::Position position() const;
  // The moves that were played.
  [[nodiscard]] std::vector<games::Event> events() const;

  // The parts they are made of.
  [[nodiscard]] const std::string& game() const { return game_; }
  // Both throw UsageError, as position() does.
  [[nodiscard]] games::Options game_options() const;
  [[nodiscard]] games::Position start() const;
  // What another command is given for the same board: "--game", "hex", "--size", "11". A map file is named by
  // its absolute path.
  [[nodiscard]] std::vector<std::string> words() const;
  // Something is asked for beside the game.
  [[nodiscard]] bool any_given() const;
  [[nodiscard]] const std::string& moves_text() const { return moves_; }

 private:
  // All options but the game.
  void add_rest(Command& command);
  [[nodiscard]] std::vector<games::Event> parse_moves(const games::Position& start) const;

  std::string game_;
  std::string board_;
  games::Options options_;
  std::string moves_;
};

// What --board says, a shape or a map file. Throws UsageError.
games::Options board_options(const std::string& board);

// What every command's help says about them.
std::string position_help();

}  // namespace quiver::cli
