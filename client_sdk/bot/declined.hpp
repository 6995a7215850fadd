// What a bot throws before its first move of a match that it does not play at all: too many seats, another
// start. The seat is lost as if it had failed, but the sentence says that nothing went wrong, and
// `quiver check` does not hold it against the bot.
#pragma once

#include <stdexcept>
#include <string>

namespace quiver::bot {

class Declined : public std::runtime_error {
 public:
  explicit Declined(const std::string& sentence) : std::runtime_error("declined: " + sentence) {}
};

}  // namespace quiver::bot
