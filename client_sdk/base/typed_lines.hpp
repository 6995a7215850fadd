// Lines that a person types, or that a script pipes in.
//
// Reads byte by byte, so that input after the line is left for the next reader of the same descriptor. Lines
// are returned unchanged and are never longer than kLongest. Blocks; one thread.
#pragma once

#include <cstddef>
#include <string>

namespace quiver::base {

class TypedLines {
 public:
  static constexpr std::size_t kLongest = 1000;

  explicit TypedLines(int input) : input_(input) {}

  // The result of waiting for a line.
  enum class Got {
    kLine,
    kTooLong,  // its beginning is in the text, the rest is lost
    kEnd,      // the end of the input
    kOther,    // the other descriptor is readable; what was read so far is kept
  };
  struct Line {
    Got got = Got::kEnd;
    std::string text;  // without its end
  };
  // Waits for a line, or until there is something to read from `other`, unless that is -1.
  Line next(int other = -1);

 private:
  int input_;
  std::string partial_;
  bool too_long_ = false;
};

// Normalises a line: lower case, one space between words and none around them, without control sequences of
// a terminal.
std::string tidied(const std::string& line);

}  // namespace quiver::base
