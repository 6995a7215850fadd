#include <map>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/store/postgres_schema.hpp"
#include "referee/store/postgres_session.hpp"
#include "referee/store/postgres_statement.hpp"
#include "referee/store/work_queue.hpp"

namespace quiver::store {

using base::Error;
using base::Result;
using Transaction = pqxx::transaction_base;

namespace {

// Announces that something was offered, submitted or given back. Workers and coordinators listen to it.
constexpr const char* kChannel = "quiver_work";

// 96 random bits: nobody has the lease by accident.
std::string new_lease() { return base::hex(base::secret_bytes(12)); }

// Names of bundles are hexadecimal, so nothing needs quoting.
std::string text_array(const std::vector<std::string>& words) {
  std::string out = "{";
  for (const std::string& word : words) out += (out.size() > 1 ? "," : "") + word;
  return out + "}";
}

std::string interval(base::Duration time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) + " ms";
}

std::uint64_t count_in(const pqxx::field& field) {
  return field.is_null() ? 0 : static_cast<std::uint64_t>(field.as<std::int64_t>());
}

bool lost_on_time(const wire::Record& record) {
  for (const auto& seat : record.seats)
    if (seat.reason == wire::Reason::kTimeout) return true;
  return false;
}

}  // namespace

class WorkQueue::Impl {
 public:
  explicit Impl(PostgresSession session) : session_(std::move(session)) { session_.listen(kChannel); }

  // Every statement runs through these two: what libpqxx throws becomes an error.
  template <class Work>
  Result<void> change(Work work) {
    return guarded([&] { return session_.share(work); });
  }
  template <class Work>
  Result<void> read(Work work) {
    return guarded([&] { return session_.read(work); });
  }
  void wait(base::Duration time, int wake) { session_.wait(time, wake); }

  static void announce(Transaction& transaction) { transaction.exec(std::string("NOTIFY ") + kChannel); }

 private:
  template <class Call>
  Result<void> guarded(Call call) {
    try {
      return call();
    } catch (const std::exception& failed) {
      const std::string what = failed.what();
      return Error{Error::Code::kUnreadable, session_.name() + ": " + what.substr(0, what.find('\n'))};
    }
  }

  PostgresSession session_;
};

WorkQueue::WorkQueue(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WorkQueue::~WorkQueue() = default;

Result<std::unique_ptr<WorkQueue>> WorkQueue::open(const std::string& url) {
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
  } catch (const std::exception& failed) {
    return Error{Error::Code::kUnreadable, session->name() + " cannot be opened: " + failed.what()};
  }
  return std::unique_ptr<WorkQueue>(new WorkQueue(std::make_unique<Impl>(std::move(*session))));
}

// --- the coordinator

Result<void> WorkQueue::open_event(EventId event, const wire::WorkSetup& setup) {
  return impl_->change([&](Transaction& transaction) {
    run(transaction,
        "INSERT INTO quiver.work_events VALUES ($1, $2) ON CONFLICT (event) DO UPDATE SET setup = "
        "excluded.setup",
        event, wire::work_setup_json(setup));
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
  return impl_->change([&](Transaction& transaction) {
    for (const OfferedUnit& unit : units) {
      const std::string games = wire::work_unit_json(unit.games);
      run(transaction, "DELETE FROM quiver.work WHERE event = $1 AND unit = $2 AND games <> $3", event,
          unit.games.front().number, games);
      run(transaction,
          "INSERT INTO quiver.work (event, unit, games, bundles) VALUES ($1, $2, $3, $4) ON CONFLICT DO "
          "NOTHING",
          event, unit.games.front().number, games, text_array(unit.bundles));
    }
    Impl::announce(transaction);
  });
}

Result<std::vector<Submission>> WorkQueue::submissions(EventId event, std::size_t most) {
  std::map<UnitId, Submission> found;
  const auto read = impl_->read([&](Transaction& transaction) {
    found.clear();
    const pqxx::result rows =
        run(transaction,
            "SELECT s.unit, s.worker, s.record FROM quiver.submissions AS s WHERE s.event = $1 AND s.unit IN "
            "(SELECT unit FROM quiver.work WHERE event = $1 AND state = 'submitted' ORDER BY unit LIMIT $2) "
            "ORDER BY s.unit, s.place",
            event, most);
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

Result<void> WorkQueue::settle(EventId event, UnitId unit) {
  return impl_->change([&](Transaction& transaction) {
    run(transaction, "DELETE FROM quiver.work WHERE event = $1 AND unit = $2", event, unit);
  });
}

Result<void> WorkQueue::close_event(EventId event) {
  return impl_->change([&](Transaction& transaction) {
    run(transaction, "DELETE FROM quiver.work_events WHERE event = $1", event);
    Impl::announce(transaction);
  });
}

// The worker's row is locked before its units, here and in submit(): so neither waits for the other, and what
// the worker submits either is deleted here or is not taken there.
Result<bool> WorkQueue::refuse_worker(const std::string& name, const std::string& why) {
  bool is_new = false;
  const auto done = impl_->change([&](Transaction& transaction) {
    is_new =
        !run(transaction,
             "UPDATE quiver.workers SET refused = $2 WHERE name = $1 AND refused = '' RETURNING 1", name, why)
             .empty();
    run(transaction,
        "DELETE FROM quiver.submissions AS s USING quiver.work AS w WHERE s.event = w.event AND s.unit = "
        "w.unit AND w.worker = $1",
        name);
    run(transaction, "UPDATE quiver.work SET state = 'open', lease = NULL, worker = NULL WHERE worker = $1",
        name);
    Impl::announce(transaction);
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
  const auto done = impl_->change([&](Transaction& transaction) {
    const pqxx::result row = run(
        transaction,
        "INSERT INTO quiver.workers (name, host, cpu) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET "
        "host = excluded.host, cpu = excluded.cpu, seen = now() RETURNING refused",
        worker.name, worker.host, worker.cpu);
    refused = text_in(row[0][0]);
  });
  if (!done) return done;
  if (!refused.empty())
    return base::bad_input("the worker " + base::quoted(worker.name) +
                           " is refused: " + base::one_line(refused));
  return {};
}

Result<std::optional<ClaimedUnit>> WorkQueue::claim(const std::string& worker, base::Duration lease,
                                                    const std::vector<std::string>& unable) {
  ClaimedUnit claimed;
  claimed.lease = new_lease();
  std::string games;
  const auto done = impl_->change([&](Transaction& transaction) {
    games.clear();
    const pqxx::result rows =
        run(transaction,
            "WITH c AS (SELECT event, unit FROM quiver.work WHERE (state = 'open' OR (state = 'leased' AND "
            "leased_until < now())) AND NOT bundles && $4::text[] AND NOT EXISTS (SELECT 1 FROM "
            "quiver.workers WHERE "
            "name = $1 AND refused <> '') ORDER BY event, unit FOR UPDATE SKIP LOCKED LIMIT 1) "
            "UPDATE quiver.work AS w SET state = 'leased', worker = $1, lease = $2, leased_until = now() + "
            "$3::interval, tries = tries + 1 FROM c WHERE w.event = c.event AND w.unit = c.unit "
            "RETURNING w.event, w.unit, w.games",
            worker, claimed.lease, interval(lease), text_array(unable));
    if (rows.empty()) return;
    claimed.event = rows[0][0].as<std::int64_t>();
    claimed.unit = number_in(rows[0][1]);
    games = text_in(rows[0][2]);
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
  const auto done = impl_->change([&](Transaction& transaction) {
    held =
        !run(transaction,
             "UPDATE quiver.work SET leased_until = now() + $4::interval WHERE event = $1 AND unit = $2 AND "
             "lease = $3 AND state = 'leased' RETURNING 1",
             unit.event, unit.unit, unit.lease, interval(lease))
             .empty();
  });
  if (!done) return done.error();
  return held;
}

Result<bool> WorkQueue::submit(const std::string& worker, const ClaimedUnit& unit,
                               const std::vector<wire::Record>& records) {
  bool taken = false;
  const auto done = impl_->change([&](Transaction& transaction) {
    taken =
        !run(transaction,
             "UPDATE quiver.workers SET seen = now() WHERE name = $1 AND refused = '' RETURNING 1", worker)
             .empty();
    if (!taken) return;
    const pqxx::result before =
        run(transaction,
            "SELECT state FROM quiver.work WHERE event = $1 AND unit = $2 AND lease = $3 "
            "FOR UPDATE",
            unit.event, unit.unit, unit.lease);
    taken = !before.empty();
    if (!taken || text_in(before[0][0]) == "submitted") return;
    run(transaction, "UPDATE quiver.work SET state = 'submitted' WHERE event = $1 AND unit = $2", unit.event,
        unit.unit);
    std::uint64_t time_losses = 0;
    std::uint64_t voids = 0;
    for (std::size_t k = 0; k < records.size(); ++k) {
      run(transaction, "INSERT INTO quiver.submissions VALUES ($1, $2, $3, $4, $5)", unit.event, unit.unit, k,
          worker, wire::record_json(records[k]));
      if (lost_on_time(records[k])) ++time_losses;
      if (records[k].end == wire::End::kVoid) ++voids;
    }
    run(transaction,
        "UPDATE quiver.workers SET games = games + $2, time_losses = time_losses + $3, voids = "
        "voids + $4 WHERE name = $1",
        worker, records.size() - voids, time_losses, voids);
    Impl::announce(transaction);
  });
  if (!done) return done.error();
  return taken;
}

Result<void> WorkQueue::release(const ClaimedUnit& unit) {
  return impl_->change([&](Transaction& transaction) {
    run(transaction,
        "UPDATE quiver.work SET state = 'open', lease = NULL, worker = NULL WHERE event = $1 AND unit = $2 "
        "AND "
        "lease = $3 AND state = 'leased'",
        unit.event, unit.unit, unit.lease);
    Impl::announce(transaction);
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

Result<std::uint64_t> WorkQueue::open_events() {
  std::uint64_t count = 0;
  const auto read = impl_->read([&](Transaction& transaction) {
    count = count_in(run(transaction, "SELECT count(*) FROM quiver.work_events")[0][0]);
  });
  if (!read) return read.error();
  return count;
}

Result<QueueState> WorkQueue::state() {
  QueueState state;
  const auto read = impl_->read([&](Transaction& transaction) {
    const pqxx::result rows = run(
        transaction,
        "SELECT count(*) FILTER (WHERE state = 'open'), count(*) FILTER (WHERE state = 'leased'), count(*) "
        "FILTER (WHERE state = 'submitted') FROM quiver.work");
    state = {count_in(rows[0][0]), count_in(rows[0][1]), count_in(rows[0][2])};
  });
  if (!read) return read.error();
  return state;
}

Result<std::vector<WorkerState>> WorkQueue::workers() {
  std::vector<WorkerState> out;
  const auto read = impl_->read([&](Transaction& transaction) {
    out.clear();
    const pqxx::result rows = run(
        transaction,
        "SELECT w.name, w.host, w.cpu, extract(epoch FROM now() - w.seen), (SELECT count(*) FROM quiver.work "
        "AS u WHERE u.worker = w.name AND u.state = 'leased'), w.games, w.time_losses, w.voids, "
        "extract(epoch FROM w.seen - w.entered) / 3600, w.refused FROM quiver.workers AS w ORDER BY w.name");
    for (const pqxx::row& row : rows)
      out.push_back({{text_in(row[0]), text_in(row[1]), text_in(row[2])},
                     real_in(row[3]),
                     count_in(row[4]),
                     count_in(row[5]),
                     count_in(row[6]),
                     count_in(row[7]),
                     real_in(row[8]),
                     text_in(row[9])});
  });
  if (!read) return read.error();
  return out;
}

void WorkQueue::wait(base::Duration time, int wake) { impl_->wait(time, wake); }

}  // namespace quiver::store
