#include "referee/store/postgres/tables.hpp"

#include <pqxx/pqxx>
#include <sstream>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/store/board_shape.hpp"
#include "referee/store/postgres/changes.hpp"
#include "referee/store/postgres/statement.hpp"

namespace quiver::store {

using base::Error;
using base::Result;

namespace {

constexpr int kGamesAtOnce = 200;

// --- fields

// We write ASCII names alone. Somebody else may have written to the database, and a terminal obeys what it
// reads.
std::string name_in(const pqxx::field& field) {
  const std::string name = text_in(field);
  return base::plain_text(name, name.size());
}

std::optional<wire::Reason> reason_in(const pqxx::field& field) {
  return field.is_null() ? std::nullopt : reason_of(field.as<std::int64_t>());
}

// PostgreSQL ends some sentences with a line break, and adds lines of detail.
std::string first_line(const char* what) {
  const std::string all = what;
  return all.substr(0, all.find('\n'));
}

}  // namespace

Result<void> PostgresTables::read(const PostgresSession::Work& work) {
  try {
    return session_.read(work);
  } catch (const std::exception& failed) {
    return Error{Error::Code::kUnreadable, session_.name() + " cannot be read: " + first_line(failed.what())};
  }
}

Result<void> PostgresTables::write(const PostgresSession::Work& work, const std::string& doubled,
                                   bool* collided) {
  try {
    return session_.write(work);
  } catch (const RefusedChange& refused) {
    return refused.error;
  } catch (const pqxx::unique_violation&) {
    if (collided != nullptr) *collided = true;
    return base::bad_input(session_.name() + " " + doubled);
  } catch (const pqxx::foreign_key_violation&) {
    return base::bad_input(session_.name() +
                           " does not know the event, an entrant, a pairing or a game that was named");
  } catch (const std::exception& failed) {
    return Error{Error::Code::kUnreadable,
                 session_.name() + " cannot be written: " + first_line(failed.what())};
  }
}

// --- events

Result<std::vector<Event>> PostgresTables::events() {
  std::vector<Event> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const auto& row :
         run(transaction, "SELECT id, name, kind, plan, created FROM quiver.events ORDER BY id"))
      found.push_back(
          {row[0].as<EventId>(), name_in(row[1]), name_in(row[2]), text_in(row[3]), text_in(row[4])});
  });
  if (!done) return done.error();
  return found;
}

Result<Event> PostgresTables::begin(const Event& event) {
  if (const std::string fault = base::name_fault(event.name); !fault.empty()) return base::bad_input(fault);
  Event begun = event;
  const auto done = write(
      [&](pqxx::transaction_base& transaction) {
        const pqxx::result row =
            run(transaction,
                "INSERT INTO quiver.events (name, kind, plan, created) VALUES ($1, $2, $3, $4) RETURNING id",
                event.name, event.kind, event.plan, event.created);
        begun.id = row[0][0].as<EventId>();
      },
      "has an event " + base::quoted(event.name) + " already");
  if (!done) return done.error();
  return begun;
}

Result<void> PostgresTables::change_plan(EventId event, const std::string& plan) {
  return commit(event, {PlanText{plan}});
}

Result<void> PostgresTables::commit(EventId event, const std::vector<Change>& changes) {
  std::string doubled;
  bool collided = false;
  const auto put = [&](std::size_t rows_at_once) {
    return write(
        [&](pqxx::transaction_base& transaction) {
          PostgresChanges into(transaction, event, rows_at_once, doubled);
          for (const Change& change : changes) std::visit(into, change);
          into.flush();
        },
        doubled, &collided);
  };
  auto done = put(PostgresChanges::kRowsAtOnce);
  // Nothing is written; row by row it shows which one was there before.
  if (!done && collided && changes.size() > 1) done = put(1);
  return done;
}

// --- what there is

Result<std::vector<Entrant>> PostgresTables::entrants(EventId event) {
  std::vector<Entrant> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const auto& row :
         run(transaction,
             "SELECT number, name, spec, version, joined, active, display, title FROM quiver.entrants WHERE "
             "event = $1 ORDER BY number",
             event))
      found.push_back({number_in(row[0]), name_in(row[1]), text_in(row[2]), text_in(row[3]), text_in(row[4]),
                       row[5].as<bool>(), name_in(row[6]), name_in(row[7])});
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<Pairing>> PostgresTables::pairings(EventId event) {
  std::vector<Pairing> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const auto& row :
         run(transaction,
             "SELECT p.number, p.round, p.games, p.state, p.note, e.entrant FROM quiver.pairings AS p LEFT "
             "JOIN "
             "quiver.pairing_entrants AS e ON e.event = p.event AND e.pairing = p.number WHERE p.event = $1 "
             "ORDER BY p.number, e.place",
             event)) {
      if (found.empty() || found.back().number != number_in(row[0]))
        found.push_back({number_in(row[0]),
                         number_in(row[1]),
                         {},
                         number_in(row[2]),
                         static_cast<Pairing::State>(row[3].as<int>()),
                         text_in(row[4])});
      if (!row[5].is_null()) found.back().entrants.push_back(number_in(row[5]));
    }
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<Rating>> PostgresTables::ratings(EventId event) {
  std::vector<Rating> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const auto& row :
         run(transaction,
             "SELECT entrant, after, elo, low, high, at FROM quiver.ratings WHERE event = $1 "
             "ORDER BY after, entrant",
             event))
      found.push_back({number_in(row[0]), number_in(row[1]), real_in(row[2]), real_in(row[3]),
                       real_in(row[4]), text_in(row[5])});
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<GameResult>> PostgresTables::results(EventId event) {
  std::vector<GameResult> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const auto& row : run(transaction,
                               "SELECT g.number, g.pairing, g.place, s.entrant, s.place, s.reason, g.board "
                               "FROM quiver.games AS g "
                               "JOIN quiver.game_seats AS s ON s.event = g.event AND s.game = g.number WHERE "
                               "g.event = $1 ORDER BY "
                               "g.number, s.seat",
                               event)) {
      if (found.empty() || found.back().number != number_in(row[0]))
        found.push_back({number_in(row[0]),
                         number_in(row[1]),
                         number_in(row[2]),
                         {},
                         row[6].is_null() ? "" : text_in(row[6])});
      found.back().seats.push_back({number_in(row[3]), number_in(row[4]), reason_in(row[5])});
    }
  });
  if (!done) return done.error();
  return found;
}

Result<std::uint32_t> PostgresTables::count_games(EventId event) {
  std::uint32_t count = 0;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    count = number_in(run(transaction, "SELECT count(*) FROM quiver.games WHERE event = $1", event)[0][0]);
  });
  if (!done) return done.error();
  return count;
}

Result<std::vector<GameHead>> PostgresTables::heads(EventId event, std::uint32_t after, std::uint32_t most) {
  std::vector<GameHead> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const auto& row :
         run(transaction,
             "SELECT number, pairing, place, left(record, 256), board FROM quiver.games WHERE "
             "event = $1 AND number > $2 ORDER BY number LIMIT $3",
             event, after, most))
      found.push_back({{number_in(row[0]),
                        number_in(row[1]),
                        number_in(row[2]),
                        {},
                        row[4].is_null() ? "" : text_in(row[4])},
                       board_shape_in(text_in(row[3]))});
    if (found.empty()) return;
    auto at = found.begin();
    for (const auto& row : run(transaction,
                               "SELECT game, entrant, place, reason FROM quiver.game_seats WHERE event = $1 "
                               "AND game > $2 AND game <= $3 ORDER BY game, seat",
                               event, after, found.back().result.number)) {
      while (at != found.end() && at->result.number < number_in(row[0])) ++at;
      if (at == found.end()) return;
      if (at->result.number == number_in(row[0]))
        at->result.seats.push_back({number_in(row[1]), number_in(row[2]), reason_in(row[3])});
    }
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<Game>> PostgresTables::some_games(EventId event, std::uint32_t after, int most) {
  std::vector<Game> found;
  Result<void> spoilt;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    spoilt = {};
    for (const auto& row :
         run(transaction,
             "SELECT g.number, g.pairing, g.place, g.record, (SELECT string_agg(s.entrant::text, ' ' ORDER "
             "BY "
             "s.seat) FROM quiver.game_seats AS s WHERE s.event = g.event AND s.game = g.number) FROM "
             "quiver.games AS g WHERE g.event = $1 AND g.number > $2 ORDER BY g.number LIMIT $3",
             event, after, most)) {
      Game game{number_in(row[0]), number_in(row[1]), number_in(row[2]), {}, {}};
      auto record = wire::parse_record_json(text_in(row[3]));
      if (!record) {
        spoilt = base::bad_input(session_.name() + ", game " + std::to_string(game.number) + ": " +
                                 record.error().sentence);
        return;
      }
      game.record = std::move(*record);
      std::istringstream entrants(row[4].is_null() ? "" : text_in(row[4]));
      for (std::uint32_t entrant = 0; entrants >> entrant;) game.entrants.push_back(entrant);
      found.push_back(std::move(game));
    }
  });
  if (!done) return done.error();
  if (!spoilt && found.empty()) return spoilt.error();
  return found;  // those before a spoilt one; it is met again, first, by the next call
}

Result<void> PostgresTables::games(EventId event, const std::function<bool(const Game&)>& visit) {
  for (std::uint32_t after = 0;;) {
    const auto some = some_games(event, after, kGamesAtOnce);
    if (!some) return some.error();
    if (some->empty()) return {};
    for (const Game& game : *some)
      if (!visit(game)) return {};
    after = some->back().number;
  }
}

Result<std::optional<Game>> PostgresTables::game(EventId event, std::uint32_t number) {
  if (number == 0) return std::optional<Game>();
  auto found = some_games(event, number - 1, 1);
  if (!found) return found.error();
  if (found->empty() || found->front().number != number) return std::optional<Game>();
  return std::optional(std::move(found->front()));
}

}  // namespace quiver::store
