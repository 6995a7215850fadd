#include "referee/web/bots/bot_reader.hpp"

#include <algorithm>

#include "client_sdk/base/duty_cycle.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/web/bots/bot_statistics.hpp"
#include "referee/web/bots/move_times.hpp"

namespace quiver::web {

namespace {

constexpr auto kFresh = std::chrono::seconds(1);
// An index is used for so many times as long as it took to read.
constexpr base::DutyCycle kValidity(9);

Denial unreadable(const base::Error& error) { return {503, error.sentence}; }

Denial unknown(const store::Event& event, const std::string& name) {
  return {404, "nobody called " + base::quoted(name) + " takes part in " + event.name};
}

std::string id_of(const store::Event& event, const OwnGame& one) {
  return event.name + "-" + std::to_string(one.game->number);
}

// Which of the games has this number; they are sorted by number, the last one first.
std::optional<std::size_t> place_of(const std::vector<OwnGame>& games, std::uint32_t number) {
  const auto found =
      std::lower_bound(games.begin(), games.end(), number,
                       [](const OwnGame& one, std::uint32_t wanted) { return one.game->number > wanted; });
  if (found == games.end() || found->game->number != number) return std::nullopt;
  return static_cast<std::size_t>(found - games.begin());
}

}  // namespace

Granted<BotReader::Known*> BotReader::known(store::Store& store, const store::Event& event) {
  auto found =
      std::find_if(events_.begin(), events_.end(), [&](const Known& one) { return one.event == event.id; });
  if (found == events_.end()) {
    if (events_.size() >= kMostEvents) events_.pop_back();
    events_.emplace_front();
    events_.front().event = event.id;
  } else {
    events_.splice(events_.begin(), events_, found);
  }
  Known& its = events_.front();
  const base::Time now = std::chrono::steady_clock::now();
  if (its.competitors && now < its.until) return &its;
  // The games first: whoever plays in them is among the entrants then.
  if (const auto done = its.index.refresh(store, event.id); !done) return unreadable(done.error());
  auto entrants = store.entrants(event.id);
  if (!entrants) return unreadable(entrants.error());
  its.competitors.emplace(event, std::move(*entrants));
  const base::Time then = std::chrono::steady_clock::now();
  its.until = then + std::max<base::Duration>(kFresh, kValidity.rest_after(then - now));
  return &its;
}

Granted<v1::BotReport> BotReader::report(store::Store& store, const store::Event& event,
                                         const std::string& name, const std::string& version,
                                         const v1::Standings& table) {
  const auto its = known(store, event);
  if (!its) return its.error();
  const Competitors& competitors = *(*its)->competitors;
  const auto entrant = competitors.find(name);
  if (!entrant) return unknown(event, name);
  const std::uint32_t first = competitors.first_of(*entrant);
  BotFilter filter;
  const auto all = own_games((*its)->index, competitors, first, filter);
  filter.version = version;
  const auto games = version.empty() ? all : own_games((*its)->index, competitors, first, filter);
  if (!all) return all.error();
  if (!games) return games.error();
  v1::BotReport out = bot_report(event, (*its)->index, competitors, first, *games, *all, table);
  out.set_version(version);
  auto its_times = times(store, event, *games);
  if (!its_times) return its_times.error();
  *out.mutable_times() = std::move(*its_times);
  return out;
}

Granted<v1::MoveTimes> BotReader::times(store::Store& store, const store::Event& event,
                                        const std::vector<OwnGame>& games) {
  MoveTimes times;
  for (std::size_t k = 0; k < std::min<std::size_t>(games.size(), kTimedGames); ++k) {
    const auto digest = digests_.find(store, event, games[k].game->number);
    if (!digest) return unreadable(digest.error());
    if (*digest) times.add(**digest, games[k].seat);
  }
  return times.message();
}

Granted<v1::BotGames> BotReader::games(store::Store& store, const store::Event& event,
                                       const std::string& name, const BotFilter& filter,
                                       const WantedPage& wanted) {
  const auto its = known(store, event);
  if (!its) return its.error();
  const Competitors& competitors = *(*its)->competitors;
  const auto entrant = competitors.find(name);
  if (!entrant) return unknown(event, name);
  const auto games = own_games((*its)->index, competitors, competitors.first_of(*entrant), filter);
  if (!games) return games.error();
  v1::BotGames out;
  out.set_total(static_cast<std::uint32_t>(games->size()));
  out.set_page(wanted.page);
  const auto place = wanted.near ? place_of(*games, *wanted.near) : std::nullopt;
  if (place) {
    out.set_place(static_cast<std::uint32_t>(*place + 1));
    out.set_page(static_cast<std::uint32_t>(*place / kPage));
    if (*place > 0) out.set_later(id_of(event, (*games)[*place - 1]));
    if (*place + 1 < games->size()) out.set_earlier(id_of(event, (*games)[*place + 1]));
  }
  if (auto filled = fill_page(out, store, event, **its, *games); !filled) return filled.error();
  return out;
}

Granted<void> BotReader::fill_page(v1::BotGames& out, store::Store& store, const store::Event& event,
                                   const Known& its, const std::vector<OwnGame>& games) {
  const std::uint64_t begin = std::uint64_t{out.page()} * kPage;
  for (std::uint64_t k = begin; k < std::min<std::uint64_t>(games.size(), begin + kPage); ++k) {
    const OwnGame& one = games[k];
    const auto digest = digests_.find(store, event, one.game->number);
    if (!digest) return unreadable(digest.error());
    if (!*digest) continue;
    v1::BotGame& game = *out.add_games();
    *game.mutable_game() = (*digest)->summary;
    game.set_seat(static_cast<std::uint32_t>(one.seat));
    game.set_outcome(outcome_of(one));
    if (const auto fault = fault_of(one.own())) game.set_fault(static_cast<v1::Reason>(*fault));
    game.set_version(its.competitors->at(one.own().entrant).name);
    game.set_board(its.index.boards()[one.game->board]);
  }
  return {};
}

}  // namespace quiver::web
