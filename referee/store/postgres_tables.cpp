#include "referee/store/postgres_tables.hpp"

#include <array>
#include <charconv>
#include <pqxx/pqxx>
#include <sstream>
#include <stdexcept>
#include <type_traits>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/store/postgres_statement.hpp"

namespace quiver::store {

using base::Error;
using base::Result;

namespace {

constexpr int kGamesAtOnce = 200;

// What a change is refused with by ourselves, before the server sees it. Rolls the transaction back.
struct Refused : std::runtime_error {
  explicit Refused(Error cause) : std::runtime_error(cause.sentence), error(std::move(cause)) {}
  Error error;
};

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

// --- changes

// Puts changes into the tables, one after the other. `doubled` becomes the sentence for the latest one if its
// key is there already.
struct Changes {
  pqxx::transaction_base& transaction;
  EventId event;
  std::string& doubled;

  void operator()(const Entrant& entrant) const {
    doubled = "has an entrant " + base::quoted(entrant.name) + " already";
    run(transaction,
        "INSERT INTO quiver.entrants VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event, number) DO "
        "UPDATE "
        "SET name = excluded.name, spec = excluded.spec, version = excluded.version, joined = "
        "excluded.joined, active = excluded.active",
        event, entrant.number, entrant.name, entrant.spec, entrant.version, entrant.joined, entrant.active);
  }

  void operator()(const Pairing& pairing) const {
    run(transaction,
        "INSERT INTO quiver.pairings VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (event, number) DO UPDATE "
        "SET "
        "round = excluded.round, games = excluded.games, state = excluded.state, note = excluded.note",
        event, pairing.number, pairing.round, pairing.games, static_cast<int>(pairing.state), pairing.note);
    run(transaction, "DELETE FROM quiver.pairing_entrants WHERE event = $1 AND pairing = $2", event,
        pairing.number);
    for (std::size_t place = 0; place < pairing.entrants.size(); ++place)
      run(transaction, "INSERT INTO quiver.pairing_entrants VALUES ($1, $2, $3, $4)", event, pairing.number,
          place, pairing.entrants[place]);
  }

  void operator()(const Game& game) const {
    if (const auto fit = check_game(game); !fit) throw Refused(fit.error());
    doubled = "has game " + std::to_string(game.number) + " already";
    const wire::Record& record = game.record;
    const auto pairing = game.pairing != 0 ? std::optional(game.pairing) : std::nullopt;
    const auto winner = record.winner ? std::optional<int>(record.winner->value()) : std::nullopt;
    run(transaction, "INSERT INTO quiver.games VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", event,
        game.number, pairing, game.index, record.started, record.game, winner,
        std::string(wire::end_name(record.end)), record.moves.size(), record.sentence,
        wire::record_json(record));
    for (std::size_t s = 0; s < record.seats.size(); ++s) put_seat(game, s);
  }

  void put_seat(const Game& game, std::size_t s) const {
    const auto& seat = game.record.seats[s];
    const auto entrant = game.entrants.empty() ? std::nullopt : std::optional(game.entrants[s]);
    const auto reason = seat.reason ? std::optional(static_cast<int>(*seat.reason)) : std::nullopt;
    run(transaction, "INSERT INTO quiver.game_seats VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", event,
        game.number, s, entrant, seat.name, seat.place, reason, base::millis(seat.used));
  }

  void operator()(const Rating& rating) const {
    run(transaction,
        "INSERT INTO quiver.ratings VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event, after, entrant) "
        "DO "
        "UPDATE SET elo = excluded.elo, low = excluded.low, high = excluded.high, at = excluded.at",
        event, rating.after, rating.entrant, rating.elo, rating.low, rating.high, rating.at);
  }

  void operator()(const PlanText& plan) const {
    const pqxx::result changed =
        run(transaction, "UPDATE quiver.events SET plan = $2 WHERE id = $1 RETURNING id", event, plan.text);
    if (changed.empty()) throw Refused(base::bad_input("there is no event " + std::to_string(event)));
  }
};

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

Result<void> PostgresTables::write(const PostgresSession::Work& work, const std::string& doubled) {
  try {
    return session_.write(work);
  } catch (const Refused& refused) {
    return refused.error;
  } catch (const pqxx::unique_violation&) {
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
  return write(
      [&](pqxx::transaction_base& transaction) {
        const Changes put{transaction, event, doubled};
        for (const Change& change : changes) std::visit(put, change);
      },
      doubled);
}

// --- what there is

Result<std::vector<Entrant>> PostgresTables::entrants(EventId event) {
  std::vector<Entrant> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const auto& row :
         run(transaction,
             "SELECT number, name, spec, version, joined, active FROM quiver.entrants WHERE "
             "event = $1 ORDER BY number",
             event))
      found.push_back({number_in(row[0]), name_in(row[1]), text_in(row[2]), text_in(row[3]), text_in(row[4]),
                       row[5].as<bool>()});
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
    for (const auto& row :
         run(transaction,
             "SELECT g.number, g.pairing, g.place, s.entrant, s.place, s.reason FROM quiver.games AS g JOIN "
             "quiver.game_seats AS s ON s.event = g.event AND s.game = g.number WHERE g.event = $1 ORDER BY "
             "g.number, s.seat",
             event)) {
      if (found.empty() || found.back().number != number_in(row[0]))
        found.push_back({number_in(row[0]), number_in(row[1]), number_in(row[2]), {}});
      found.back().seats.push_back({number_in(row[3]), number_in(row[4]), reason_in(row[5])});
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
