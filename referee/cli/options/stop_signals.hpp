// SIGINT, SIGTERM and SIGHUP for a command that has to clean up: they wait to be asked for.
//
// While this object lives they are blocked on the calling thread and on those that it starts. A referee that
// runs in between takes them itself (check_run.cpp).
#pragma once

#include <csignal>

#include "referee/launch/descriptor.hpp"

namespace quiver::cli {

class StopSignals {
 public:
  StopSignals();
  // They do again what they did before.
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Readable as soon as one has come.
  [[nodiscard]] int descriptor() const { return come_.get(); }
  // The one that has come, 0 if none has. It stays come.
  int signal();

 private:
  sigset_t before_{};
  launch::Descriptor come_;
  int signal_ = 0;
};

// Lets them through again while it lives, for a referee that handles them.
class StopSignalsLetThrough {
 public:
  StopSignalsLetThrough();
  ~StopSignalsLetThrough();
  StopSignalsLetThrough(const StopSignalsLetThrough&) = delete;
  StopSignalsLetThrough& operator=(const StopSignalsLetThrough&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace quiver::cli
