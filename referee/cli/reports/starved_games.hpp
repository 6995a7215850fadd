// What a report says of bots that had to wait for a processor.
//
// A plain value that takes records and makes text; it does not print. Names are made harmless.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "client_sdk/wire/messages.hpp"

namespace quiver::cli {

class StarvedGames {
 public:
  // A game that is not played again.
  void add(const wire::Record& record);

  // Up to two lines: "2 games were played again, 3 times in all, because a bot had to wait for a processor" and
  // "waited for a processor: mcts 1.2 s, random 0.1 s", of bots that waited for a hundredth of their time and
  // 10 ms a game, or more. Empty if there is nothing to say.
  [[nodiscard]] std::string text() const;

 private:
  struct Bot {
    base::Duration wait{0};
    base::Duration used{0};
    unsigned games = 0;
  };
  std::map<std::string, Bot> bots_;
  std::uint32_t games_ = 0;    // that were played again
  std::uint32_t repeats_ = 0;  // how often, all together
};

}  // namespace quiver::cli
