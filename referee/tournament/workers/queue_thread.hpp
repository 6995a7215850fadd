// Talks to the work queue on a thread of its own, because a database may answer late or not at all.
//
// Jobs are done in the order in which they were added. A job that fails, because the server is away, is tried
// again after a pause until it succeeds; the ones behind it wait. In between the queue is polled: when
// something was announced, when poll_now() is called, and at intervals. What a job or a poll throws counts as
// a failure. add() and poll_now() may be called from any thread; jobs and polls run on the own thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "client_sdk/base/time.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/store/open_store.hpp"
#include "referee/store/postgres/work_queue.hpp"

namespace quiver::tournament {

class QueueThread {
 public:
  using Job = std::function<base::Result<void>(store::WorkQueue&)>;

  // `notice` hears, on the own thread, when the server is away and when it is back.
  QueueThread(std::unique_ptr<store::WorkQueue> queue, base::Duration interval, Job poll,
              store::Notice notice);
  // As finish().
  ~QueueThread();
  QueueThread(const QueueThread&) = delete;
  QueueThread& operator=(const QueueThread&) = delete;

  void add(Job job);
  void poll_now();
  // Does what was added before and ends the thread. Nothing is polled or repeated any more: at the first job
  // that fails, the rest is given up, because a server that is away would keep each of them waiting.
  void finish();

 private:
  void run();
  // The next job, if there is one.
  std::optional<Job> next();
  // Once; what it throws becomes an error.
  base::Result<void> attempt(const Job& job);
  // Repeats it until it succeeds or finish() was called. False if it did not succeed.
  bool insist(const Job& job);
  // Until finish() is called, or for this long.
  void pause(base::Duration time);
  void tell(const base::Result<void>& result);
  [[nodiscard]] bool is_finishing();
  void wake() const;

  std::unique_ptr<store::WorkQueue> queue_;
  base::Duration interval_;
  Job poll_;
  store::Notice notice_;
  launch::Descriptor wake_;  // an eventfd
  std::mutex mutex_;
  std::condition_variable finish_;
  std::deque<Job> jobs_;
  bool finishing_ = false;
  bool away_ = false;  // the server; on the own thread
  std::thread thread_;
};

}  // namespace quiver::tournament
