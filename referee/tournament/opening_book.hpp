// Which opening a game begins with: none, a random one, or one of a list.
//
// Games of one pairing that differ only in who sits where begin alike: two in a row with two seats, four with
// four. All pairings that are drawn together play the same openings. Drawn from the seed alone, and
// remembered.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "client_sdk/games/position.hpp"

namespace quiver::tournament {

class OpeningBook {
 public:
  // No openings.
  OpeningBook() = default;
  // So many moves at random. An error if the board does not allow that many.
  static base::Result<OpeningBook> random(games::Position start, unsigned plies, std::uint32_t seed);
  // One after the other, and then from the beginning again; not empty.
  static OpeningBook of(std::vector<std::vector<games::Event>> openings);

  // The opening of a pairing's game `index`, where pairings drawn together are the `batch`-th, from 0.
  std::vector<games::Event> find(std::uint32_t batch, std::uint32_t index, std::uint32_t games,
                                 unsigned seats);

 private:
  std::optional<games::Position> start_;
  unsigned plies_ = 0;
  std::uint32_t seed_ = 0;
  std::vector<std::vector<games::Event>> listed_;
  std::map<std::uint64_t, std::vector<games::Event>> drawn_;
};

}  // namespace quiver::tournament
