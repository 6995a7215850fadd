#include "referee/tournament/workers/queue_thread.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace quiver::tournament {

namespace {

constexpr std::chrono::milliseconds kFirstPause(100);
constexpr std::chrono::milliseconds kLongestPause(2000);

}  // namespace

QueueThread::QueueThread(std::unique_ptr<store::WorkQueue> queue, base::Duration interval, Job poll,
                         store::Notice notice)
    : queue_(std::move(queue)),
      interval_(interval),
      poll_(std::move(poll)),
      notice_(std::move(notice)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  thread_ = std::thread([this] { run(); });
}

QueueThread::~QueueThread() { finish(); }

void QueueThread::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  wake();
}

void QueueThread::poll_now() { wake(); }

void QueueThread::finish() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
  }
  finish_.notify_all();
  wake();
  thread_.join();
}

void QueueThread::wake() const {
  const std::uint64_t one = 1;
  static_cast<void>(!write(wake_.get(), &one, sizeof one));
}

bool QueueThread::is_finishing() {
  const std::lock_guard lock(mutex_);
  return finishing_;
}

std::optional<QueueThread::Job> QueueThread::next() {
  const std::lock_guard lock(mutex_);
  if (jobs_.empty()) return std::nullopt;
  Job job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

void QueueThread::tell(const base::Result<void>& result) {
  if (result.has_value() != away_) return;
  away_ = !result;
  if (notice_) notice_(away_ ? result.error().sentence + "; trying again" : "the work queue is back");
}

base::Result<void> QueueThread::attempt(const Job& job) {
  try {
    return job(*queue_);
  } catch (const std::exception& failed) {
    return base::bad_input(std::string("an internal error: ") + failed.what());
  }
}

void QueueThread::pause(base::Duration time) {
  std::unique_lock lock(mutex_);
  finish_.wait_for(lock, time, [this] { return finishing_; });
}

bool QueueThread::insist(const Job& job) {
  auto time = kFirstPause;
  for (;;) {
    const auto done = attempt(job);
    tell(done);
    if (done) return true;
    if (is_finishing()) return false;
    pause(time);
    time = std::min(time * 2, kLongestPause);
  }
}

void QueueThread::run() {
  for (;;) {
    while (auto job = next())
      if (!insist(*job)) return;
    if (is_finishing()) return;
    tell(attempt(poll_));
    queue_->wait(interval_, wake_.get());
    std::uint64_t ignored = 0;
    static_cast<void>(!read(wake_.get(), &ignored, sizeof ignored));
  }
}

}  // namespace quiver::tournament
