// What a worker needs to play a unit of work: the setup of its event, and the files of its bots.
//
// Setups and files are kept for the next unit. What cannot be played here is said in a sentence, once, and
// left to others from then on: a bot whose programs are missing, an event that asks for more than this
// machine can do. An event is looked at again when its coordinator has opened it anew. One thread, that of
// the queue.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/launch/isolation.hpp"
#include "referee/run/game_source.hpp"
#include "referee/run/order.hpp"
#include "referee/store/open_store.hpp"
#include "referee/store/postgres/work_queue.hpp"

namespace quiver::tournament {

struct WorkerSettings {
  store::WorkerInfo info;  // with the speed of this machine if clocks are to be scaled
  // What this machine can do to isolate bots, and what it insists on whatever a tournament asks for.
  launch::LaunchPolicy launch_policy;
  launch::Isolation isolation = launch::Isolation::kOff;
  bool no_ponder = false;
  std::uint32_t concurrency = 1;  // games at once
  base::Duration lease = std::chrono::seconds(15);
  // Ends when there has been nothing to play for this long; none: never.
  std::optional<base::Duration> until_idle;
  std::string cache;                                    // a folder for the bots' files
  std::uint64_t cache_bytes = std::uint64_t{2} << 30U;  // at most, but for what is in use
  std::string logs;                                     // a folder for the output of bots; empty: none
};

// An open event, as far as a worker knows it. Never changed, so any thread may read it.
struct WorkEvent {
  store::EventId id = 0;
  wire::WorkSetup setup;
  std::string json;  // of the setup
  run::MatchConfig config;
  std::optional<double> time_scale;  // if clocks are scaled
};

// All that the games of a unit need.
struct LoadedUnit {
  std::shared_ptr<const WorkEvent> event;
  std::vector<run::Game> games;
  std::map<std::size_t, launch::BotSpec> bots;  // by the numbers of the entrants
};

class WorkLoader {
 public:
  // The settings must outlive it. `tell` hears what this worker cannot play.
  WorkLoader(const WorkerSettings& settings, store::Notice tell)
      : settings_(settings), tell_(std::move(tell)) {}

  // From the cache or from the database; null if this worker cannot play it.
  base::Result<std::shared_ptr<LoadedUnit>> load(store::WorkQueue& queue, const store::ClaimedUnit& unit);
  [[nodiscard]] store::Unable unable(base::Time now) const;
  // From now on none of this bot's games, until then; none: ever. Says why, once.
  void cannot_play(const wire::WorkBot& bot, const std::string& why, std::optional<base::Time> until = {});
  // Events that were opened again with another setup may be for this worker now.
  base::Result<void> look_again(store::WorkQueue& queue);

 private:
  // Null if it is not open any more, or not for this worker.
  base::Result<std::shared_ptr<const WorkEvent>> load_event(store::WorkQueue& queue, store::EventId id);
  // An error says why this worker takes none of the event's games.
  base::Result<std::shared_ptr<const WorkEvent>> make_event(store::EventId id, wire::WorkSetup setup) const;
  // What its clocks are multiplied by here.
  void tell_scale(const WorkEvent& event) const;
  base::Result<bool> load_bot(store::WorkQueue& queue, const wire::WorkBot& bot);
  // Lets go of bots that no open event needs, so that their files may be removed from the cache.
  base::Result<void> forget_bots(store::WorkQueue& queue);

  const WorkerSettings& settings_;
  store::Notice tell_;
  std::map<store::EventId, std::shared_ptr<const WorkEvent>> events_;
  std::map<std::string, launch::BotSpec> bots_;              // by bundle
  std::map<std::string, std::optional<base::Time>> unable_;  // bundles that cannot be played here, until when
  std::map<store::EventId, std::string> unable_events_;      // with the setup that was refused
};

}  // namespace quiver::tournament
