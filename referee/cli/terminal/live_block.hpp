// A block of lines at the end of a terminal that is drawn again and again in the same place.
//
// It never takes more than the screen has. What is printed above it stays: clear() takes the block away
// first. Draws at most so often, because a terminal is slower than games are; a signal handler is not needed,
// because nothing about the terminal is changed. One thread.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace quiver::cli {

// Lines at the bottom of a terminal that are replaced in place.
class LiveBlock {
 public:
  // Whether there is a terminal for it at standard output.
  static bool possible();

  // So many lines fit.
  static std::size_t room();

  // True if enough time has passed since it was drawn.
  [[nodiscard]] bool due() const;
  // Each line is cut at the edge of the screen; lines that do not fit below each other are left out.
  void draw(const std::vector<std::string>& lines);
  // Removes the block, so that lines can be printed in its place. The next draw() starts below them.
  void clear();

 private:
  std::size_t shown_ = 0;  // lines
  // The first one too waits a little: what is over at once does not flicker by.
  std::chrono::steady_clock::time_point drawn_ = std::chrono::steady_clock::now();
};

}  // namespace quiver::cli
