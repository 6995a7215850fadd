// Lines that a person types, or that a script pipes in.
//
// Byte by byte: what comes after a line is left to whoever reads the same input next. Whatever the line holds
// comes back as it is, and no line is longer than kLongest. Blocks; one thread.
#pragma once

#include <cstddef>
#include <string>

namespace quiver::base {

class TypedLines {
 public:
  static constexpr std::size_t kLongest = 1000;

  explicit TypedLines(int input) : input_(input) {}

  // What came of waiting for a line.
  enum class Got {
    kLine,
    kTooLong,  // its beginning is in the text, the rest is gone
    kEnd,      // nothing will ever come again
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

// What was meant by it: lower case, one space between words and none around them, and nothing that a
// terminal may send beside text.
std::string tidied(const std::string& line);

}  // namespace quiver::base
