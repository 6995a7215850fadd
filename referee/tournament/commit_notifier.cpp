#include "referee/tournament/commit_notifier.hpp"

#include <mutex>
#include <utility>

namespace quiver::tournament {

// What the writer's thread leaves for the referee's.
struct CommitNotifier::Inbox {
  struct Letter {
    std::string failure;  // empty: kept
    std::function<void()> then;
  };
  std::mutex mutex;
  std::vector<Letter> letters;
};

CommitNotifier::CommitNotifier(store::Writer& writer, Post post,
                               std::function<void(const std::string&)> on_failure)
    : writer_(writer),
      post_(std::move(post)),
      on_failure_(std::move(on_failure)),
      inbox_(std::make_shared<Inbox>()) {}

// Nobody may be called back who is gone.
CommitNotifier::~CommitNotifier() { static_cast<void>(writer_.flush()); }

void CommitNotifier::commit(std::vector<store::Change> changes, std::function<void()> then) {
  writer_.add(std::move(changes), letter(std::move(then)));
}

void CommitNotifier::commit_to(store::EventId event, std::vector<store::Change> changes,
                               std::function<void()> then) {
  writer_.add(std::move(changes), letter(std::move(then)), event);
}

store::Writer::Done CommitNotifier::letter(std::function<void()> then) {
  return [this, inbox = inbox_, then = std::move(then)](const base::Result<void>& kept) mutable {
    bool first = false;
    {
      const std::lock_guard lock(inbox->mutex);
      first = inbox->letters.empty();
      inbox->letters.push_back({kept ? "" : kept.error().sentence, std::move(then)});
    }
    // One post for all letters that arrive before the referee's thread reads them.
    if (first) post_([this] { deliver(); });
  };
}

void CommitNotifier::deliver() {
  std::vector<Inbox::Letter> letters;
  {
    const std::lock_guard lock(inbox_->mutex);
    letters.swap(inbox_->letters);
  }
  for (Inbox::Letter& letter : letters) {
    // After a failure the order is broken: nothing later may be reported.
    if (failed_) return;
    try {
      if (letter.failure.empty() && letter.then) letter.then();
    } catch (const std::exception& error) {
      // What is kept must be told, or the run has to end.
      letter.failure = std::string("this should not happen: ") + error.what();
    }
    if (letter.failure.empty()) continue;
    failed_ = true;
    on_failure_(letter.failure);
  }
}

base::Result<void> CommitNotifier::finish() {
  // What is told may lead to something more to keep.
  for (;;) {
    auto kept = writer_.flush();
    bool more = false;
    {
      const std::lock_guard lock(inbox_->mutex);
      more = !inbox_->letters.empty();
    }
    if (!more) return kept;
    deliver();
  }
}

}  // namespace quiver::tournament
