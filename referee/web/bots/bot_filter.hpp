// Which of a bot's games somebody wants to see, and those games. Pure, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/bots.pb.h"
#include "referee/web/bots/competitors.hpp"
#include "referee/web/bots/event_index.hpp"
#include "referee/web/http/denial.hpp"

namespace quiver::web {

// As the query of a request says it; what is empty lets all games pass.
struct BotFilter {
  std::optional<v1::BotGame::Outcome> outcome;
  bool faults_only = false;
  std::optional<wire::Reason> fault;
  std::string against;  // all versions of that competitor
  std::string board;
  std::string version;
  std::optional<std::uint32_t> seat;
};

// From result=won|drawn|lost, fault=any|TIMEOUT…, against, board, version and seat. Denied with 400 for other
// values.
Granted<BotFilter> read_bot_filter(const std::map<std::string, std::string>& query);

// A game and the seat in which the bot played it.
struct OwnGame {
  const EventIndex::Game* game = nullptr;
  std::size_t seat = 0;

  [[nodiscard]] const EventIndex::Seat& own() const { return game->seats[seat]; }
};

v1::BotGame::Outcome outcome_of(const OwnGame& one);
// Where it went out by a fault of its own.
std::optional<wire::Reason> fault_of(const EventIndex::Seat& seat);

// The games of the competitor whose first version is `first`, the latest first. Denied with 404 for a version
// or an opponent that is not there.
Granted<std::vector<OwnGame>> own_games(const EventIndex& index, const Competitors& competitors,
                                        std::uint32_t first, const BotFilter& filter);

}  // namespace quiver::web
