// Whatever has games played for a Referee: here, by a GameRunner, or by workers on other machines.
//
// The referee asks it to go on whenever something has changed, and destroys it once it is done. All calls
// come on the referee's thread; none may block.
#pragma once

#include <string>

namespace quiver::run {

class Runner {
 public:
  virtual ~Runner() = default;

  // Something has changed, or time has passed: begins what can begin. Returns without waiting.
  virtual void go_on() = 0;
  // Begins no further games; the running ones are played to their end.
  virtual void stop_after_these() = 0;
  // Aborts all games, now.
  virtual void stop(const std::string& sentence) = 0;
  // Everything has ended.
  [[nodiscard]] virtual bool done() const = 0;
};

}  // namespace quiver::run
