// Has the games of a tournament played by workers instead of here.
//
// Takes units from the tournament, offers them in the work queue, judges what workers submit, and passes the
// records on to the tournament, which stores them as ever. A worker whose records do not pass is refused, and
// its games are offered again. When the tournament is stopped by a signal, what was offered stays: workers
// play on, and the next run takes their records. Lives on the referee's thread; the queue has a thread of its
// own.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/run/referee.hpp"
#include "referee/run/runner.hpp"
#include "referee/tournament/commit_notifier.hpp"
#include "referee/tournament/tournament.hpp"
#include "referee/tournament/workers/queue_thread.hpp"

namespace quiver::tournament {

// The event for workers. The bundles of its bots are in the queue already.
struct WorkPlan {
  store::EventId event = 0;
  wire::WorkSetup setup;
  run::MatchConfig config;  // with the boards
};

// What a coordinator hands to workers.
struct WorkRequest {
  std::string store;  // the URL
  store::EventId event = 0;
  run::MatchConfig config;
  std::vector<launch::BotSpec> bots;  // by the numbers of the entrants
  std::string isolate;
  bool no_ponder = false;
  // Workers scale clocks, which are meant for a machine of a speed: this one, or the one of this machine.
  bool scales_time = false;
  std::optional<double> reference_speed;
};

class WorkDispatcher final : public run::Runner {
 public:
  // `notice` hears, on the referee's thread, of refused workers and of a server that is away. Tournament,
  // referee and notifier must outlive it.
  WorkDispatcher(WorkPlan plan, std::unique_ptr<store::WorkQueue> queue, Tournament& tournament,
                 run::Referee& referee, CommitNotifier& notifier, store::Notice notice);
  ~WorkDispatcher() override;

  // Runner
  void go_on() override;
  // As stop(): nothing is played here.
  void stop_after_these() override { stop(""); }
  void stop(const std::string& sentence) override;
  [[nodiscard]] bool done() const override { return done_; }

 private:
  struct Outstanding {
    store::UnitId unit = 0;
    run::Game game;
  };
  // What the two threads share: the games of each unit, to judge its records by.
  struct Expected;

  // --- on the queue's thread
  // Fetches and judges what was submitted.
  base::Result<void> poll(store::WorkQueue& queue);
  // Gives units whose lease has run out to others, now and then.
  base::Result<void> reopen(store::WorkQueue& queue);
  base::Result<void> refuse(store::WorkQueue& queue, const std::string& worker, const std::string& why);

  // --- on the referee's thread
  // Records that have passed.
  void take(const store::Submission& submission);
  void settle_when_stored(store::UnitId unit, bool any_void);
  // Has it removed from the queue, soon.
  void settle(store::UnitId unit);
  // Takes units from the tournament and offers them.
  void offer_more();
  void add(std::vector<run::Game> games, std::vector<store::OfferedUnit>& offers);
  // Everything is played or nobody wants the rest: removes the event from the queue.
  void close();

  WorkPlan plan_;
  Tournament& tournament_;
  run::Referee& referee_;
  CommitNotifier& notifier_;
  store::Notice notice_;
  std::map<std::uint32_t, Outstanding> outstanding_;  // by the game's number
  std::map<store::UnitId, std::size_t> units_;        // how many games of each are outstanding
  std::shared_ptr<Expected> expected_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // for what was posted and comes later
  bool stopped_ = false;
  bool closing_ = false;
  bool done_ = false;
  std::optional<base::Time> reopened_;   // of the queue's thread
  std::unique_ptr<QueueThread> thread_;  // last: it uses the others
};

// Packs the bots, opens the event in the work queue, and returns the runner. Blocks. An error if a bot cannot
// be packed, is remote, or if the database cannot be reached. The others as for WorkDispatcher.
base::Result<std::unique_ptr<run::Runner>> dispatch_to_workers(const WorkRequest& request,
                                                               Tournament& tournament, run::Referee& referee,
                                                               CommitNotifier& notifier,
                                                               store::Notice notice);

}  // namespace quiver::tournament
