// Keeps what happens, and has it told when it is kept and not before.
//
// keep() returns at once and the next game can begin; what is to follow is called on the referee's thread
// once the commit is done, in the order of the calls. After a commit that failed nothing more is told, and
// the failure is, once. All calls come on the referee's thread but for what the writer's thread hands over
// inside.
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

  CommitNotifier(store::Writer& writer, Post post, std::function<void(const std::string&)> on_failure);
  // Waits for what is under way, and tells nobody.
  ~CommitNotifier();
  CommitNotifier(const CommitNotifier&) = delete;
  CommitNotifier& operator=(const CommitNotifier&) = delete;

  void keep(std::vector<store::Change> changes, std::function<void()> then = {});
  // When the referee has ended: waits for what is under way and tells the rest. The error that kept anything
  // from being kept.
  base::Result<void> finish();

 private:
  struct Inbox;
  void deliver();

  store::Writer& writer_;
  Post post_;
  std::function<void(const std::string&)> on_failure_;
  std::shared_ptr<Inbox> inbox_;
  bool failed_ = false;
};

}  // namespace quiver::tournament
