// Plays what open tournaments have to play: claims units of work, plays their games, and submits the records.
//
// Units of several tournaments can be in hand at once; each tournament has a game source and a runner of its
// own. A lease is renewed from the referee's thread, and only while each game of the unit makes progress: a
// game in which nothing has happened for longer than a move may take counts as hung, and its unit goes to
// another worker. Of a unit whose lease is lost no further game is begun. While the database is away, games
// go on and records wait. Lives on the referee's thread; the queue has a thread of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/run/referee.hpp"
#include "referee/tournament/workers/queue_thread.hpp"
#include "referee/tournament/workers/work_loader.hpp"

namespace quiver::tournament {

class Worker {
 public:
  // `notice` hears, on the referee's thread, what goes wrong, and `on_record` of each record that is
  // submitted.
  Worker(WorkerSettings settings, store::Notice notice, std::function<void(const wire::Record&)> on_record);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Makes it an order of the referee's, which must not outlive this object. To be called once, before run().
  void start(run::Referee& referee, std::unique_ptr<store::WorkQueue> queue);
  // After run(): gives back what was not played, and ends the thread.
  void finish();

  // Why it ended by itself; empty if it did not, or if there was nothing more to play.
  [[nodiscard]] const std::string& failure() const { return failure_; }

  // Whether nothing has happened in one of its games for so long that it does not renew the lease.
  [[nodiscard]] bool has_hung_game() const;

 private:
  class Source;
  class Handle;
  struct Unit;
  using UnitPtr = std::shared_ptr<Unit>;

  // --- on the queue's thread
  base::Result<void> poll(store::WorkQueue& queue);
  // Shows that this worker lives, now and then. False if it is refused.
  base::Result<bool> enter(store::WorkQueue& queue);
  base::Result<void> note_idle(store::WorkQueue& queue);
  // The next unit, with what it needs; false if there is none now.
  base::Result<bool> claim_one(store::WorkQueue& queue);
  void tell(const std::string& sentence);
  void end_because(const std::string& why);

  // --- on the referee's thread
  void begin(const store::ClaimedUnit& claimed, const LoadedUnit& loaded);
  std::shared_ptr<Source> source_for(const LoadedUnit& loaded);
  // The source ends with the games that are being played.
  void retire(std::shared_ptr<Source> source);
  [[nodiscard]] bool may_begin() const { return running_ < settings_.concurrency; }
  void on_over(const UnitPtr& unit, const wire::Record& record, std::optional<double> time_scale);
  // A seat's bot could not be started, or ended before it was ready: its games are for others, unless they
  // could not play it either.
  void on_unable(const UnitPtr& unit, const wire::WorkBot& bot, const std::string& why);
  void submit(const UnitPtr& unit);
  void release(const UnitPtr& unit);
  // Its lease is another's, or the unit is gone.
  void lose(const UnitPtr& unit);
  // It is in hand no more.
  void forget(const UnitPtr& unit);
  void renew_leases();
  // How long a game took: while games are short, the next ones are claimed before the last ones have ended.
  void note_length(base::Duration length);
  // Ends the runners of tournaments that have no games now.
  void rest();
  void end();
  [[nodiscard]] bool has_ended() const { return ending_ && runners_ == 0 && beginning_ == 0; }

  // --- on either
  // How many more games should be in hand.
  [[nodiscard]] std::size_t num_free() const;

  WorkerSettings settings_;
  store::Notice notice_;
  std::function<void(const wire::Record&)> on_record_;
  run::Referee* referee_ = nullptr;
  base::Time renewed_{};
  std::map<store::EventId, std::shared_ptr<Source>> sources_;  // with a runner
  std::vector<std::shared_ptr<Source>> retired_;               // their runners may still live
  std::size_t runners_ = 0;                                    // that live
  std::set<UnitPtr> units_;                                    // in hand
  std::set<std::string> trusted_;  // bundles that were ready here once, or that nobody can play
  std::size_t running_ = 0;        // games
  std::string failure_;
  // Of both threads. What one adds the other takes away, so that neither overwrites a count of the other's.
  std::atomic<bool> ending_{false};
  std::atomic<std::int64_t> in_hand_{0};  // games that were claimed and have not ended
  std::atomic<std::int64_t> ahead_{0};    // games that should wait here for a slot
  std::atomic<int> beginning_{0};         // units that were claimed and have not reached the referee's thread
  // Of the queue's thread alone:
  WorkLoader loader_;
  std::optional<base::Time> entered_;
  std::optional<base::Time> idle_since_;
  std::unique_ptr<QueueThread> thread_;  // last: it uses the others
};

// This machine: its name and the model of its CPU. Without a name the worker is called after host and
// process.
store::WorkerInfo this_machine(const std::string& name);
// Its load average over a minute, per core.
double machine_load();

}  // namespace quiver::tournament
