#include "referee/store/writer.hpp"

#include <chrono>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>

namespace quiver::store {

using base::Result;

class Writer::Impl {
 public:
  Impl(Store& store, EventId event) : store_(store), event_(event), thread_([this] { work(); }) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void add(std::vector<Change> changes, Done done) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back({std::move(changes), std::move(done)});
      ++spent_.additions;
    }
    wake_.notify_one();
  }

  Result<void> flush() {
    std::unique_lock lock(mutex_);
    const std::uint64_t all = spent_.additions;
    settled_.wait(lock, [&] { return heard_ >= all; });
    return failure_ ? Result<void>(*failure_) : Result<void>();
  }

  Spent spent() {
    const std::lock_guard lock(mutex_);
    return spent_;
  }

 private:
  struct Addition {
    std::vector<Change> changes;
    Done done;
  };

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      std::vector<Addition> batch = std::move(waiting_);
      waiting_.clear();
      const std::optional<base::Error> before = failure_;
      lock.unlock();
      const Result<void> result = before ? Result<void>(*before) : commit(batch);
      for (const Addition& one : batch)
        if (one.done) one.done(result);
      lock.lock();
      heard_ += batch.size();
      settled_.notify_all();
    }
  }

  Result<void> commit(std::vector<Addition>& batch) {
    std::vector<Change> changes;
    for (Addition& one : batch)
      changes.insert(changes.end(), std::make_move_iterator(one.changes.begin()),
                     std::make_move_iterator(one.changes.end()));
    const auto began = std::chrono::steady_clock::now();
    Result<void> result = store_.commit(event_, changes);
    const auto took = std::chrono::steady_clock::now() - began;
    const std::lock_guard lock(mutex_);
    ++spent_.commits;
    spent_.busy += took;
    if (!result) failure_ = result.error();
    return result;
  }

  Store& store_;
  EventId event_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable settled_;
  std::vector<Addition> waiting_;
  std::optional<base::Error> failure_;
  std::uint64_t heard_ = 0;  // additions whose outcome is known to who asked
  Spent spent_;
  bool closing_ = false;
  std::thread thread_;  // last: it uses all the others
};

Writer::Writer(Store& store, EventId event) : impl_(std::make_unique<Impl>(store, event)) {}
Writer::~Writer() = default;

void Writer::add(std::vector<Change> changes, Done done) { impl_->add(std::move(changes), std::move(done)); }
Result<void> Writer::flush() { return impl_->flush(); }
Writer::Spent Writer::spent() const { return impl_->spent(); }

}  // namespace quiver::store
