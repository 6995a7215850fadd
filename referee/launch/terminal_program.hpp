// A program of ours at this process's own terminal: it reads and draws there, so it is not sandboxed.
//
// It is a direct child in the same group of processes, so that Ctrl-C and a terminal that closes reach it as
// they reach this one. When this process is killed it gets SIGTERM; when this object is destroyed, it is
// ended. end_descriptor may be waited on from any thread, all else is for one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

// A program with its words and what is added to its environment.
struct TerminalCommand {
  std::string program;  // an absolute path
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // besides this process's own
};

class TerminalProgram {
 public:
  // To be called by a thread that lives as long as the program does: its end counts as this process's.
  static base::Result<TerminalProgram> start(const TerminalCommand& command);

  TerminalProgram(TerminalProgram&& other) noexcept;
  TerminalProgram& operator=(TerminalProgram&& other) noexcept = delete;
  // As stop().
  ~TerminalProgram();

  // Readable when it has ended.
  [[nodiscard]] int end_descriptor() const { return end_.get(); }
  // Waits for its end: the exit status, or 128 and the signal that ended it.
  int wait();
  // Waits a moment for its end, then sends SIGTERM, and finally kills it.
  void stop();

 private:
  TerminalProgram(int pid, Descriptor end) : pid_(pid), end_(std::move(end)) {}

  int pid_;  // -1: reaped
  Descriptor end_;
  int status_ = 0;
};

// Becomes that program; returns only if that fails, with the reason.
base::Error become(const TerminalCommand& command);

}  // namespace quiver::launch
