// A bot throws this before its first move of a match that it does not support: too many seats, another
// start. The seat is lost as if it had failed, but the sentence says that nothing went wrong, and `quiver
// check` does not count it as a failure.
#pragma once

#include <stdexcept>
#include <string>

namespace quiver::bot {

class Declined : public std::runtime_error {
 public:
  explicit Declined(const std::string& sentence) : std::runtime_error("declined: " + sentence) {}
};

}  // namespace quiver::bot
