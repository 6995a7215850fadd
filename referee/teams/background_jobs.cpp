#include "referee/teams/background_jobs.hpp"

#include <utility>

#include "referee/store/open_store.hpp"

namespace quiver::teams {

BackgroundJobs::BackgroundJobs(std::string store, Post post)
    : where_(std::move(store)), post_(std::move(post)), thread_([this] { work(); }) {}

BackgroundJobs::~BackgroundJobs() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void BackgroundJobs::add(Job job, std::function<void()> then) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(std::move(job), std::move(then));
  }
  wake_.notify_one();
}

void BackgroundJobs::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
    if (closing_) return;
    auto [job, then] = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    if (!store_)
      if (auto opened = store::open_store(where_, store::Access::kRead, {})) store_ = std::move(*opened);
    job(store_.get());
    job = nullptr;
    post_(std::move(then));
    lock.lock();
  }
}

}  // namespace quiver::teams
