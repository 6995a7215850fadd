// What the tables say about workers, and about the games that wait.
#include "referee/store/postgres_work_impl.hpp"

namespace quiver::store {

using base::Result;
using Transaction = pqxx::transaction_base;

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

}  // namespace quiver::store
