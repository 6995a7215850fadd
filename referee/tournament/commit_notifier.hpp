// Commits what happens, and has it reported once it is committed and not before.
//
// commit() returns at once and the next game can begin. `then` is called on the referee's thread once the
// commit is done, in the order of the calls. After a commit that failed nothing more is reported, and the
// failure is reported once. All calls come on the referee's thread; only an inbox behind a mutex is shared
// with the writer's thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "referee/store/writer.hpp"

namespace quiver::tournament {

class CommitNotifier {
 public:
  // Has something called on the referee's thread, soon.
  using Post = std::function<void(std::function<void()>)>;

  // `writer` and whatever `post` and `on_failure` refer to must outlive it. `on_failure` is called once at
  // most, on the referee's thread.
  CommitNotifier(store::Writer& writer, Post post, std::function<void(const std::string&)> on_failure);
  // Blocks until the pending commits are done, and reports none of them.
  ~CommitNotifier();
  CommitNotifier(const CommitNotifier&) = delete;
  CommitNotifier& operator=(const CommitNotifier&) = delete;

  // Returns at once. `then` is not called if the commit fails.
  void commit(std::vector<store::Change> changes, std::function<void()> then = {});
  // The same for another event of the same store.
  void commit_to(store::EventId event, std::vector<store::Change> changes, std::function<void()> then = {});
  // To be called when the referee has ended: blocks until everything is committed, and reports the rest.
  // Returns the first error of a commit, if there was one.
  base::Result<void> finish();

 private:
  struct Inbox;
  // What the writer's thread calls after the commit.
  store::Writer::Done letter(std::function<void()> then);
  // Calls what the writer's thread has left in the inbox.
  void deliver();

  store::Writer& writer_;
  Post post_;
  std::function<void(const std::string&)> on_failure_;
  std::shared_ptr<Inbox> inbox_;
  bool failed_ = false;
};

}  // namespace quiver::tournament
