// Slow work for the teams of a ladder, one job after the other on a thread of its own: hashing, unpacking,
// reading the store.
//
// The store is opened for reading by the first job, on that thread, and stays open. When this is destroyed,
// the job that runs is completed, and those that wait are dropped. Any thread may add jobs.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "referee/store/store.hpp"

namespace quiver::teams {

class BackgroundJobs {
 public:
  using Job = std::function<void(store::Store*)>;
  // Has something called on the referee's thread, soon.
  using Post = std::function<void(std::function<void()>)>;

  // `store` as --store names it.
  BackgroundJobs(std::string store, Post post);
  ~BackgroundJobs();
  BackgroundJobs(const BackgroundJobs&) = delete;
  BackgroundJobs& operator=(const BackgroundJobs&) = delete;

  // `job` gets null if the store cannot be opened; `then` is posted after it.
  void add(Job job, std::function<void()> then);

 private:
  void work();

  std::string where_;
  Post post_;
  std::unique_ptr<store::Store> store_;  // the thread's own
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::pair<Job, std::function<void()>>> waiting_;
  bool closing_ = false;
  std::thread thread_;  // last: it uses all the others
};

}  // namespace quiver::teams
