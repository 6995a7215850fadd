// Plays the games of an event and commits what happens: what tournaments and ladders share.
//
// Everything that can be refused is refused before start(), which takes the store. play() then hands out
// games until the source is finished or a signal comes. It ends early when a commit fails: what is not
// committed is not reported either. Lives on the thread that runs the referee.
#pragma once

#include <optional>
#include <string>

#include "referee/run/referee.hpp"
#include "referee/store/writer.hpp"
#include "referee/tournament/commit_notifier.hpp"

namespace quiver::tournament {

class EventRunner {
 public:
  // The referee must outlive the runner.
  explicit EventRunner(run::Referee& referee) : referee_(referee) {}

  // From now on changes are committed to this event of the store, which must outlive the runner. To be called
  // once, before notifier() and play().
  void start(store::Store& store, store::EventId event);
  [[nodiscard]] CommitNotifier& notifier() { return *notifier_; }
  // What waits to be committed; nothing before start().
  [[nodiscard]] store::Writer::Lag lag() const;

  // Plays until the source is finished, a commit fails or a signal comes. Returns the signal, or 0.
  // `matches`, if given, observes the matches. The last games may still wait for their commit: finish()
  // follows.
  int play(run::MatchConfig config, run::GameSource& source, net::MatchObserver* matches = nullptr);
  // The same with a runner that has the games played elsewhere.
  int play(std::unique_ptr<run::Runner> runner);
  // Waits for the commits that are under way and has them reported.
  void finish();

  // A commit failed: why. Empty if none did.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  [[nodiscard]] bool failed() const { return !failure_.empty(); }

 private:
  run::Referee& referee_;
  std::string failure_;
  std::optional<store::Writer> writer_;
  std::optional<CommitNotifier> notifier_;
};

}  // namespace quiver::tournament
