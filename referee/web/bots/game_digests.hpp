// What lists and histograms need of games' records, which are read once and remembered: a list is asked for
// again with each game that ends, and most of its games are the same.
//
// Bounded: beyond a few thousand games it begins again with none. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "quiver/v1/spectator.pb.h"
#include "referee/store/store.hpp"

namespace quiver::web {

// How one seat used its time in a game. Milliseconds.
struct SeatTimes {
  struct Move {
    float millis = 0;
    std::uint32_t step = 0;  // how many steps of the game there are after it was made
  };
  std::vector<Move> moves;
  std::optional<double> per_move;  // its limits
  std::optional<double> bank;      // with the increments of the moves that it made
  double used = 0;
};

struct GameDigest {
  v1::GameSummary summary;
  std::vector<SeatTimes> seats;
};

using DigestPtr = std::shared_ptr<const GameDigest>;

class GameDigests {
 public:
  // None if there is no such game.
  base::Result<DigestPtr> find(store::Store& store, const store::Event& event, std::uint32_t number);

 private:
  std::map<std::pair<store::EventId, std::uint32_t>, DigestPtr> known_;
};

// Of a record as the store has it; the id is that of the page.
GameDigest digest_of(const wire::Record& record, const std::string& id);

}  // namespace quiver::web
