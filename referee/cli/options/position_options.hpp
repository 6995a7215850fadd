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
  // The same for a command that plays on several boards (board_options.hpp): --board is repeatable.
  void add_with_boards_to(Command& command, const std::string& default_game);
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
  // What was given for all boards, without any board's shape; and the words of each --board.
  [[nodiscard]] const games::Options& common_options() const { return options_; }
  [[nodiscard]] const std::vector<std::string>& board_words() const { return boards_; }
  // These throw UsageError, as position() does. They are about the only --board.
  [[nodiscard]] games::Options game_options() const;
  [[nodiscard]] games::Position start() const;
  // Something is asked for beside the game.
  [[nodiscard]] bool any_given() const;
  [[nodiscard]] const std::string& moves_text() const { return moves_; }

 private:
  // All options but the game and --board.
  void add_rest(Command& command);
  [[nodiscard]] const std::string& only_board() const { return boards_.empty() ? board_ : boards_.front(); }
  [[nodiscard]] std::vector<games::Event> parse_moves(const games::Position& start) const;

  std::string game_;
  std::string board_;
  std::vector<std::string> boards_;  // of a command that takes several
  games::Options options_;
  std::string moves_;
};

// What --board says, a shape or a map file. Throws UsageError.
games::Options board_options(const std::string& board);

// What every command's help says about them.
std::string position_help();

}  // namespace quiver::cli
