// The work queue: a unit is one worker's at a time, and its records arrive once.
#include "referee/store/postgres/work_queue.hpp"

#include "tests/unit/store/given_store.hpp"
#include "tests/unit/store/postgres_database.hpp"

namespace quiver::tests {

using std::chrono::seconds;
using store::ClaimedUnit;
using store::WorkQueue;

namespace {

constexpr seconds kLease(60);
constexpr seconds kNoTime(0);  // a lease that has run out at once

// An event with units of two games, and a queue for it.
class WorkQueues : public testing::Test {
 protected:
  WorkQueues() : store_(store::open_store(database_.url(), store::Access::kWrite).value()), queue_(open()) {
    event_ = store_->begin(an_event()).value().id;
    queue_->open_event(event_, setup()).value();
    for (const char* name : {"ann", "bob"}) queue_->enter({name, "host", "cpu"}).value();
  }
  std::unique_ptr<WorkQueue> open() const { return WorkQueue::open(database_.url()).value(); }
  static wire::WorkSetup setup() {
    wire::WorkSetup setup;
    setup.game = "connect4";
    setup.bots.resize(2);
    return setup;
  }
  static store::OfferedUnit unit(std::uint32_t first, std::vector<std::string> bundles = {"aa"}) {
    store::OfferedUnit unit;
    for (const std::uint32_t number : {first, first + 1})
      unit.games.push_back(
          {number, "cup-" + std::to_string(number), {0, 1}, "44", 7, {1, 18446744073709551615U}});
    unit.bundles = std::move(bundles);
    return unit;
  }
  std::optional<ClaimedUnit> claim(const std::string& worker, base::Duration lease = kLease,
                                   const store::Unable& unable = {}) {
    return queue_->claim(worker, lease, unable).value();
  }
  static std::vector<wire::Record> records(const ClaimedUnit& unit) {
    std::vector<wire::Record> all;
    for (const wire::WorkGame& game : unit.games) all.push_back(a_game(game.number).record);
    return all;
  }
  std::vector<store::Submission> submissions() { return queue_->submissions(event_, 100).value(); }

  PostgresDatabase database_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<WorkQueue> queue_;
  store::EventId event_ = 0;
};

}  // namespace

TEST_F(WorkQueues, GiveEachUnitToOneWorkerInOrder) {
  queue_->offer(event_, {unit(1), unit(3)}).value();
  const auto first = claim("ann");
  const auto second = claim("bob");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->unit, 1U);
  EXPECT_EQ(second->unit, 3U);
  EXPECT_NE(first->lease, second->lease);
  EXPECT_EQ(first->games, unit(1).games);
  EXPECT_FALSE(claim("ann"));
}

TEST_F(WorkQueues, GiveAUnitToAnotherWhenItsLeaseHasRunOut) {
  queue_->offer(event_, {unit(1)}).value();
  const auto slow = claim("ann", kNoTime).value();
  const auto quick = claim("bob").value();
  EXPECT_EQ(quick.unit, slow.unit);
  EXPECT_FALSE(queue_->renew(slow, kLease).value());
  EXPECT_TRUE(queue_->renew(quick, kLease).value());
  EXPECT_TRUE(queue_->submit("bob", quick, records(quick)).value());
  EXPECT_FALSE(queue_->submit("ann", slow, records(slow)).value());
  ASSERT_EQ(submissions().size(), 1U);
  EXPECT_EQ(submissions()[0].worker, "bob");
}

// A worker that is late loses its unit when somebody else has claimed it, and not before.
TEST_F(WorkQueues, OpenAUnitAgainWhenItsLeaseHasRunOut) {
  queue_->offer(event_, {unit(1), unit(3), unit(5)}).value();
  const auto late = claim("ann", kNoTime).value();
  const auto later = claim("ann", kNoTime).value();
  queue_->reopen_expired(event_).value();
  EXPECT_EQ(queue_->state().value().open, 3U);
  EXPECT_TRUE(queue_->renew(late, kLease).value());
  EXPECT_TRUE(queue_->submit("ann", later, records(later)).value());
  EXPECT_EQ(claim("bob", kNoTime).value().unit, 5U) << "the only one that is nobody's";
  queue_->reopen_expired(event_).value();
  EXPECT_TRUE(queue_->renew(late, kLease).value()) << "its lease had not run out";
  queue_->offer(event_, {unit(7)}).value();
  EXPECT_EQ(claim("ann").value().unit, 5U) << "before those that were offered later";
}

TEST_F(WorkQueues, KeepALeaseThatIsRenewed) {
  queue_->offer(event_, {unit(1)}).value();
  const auto unit = claim("ann", kNoTime).value();
  EXPECT_TRUE(queue_->renew(unit, kLease).value());
  EXPECT_FALSE(claim("bob"));
}

TEST_F(WorkQueues, TakeTheRecordsOfAUnitOnce) {
  queue_->offer(event_, {unit(1)}).value();
  const auto unit = claim("ann").value();
  EXPECT_TRUE(submissions().empty());
  EXPECT_TRUE(queue_->submit("ann", unit, records(unit)).value());
  EXPECT_TRUE(queue_->submit("ann", unit, records(unit)).value()) << "the answer was lost";
  ASSERT_EQ(submissions().size(), 1U);
  EXPECT_EQ(submissions()[0].unit, 1U);
  ASSERT_EQ(submissions()[0].records.size(), 2U);
  EXPECT_EQ(submissions()[0].records[1].number, 2U);
  EXPECT_FALSE(claim("bob")) << "it is played";
  queue_->settle(event_, {1}).value();
  EXPECT_TRUE(submissions().empty());
  EXPECT_FALSE(queue_->submit("ann", unit, records(unit)).value()) << "the unit is gone";
}

TEST_F(WorkQueues, LeaveOutTheSubmissionsThatTheCoordinatorHas) {
  queue_->offer(event_, {unit(1), unit(3), unit(5)}).value();
  for (int k = 0; k < 3; ++k) {
    const auto one = claim("ann").value();
    EXPECT_TRUE(queue_->submit("ann", one, records(one)).value());
  }
  const auto rest = queue_->submissions(event_, 1, {1, 5}).value();
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].unit, 3U);
  queue_->settle(event_, {1, 5}).value();
  EXPECT_EQ(submissions().size(), 1U);
}

// Quotes, backslashes and line ends travel through PostgreSQL's arrays.
TEST_F(WorkQueues, KeepRecordsByTheByte) {
  queue_->offer(event_, {unit(1)}).value();
  const auto one = claim("ann").value();
  auto all = records(one);
  all[0].sentence = "a \"b\" \\ {c,d} 'e'\nNULL";
  EXPECT_TRUE(queue_->submit("ann", one, all).value());
  EXPECT_EQ(submissions()[0].records[0].sentence, all[0].sentence);
}

// An announcement that arrives with the answer to a statement is not on the socket any more.
TEST_F(WorkQueues, HearWhatWasAnnouncedWhileTheyAskedSomethingElse) {
  const auto worker = WorkQueue::open(database_.url(), WorkQueue::Hears::kWork).value();
  const auto coordinator = WorkQueue::open(database_.url(), WorkQueue::Hears::kSubmissions).value();
  EXPECT_TRUE(worker->enter({"cid", "host", "cpu"}));
  worker->wait(std::chrono::milliseconds(1), -1);
  queue_->offer(event_, {unit(1)}).value();
  for (int k = 0; k < 20; ++k) static_cast<void>(worker->state().value());
  const auto began = std::chrono::steady_clock::now();
  worker->wait(seconds(60), -1);
  EXPECT_LT(std::chrono::steady_clock::now() - began, seconds(30));

  const auto held = worker->claim("cid", kLease, {}).value();
  ASSERT_TRUE(held);
  EXPECT_TRUE(worker->submit("cid", *held, records(*held)).value());
  for (int k = 0; k < 20; ++k) static_cast<void>(coordinator->state().value());
  coordinator->wait(seconds(60), -1);
  EXPECT_LT(std::chrono::steady_clock::now() - began, seconds(30));
}

// The coordinator was started again with another clock: what is being played now was asked for by nobody.
TEST_F(WorkQueues, DropAllUnitsWhenTheSetupChanges) {
  queue_->offer(event_, {unit(1), unit(3)}).value();
  const auto held = claim("ann").value();
  queue_->open_event(event_, setup()).value();
  EXPECT_TRUE(queue_->renew(held, kLease).value()) << "nothing has changed";
  auto other = setup();
  other.restart = true;
  queue_->open_event(event_, other).value();
  EXPECT_FALSE(queue_->renew(held, kLease).value());
  EXPECT_FALSE(queue_->submit("ann", held, records(held)).value());
  EXPECT_FALSE(claim("bob"));
}

TEST_F(WorkQueues, LeaveAUnitAsItIsWhenItIsOfferedAgain) {
  queue_->offer(event_, {unit(1)}).value();
  const auto held = claim("ann").value();
  queue_->offer(event_, {unit(1), unit(3)}).value();
  EXPECT_EQ(claim("bob").value().unit, 3U);
  EXPECT_TRUE(queue_->renew(held, kLease).value());
}

// A run that was killed has stored one game of a pair: the next one offers the other alone.
TEST_F(WorkQueues, ReplaceAUnitThatIsOfferedWithOtherGames) {
  queue_->offer(event_, {unit(1), unit(3)}).value();
  const auto held = claim("ann").value();
  const auto played = claim("ann").value();
  EXPECT_TRUE(queue_->submit("ann", played, records(played)).value());
  auto first = unit(1);
  first.games.pop_back();
  auto second = unit(3);
  second.games.pop_back();
  queue_->offer(event_, {first, second}).value();
  EXPECT_TRUE(submissions().empty());
  EXPECT_FALSE(queue_->submit("ann", held, records(held)).value());
  EXPECT_EQ(claim("bob").value().games.size(), 1U);
}

TEST_F(WorkQueues, TakeUnitsBack) {
  queue_->offer(event_, {unit(1)}).value();
  queue_->release(claim("ann").value()).value();
  EXPECT_TRUE(claim("bob"));
}

TEST_F(WorkQueues, PassOverUnitsThatAWorkerCannotPlay) {
  queue_->offer(event_, {unit(1, {"aa", "bb"}), unit(3, {"cc"})}).value();
  EXPECT_EQ(claim("ann", kLease, {{"bb", "dd"}, {}}).value().unit, 3U);
  EXPECT_EQ(claim("bob").value().unit, 1U);
}

TEST_F(WorkQueues, PassOverEventsThatAWorkerCannotPlay) {
  const store::EventId other = store_->begin(an_event("other")).value().id;
  queue_->open_event(other, setup()).value();
  queue_->offer(event_, {unit(1)}).value();
  queue_->offer(other, {unit(1)}).value();
  EXPECT_EQ(claim("ann", kLease, {{}, {event_}}).value().event, other);
  EXPECT_EQ(queue_->open_events().value(), (std::vector<store::EventId>{event_, other}));
}

TEST_F(WorkQueues, KeepUnitsOverARunWithTheSameSetupAlone) {
  queue_->offer(event_, {unit(1), unit(3)}).value();
  const auto held = claim("ann").value();
  const auto played = claim("ann").value();
  EXPECT_TRUE(queue_->submit("ann", played, records(played)).value());
  queue_->open_event(event_, setup()).value();
  EXPECT_TRUE(queue_->renew(held, kLease).value());
  EXPECT_EQ(submissions().size(), 1U);
  auto stricter = setup();
  stricter.isolate = "required";
  queue_->open_event(event_, stricter).value();
  EXPECT_FALSE(queue_->submit("ann", held, records(held)).value()) << "it was played by another setup";
  EXPECT_TRUE(submissions().empty());
  EXPECT_EQ(queue_->setup(event_).value()->isolate, "required");
}

TEST_F(WorkQueues, KeepBundlesThatAStoredGameMayHaveBeenPlayedWith) {
  auto first = setup();
  first.bots[0].bundle = "aa";
  first.bots[1].bundle = "bb";
  for (const char* name : {"aa", "bb", "cc"}) queue_->add_bundle(name, "bytes").value();
  queue_->open_event(event_, first).value();
  EXPECT_FALSE(queue_->has_bundle("cc").value()) << "no event names it";
  // A bot was mended before any game was stored.
  auto second = first;
  second.bots[0].bundle = "dd";
  queue_->add_bundle("dd", "bytes").value();
  queue_->open_event(event_, second).value();
  EXPECT_FALSE(queue_->has_bundle("aa").value());
  EXPECT_TRUE(queue_->has_bundle("bb").value());
  // And again, after one.
  store_->commit(event_, {an_entrant(0, "ann"), an_entrant(1, "bob"), a_game(1, 0, {0, 1})}).value();
  auto third = second;
  third.bots[0].bundle = "ee";
  queue_->add_bundle("ee", "bytes").value();
  queue_->open_event(event_, third).value();
  queue_->close_event(event_).value();
  for (const char* name : {"bb", "dd", "ee"}) EXPECT_TRUE(queue_->has_bundle(name).value()) << name;
}

TEST_F(WorkQueues, CountResultsByWorker) {
  std::vector<store::Change> changes{an_entrant(0, "ann"), an_entrant(1, "bob")};
  for (std::uint32_t k = 1; k <= 6; ++k) {
    store::Game game = a_game(k, 0, {k % 2, 1 - k % 2});
    if (k > 2) game.record.worker = wire::Record::Worker{k == 6 ? "w2" : "w1", "host", "cpu", 0.5};
    changes.emplace_back(std::move(game));
  }
  store_->commit(event_, changes).value();
  const auto results = queue_->results_by_worker(event_).value();
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results[0].worker, "");
  EXPECT_EQ(results[4].worker, "w2");
  EXPECT_EQ(results[4].games, 1U);
  // Game 6: entrant 0 sits first and wins.
  EXPECT_EQ(results[4].seats, (std::vector<store::SeatOfResult>{{0, 1}, {1, 2}}));
  std::uint64_t games = 0;
  for (const auto& one : results) games += one.games;
  EXPECT_EQ(games, 6U);
  EXPECT_GT(queue_->games_a_second(event_).value(), 0);
  EXPECT_EQ(queue_->games_a_second(event_ + 1).value(), 0);
}

TEST_F(WorkQueues, OpenTheUnitsOfARefusedWorkerAgain) {
  queue_->offer(event_, {unit(1), unit(3)}).value();
  const auto submitted = claim("ann").value();
  const auto held = claim("ann").value();
  EXPECT_TRUE(queue_->submit("ann", submitted, records(submitted)).value());
  EXPECT_TRUE(queue_->refuse_worker("ann", "game cup-1: the winner is wrong").value());
  EXPECT_FALSE(queue_->refuse_worker("ann", "game cup-3: it has no moves").value())
      << "it was refused before";
  EXPECT_TRUE(submissions().empty());
  EXPECT_FALSE(queue_->submit("ann", held, records(held)).value());
  EXPECT_FALSE(claim("ann"));
  EXPECT_EQ(queue_->enter({"ann", "host", "cpu"}).error().sentence,
            "the worker \"ann\" is refused: game cup-1: the winner is wrong");
  EXPECT_EQ(claim("bob").value().unit, 1U);
  EXPECT_EQ(claim("bob").value().unit, 3U);
  EXPECT_TRUE(queue_->admit_worker("ann").value());
  EXPECT_TRUE(queue_->enter({"ann", "host", "cpu"}));
  EXPECT_FALSE(queue_->admit_worker("nobody").value());
}

// Its claim and its refusal may cross: the unit is the worker's, and still its records are not taken.
TEST_F(WorkQueues, TakeNothingFromAWorkerThatWasRefusedAfterItsClaim) {
  queue_->offer(event_, {unit(1)}).value();
  const auto held = claim("ann").value();
  database_.execute("UPDATE quiver.workers SET refused = 'it lies' WHERE name = 'ann'");
  EXPECT_FALSE(queue_->submit("ann", held, records(held)).value());
  EXPECT_TRUE(submissions().empty());
}

// Both lock the worker's row first. With different orders the server would end one of them as a deadlock.
TEST_F(WorkQueues, AreNotConfusedByAWorkerThatSubmitsWhileItIsRefused) {
  constexpr std::uint32_t kUnits = 40;
  std::vector<store::OfferedUnit> units;
  for (std::uint32_t k = 0; k < kUnits; ++k) units.push_back(unit(2 * k + 1));
  queue_->offer(event_, units).value();
  std::vector<store::ClaimedUnit> held;
  for (std::uint32_t k = 0; k < kUnits; ++k) held.push_back(claim("ann").value());
  std::thread worker([&] {
    const auto own = store::WorkQueue::open(database_.url()).value();
    for (const auto& one : held) EXPECT_TRUE(own->submit("ann", one, records(one)));
  });
  EXPECT_TRUE(queue_->refuse_worker("ann", "it lies"));
  worker.join();
  EXPECT_TRUE(submissions().empty());
  for (std::uint32_t k = 0; k < kUnits; ++k) {
    const auto again = claim("bob");
    ASSERT_TRUE(again) << k;
    EXPECT_TRUE(queue_->submit("bob", *again, records(*again)).value());
  }
}

TEST_F(WorkQueues, KeepTheSetupAndTheBundles) {
  EXPECT_EQ(queue_->setup(event_).value()->game, "connect4");
  EXPECT_FALSE(queue_->setup(event_ + 1).value());
  std::string bytes("\0\xff'\\x00", 6);
  EXPECT_FALSE(queue_->has_bundle("aa").value());
  queue_->add_bundle("aa", bytes).value();
  queue_->add_bundle("aa", bytes).value();
  EXPECT_TRUE(queue_->has_bundle("aa").value());
  EXPECT_EQ(queue_->bundle("aa").value(), bytes);
  EXPECT_EQ(queue_->bundle("bb").value(), std::nullopt);
}

TEST_F(WorkQueues, RemoveAllUnitsWithTheirEvent) {
  queue_->offer(event_, {unit(1), unit(3), unit(5)}).value();
  const auto held = claim("ann").value();
  const auto played = claim("bob").value();
  EXPECT_TRUE(queue_->submit("bob", played, records(played)).value());
  const auto state = queue_->state().value();
  EXPECT_EQ(state.open, 1U);
  EXPECT_EQ(state.leased, 1U);
  EXPECT_EQ(state.submitted, 1U);
  queue_->close_event(event_).value();
  EXPECT_FALSE(queue_->setup(event_).value());
  EXPECT_EQ(queue_->state().value().open, 0U);
  EXPECT_EQ(queue_->open_events().value().size(), 0U);
  EXPECT_FALSE(queue_->submit("ann", held, records(held)).value());
}

TEST_F(WorkQueues, CountWhatWorkersHaveDone) {
  queue_->offer(event_, {unit(1), unit(3)}).value();
  const auto first = claim("ann").value();
  auto all = records(first);
  all[1].end = wire::End::kVoid;
  all[1].seats[1].reason.reset();
  all[0].worker = wire::Record::Worker{"ann", "host", "cpu", 0.5, 20'000, 1.5};
  queue_->enter({"ann", "host", "cpu", 20'000}).value();
  EXPECT_TRUE(queue_->submit("ann", first, all).value());
  claim("ann");
  const auto workers = queue_->workers().value();
  ASSERT_EQ(workers.size(), 2U);
  EXPECT_EQ(workers[0].info.name, "ann");
  EXPECT_EQ(workers[0].games, 1U);
  EXPECT_EQ(workers[0].voids, 1U);
  EXPECT_EQ(workers[0].time_losses, 1U);
  EXPECT_EQ(workers[0].units, 1U);
  EXPECT_EQ(workers[0].info.speed, 20'000);
  EXPECT_EQ(workers[0].time_scale, 1.5);
  EXPECT_EQ(workers[1].games, 0U);
  EXPECT_FALSE(workers[1].time_scale);
}

TEST_F(WorkQueues, NeedAStoreInPostgres) {
  const auto refused = WorkQueue::open("cup.db");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence,
            "\"cup.db\" is no PostgreSQL database, and workers need one: give --store postgresql://…");
  const PostgresDatabase empty;
  EXPECT_FALSE(WorkQueue::open(empty.url()));
}

}  // namespace quiver::tests
