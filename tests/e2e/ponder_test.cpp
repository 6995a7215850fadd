// --no-ponder: a bot gets the processor on its own turns only.
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

class Pondering : public Stage, public testing::WithParamInterface<bool> {
 protected:
  // A bot that computes all the time from its second turn on, against one that takes its time.
  wire::Record play(const Arguments& more) {
    const Ran ran =
        quiver(Arguments{"match", "connect4", "--json", "--seed", "5", "--bot",
                         hostile_program() + " attack ponder", "--bot", hostile_program() + " slow"} +
               patient_clock() + more);
    const auto all = records_in(ran.out);
    EXPECT_EQ(all.size(), 1U) << ran.err;
    return all.empty() ? wire::Record{} : all[0];
  }
};

using BetweenGames = Stage;

// How much of the opponent's time the bot spent computing.
double share(const wire::Record& record) {
  if (record.seats.size() != 2 || !record.seats[0].cpu_off_turn) return -1;
  return base::millis(*record.seats[0].cpu_off_turn) / base::millis(record.seats[1].used);
}

}  // namespace

TEST_P(Pondering, IsStoppedWhileItIsNotItsTurn) {
  if (GetParam() && !become_ordinary()) GTEST_SKIP() << "only root can become somebody else";
  const wire::Record free = play({});
  const wire::Record stopped = play({"--no-ponder"});
  expect_clean(free);
  expect_clean(stopped);
  EXPECT_EQ(moves_of(free), moves_of(stopped));
  EXPECT_GT(stopped.seats[0].cpu_on_turn, base::Duration{0});
  // It gets a second of computing out of a second of waiting, or as much as a busy machine gives it; and
  // stopped, what it takes to start and to be stopped.
  EXPECT_LT(share(stopped), 0.1);
  EXPECT_GT(share(free), 2 * share(stopped));
}

// What a bot does between two games counts for the second one.
TEST_F(BetweenGames, ABotIsStopped) {
  const Ran ran = quiver(Arguments{"tournament", "connect4",
                                   "--rows",     "4",
                                   "--cols",     "4",
                                   "--json",     "--seed",
                                   "5",          "--games",
                                   "2",          "--no-ponder",
                                   "--store",    folder() + "/t.db",
                                   "--bot",      hostile_program() + " name=ponders attack ponder",
                                   "--bot",      hostile_program() + " name=slow slow",
                                   "--bot",      hostile_program() + " name=slower slow"} +
                         patient_clock());
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  base::Duration others{0};  // how long the others played without it
  base::Duration beside{0};  // and what it computed beside its turns
  for (const wire::Record& record : records_in(ran.out)) {
    bool plays = false;
    base::Duration used{0};
    for (const auto& seat : record.seats) {
      plays = plays || seat.name == "ponders";
      used += seat.used;
      if (seat.name == "ponders") beside += seat.cpu_off_turn.value_or(base::Duration{0});
    }
    if (!plays) others += used;
  }
  EXPECT_GT(base::millis(others), 1000);
  EXPECT_LT(base::millis(beside) / base::millis(others), 0.2);
}

INSTANTIATE_TEST_SUITE_P(As, Pondering, testing::Bool(),
                         [](const auto& one) { return one.param ? "AUser" : "Root"; });

}  // namespace quiver::tests
