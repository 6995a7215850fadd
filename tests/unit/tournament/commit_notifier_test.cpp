// What a tournament reports is committed by then: with a store whose commits wait until the test lets them go
// on.
#include "referee/tournament/commit_notifier.hpp"

#include <deque>
#include <thread>

#include "tests/unit/store/gated_store.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

namespace {

using tournament::CommitNotifier;

// The referee's thread: does what is posted to it.
class Thread {
 public:
  void post(std::function<void()> action) {
    const std::lock_guard lock(mutex_);
    actions_.push_back(std::move(action));
    changed_.notify_all();
  }
  // Waits for an action and does it.
  void do_one() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !actions_.empty(); });
    const auto action = std::move(actions_.front());
    actions_.pop_front();
    lock.unlock();
    action();
  }
  // Those there are.
  void do_all() {
    for (;;) {
      {
        const std::lock_guard lock(mutex_);
        if (actions_.empty()) return;
      }
      do_one();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> actions_;
};

class ACommitNotifier : public testing::Test {
 protected:
  [[nodiscard]] std::function<void()> report_of(std::uint32_t number) {
    return [this, number] {
      EXPECT_EQ(std::this_thread::get_id(), here_);
      // What is reported has been committed.
      const auto committed = store_.numbers();
      EXPECT_NE(std::find(committed.begin(), committed.end(), number), committed.end()) << number;
      heard_.push_back(std::to_string(number));
    };
  }
  void commit(std::uint32_t number) { notifier_.commit({a_game(number)}, report_of(number)); }

  std::thread::id here_ = std::this_thread::get_id();
  GatedStore store_;
  store::Writer writer_{store_, 7};
  Thread thread_;
  std::vector<std::string> heard_;
  CommitNotifier notifier_{writer_, [this](std::function<void()> action) { thread_.post(std::move(action)); },
                           [this](const std::string& sentence) { heard_.push_back("failed: " + sentence); }};
};

using Heard = std::vector<std::string>;

}  // namespace

TEST_F(ACommitNotifier, ReportsNothingBeforeItIsCommitted) {
  store_.set_open(false);
  commit(1);
  store_.await(1);
  commit(2);
  thread_.do_all();
  EXPECT_EQ(heard_, Heard{});
  store_.set_open(true);
  notifier_.finish().value();
  EXPECT_EQ(heard_, (Heard{"1", "2"}));
}

TEST_F(ACommitNotifier, ReportsOnTheRefereesThreadInTheOrderOfTheCalls) {
  for (std::uint32_t number = 1; number <= 500; ++number) {
    commit(number);
    if (number % 7 == 0) thread_.do_all();
  }
  while (heard_.size() < 500) thread_.do_one();
  for (std::uint32_t number = 1; number <= 500; ++number)
    EXPECT_EQ(heard_[number - 1], std::to_string(number));
  notifier_.finish().value();
  EXPECT_EQ(heard_.size(), 500U);
}

TEST_F(ACommitNotifier, ReportsAFailureOnceAndNothingAfterIt) {
  commit(1);
  thread_.do_one();
  store_.set_open(false);
  commit(2);
  store_.await(2);
  store_.set_failing(true);
  commit(3);
  store_.set_open(true);
  const auto committed = notifier_.finish();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().sentence, "the disk is full");
  commit(4);
  EXPECT_FALSE(notifier_.finish());
  thread_.do_all();
  EXPECT_EQ(heard_, (Heard{"1", "failed: the disk is full"}));
  EXPECT_EQ(store_.numbers(), std::vector<std::uint32_t>{1});
}

// The end of a round is reported, which leads to the next one being drawn.
TEST_F(ACommitNotifier, CommitsWhatFollowsFromItsLastReports) {
  notifier_.commit({a_game(1)}, [&] {
    heard_.emplace_back("1");
    notifier_.commit({a_game(2)}, [&] {
      heard_.emplace_back("2");
      commit(3);
    });
  });
  notifier_.finish().value();
  EXPECT_EQ(heard_, (Heard{"1", "2", "3"}));
  EXPECT_EQ(store_.numbers(), (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST_F(ACommitNotifier, ReportsWhatHasNothingToCommitInItsTurn) {
  store_.set_open(false);
  commit(1);
  store_.await(1);
  notifier_.commit({}, [&] { heard_.emplace_back("nothing"); });
  commit(2);
  store_.set_open(true);
  notifier_.finish().value();
  EXPECT_EQ(heard_, (Heard{"1", "nothing", "2"}));
}

TEST_F(ACommitNotifier, EndsTheRunIfACommittedGameCannotBeReported) {
  notifier_.commit({a_game(1)}, [] { throw std::runtime_error("no"); });
  commit(2);
  EXPECT_TRUE(notifier_.finish());
  EXPECT_EQ(heard_, (Heard{"failed: this should not happen: no"}));
}

}  // namespace quiver::tests
