// A recorded game that can be stepped through, and how each of its positions is shown.
//
// A record that cannot be played to its end is shown as far as it can, with the reason. Stepping costs one
// move, jumping those between. A value; one thread at a time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

class ReplayGame {
 public:
  // An error if there is no such board to begin with.
  static base::Result<ReplayGame> open(const wire::Record& record);

  // How many entries have been played, and how many can be.
  [[nodiscard]] std::size_t at() const { return undos_.size(); }
  [[nodiscard]] std::size_t length() const { return events_.size(); }
  // Forwards as far as the game can be played; backwards by undoing.
  void go_to(std::size_t entry);

  // Who plays, the board, what has just happened and how it stands: lines with their ends.
  struct Frame {
    std::string head;
    std::string board;
    std::string foot;
  };
  [[nodiscard]] Frame frame(bool colors) const;

 private:
  ReplayGame(wire::Record record, games::Position start)
      : record_(std::move(record)), position_(std::move(start)) {}
  [[nodiscard]] std::string seat_line(unsigned seat, bool colors) const;
  [[nodiscard]] std::string latest() const;
  [[nodiscard]] std::string out_words(unsigned seat) const;

  wire::Record record_;
  games::Position position_;
  std::vector<games::Event> events_;
  std::vector<games::Position::Undo> undos_;
  std::string stuck_;  // why the rest cannot be played
};

}  // namespace quiver::cli
