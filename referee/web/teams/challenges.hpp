// The challenges that teams have asked for at the page, and what becomes of their games.
//
// The latest ones are remembered, until the program ends. One thread.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "quiver/v1/spectator.pb.h"
#include "quiver/v1/teams.pb.h"

namespace quiver::web {

class Challenges {
 public:
  static constexpr std::size_t kRemembered = 256;

  // A challenge that has changed, and whose it is.
  struct Changed {
    std::string team;
    v1::Challenge challenge;
  };

  void add(const std::string& team, v1::Challenge challenge);
  // Each returns the challenge that the game belongs to, if there is one.
  std::optional<Changed> on_begin(const std::string& game, const std::vector<std::string>& names);
  std::optional<Changed> on_over(const v1::GameSummary& game);
  // Those of the team that are not over.
  [[nodiscard]] std::vector<v1::Challenge> open_of(const std::string& team) const;

 private:
  // Lets `change` change the game of this id.
  template <class Change>
  std::optional<Changed> change(const std::string& game, Change change);

  std::deque<Changed> all_;  // the oldest first
};

}  // namespace quiver::web
