// The thread that talks to the work queue: it insists, and it ends when it is told to.
#include "referee/tournament/workers/queue_thread.hpp"

#include <atomic>
#include <future>

#include <gtest/gtest.h>

#include "tests/unit/store/postgres_database.hpp"

namespace quiver::tests {

using base::Result;
using std::chrono::seconds;
using store::WorkQueue;
using tournament::QueueThread;

namespace {

class QueueThreads : public testing::Test {
 protected:
  QueueThreads() { store::open_store(database_.url(), store::Access::kWrite).value(); }
  std::unique_ptr<WorkQueue> queue() const { return WorkQueue::open(database_.url()).value(); }
  static Result<void> nothing(WorkQueue&) { return {}; }
  static Result<void> away(WorkQueue&) { return base::bad_input("away"); }

  PostgresDatabase database_;
};

}  // namespace

TEST_F(QueueThreads, DoAJobAgainThatThrows) {
  std::vector<std::string> notices;  // of the thread, read when it has ended
  std::promise<void> done;
  {
    QueueThread thread(queue(), seconds(60), nothing,
                       [&](const std::string& sentence) { notices.push_back(sentence); });
    int tries = 0;
    thread.add([&, tries](WorkQueue&) mutable -> Result<void> {
      if (++tries == 1) throw std::runtime_error("oh");
      done.set_value();
      return {};
    });
    done.get_future().wait();
  }
  EXPECT_EQ(notices,
            (std::vector<std::string>{"an internal error: oh; trying again", "the work queue is back"}));
}

TEST_F(QueueThreads, PollAgainAfterAPollThatThrows) {
  std::atomic<int> polls{0};
  std::promise<void> again;
  QueueThread thread(queue(), std::chrono::milliseconds(1),
                     [&](WorkQueue&) -> Result<void> {
                       const int count = ++polls;
                       if (count == 3) again.set_value();
                       if (count < 3) throw std::runtime_error("oh");
                       return {};
                     },
                     {});
  again.get_future().wait();
}

TEST_F(QueueThreads, DoWhatWasAddedBeforeTheyEnd) {
  int done = 0;
  QueueThread thread(queue(), seconds(60), nothing, {});
  for (int k = 0; k < 100; ++k)
    thread.add([&](WorkQueue&) {
      ++done;
      return Result<void>();
    });
  thread.finish();
  EXPECT_EQ(done, 100);
}

// A server that is away would keep each job waiting until its connection is given up.
TEST_F(QueueThreads, GiveUpTheRestWhenTheyEndAndAJobFails) {
  int done = 0;
  std::promise<void> tried;
  QueueThread thread(queue(), seconds(60), nothing, {});
  thread.add([&, first = true](WorkQueue& one) mutable {
    if (std::exchange(first, false)) tried.set_value();
    return away(one);
  });
  thread.add([&](WorkQueue&) {
    ++done;
    return Result<void>();
  });
  tried.get_future().wait();
  thread.finish();
  EXPECT_EQ(done, 0);
}

}  // namespace quiver::tests
