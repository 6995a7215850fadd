// A player as a process of its own: started, watched, and ended together with everything that it has started.
//
// It gets a process group of its own, no descriptors but those meant for it, no token of ours, and does not
// outlive this process. Its death is noticed by SIGCHLD, which is blocked and read from a descriptor, so that
// nobody is deceived by an open pipe which it has left to a child of its own. The hosts have no other
// children. One thread.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "client_sdk/base/time.hpp"

namespace quiver::bots::host {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }

  [[nodiscard]] int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  int release();
  void close();

 private:
  int number_;
};

struct Command {
  std::vector<std::string> words;  // the program, as a path or as PATH finds it, and its arguments
  int in = -1;                     // becomes its stdin; without it, /dev/null
  int out = -1;                    // becomes its stdout; without it, ours
  int line = -1;                   // becomes its descriptor `line_as`
  int line_as = -1;
};

// How a process ended.
struct Death {
  bool by_signal = false;
  int number = 0;  // of the signal, or the exit status

  // "ended with status 3", "was ended by SIGSEGV".
  [[nodiscard]] std::string words() const;
};
// "SIGSEGV".
std::string signal_name(int number);

class Process {
 public:
  // Throws std::runtime_error with a sentence if the program cannot be started.
  explicit Process(const Command& command);
  // Ends it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Readable when it may have ended: ask then.
  [[nodiscard]] int watch() const { return watch_.get(); }
  // Its end, if it has come.
  std::optional<Death> death();
  // Waits for it.
  std::optional<Death> death_until(base::Time until);
  // Kills it, whatever it does, and all below it.
  void end();

 private:
  pid_t pid_ = -1;
  Descriptor watch_;
  std::optional<Death> death_;
};

// For poll: milliseconds until then, rounded up, 0 if it has passed.
int poll_timeout(base::Time until);

}  // namespace quiver::bots::host
