// What the tables say about workers, and about the games that wait or were played.
#include "referee/store/postgres/work_impl.hpp"

namespace quiver::store {

using base::Result;
using Transaction = pqxx::transaction_base;

namespace {

std::optional<double> real_or_none(const pqxx::field& field) {
  return field.is_null() ? std::nullopt : std::optional(real_in(field));
}

// "0:1 3:2": entrant 0 came first and entrant 3 second.
std::vector<SeatOfResult> seats_in(const std::string& text) {
  std::vector<SeatOfResult> seats;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    SeatOfResult seat;
    at = std::from_chars(at, end, seat.entrant).ptr;
    if (at < end) at = std::from_chars(at + 1, end, seat.place).ptr;
    if (at < end) ++at;
    seats.push_back(seat);
  }
  return seats;
}

}  // namespace

Result<std::vector<EventId>> WorkQueue::open_events() {
  std::vector<EventId> events;
  const auto read = impl_->read([&](Transaction& transaction) {
    events.clear();
    for (const auto& row : run(transaction, "SELECT event FROM quiver.work_events ORDER BY event"))
      events.push_back(row[0].as<EventId>());
  });
  if (!read) return read.error();
  return events;
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
        "SELECT w.name, w.host, w.cpu, w.speed, extract(epoch FROM now() - w.seen), (SELECT count(*) FROM "
        "quiver.work AS u WHERE u.worker = w.name AND u.state = 'leased'), w.games, w.time_losses, "
        "w.voids, w.starved, extract(epoch FROM w.seen - w.entered) / 3600, w.time_scale, w.refused FROM "
        "quiver.workers AS w ORDER BY w.name");
    for (const pqxx::row& row : rows) {
      WorkerState& one = out.emplace_back();
      one.info = {text_in(row[0]), text_in(row[1]), text_in(row[2]), real_or_none(row[3])};
      one.seen_seconds = real_in(row[4]);
      one.units = count_in(row[5]);
      one.games = count_in(row[6]);
      one.time_losses = count_in(row[7]);
      one.voids = count_in(row[8]);
      one.starved = count_in(row[9]);
      one.hours = real_in(row[10]);
      one.time_scale = real_or_none(row[11]);
      one.refused = text_in(row[12]);
    }
  });
  if (!read) return read.error();
  return out;
}

Result<std::vector<ResultCount>> WorkQueue::results_by_worker(EventId event) {
  std::vector<ResultCount> out;
  const auto read = impl_->read([&](Transaction& transaction) {
    out.clear();
    const pqxx::result rows =
        run(transaction,
            "SELECT worker, result, count(*) FROM (SELECT coalesce(g.worker, '') AS worker, "
            "string_agg(s.entrant || ':' || s.place, ' ' ORDER BY s.entrant, s.seat) AS result FROM "
            "quiver.games AS g JOIN quiver.game_seats AS s ON s.event = g.event AND s.game = g.number WHERE "
            "g.event = $1 AND s.entrant IS NOT NULL GROUP BY g.number, g.worker) AS games GROUP BY worker, "
            "result ORDER BY worker, result",
            event);
    for (const pqxx::row& row : rows)
      out.push_back({text_in(row[0]), seats_in(text_in(row[1])), count_in(row[2])});
  });
  if (!read) return read.error();
  return out;
}

Result<double> WorkQueue::games_a_second(EventId event) {
  double pace = 0;
  const auto read = impl_->read([&](Transaction& transaction) {
    const pqxx::row row =
        run(transaction,
            "SELECT count(*), extract(epoch FROM clock_timestamp() - min(stored)) FROM (SELECT stored FROM "
            "quiver.games WHERE event = $1 ORDER BY number DESC LIMIT 1000) AS latest WHERE stored > now() - "
            "interval '10 minutes'",
            event)[0];
    const double seconds = row[1].is_null() ? 0 : real_in(row[1]);
    pace = seconds > 0 ? static_cast<double>(count_in(row[0])) / seconds : 0;
  });
  if (!read) return read.error();
  return pace;
}

}  // namespace quiver::store
