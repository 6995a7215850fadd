// A program of ours that works for the referee beside the games: started, listened to line by line, ended.
//
// It runs below a supervisor of its own, which ends everything that it has started, and with lower priority
// than the games. Nothing here blocks but the start, for a moment. The destructor kills it; then nobody is
// called any more. Lives on the referee's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"

namespace boost::asio {
class io_context;
}

namespace quiver::run {

class ChildProgram {
 public:
  struct Command {
    std::string program;  // an absolute path
    std::vector<std::string> arguments;
    std::string folder;      // its working directory
    std::string supervisor;  // empty: as it was installed
    base::Duration time = std::chrono::minutes(10);
    int nice = 5;  // by how much its priority is lower
  };
  // How it ended. A program that was killed has no status.
  struct End {
    int status = -1;
    bool timed_out = false;
    std::string sentence;  // "exit status 3", "signal 9 (Killed)"
  };
  // Both are called on the referee's thread, never from inside a call to this object. A line has no line end
  // and at most kMostLine bytes, which may be anything; longer ones are cut. on_end comes once, after the
  // last line; the object may be destroyed in it.
  struct Listener {
    std::function<void(const std::string& line)> on_line;
    std::function<void(const End& end)> on_end;
  };
  static constexpr std::size_t kMostLine = 16 << 10;

  // What it prints on stdout and stderr is read.
  static base::Result<std::unique_ptr<ChildProgram>> start(boost::asio::io_context& io,
                                                           const Command& command, Listener listener);
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  [[nodiscard]] int pid() const;

 private:
  class Impl;
  explicit ChildProgram(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

// This program itself.
std::string own_program();

}  // namespace quiver::run
