#include "referee/store/writer.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>

#include "client_sdk/base/duty_cycle.hpp"

namespace quiver::store {

using base::Result;

namespace {

using Clock = std::chrono::steady_clock;

// A tenth of the time is spent committing; but nobody waits much longer than this to hear that something is
// committed.
constexpr int kRestPerCommit = 9;
constexpr std::chrono::milliseconds kLongestRest(200);

}  // namespace

class Writer::Impl {
 public:
  explicit Impl(Store& store) : store_(store), thread_([this] { work(); }) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void add(std::vector<Change> changes, Done done, EventId event) {
    bool first = false;
    {
      const std::lock_guard lock(mutex_);
      first = waiting_.empty();
      waiting_.push_back({std::move(changes), std::move(done), Clock::now(), event});
      ++spent_.additions;
    }
    // Who rests sleeps on.
    if (first) wake_.notify_one();
  }

  Result<void> flush() {
    std::unique_lock lock(mutex_);
    const std::uint64_t all = spent_.additions;
    wanted_ = std::max(wanted_, all);
    wake_.notify_one();
    settled_.wait(lock, [&] { return heard_ >= all; });
    return failure_ ? Result<void>(*failure_) : Result<void>();
  }

  Spent spent() {
    const std::lock_guard lock(mutex_);
    return spent_;
  }

  Lag lag() {
    const std::lock_guard lock(mutex_);
    const std::size_t all = under_way_ + waiting_.size();
    if (all == 0) return {};
    const Clock::time_point oldest = under_way_ > 0 ? under_way_since_ : waiting_.front().added;
    return {all, Clock::now() - oldest};
  }

 private:
  struct Addition {
    std::vector<Change> changes;
    Done done;
    Clock::time_point added;
    EventId event = 0;
  };

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      wake_.wait_until(lock, cycle_.until(), [&] { return closing_ || wanted_ > heard_; });
      std::vector<Addition> batch = take_batch();
      if (!failure_) under_way_ = batch.size();
      under_way_since_ = batch.front().added;
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

  // The first ones that are of one event. What was added later waits, so that the order is kept.
  std::vector<Addition> take_batch() {
    const auto other = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const Addition& one) { return one.event != waiting_.front().event; });
    std::vector<Addition> batch(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(other));
    waiting_.erase(waiting_.begin(), other);
    return batch;
  }

  Result<void> commit(std::vector<Addition>& batch) {
    std::vector<Change> changes;
    for (Addition& one : batch)
      changes.insert(changes.end(), std::make_move_iterator(one.changes.begin()),
                     std::make_move_iterator(one.changes.end()));
    const Clock::time_point began = Clock::now();
    Result<void> result = store_.commit(batch.front().event, changes);
    const Clock::time_point ended = Clock::now();
    const Clock::duration took = ended - began;
    cycle_.worked(took, ended);
    const std::lock_guard lock(mutex_);
    ++spent_.commits;
    spent_.busy += took;
    under_way_ = 0;
    if (!result) failure_ = result.error();
    return result;
  }

  Store& store_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable settled_;
  std::vector<Addition> waiting_;
  std::size_t under_way_ = 0;          // additions that are being committed
  Clock::time_point under_way_since_;  // when the oldest of them was added
  std::optional<base::Error> failure_;
  std::uint64_t heard_ = 0;                              // additions whose outcome is known to who asked
  std::uint64_t wanted_ = 0;                             // so many of them somebody waits for
  base::DutyCycle cycle_{kRestPerCommit, kLongestRest};  // the thread's own
  Spent spent_;
  bool closing_ = false;
  std::thread thread_;  // last: it uses all the others
};

Writer::Writer(Store& store, EventId event) : event_(event), impl_(std::make_unique<Impl>(store)) {}
Writer::~Writer() = default;

void Writer::add(std::vector<Change> changes, Done done, EventId event) {
  impl_->add(std::move(changes), std::move(done), event);
}
Result<void> Writer::flush() { return impl_->flush(); }
Writer::Spent Writer::spent() const { return impl_->spent(); }
Writer::Lag Writer::lag() const { return impl_->lag(); }

}  // namespace quiver::store
