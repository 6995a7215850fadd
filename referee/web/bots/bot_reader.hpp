// What a store says of one bot: a report on all its games, and the games themselves behind a filter, page by
// page.
//
// Made from indexes of the events in memory (event_index.hpp), which are brought up to date at most once a
// second; records are read for the games of a page and for the times of the latest moves only. One thread,
// that of the store.
#pragma once

#include <list>
#include <optional>
#include <string>

#include "client_sdk/base/time.hpp"
#include "quiver/v1/bots.pb.h"
#include "quiver/v1/standings.pb.h"
#include "referee/web/bots/bot_filter.hpp"
#include "referee/web/bots/competitors.hpp"
#include "referee/web/bots/game_digests.hpp"

namespace quiver::web {

// Which page of a bot's games is wanted: that number, or the one with this game.
struct WantedPage {
  std::uint32_t page = 0;
  std::optional<std::uint32_t> near;
};

class BotReader {
 public:
  static constexpr std::uint32_t kPage = 50;         // games
  static constexpr std::uint32_t kTimedGames = 200;  // the latest, for the times of moves
  static constexpr std::size_t kMostEvents = 4;      // in memory; the one that was not asked for longest goes

  // `name` is that of any version, `version` one of them or empty; `table` has the ratings. Denied with 404
  // if there is nobody of that name.
  Granted<v1::BotReport> report(store::Store& store, const store::Event& event, const std::string& name,
                                const std::string& version, const v1::Standings& table);
  Granted<v1::BotGames> games(store::Store& store, const store::Event& event, const std::string& name,
                              const BotFilter& filter, const WantedPage& wanted);

 private:
  struct Known {
    store::EventId event = 0;
    base::Time until;
    EventIndex index;
    std::optional<Competitors> competitors;
  };

  // The event's index and entrants, not older than a moment.
  Granted<Known*> known(store::Store& store, const store::Event& event);
  Granted<v1::MoveTimes> times(store::Store& store, const store::Event& event,
                               const std::vector<OwnGame>& games);
  Granted<void> fill_page(v1::BotGames& out, store::Store& store, const store::Event& event, const Known& its,
                          const std::vector<OwnGame>& games);

  std::list<Known> events_;  // the one that was asked for last comes first
  GameDigests digests_;
};

}  // namespace quiver::web
