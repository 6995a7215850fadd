// A tournament that workers play, with the test as the worker: it claims units and submits what it likes.
#include "referee/tournament/workers/work_dispatcher.hpp"

#include <atomic>
#include <fstream>
#include <thread>

#include "referee/records/verify.hpp"
#include "referee/tournament/tournament_run.hpp"
#include "referee/tournament/workers/work_values.hpp"
#include "tests/unit/store/given_store.hpp"
#include "tests/unit/store/postgres_database.hpp"

namespace quiver::tests {

using std::chrono::milliseconds;
using std::chrono::seconds;
using store::WorkQueue;
using tournament::EventRunner;
using tournament::TournamentRun;

namespace {

constexpr std::uint32_t kGames = 12;

struct Counting final : tournament::TournamentObserver {
  void on_drawn(const std::vector<tournament::Pairing>&) override {}
  void on_game(const store::Game& game) override { numbers.push_back(game.number); }
  void on_void(const wire::Record&) override { ++voids; }
  void on_stopped(const tournament::Pairing&, const std::string&) override { ++stopped; }
  std::vector<std::uint32_t> numbers;
  int voids = 0;
  int stopped = 0;
};

// The record of a game as it was asked for: seat 0 wins in column 1.
wire::Record played(const wire::WorkGame& game, const wire::WorkSetup& setup) {
  wire::Record record;
  record.id = game.id;
  record.number = game.number;
  record.seed = game.seed;
  record.game = "connect4";
  record.board = "rectangle";
  record.rows = 6;
  record.columns = 7;
  for (const std::uint32_t bot : game.bots) {
    record.seats.emplace_back();
    record.seats.back().name = setup.bots[bot].name;
    record.seats.back().time = setup.bots[bot].time;
  }
  for (const char* move : {"1", "2", "1", "2", "1", "2", "1"})
    record.moves.push_back({base::seat(record.moves.size() % 2), move, milliseconds(1), {}});
  records::settle(record).value();
  return record;
}

wire::Record made_void(wire::Record record) {
  record.moves.clear();
  record.winner.reset();
  for (auto& seat : record.seats) seat.place = 0;
  records::settle(record).value();
  return record;
}

// A worker on a thread of its own, until there is no event any more.
class TestWorker {
 public:
  using Records = std::function<std::vector<wire::Record>(const store::ClaimedUnit&, const wire::WorkSetup&)>;
  TestWorker(const std::string& url, const std::string& name, Records records)
      : records_(std::move(records)) {
    thread_ = std::thread([this, url, name] { run(url, name); });
  }
  ~TestWorker() {
    ends_ = true;
    thread_.join();
  }
  TestWorker(const TestWorker&) = delete;
  TestWorker& operator=(const TestWorker&) = delete;

 private:
  void run(const std::string& url, const std::string& name) {
    const auto queue = WorkQueue::open(url, WorkQueue::Hears::kWork).value();
    while (!ends_) {
      if (!queue->enter({name, "host", "cpu"})) return;
      const auto unit = queue->claim(name, seconds(60), {}).value();
      if (!unit) {
        queue->wait(milliseconds(20), -1);
        continue;
      }
      const auto setup = queue->setup(unit->event).value();
      if (!setup) continue;
      std::vector<wire::Record> records = records_(*unit, *setup);
      for (wire::Record& record : records) record.worker = wire::Record::Worker{name, "host", "cpu", 0.5};
      queue->submit(name, *unit, records).value();
    }
  }
  Records records_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

std::vector<wire::Record> honest(const store::ClaimedUnit& unit, const wire::WorkSetup& setup) {
  std::vector<wire::Record> all;
  for (const wire::WorkGame& game : unit.games) all.push_back(played(game, setup));
  return all;
}

class DispatchedGames : public StoreFolder {
 protected:
  tournament::TournamentRequest request() {
    tournament::TournamentRequest asked;
    asked.event = "cup";
    asked.plan.add("format", "round-robin");
    asked.plan.add("games", std::to_string(kGames));
    asked.plan.add("seed", "7");
    for (const std::string name : {"ann", "bob"}) {
      std::ofstream(path(name)) << name;
      asked.plan.add("bot", name);
      asked.specs.push_back("/bin/cat name=" + name + " " + path(name));
      asked.bots.push_back(*launch::parse_bot_spec(asked.specs.back(), "connect4", {}));
    }
    return asked;
  }
  // Plays the tournament to its end, or until `stop` games are stored.
  void play(Counting& observer, std::size_t stop = kGames + 1) {
    const auto store = store::open_store(database_.url(), store::Access::kWrite).value();
    auto run = *TournamentRun::prepare(store.get(), request());
    const auto referee = *run::Referee::open({});
    EventRunner runner(*referee);
    struct Stopping final : tournament::TournamentObserver {
      Stopping(Counting& counting, run::Referee& referee, std::size_t most)
          : counting_(counting), referee_(referee), most_(most) {}
      void on_drawn(const std::vector<tournament::Pairing>& all) override { counting_.on_drawn(all); }
      void on_game(const store::Game& game) override {
        counting_.on_game(game);
        if (counting_.numbers.size() == most_) referee_.break_off("enough");
      }
      void on_void(const wire::Record& record) override { counting_.on_void(record); }
      void on_stopped(const tournament::Pairing& pairing, const std::string& why) override {
        counting_.on_stopped(pairing, why);
      }
      Counting& counting_;
      run::Referee& referee_;
      std::size_t most_;
    } stopping(observer, *referee, stop);
    ASSERT_TRUE(run->begin(*store, runner, stopping));
    run::MatchConfig config{games::Position::start("connect4", {}).value(), games::Options{}};
    auto dispatcher = tournament::dispatch_to_workers(
        {database_.url(), run->event(), config, run->bots(), "off", false, false, std::nullopt},
        run->source(), *referee, runner.notifier(),
        [this](const std::string& sentence) { notices_.push_back(sentence); });
    ASSERT_TRUE(dispatcher) << dispatcher.error().sentence;
    runner.play(std::move(*dispatcher));
    runner.finish();
    EXPECT_FALSE(runner.failed()) << runner.failure();
  }
  [[nodiscard]] std::size_t stored() const {
    const auto store = store::open_store(database_.url(), store::Access::kRead).value();
    return store->results(store->events()->front().id)->size();
  }

  PostgresDatabase database_;
  std::vector<std::string> notices_;
};

}  // namespace

TEST_F(DispatchedGames, AreStoredOnceEachByTwoWorkers) {
  // The tables are made by the first writer.
  store::open_store(database_.url(), store::Access::kWrite).value();
  const TestWorker first(database_.url(), "w1", honest);
  const TestWorker second(database_.url(), "w2", honest);
  Counting observer;
  play(observer);
  EXPECT_EQ(observer.numbers.size(), kGames);
  EXPECT_EQ(std::set<std::uint32_t>(observer.numbers.begin(), observer.numbers.end()).size(), kGames);
  EXPECT_EQ(stored(), kGames);
  EXPECT_FALSE(WorkQueue::open(database_.url()).value()->setup(1).value()) << "nothing is left in the queue";
  EXPECT_EQ(WorkQueue::open(database_.url()).value()->open_events().value().size(), 0U);
}

TEST_F(DispatchedGames, OfAWorkerThatLiesArePlayedByAnother) {
  store::open_store(database_.url(), store::Access::kWrite).value();
  Counting observer;
  std::atomic<bool> lied{false};
  const TestWorker liar(database_.url(), "liar",
                        [&](const store::ClaimedUnit& unit, const wire::WorkSetup& setup) {
                          auto records = honest(unit, setup);
                          std::swap(records[0].seats[0].place, records[0].seats[1].place);
                          records[0].winner = base::seat(1);
                          lied = true;
                          return records;
                        });
  const TestWorker good(database_.url(), "good",
                        [&](const store::ClaimedUnit& unit, const wire::WorkSetup& setup) {
                          while (!lied) std::this_thread::sleep_for(milliseconds(1));
                          return honest(unit, setup);
                        });
  play(observer);
  EXPECT_EQ(stored(), kGames);
  ASSERT_EQ(notices_.size(), 1U);
  EXPECT_EQ(notices_[0].find("the worker \"liar\" is refused, and its games are played again: game cup-"), 0U)
      << notices_[0];
}

TEST_F(DispatchedGames, AreTakenByTheNextCoordinator) {
  store::open_store(database_.url(), store::Access::kWrite).value();
  const TestWorker worker(database_.url(), "w1", honest);
  Counting before;
  play(before, 3);
  EXPECT_LT(before.numbers.size(), kGames + 1);
  Counting after;
  play(after);
  EXPECT_EQ(stored(), kGames);
}

TEST_F(DispatchedGames, ThatAreVoidArePlayedAgain) {
  store::open_store(database_.url(), store::Access::kWrite).value();
  std::set<std::uint32_t> voided;
  const TestWorker worker(database_.url(), "w1",
                          [&](const store::ClaimedUnit& unit, const wire::WorkSetup& setup) {
                            auto records = honest(unit, setup);
                            // Each first game of a unit is void once.
                            if (voided.insert(records[0].number).second) records[0] = made_void(records[0]);
                            return records;
                          });
  Counting observer;
  play(observer);
  EXPECT_EQ(stored(), kGames);
  EXPECT_GE(observer.voids, 6);
  EXPECT_EQ(observer.stopped, 0);
}

}  // namespace quiver::tests
