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

void QueueThread::insist(const Job& job) {
  auto pause = kFirstPause;
  for (;;) {
    const auto done = job(*queue_);
    tell(done);
    if (done || is_finishing()) return;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, kLongestPause);
  }
}

void QueueThread::run() {
  for (;;) {
    while (auto job = next()) insist(*job);
    if (is_finishing()) return;
    tell(poll_(*queue_));
    queue_->wait(interval_, wake_.get());
    std::uint64_t ignored = 0;
    static_cast<void>(!read(wake_.get(), &ignored, sizeof ignored));
  }
}

}  // namespace quiver::tournament
