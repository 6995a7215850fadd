#include "tests/bench/queue_load.hpp"

#include "referee/records/verify.hpp"
#include "tests/bench/postgres_server.hpp"

namespace quiver::bench {

namespace {

constexpr std::chrono::seconds kLease(15);  // as quiver work has it
constexpr std::chrono::seconds kBetweenSigns(5);
constexpr std::chrono::seconds kBetweenClaims(1);  // when there was nothing

}  // namespace

std::vector<wire::Record> records_of(const store::ClaimedUnit& unit, const wire::WorkSetup& setup) {
  std::vector<wire::Record> all;
  for (const wire::WorkGame& game : unit.games) {
    wire::Record& record = all.emplace_back();
    record.id = game.id;
    record.number = game.number;
    record.seed = game.seed;
    record.game = "connect4";
    record.board = "rectangle";
    record.rows = 6;
    record.columns = 7;
    record.started = "2026-01-31T12:00:00Z";
    for (const std::uint32_t bot : game.bots) {
      record.seats.emplace_back();
      record.seats.back().name = setup.bots[bot].name;
      record.seats.back().time = setup.bots[bot].time;
    }
    for (const char* move : {"1", "2", "1", "2", "1", "2", "1"})
      record.moves.push_back({base::seat(record.moves.size() % 2), move, std::chrono::milliseconds(1), {}});
    need(records::settle(record));
  }
  return all;
}

SimulatedWorkers::SimulatedWorkers(const std::string& url, const std::string& name, std::size_t count,
                                   base::Duration game, LoadCount& counts)
    : game_(game),
      counts_(counts),
      queue_(need(store::WorkQueue::open(url, store::WorkQueue::Hears::kWork))) {
  const base::Time now = base::clock_now();
  for (std::size_t k = 0; k < count; ++k) {
    Worker& worker = workers_.emplace_back();
    worker.name = name + "-" + std::to_string(k);
    // Not all at once.
    worker.claims = now + game * static_cast<int>(k) / static_cast<int>(count);
  }
  thread_ = std::thread([this] {
    try {
      run();
    } catch (...) {
      failed_ = std::current_exception();
    }
  });
}

SimulatedWorkers::~SimulatedWorkers() {
  ends_ = true;
  if (thread_.joinable()) thread_.join();
}

void SimulatedWorkers::stop() {
  ends_ = true;
  thread_.join();
  if (failed_) std::rethrow_exception(failed_);
}

void SimulatedWorkers::run() {
  while (!ends_) {
    bool any = false;
    for (Worker& worker : workers_) any = go_on(worker, base::clock_now()) || any;
    if (!any) queue_->wait(std::chrono::milliseconds(5), -1);
  }
}

const wire::WorkSetup& SimulatedWorkers::setup(store::EventId event) {
  if (!setups_.contains(event)) setups_[event] = need(queue_->setup(event)).value();
  return setups_[event];
}

bool SimulatedWorkers::go_on(Worker& worker, base::Time now) {
  if (now >= worker.shows) {
    need(queue_->enter({worker.name, "host", "cpu"}));
    worker.shows = now + kBetweenSigns;
  }
  if (!worker.unit) {
    if (now < worker.claims) return false;
    worker.unit = need(queue_->claim(worker.name, kLease, {}));
    worker.claims = now + kBetweenClaims;
    worker.ends = now + game_;
    worker.renews = now + kLease / 4;
    return worker.unit.has_value();
  }
  if (now >= worker.ends) {
    const auto records = records_of(*worker.unit, setup(worker.unit->event));
    ++(need(queue_->submit(worker.name, *worker.unit, records)) ? counts_.units : counts_.lost);
    worker.unit.reset();
    worker.claims = now;
    return true;
  }
  if (now < worker.renews) return false;
  if (!need(queue_->renew(*worker.unit, kLease))) ++counts_.lost;
  ++counts_.renewed;
  worker.renews = now + kLease / 4;
  return true;
}

}  // namespace quiver::bench
