// The queue of games for workers, in the PostgreSQL database of a store.
//
// The coordinator of an event, which alone has the store open for writing, offers units: the games that one
// worker plays, a pair from one opening or a single game. A worker claims a unit with a lease, renews the
// lease while the games make progress, and submits all records in one transaction while the lease is its
// own. A unit whose lease has run out can be claimed again. The coordinator judges what was submitted, stores
// it, and then removes the unit. So each game is stored once, whichever process dies. Every function fails
// with a sentence if the server cannot be reached; the caller tries again. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/work.hpp"
#include "referee/store/store.hpp"

namespace quiver::store {

// Units are numbered by their first game.
using UnitId = std::uint32_t;

struct OfferedUnit {
  std::vector<wire::WorkGame> games;
  std::vector<std::string> bundles;  // that its bots need
};

struct ClaimedUnit {
  EventId event = 0;
  UnitId unit = 0;
  std::string lease;        // proves that the unit is ours
  std::uint32_t tries = 0;  // how often it was claimed, with this time
  std::vector<wire::WorkGame> games;
};

// The records of one unit.
struct Submission {
  UnitId unit = 0;
  std::string worker;
  std::vector<wire::Record> records;  // in the order of the unit's games
};

struct WorkerInfo {
  std::string name;
  std::string host;
  std::string cpu;                   // its model
  std::optional<double> speed = {};  // if it was measured, for scaled clocks
};

// A worker as the database knows it.
struct WorkerState {
  WorkerInfo info;
  double seen_seconds = 0;  // since it was last heard of
  std::uint64_t units = 0;  // that it has claimed and not submitted yet
  std::uint64_t games = 0;
  std::uint64_t time_losses = 0;
  std::uint64_t voids = 0;
  std::uint64_t starved = 0;         // of the void games: those of a bot that did not get the CPU
  double hours = 0;                  // from when it first entered to when it was last heard of
  std::optional<double> time_scale;  // what clocks were multiplied by in its latest games
  std::string refused;               // why; empty: it is not
};

// What a worker cannot play.
struct Unable {
  std::vector<std::string> bundles;
  std::vector<EventId> events;
};

struct SeatOfResult {
  std::uint32_t entrant = 0;
  std::uint32_t place = 0;
  friend auto operator<=>(const SeatOfResult&, const SeatOfResult&) = default;
};

// How many stored games of one worker ended in this way.
struct ResultCount {
  std::string worker;               // empty: played by no worker
  std::vector<SeatOfResult> seats;  // in the order of the entrants
  std::uint64_t games = 0;
};

struct QueueState {
  std::uint64_t open = 0;
  std::uint64_t leased = 0;
  std::uint64_t submitted = 0;
};

class WorkQueue {
 public:
  // Which announcements end wait().
  enum class Hears {
    kNothing,
    kWork,         // a worker's: something can be claimed
    kSubmissions,  // a coordinator's: something was submitted
  };
  // The store must exist and have this program's schema.
  static base::Result<std::unique_ptr<WorkQueue>> open(const std::string& url, Hears hears = Hears::kNothing);
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // --- the coordinator

  // Stores the setup. The bundles it names must be there; they stay as long as the store, so that every game
  // can be played again with the very programs. If an earlier run has left another setup, its units are
  // removed with it, and what workers have of them is not taken any more.
  base::Result<void> open_event(EventId event, const wire::WorkSetup& setup);
  base::Result<bool> has_bundle(const std::string& name);
  base::Result<void> add_bundle(const std::string& name, const std::string& bytes);
  // Adds the units. One that is there already with the same games stays as it is, with its lease or its
  // records; one with other games, of an earlier run, is replaced.
  base::Result<void> offer(EventId event, const std::vector<OfferedUnit>& units);
  // Units whose lease has run out can be claimed again, before those that were offered later. Until somebody
  // does, their worker can still renew the lease and submit. Workers who find nothing else do this
  // themselves.
  base::Result<void> reopen_expired(EventId event);
  // The next submitted units, at most `most`, without those that the caller has already.
  base::Result<std::vector<Submission>> submissions(EventId event, std::size_t most,
                                                    const std::set<UnitId>& without = {});
  // Their records are stored, or nobody wants them: removes the units.
  base::Result<void> settle(EventId event, const std::vector<UnitId>& units);
  // Removes the setup and all units.
  base::Result<void> close_event(EventId event);
  // The worker claims and submits nothing more, and its units can be claimed by others. False if it was
  // refused before or is unknown.
  base::Result<bool> refuse_worker(const std::string& name, const std::string& why);
  // Lets a refused worker enter again. False if there is no such worker.
  base::Result<bool> admit_worker(const std::string& name);

  // --- a worker

  // An error if the worker is refused. Repeated now and then, so that others see that it lives.
  base::Result<void> enter(const WorkerInfo& worker);
  // The first unit that nobody has and that the worker can play.
  base::Result<std::optional<ClaimedUnit>> claim(const std::string& worker, base::Duration lease,
                                                 const Unable& unable);
  // False if the unit is not the worker's any more.
  base::Result<bool> renew(const ClaimedUnit& unit, base::Duration lease);
  // The same, and false from a worker that is refused. If the answer was lost, submitting again is answered
  // as the first time.
  base::Result<bool> submit(const std::string& worker, const ClaimedUnit& unit,
                            const std::vector<wire::Record>& records);
  // Gives the unit back.
  base::Result<void> release(const ClaimedUnit& unit);
  base::Result<std::optional<wire::WorkSetup>> setup(EventId event);
  base::Result<std::optional<std::string>> bundle(const std::string& name);

  // --- everybody

  // Events with a setup: there may be work later.
  base::Result<std::vector<EventId>> open_events();
  base::Result<QueueState> state();
  base::Result<std::vector<WorkerState>> workers();
  // Counts the stored games of the event. Reads all of them.
  base::Result<std::vector<ResultCount>> results_by_worker(EventId event);
  // How many games of the event have been stored a second, in the last ten minutes; 0 if none were.
  base::Result<double> games_a_second(EventId event);
  // Blocks until something is announced, `wake` can be read, or the time is over. What was announced since
  // the last call counts. Announcements can be missed, so the caller looks again after the time, too.
  void wait(base::Duration time, int wake);

 private:
  class Impl;
  explicit WorkQueue(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace quiver::store
