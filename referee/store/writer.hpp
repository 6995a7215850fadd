// Commits while games are played: add() returns at once, and a callback reports when the changes are
// committed.
//
// Changes that are added during a commit, or soon after it, share the next one (group commit), because a
// commit costs the same for one game as for fifty: about a tenth of the time is spent committing, more only
// where the disk is slow. What was added first is committed first or in the same transaction, so that a
// store always holds a prefix of what happened, without gaps. After a failed commit nothing more is written,
// and all callbacks get the error. A thread of its own does the work; all functions may be called from any
// thread.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "referee/store/store.hpp"

namespace quiver::store {

class Writer {
 public:
  // Called on the writer's thread, in the order of add(); it must not throw.
  using Done = std::function<void(const base::Result<void>&)>;

  // The store is the writer's until it is destroyed. Changes are of this event unless add() names another.
  Writer(Store& store, EventId event);
  // Commits what is left.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Queues the changes, which are committed together or not at all, and returns at once. `done` hears how it
  // went, also after an earlier failure.
  void add(std::vector<Change> changes, Done done = {}) { add(std::move(changes), std::move(done), event_); }
  // The same for another event of the store. Changes of two events share no transaction.
  void add(std::vector<Change> changes, Done done, EventId event);
  // Waits until all that was added before is committed, which begins at once, and those who asked have heard
  // of it. The error of the commit that failed, if one did.
  base::Result<void> flush();

  // What committing has cost so far, for benchmarks and tests.
  struct Spent {
    std::uint64_t commits = 0;
    std::uint64_t additions = 0;
    base::Duration busy{0};  // inside commits
  };
  [[nodiscard]] Spent spent() const;

  // What was added and is neither committed nor given up yet, and how long the oldest of it has waited.
  struct Lag {
    std::size_t waiting = 0;
    base::Duration oldest{0};
  };
  [[nodiscard]] Lag lag() const;

 private:
  class Impl;
  EventId event_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace quiver::store
