// The best competitors of a ladder, to be entered in a tournament: the finals of a season.
//
// Reads the store and writes nothing. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/store/store.hpp"

namespace quiver::tournament {

struct LadderEntrant {
  std::string bot;  // as --bot takes it, with the name that the ladder's table has
  std::string name;
  std::string version;  // of a launched bot's files; empty: it is remote
};

// Of the season of that name, or of the last one; the best first, without those that have dropped out. At
// most `top`. An error if there is no such season, or if fewer than two are in it.
base::Result<std::vector<LadderEntrant>> best_of_ladder(store::Store& store, const std::string& season,
                                                        std::uint32_t top);

// Whether the bot's files are still those that played in the ladder.
base::Result<bool> is_unchanged(const LadderEntrant& entrant, const launch::BotSpec& bot);

}  // namespace quiver::tournament
