// A program at a pseudo-terminal, and somebody who types there and waits for what it says.
//
// What is waited for has to come after what was found before, so that a test reads like the talk it is. The
// patience is only for a program that says nothing any more.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace quiver::tests {

class Terminal {
 public:
  // Its TMPDIR is `folder`; it leads a session of its own, as in a window of its own.
  Terminal(const std::string& path, const std::vector<std::string>& arguments, const std::string& folder);
  // Closes the window, and kills what then still runs of the program itself.
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }

  // A line and the Enter after it.
  void type(const std::string& line) { press(line + "\r"); }
  void press(const std::string& keys);
  // Waits for the text and goes on after it; a failed test if it never comes.
  void expect(const std::string& text);
  // Waits for the first of these: which one it was, or their number if none comes.
  std::size_t expect_one_of(const std::vector<std::string>& texts);
  // Closes the window: the program is told by SIGHUP.
  void close();
  // Waits for the program's end: the exit code, or 128 + the signal that ended it; -1 if it does not end.
  int wait();
  // All it has said, without the codes for colours and the like.
  [[nodiscard]] const std::string& screen() const { return text_; }

 private:
  // False: nothing came for a long while, or nothing can come any more.
  bool read_more();
  void add(char c);

  int master_ = -1;
  pid_t pid_ = -1;
  bool reaped_ = false;
  std::string text_;
  std::size_t found_ = 0;
  enum class Code { kNone, kEscape, kInside } code_ = Code::kNone;
};

}  // namespace quiver::tests
