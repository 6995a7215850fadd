// What `quiver check` makes of the games of an exercise, in words.
//
// A plain value that takes records and makes text; it does not print.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

// How the bot called `name` came through one exercise.
class Finding {
 public:
  enum class Kind {
    kPassed,
    kClose,     // passed, but a move took nearly all the time there was
    kDeclined,  // it said before its first move that it does not play this
    kFailed,
  };

  explicit Finding(std::string name) : name_(std::move(name)) {}
  // One game of the exercise. Void games count as failures.
  void add(const wire::Record& record);

  [[nodiscard]] Kind kind() const;
  // It did not get so far as to be ready in any game.
  [[nodiscard]] bool never_ready() const { return games_ > 0 && never_ready_ == games_; }
  // "2 games, slowest move 12ms of 2s", or what went wrong.
  [[nodiscard]] std::string sentence() const;
  // Why it failed, without what differs from board to board: the same words where the same goes wrong.
  [[nodiscard]] const std::string& cause() const { return cause_; }
  // Where the bot's output of the game that went wrong is, if anywhere.
  [[nodiscard]] const std::string& log() const { return log_; }
  // The moves of all games, to tell whether two runs are the same.
  [[nodiscard]] const std::string& moves() const { return moves_; }

 private:
  // Notes how near the seat came to its time limits in this game.
  void judge_clock(const wire::Record& record, std::size_t seat);

  std::string name_;
  std::uint32_t games_ = 0;
  std::uint32_t never_ready_ = 0;
  std::string failure_;
  std::string cause_;
  std::string declined_;
  std::string log_;
  std::string moves_;
  double nearest_ = 0;  // the largest share of its time that was used up
  std::string nearest_words_;
};

// Counts findings and makes the last line of a report.
struct FindingCounts {
  std::uint32_t passed = 0, close = 0, declined = 0, failed = 0;

  void add(Finding::Kind kind);
  // "31 passed, 1 of them close to the clock, 2 declined, 1 failed".
  [[nodiscard]] std::string line() const;
};

// "ok", "close", "declined", "FAILED".
const char* finding_word(Finding::Kind kind);

}  // namespace quiver::cli
