// A program under test as a process that goes on beside the test: started, signalled, waited for.
//
// Its output goes into files, which may be read at any time. Nothing here sleeps for a guess: what a test
// waits for is a condition, looked at again and again until it holds or a long patience is over.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace quiver::tests {

// True once the condition holds; false if it does not after a long while.
bool eventually(const std::function<bool()>& condition);

class Program {
 public:
  // `environment` is added to the test's own; output goes to `files`.out and `files`.err.
  Program(const std::string& path, const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& environment, const std::string& files);
  // Kills what still runs.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool runs();
  void signal(int number) const;
  // The exit code, or 128 + the signal that ended it; -1 if it goes on for too long, and is then killed.
  int wait();

  [[nodiscard]] std::string out() const;
  [[nodiscard]] std::string err() const;

 private:
  std::string files_;
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

// The processes in whose environment the text stands, the caller's own aside; the supervisors of bots that
// these owners started, though they may be long gone; and everything below either.
std::vector<pid_t> processes_of(const std::string& text, const std::set<pid_t>& owners);

std::string content_of_file(const std::string& path);

}  // namespace quiver::tests
