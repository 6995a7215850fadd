// What a build printed, bounded: the first lines as they come, and the last ones at the end.
//
// Plain text; whoever shows it escapes it. Not for use by two threads at once.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace quiver::teams {

class BuildLog {
 public:
  // In bytes: of the first and of the last lines, each with kPerLine more.
  static constexpr std::size_t kFirst = 96 << 10;
  static constexpr std::size_t kLast = 32 << 10;
  static constexpr std::size_t kPerLine = 16;

  explicit BuildLog(std::function<void(std::string_view)> print) : print_(std::move(print)) {}

  void add(std::string_view line);
  // Says how many lines are left out, and prints those that came last.
  void finish();

 private:
  std::function<void(std::string_view)> print_;
  std::size_t printed_ = 0;
  std::deque<std::string> last_;
  std::size_t waiting_ = 0;  // the size of last_
  std::size_t left_out_ = 0;
};

}  // namespace quiver::teams
