#include <map>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/store/postgres/schema.hpp"
#include "referee/store/postgres/work_impl.hpp"

namespace quiver::store {

using base::Error;
using base::Result;
using Transaction = pqxx::transaction_base;

namespace {

// 96 random bits: nobody has the lease by accident.
std::string new_lease() { return base::hex(base::secret_bytes(12)); }

std::string interval(base::Duration time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) + " ms";
}

bool lost_on_time(const wire::Record& record) {
  for (const auto& seat : record.seats)
    if (seat.reason == wire::Reason::kTimeout) return true;
  return false;
}

// A sign of life, a claim and a renewal need not survive a crash of the server, which costs a game at most,
// so nobody waits until they are on disk: the condition with set_config, which is true, switches that off for
// the transaction it stands in.

// The first open unit, as no other claim can have it: whoever comes at the same time passes over its row.
constexpr const char* kClaim =
    "WITH c AS MATERIALIZED (SELECT event, unit FROM quiver.work WHERE state = 'open' AND NOT bundles && "
    "$4::text[] AND event <> ALL ($5::bigint[]) AND NOT EXISTS (SELECT 1 FROM quiver.workers WHERE name = $1 "
    "AND refused <> '') ORDER BY event, unit FOR UPDATE SKIP LOCKED LIMIT 1) "
    "UPDATE quiver.work AS w SET state = 'leased', worker = $1, lease = $2, leased_until = now() + "
    "$3::interval, tries = tries + 1 FROM c WHERE w.event = c.event AND w.unit = c.unit "
    "AND set_config('synchronous_commit', 'off', true) = 'off' RETURNING w.event, w.unit, w.games, w.tries";

// The same with a unit whose lease has run out. Asked when nothing is open: leased rows have no order by
// time.
constexpr const char* kClaimExpired =
    "WITH c AS MATERIALIZED (SELECT event, unit FROM quiver.work WHERE state = 'leased' AND leased_until < "
    "now() AND NOT bundles && $4::text[] AND event <> ALL ($5::bigint[]) AND NOT EXISTS (SELECT 1 FROM "
    "quiver.workers WHERE name = $1 AND "
    "refused <> '') ORDER BY event, unit FOR UPDATE SKIP LOCKED LIMIT 1) "
    "UPDATE quiver.work AS w SET worker = $1, lease = $2, leased_until = now() + $3::interval, tries = tries "
    "+ 1 FROM c WHERE w.event = c.event AND w.unit = c.unit "
    "AND set_config('synchronous_commit', 'off', true) = 'off' RETURNING w.event, w.unit, w.games, w.tries";

// In one statement, with the worker's row locked first, as in refuse_worker(). What it answers: whether the
// unit was taken now, or had been before.
constexpr const char* kSubmit =
    "WITH who AS MATERIALIZED (SELECT name FROM quiver.workers WHERE name = $4 AND refused = '' FOR UPDATE), "
    "held AS (UPDATE quiver.work AS w SET state = 'submitted' FROM who WHERE w.event = $1 AND w.unit = $2 "
    "AND w.lease = $3 AND w.state <> 'submitted' RETURNING w.event, w.unit), "
    "put AS (INSERT INTO quiver.submissions SELECT held.event, held.unit, r.place - 1, $4, r.record FROM "
    "held, unnest($5::text[]) WITH ORDINALITY AS r(record, place)), "
    "counted AS (UPDATE quiver.workers AS w SET seen = now(), games = games + $6, time_losses = time_losses "
    "+ $7, voids = voids + $8, starved = starved + $9, time_scale = $10 FROM held WHERE w.name = $4) "
    "SELECT EXISTS (SELECT 1 FROM held), EXISTS (SELECT 1 FROM who, quiver.work AS w WHERE w.event = $1 AND "
    "w.unit = $2 AND w.lease = $3 AND w.state = 'submitted')";

}  // namespace

WorkQueue::WorkQueue(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WorkQueue::~WorkQueue() = default;

Result<std::unique_ptr<WorkQueue>> WorkQueue::open(const std::string& url, Hears hears) {
  if (!is_postgres_url(url))
    return base::bad_input(base::quoted(url) +
                           " is no PostgreSQL database, and workers need one: give --store postgresql://…");
  auto session = PostgresSession::open(url, Access::kRead, {});
  if (!session) return session.error();
  try {
    const auto state = postgres_schema_state(*session);
    if (!state) return state.error();
    if (const auto fit = check_schema(session->name(), Access::kRead, *state, newest_postgres_schema()); !fit)
      return fit.error();
    return std::unique_ptr<WorkQueue>(new WorkQueue(std::make_unique<Impl>(std::move(*session), hears)));
  } catch (const std::exception& failed) {
    return Error{Error::Code::kUnreadable, session->name() + " cannot be opened: " + failed.what()};
  }
}

// --- the coordinator

// Bundles that no stored game can have been played with go: those of an event that has no games yet, and that
// no other event and no team's version names.
Result<void> WorkQueue::open_event(EventId event, const wire::WorkSetup& setup) {
  return impl_->change([&](Transaction& transaction) {
    const std::string json = wire::work_setup_json(setup);
    run(transaction,
        "DELETE FROM quiver.work USING quiver.work_events AS e WHERE work.event = $1 AND e.event = $1 AND "
        "e.setup <> $2",
        event, json);
    run(transaction,
        "INSERT INTO quiver.work_events VALUES ($1, $2) ON CONFLICT (event) DO UPDATE SET setup = "
        "excluded.setup",
        event, json);
    run(transaction,
        "DELETE FROM quiver.event_bundles WHERE event = $1 AND NOT EXISTS (SELECT 1 FROM quiver.games WHERE "
        "event = $1)",
        event);
    for (std::size_t k = 0; k < setup.bots.size(); ++k)
      run(transaction, "INSERT INTO quiver.event_bundles VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", event,
          k, setup.bots[k].bundle);
    run(transaction,
        "DELETE FROM quiver.bundles AS b WHERE NOT EXISTS (SELECT 1 FROM quiver.event_bundles AS e WHERE "
        "e.bundle = b.name) AND NOT EXISTS (SELECT 1 FROM quiver.team_versions AS v WHERE v.bundle = b.name "
        "OR v.upload = b.name)");
  });
}

Result<bool> WorkQueue::has_bundle(const std::string& name) {
  bool found = false;
  const auto read = impl_->read([&](Transaction& transaction) {
    found = !run(transaction, "SELECT 1 FROM quiver.bundles WHERE name = $1", name).empty();
  });
  if (!read) return read.error();
  return found;
}

Result<void> WorkQueue::add_bundle(const std::string& name, const std::string& bytes) {
  return impl_->change([&](Transaction& transaction) {
    run(transaction, "INSERT INTO quiver.bundles VALUES ($1, decode($2, 'hex')) ON CONFLICT DO NOTHING", name,
        base::hex(bytes));
  });
}

Result<void> WorkQueue::offer(EventId event, const std::vector<OfferedUnit>& units) {
  std::vector<UnitId> numbers;
  std::vector<std::string> games;
  std::vector<std::string> bundles;  // an array each, as text
  for (const OfferedUnit& unit : units) {
    numbers.push_back(unit.games.front().number);
    games.push_back(wire::work_unit_json(unit.games));
    bundles.push_back(text_array(unit.bundles));
  }
  return impl_->change([&](Transaction& transaction) {
    const std::string all = number_array(numbers);
    const std::string what = text_array(games);
    run(transaction,
        "DELETE FROM quiver.work AS w USING unnest($2::bigint[], $3::text[]) AS o(unit, games) WHERE w.event "
        "= $1 AND w.unit = o.unit AND w.games <> o.games",
        event, all, what);
    run(transaction,
        "INSERT INTO quiver.work (event, unit, games, bundles) SELECT $1, o.unit, o.games, o.bundles::text[] "
        "FROM unnest($2::bigint[], $3::text[], $4::text[]) AS o(unit, games, bundles) ON CONFLICT DO NOTHING",
        event, all, what, text_array(bundles));
    Impl::announce(transaction, Impl::kWork);
  });
}

// Rows that another statement has locked are left for the next time: a renewal, most likely.
Result<void> WorkQueue::reopen_expired(EventId event) {
  return impl_->change_once([&](Transaction& transaction) {
    const pqxx::result reopened =
        impl_->prepared(transaction, "reopen",
                        "UPDATE quiver.work SET state = 'open' WHERE (event, unit) IN (SELECT event, unit "
                        "FROM quiver.work WHERE event = $1 AND state = 'leased' AND leased_until < now() FOR "
                        "UPDATE SKIP LOCKED) RETURNING 1",
                        event);
    if (!reopened.empty()) Impl::announce(transaction, Impl::kWork);
  });
}

Result<std::vector<Submission>> WorkQueue::submissions(EventId event, std::size_t most,
                                                       const std::set<UnitId>& without) {
  std::map<UnitId, Submission> found;
  const auto read = impl_->read([&](Transaction& transaction) {
    found.clear();
    const pqxx::result rows = impl_->prepared(
        transaction, "submissions",
        "SELECT s.unit, s.worker, s.record FROM quiver.submissions AS s WHERE s.event = $1 AND s.unit IN "
        "(SELECT unit FROM quiver.work WHERE event = $1 AND state = 'submitted' AND NOT unit = "
        "ANY($3::bigint[]) ORDER BY unit LIMIT $2) ORDER BY s.unit, s.place",
        event, most, number_array(without));
    for (const pqxx::row& row : rows) {
      Submission& one = found[number_in(row[0])];
      one.unit = number_in(row[0]);
      one.worker = text_in(row[1]);
      auto record = wire::parse_record_json(text_in(row[2]));
      // A record that cannot be read is left out: the coordinator misses it and refuses the worker.
      if (record) one.records.push_back(std::move(*record));
    }
  });
  if (!read) return read.error();
  std::vector<Submission> out;
  for (auto& [unit, one] : found) out.push_back(std::move(one));
  return out;
}

// Not synchronised to disk: a unit that a crash brings back is found again as one whose games are stored.
Result<void> WorkQueue::settle(EventId event, const std::vector<UnitId>& units) {
  return impl_->change_once([&](Transaction& transaction) {
    impl_->prepared(transaction, "settle",
                    "DELETE FROM quiver.work WHERE event = $1 AND unit = ANY($2::bigint[]) AND "
                    "set_config('synchronous_commit', 'off', true) = 'off'",
                    event, number_array(units));
  });
}

Result<void> WorkQueue::close_event(EventId event) {
  return impl_->change([&](Transaction& transaction) {
    run(transaction, "DELETE FROM quiver.work_events WHERE event = $1", event);
    Impl::announce(transaction, Impl::kWork);
  });
}

// Rows are locked in one order everywhere: a worker, its units by their number, their records. So neither
// waits for the other, and what the worker submits meanwhile either is deleted here or is not taken there.
Result<bool> WorkQueue::refuse_worker(const std::string& name, const std::string& why) {
  bool is_new = false;
  const auto done = impl_->change([&](Transaction& transaction) {
    // Stays true if this is done again because the answer was lost.
    is_new =
        !run(transaction,
             "UPDATE quiver.workers SET refused = $2 WHERE name = $1 AND refused = '' RETURNING 1", name, why)
             .empty() ||
        is_new;
    run(transaction, "SELECT 1 FROM quiver.work WHERE worker = $1 ORDER BY event, unit FOR UPDATE", name);
    run(transaction,
        "DELETE FROM quiver.submissions AS s USING quiver.work AS w WHERE s.event = w.event AND s.unit = "
        "w.unit AND w.worker = $1",
        name);
    run(transaction, "UPDATE quiver.work SET state = 'open', lease = NULL, worker = NULL WHERE worker = $1",
        name);
    Impl::announce(transaction, Impl::kWork);
  });
  if (!done) return done.error();
  return is_new;
}

Result<bool> WorkQueue::admit_worker(const std::string& name) {
  bool found = false;
  const auto done = impl_->change([&](Transaction& transaction) {
    found =
        !run(transaction, "UPDATE quiver.workers SET refused = '' WHERE name = $1 RETURNING 1", name).empty();
  });
  if (!done) return done.error();
  return found;
}

// --- a worker

Result<void> WorkQueue::enter(const WorkerInfo& worker) {
  std::string refused;
  const auto done = impl_->change_once([&](Transaction& transaction) {
    const pqxx::result row = impl_->prepared(
        transaction, "enter",
        "INSERT INTO quiver.workers (name, host, cpu, speed) SELECT $1, $2, $3, $4::double precision "
        "WHERE set_config('synchronous_commit', "
        "'off', true) = 'off' ON CONFLICT (name) DO UPDATE SET host = "
        "excluded.host, cpu = excluded.cpu, speed = excluded.speed, seen = now() RETURNING "
        "refused",
        worker.name, worker.host, worker.cpu, worker.speed);
    refused = text_in(row[0][0]);
  });
  if (!done) return done;
  if (!refused.empty())
    return base::bad_input("the worker " + base::quoted(worker.name) +
                           " is refused: " + base::one_line(refused));
  return {};
}

Result<std::optional<ClaimedUnit>> WorkQueue::claim(const std::string& worker, base::Duration lease,
                                                    const Unable& unable) {
  ClaimedUnit claimed;
  claimed.lease = new_lease();
  std::string games;
  const auto done = impl_->change_once([&](Transaction& transaction) {
    games.clear();
    const std::string time = interval(lease);
    const std::string bundles = text_array(unable.bundles);
    const std::string events = number_array(unable.events);
    pqxx::result rows =
        impl_->prepared(transaction, "claim", kClaim, worker, claimed.lease, time, bundles, events);
    if (rows.empty())
      rows = impl_->prepared(transaction, "expired", kClaimExpired, worker, claimed.lease, time, bundles,
                             events);
    if (rows.empty()) return;
    claimed.event = rows[0][0].as<std::int64_t>();
    claimed.unit = number_in(rows[0][1]);
    games = text_in(rows[0][2]);
    claimed.tries = number_in(rows[0][3]);
  });
  if (!done) return done.error();
  if (games.empty()) return std::optional<ClaimedUnit>();
  auto unit = wire::parse_work_unit(games);
  if (!unit) return unit.error();
  claimed.games = std::move(*unit);
  return std::optional(std::move(claimed));
}

Result<bool> WorkQueue::renew(const ClaimedUnit& unit, base::Duration lease) {
  bool held = false;
  const auto done = impl_->change_once([&](Transaction& transaction) {
    held =
        !impl_
             ->prepared(transaction, "renew",
                        "UPDATE quiver.work SET state = 'leased', leased_until = now() + $4::interval WHERE "
                        "event = $1 AND unit = $2 AND lease = $3 AND state <> 'submitted' "
                        "AND set_config('synchronous_commit', 'off', true) = 'off' RETURNING 1",
                        unit.event, unit.unit, unit.lease, interval(lease))
             .empty();
  });
  if (!done) return done.error();
  return held;
}

Result<bool> WorkQueue::submit(const std::string& worker, const ClaimedUnit& unit,
                               const std::vector<wire::Record>& records) {
  std::vector<std::string> all;
  std::uint64_t time_losses = 0;
  std::uint64_t voids = 0;
  std::uint64_t starved = 0;
  std::optional<double> scale;
  for (const wire::Record& record : records) {
    all.push_back(wire::record_json(record));
    if (lost_on_time(record)) ++time_losses;
    if (record.end == wire::End::kVoid) ++voids;
    if (wire::is_starved(record)) ++starved;
    if (record.worker) scale = record.worker->time_scale;
  }
  bool taken = false;
  const auto done = impl_->change_once([&](Transaction& transaction) {
    const pqxx::row row =
        impl_->prepared(transaction, "submit", kSubmit, unit.event, unit.unit, unit.lease, worker,
                        text_array(all), records.size() - voids, time_losses, voids, starved, scale)[0];
    const bool now = row[0].as<bool>();
    taken = now || row[1].as<bool>();
    // On its own: in the same transaction it would let one submission after the other wait for the disk.
    if (now) Impl::announce(transaction, Impl::kSubmissions);
  });
  if (!done) return done.error();
  return taken;
}

Result<void> WorkQueue::release(const ClaimedUnit& unit) {
  return impl_->change([&](Transaction& transaction) {
    run(transaction,
        "UPDATE quiver.work SET state = 'open', lease = NULL, worker = NULL WHERE event = $1 AND unit = $2 "
        "AND lease = $3 AND state <> 'submitted'",
        unit.event, unit.unit, unit.lease);
    Impl::announce(transaction, Impl::kWork);
  });
}

Result<std::optional<wire::WorkSetup>> WorkQueue::setup(EventId event) {
  std::optional<std::string> json;
  const auto read = impl_->read([&](Transaction& transaction) {
    const pqxx::result rows =
        run(transaction, "SELECT setup FROM quiver.work_events WHERE event = $1", event);
    if (!rows.empty()) json = text_in(rows[0][0]);
  });
  if (!read) return read.error();
  if (!json) return std::optional<wire::WorkSetup>();
  auto setup = wire::parse_work_setup(*json);
  if (!setup) return setup.error();
  return std::optional(std::move(*setup));
}

Result<std::optional<std::string>> WorkQueue::bundle(const std::string& name) {
  std::optional<std::string> bytes;
  const auto read = impl_->read([&](Transaction& transaction) {
    const pqxx::result rows = run(transaction, "SELECT content FROM quiver.bundles WHERE name = $1", name);
    if (rows.empty()) return;
    const pqxx::binarystring content(rows[0][0]);
    bytes.emplace(content.get(), content.size());
  });
  if (!read) return read.error();
  return bytes;
}

// --- everybody

void WorkQueue::wait(base::Duration time, int wake) { impl_->wait(time, wake); }

}  // namespace quiver::store
