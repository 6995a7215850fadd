// What a launched bot prints in one game, as lines of JSON that say at which move each came.
//
// A line belongs to the move at which its first byte was read. A line of more than kLongest bytes becomes
// several entries. The JSON never has more bytes than the limit; after what did not fit comes one last entry
// that says so, and nothing is kept any more. A limit of 0 keeps nothing. A plain value.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "client_sdk/wire/log_line.hpp"

namespace quiver::run {

class OutputLog {
 public:
  static constexpr std::size_t kLongest = 4096;

  explicit OutputLog(std::size_t limit = 0) : limit_(limit) {}

  // More may be kept.
  [[nodiscard]] bool is_open() const { return limit_ != 0 && !cut_; }
  // What was read at this moment of the game; `now.part` does not matter.
  void take(std::string_view bytes, const wire::LogLine& now);
  // The game is over: all of it, with the last line that has no end. Null if nothing was printed. The log is
  // empty and keeps nothing afterwards.
  [[nodiscard]] std::shared_ptr<const std::string> finish();

 private:
  // Adds the line that has been read so far.
  void add(bool part);

  std::size_t limit_;
  std::string json_;
  std::string line_;     // not ended yet, at most kLongest
  bool begun_ = false;   // a line has, even if it is empty so far
  wire::LogLine began_;  // when the first byte of the line came
  bool cut_ = false;
};

}  // namespace quiver::run
