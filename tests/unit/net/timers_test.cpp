// The deadlines of matches, stalls, and announcements of changes.
#include <gtest/gtest.h>

#include "referee/net/deadline_timer.hpp"
#include "referee/net/server_events.hpp"
#include "referee/net/stall_detector.hpp"

namespace quiver::tests {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

class Deadlines : public testing::Test {
 protected:
  // Runs until `count` matches were due, and returns them in the order of their deadlines.
  std::vector<wire::MatchId> run_until(std::size_t count) {
    while (due_.size() < count) io_.run_one();
    return std::exchange(due_, {});
  }

  boost::asio::io_context io_;
  std::vector<wire::MatchId> due_;
  net::DeadlineTimer timer_{io_, [this](const std::vector<wire::MatchId>& due, base::Time now) {
                              EXPECT_LE(now, base::clock_now());
                              for (const wire::MatchId match : due) {
                                due_.push_back(match);
                                timer_.set(match, std::nullopt);
                              }
                            }};
};

}  // namespace

TEST_F(Deadlines, FireInTheirOrder) {
  const base::Time now = base::clock_now();
  timer_.set(1, now + milliseconds(30));
  timer_.set(2, now + milliseconds(10));
  timer_.set(3, now + milliseconds(20));
  EXPECT_EQ(run_until(3), (std::vector<wire::MatchId>{2, 3, 1}));
  EXPECT_GE(base::clock_now(), now + milliseconds(30));
}

TEST_F(Deadlines, MayBePutOffAndDropped) {
  const base::Time now = base::clock_now();
  timer_.set(1, now + milliseconds(5));
  timer_.set(2, now + milliseconds(10));
  timer_.set(3, now + milliseconds(10));
  timer_.set(1, now + milliseconds(20));
  timer_.set(3, std::nullopt);
  timer_.set(4, std::nullopt);
  EXPECT_EQ(run_until(2), (std::vector<wire::MatchId>{2, 1}));
  EXPECT_EQ(io_.run(), 0U) << "nothing is left to wait for";
}

TEST_F(Deadlines, StayDueUntilTheyAreChanged) {
  unsigned times = 0;
  net::DeadlineTimer timer(io_, [&](const std::vector<wire::MatchId>& due, base::Time now) {
    EXPECT_EQ(due, std::vector<wire::MatchId>{1});
    if (++times == 2) timer.set(1, std::nullopt);
    EXPECT_GE(now, base::Time{});
  });
  timer.set(1, base::clock_now() - seconds(1));
  io_.run();
  EXPECT_EQ(times, 2U);
}

TEST(Stalls, AreLongGapsBetweenTwoChecks) {
  const base::Time start{std::chrono::hours(1)};
  std::vector<base::Duration> stalls;
  net::StallDetector detector(start, [&](base::Duration stall, base::Time) { stalls.push_back(stall); });
  detector.check(start + seconds(1));
  detector.check(start + seconds(3));
  EXPECT_TRUE(stalls.empty());
  EXPECT_EQ(detector.total(), seconds(0));
  detector.check(start + seconds(6));
  detector.check(start + seconds(6));
  detector.check(start + seconds(16));
  EXPECT_EQ(stalls, (std::vector<base::Duration>{seconds(3), seconds(10)}));
  EXPECT_EQ(detector.total(), seconds(13));
}

namespace {

struct CountsChanges : net::Scheduler, net::ServerObserver {
  void on_change() override { ++changes; }
  void on_order(const std::shared_ptr<net::Connection>&, const wire::Order&) override {}
  void on_players_changed() override { ++players; }
  void on_move_served(base::Duration latency) override {
    EXPECT_GE(latency, base::Duration{0});
    ++moves;
  }

  int changes = 0;
  int players = 0;
  int moves = 0;
};

}  // namespace

TEST(ServerEvents, AreAnnouncedLaterAndOnceForMany) {
  boost::asio::io_context io;
  net::ServerEvents events(io);
  CountsChanges first, second;
  // given nobody who listens
  events.changed();
  events.players_changed();
  EXPECT_EQ(io.poll(), 0U);
  // when somebody does
  io.restart();
  events.set_scheduler(&first);
  events.observers().add(first);
  events.observers().add(second);
  for (int k = 0; k < 3; ++k) {
    events.changed();
    events.players_changed();
  }
  EXPECT_EQ(first.changes + first.players, 0) << "not from inside a call";
  io.poll();
  EXPECT_EQ(first.changes, 1);
  EXPECT_EQ(first.players, 1);
  EXPECT_EQ(second.players, 1);
  // then the next change is announced again, to those who still listen
  io.restart();
  events.observers().remove(second);
  events.changed();
  events.players_changed();
  events.move_served(base::clock_now());
  io.poll();
  EXPECT_EQ(first.changes, 2);
  EXPECT_EQ(first.players, 2);
  EXPECT_EQ(first.moves, 1);
  EXPECT_EQ(second.players, 1);
  EXPECT_EQ(second.moves, 0);
}

}  // namespace quiver::tests
