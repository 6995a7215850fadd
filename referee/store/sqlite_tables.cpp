#include "referee/store/sqlite_tables.hpp"

#include <array>
#include <exception>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/store/board_shape.hpp"

namespace quiver::store {

using base::Error;
using base::Result;

// Which of kSql.
enum SqliteTables::Sql : std::size_t {
  kEvents,
  kBegin,
  kChangePlan,
  kPutEntrant,
  kPutPairing,
  kClearPairing,
  kPutPairingEntrant,
  kPutGame,
  kPutSeat,
  kPutRating,
  kEntrants,
  kPairings,
  kRatings,
  kResults,
  kCountGames,
  kHeads,
  kHeadSeats,
  kGame,
  kSeats,
  kNumSql
};

namespace {

constexpr std::array kSql = {
    "SELECT id, name, kind, plan, created FROM events ORDER BY id",
    "INSERT INTO events (name, kind, plan, created) VALUES (?, ?, ?, ?)",
    "UPDATE events SET plan = ?2 WHERE id = ?1 RETURNING id",
    "INSERT INTO entrants VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event, number) DO UPDATE SET "
    "name = excluded.name, spec = excluded.spec, version = excluded.version, joined = excluded.joined, "
    "active = excluded.active, display = excluded.display, title = excluded.title",
    "INSERT INTO pairings VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (event, number) DO UPDATE SET "
    "round = excluded.round, games = excluded.games, state = excluded.state, note = excluded.note",
    "DELETE FROM pairing_entrants WHERE event = ? AND pairing = ?",
    "INSERT INTO pairing_entrants VALUES (?, ?, ?, ?)",
    "INSERT INTO games (event, number, pairing, place, started, game, winner, ending, entries, sentence, "
    "record, board) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO game_seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event, after, entrant) DO UPDATE SET "
    "elo = excluded.elo, low = excluded.low, high = excluded.high, at = excluded.at",
    "SELECT number, name, spec, version, joined, active, display, title FROM entrants WHERE event = ? ORDER "
    "BY "
    "number",
    "SELECT number, round, games, state, note, entrant FROM pairings AS p LEFT JOIN pairing_entrants AS e "
    "ON e.event = p.event AND e.pairing = p.number WHERE p.event = ? ORDER BY number, e.place",
    "SELECT entrant, after, elo, low, high, at FROM ratings WHERE event = ? ORDER BY after, entrant",
    "SELECT g.number, g.pairing, g.place, s.entrant, s.place, s.reason, g.board FROM games AS g JOIN "
    "game_seats AS s "
    "ON s.event = g.event AND s.game = g.number WHERE g.event = ? ORDER BY g.number, s.seat",
    "SELECT count(*) FROM games WHERE event = ?",
    "SELECT number, pairing, place, substr(record, 1, 256), board FROM games WHERE event = ? AND number > ? "
    "ORDER BY number LIMIT ?",
    "SELECT game, entrant, place, reason FROM game_seats WHERE event = ? AND game > ? AND game <= ? "
    "ORDER BY game, seat",
    "SELECT number, pairing, place, record FROM games WHERE event = ? AND number = ?",
    "SELECT entrant FROM game_seats WHERE event = ? AND game = ? AND entrant IS NOT NULL ORDER BY seat"};

// We write UTF-8 alone. Somebody else may have written to the file, and reports are UTF-8.
std::string name_in(const Statement& row, int column) {
  const std::string name = row.text(column);
  return base::plain_text(name, name.size());
}

// Read with a statement of its own for each visit: visits may be nested.
constexpr const char* kGames =
    "SELECT number, pairing, place, record FROM games WHERE event = ? ORDER BY number";

std::optional<wire::Reason> reason_in(const Statement& row, int column) {
  return row.is_null(column) ? std::nullopt : reason_of(row.integer(column));
}

}  // namespace

Result<std::unique_ptr<Store>> SqliteTables::prepare(std::string path, Database database,
                                                     std::optional<StoreLock> lock) {
  static_assert(kSql.size() == kNumSql);
  std::vector<Statement> statements;
  for (const char* text : kSql) {
    auto statement = database.prepare(text);
    if (!statement) return statement.error();
    statements.push_back(std::move(*statement));
  }
  auto teams = SqliteTeams::prepare(database);
  if (!teams) return teams.error();
  return std::unique_ptr<Store>(new SqliteTables(std::move(path), std::move(database), std::move(lock),
                                                 std::move(statements), std::move(*teams)));
}

// --- events

Result<std::vector<Event>> SqliteTables::events() {
  std::vector<Event> found;
  const auto done = sql(kEvents).each([&](const Statement& row) {
    found.push_back({row.integer(0), name_in(row, 1), name_in(row, 2), row.text(3), row.text(4)});
    return true;
  });
  if (!done) return unread(done.error());
  return found;
}

Result<Event> SqliteTables::begin(const Event& event) {
  if (const std::string fault = base::name_fault(event.name); !fault.empty()) return base::bad_input(fault);
  const auto done = sql(kBegin).with(event.name, event.kind, event.plan, event.created).run();
  if (const auto kept = written(done, "has an event " + base::quoted(event.name) + " already"); !kept)
    return kept.error();
  Event begun = event;
  begun.id = database_.last_id();
  return begun;
}

Result<void> SqliteTables::change_plan(EventId event, const std::string& plan) {
  bool found = false;
  const auto done = sql(kChangePlan).with(event, plan).each([&](const Statement&) { return found = true; });
  if (!done) return unwritten(done.error());
  if (!found) return base::bad_input(file() + " has no event " + std::to_string(event));
  return {};
}

// --- changes

Result<void> SqliteTables::commit(EventId event, const std::vector<Change>& changes) {
  if (!lock_) return unwritten({Error::Code::kUnreadable, "it was opened for reading"});
  if (const auto begun = database_.execute("BEGIN IMMEDIATE"); !begun) return unwritten(begun.error());
  Result<void> done;
  try {
    done = all(event, changes);
  } catch (const std::exception& broken) {  // out of memory
    done = unwritten({Error::Code::kBadInput, broken.what()});
  }
  if (!done) (void)database_.execute("ROLLBACK");  // some failures have done so already
  return done;
}

Result<void> SqliteTables::all(EventId event, const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    auto done = std::visit([&](const auto& one) { return put(event, one); }, change);
    if (!done) return done;
  }
  return written(database_.execute("COMMIT"), "");
}

Result<void> SqliteTables::written(const Result<void>& done, const std::string& doubled) const {
  if (done) return {};
  if (database_.failed_unique()) return base::bad_input(file() + " " + doubled);
  if (database_.failed_foreign())
    return base::bad_input(file() +
                           " does not know the event, an entrant, a pairing or a game that was named");
  return unwritten(done.error());
}

Result<void> SqliteTables::put(EventId event, const Entrant& entrant) {
  return written(sql(kPutEntrant)
                     .with(event, entrant.number, entrant.name, entrant.spec, entrant.version, entrant.joined,
                           entrant.active, entrant.display, entrant.title)
                     .run(),
                 "has an entrant " + base::quoted(entrant.name) + " already");
}

Result<void> SqliteTables::put(EventId event, const Pairing& pairing) {
  auto done = sql(kPutPairing)
                  .with(event, pairing.number, pairing.round, pairing.games, static_cast<int>(pairing.state),
                        pairing.note)
                  .run();
  if (done) done = sql(kClearPairing).with(event, pairing.number).run();
  for (std::uint32_t place = 0; done && place < pairing.entrants.size(); ++place)
    done = sql(kPutPairingEntrant).with(event, pairing.number, place, pairing.entrants[place]).run();
  return written(done, "");
}

Result<void> SqliteTables::put(EventId event, const Game& game) {
  if (auto fit = check_game(game); !fit) return fit;
  const wire::Record& record = game.record;
  const auto pairing = game.pairing != 0 ? std::optional(game.pairing) : std::nullopt;
  const auto winner = record.winner ? std::optional<int>(record.winner->value()) : std::nullopt;
  const auto board = record.event_board.empty() ? std::nullopt : std::optional(record.event_board);
  const auto done = sql(kPutGame)
                        .with(event, game.number, pairing, game.index, record.started, record.game, winner,
                              wire::end_name(record.end), static_cast<std::int64_t>(record.moves.size()),
                              record.sentence, wire::record_json(record), board)
                        .run();
  if (auto kept = written(done, "has game " + std::to_string(game.number) + " already"); !kept) return kept;
  return put_seats(event, game);
}

Result<void> SqliteTables::put_seats(EventId event, const Game& game) {
  for (std::uint32_t s = 0; s < game.record.seats.size(); ++s) {
    const auto& seat = game.record.seats[s];
    const auto entrant = game.entrants.empty() ? std::nullopt : std::optional(game.entrants[s]);
    const auto reason = seat.reason ? std::optional(static_cast<int>(*seat.reason)) : std::nullopt;
    const auto done =
        sql(kPutSeat)
            .with(event, game.number, s, entrant, seat.name, seat.place, reason, base::millis(seat.used))
            .run();
    if (auto kept = written(done, ""); !kept) return kept;
  }
  return {};
}

Result<void> SqliteTables::put(EventId event, const Rating& rating) {
  return written(
      sql(kPutRating)
          .with(event, rating.after, rating.entrant, rating.elo, rating.low, rating.high, rating.at)
          .run(),
      "");
}

Result<void> SqliteTables::put(EventId, const Team& team) {
  return written(teams_.put(team), "has a team " + base::quoted(team.id) + " already");
}

Result<void> SqliteTables::put(EventId, const AuditEntry& entry) {
  return written(teams_.put(entry),
                 "has entry " + std::to_string(entry.number) + " of the audit table already");
}

Result<void> SqliteTables::put(EventId event, const GameLog& log) {
  return written(teams_.put(event, log), "has the log of game " + std::to_string(log.game) + " already");
}

// --- what there is

Result<std::vector<Entrant>> SqliteTables::entrants(EventId event) {
  return list<Entrant>(kEntrants, event, [](const Statement& row, auto& found) {
    found.push_back({row.number(0), name_in(row, 1), row.text(2), row.text(3), row.text(4),
                     row.integer(5) != 0, name_in(row, 6), name_in(row, 7)});
  });
}

Result<std::vector<Pairing>> SqliteTables::pairings(EventId event) {
  return list<Pairing>(kPairings, event, [](const Statement& row, auto& found) {
    if (found.empty() || found.back().number != row.number(0))
      found.push_back({row.number(0),
                       row.number(1),
                       {},
                       row.number(2),
                       static_cast<Pairing::State>(row.integer(3)),
                       row.text(4)});
    if (!row.is_null(5)) found.back().entrants.push_back(row.number(5));
  });
}

Result<std::vector<Rating>> SqliteTables::ratings(EventId event) {
  return list<Rating>(kRatings, event, [](const Statement& row, auto& found) {
    found.push_back({row.number(0), row.number(1), row.real(2), row.real(3), row.real(4), row.text(5)});
  });
}

Result<std::vector<GameResult>> SqliteTables::results(EventId event) {
  return list<GameResult>(kResults, event, [](const Statement& row, auto& found) {
    if (found.empty() || found.back().number != row.number(0))
      found.push_back(
          {row.number(0), row.number(1), row.number(2), {}, row.is_null(6) ? "" : name_in(row, 6)});
    found.back().seats.push_back({row.number(3), row.number(4), reason_in(row, 5)});
  });
}

Result<std::uint32_t> SqliteTables::count_games(EventId event) {
  std::uint32_t count = 0;
  const auto done = sql(kCountGames).with(event).each([&](const Statement& row) {
    count = row.number(0);
    return false;
  });
  if (!done) return unread(done.error());
  return count;
}

Result<std::vector<GameHead>> SqliteTables::heads(EventId event, std::uint32_t after, std::uint32_t most) {
  std::vector<GameHead> found;
  auto done = sql(kHeads).with(event, after, most).each([&](const Statement& row) {
    found.push_back({{row.number(0), row.number(1), row.number(2), {}, row.is_null(4) ? "" : name_in(row, 4)},
                     board_shape_in(row.text(3))});
    return true;
  });
  if (!done) return unread(done.error());
  if (found.empty()) return found;
  // Games only come: whoever was found has its seats, and seats of later games are passed over.
  auto at = found.begin();
  done = sql(kHeadSeats).with(event, after, found.back().result.number).each([&](const Statement& row) {
    while (at != found.end() && at->result.number < row.number(0)) ++at;
    if (at == found.end()) return false;
    if (at->result.number == row.number(0))
      at->result.seats.push_back({row.number(1), row.number(2), reason_in(row, 3)});
    return true;
  });
  if (!done) return unread(done.error());
  return found;
}

Result<Game> SqliteTables::read_game(EventId event, const Statement& row) {
  Game game{row.number(0), row.number(1), row.number(2), {}, {}};
  auto record = wire::parse_record_json(row.text(3));
  if (!record)
    return base::bad_input(file() + ", game " + std::to_string(game.number) + ": " + record.error().sentence);
  game.record = std::move(*record);
  const auto done = sql(kSeats).with(event, game.number).each([&](const Statement& seat) {
    game.entrants.push_back(seat.number(0));
    return true;
  });
  if (!done) return unread(done.error());
  return game;
}

Result<void> SqliteTables::games(EventId event, const std::function<bool(const Game&)>& visit) {
  auto statement = database_.prepare(kGames);
  if (!statement) return unread(statement.error());
  Result<void> spoilt;
  const auto done = statement->with(event).each([&](const Statement& row) {
    const auto game = read_game(event, row);
    if (!game) spoilt = game.error();
    return game && visit(*game);
  });
  if (!done) return unread(done.error());
  return spoilt;
}

Result<std::optional<Game>> SqliteTables::game(EventId event, std::uint32_t number) {
  Result<std::optional<Game>> found{std::nullopt};
  const auto done = sql(kGame).with(event, number).each([&](const Statement& row) {
    auto game = read_game(event, row);
    if (game)
      found = std::optional(std::move(*game));
    else
      found = game.error();
    return false;
  });
  if (!done) return unread(done.error());
  return found;
}

// --- teams, and what bots printed

Result<std::vector<GameLog>> SqliteTables::game_logs(EventId event, std::uint32_t game) {
  return found(teams_.game_logs(event, game));
}

Result<std::vector<std::uint32_t>> SqliteTables::logged_games(EventId event) {
  return found(teams_.logged_games(event));
}

Result<std::vector<Team>> SqliteTables::teams() { return found(teams_.teams()); }

Result<std::vector<TeamVersion>> SqliteTables::versions(std::uint32_t team, Reports reports) {
  return found(teams_.versions(team, 0, reports == Reports::kWith));
}

Result<std::optional<TeamVersion>> SqliteTables::version(std::uint32_t team, std::uint32_t number) {
  if (team == 0 || number == 0) return std::optional<TeamVersion>();
  auto one = found(teams_.versions(team, number, true));
  if (!one) return one.error();
  return one->empty() ? std::nullopt : std::optional(std::move(one->front()));
}

Result<std::optional<std::string>> SqliteTables::bundle(const std::string& name) {
  return found(teams_.bundle(name));
}

Result<std::vector<Invitation>> SqliteTables::invitations() { return found(teams_.invitations()); }

Result<std::vector<AuditEntry>> SqliteTables::audit(std::uint32_t most) { return found(teams_.audit(most)); }

Result<std::vector<StoredSetting>> SqliteTables::settings() { return found(teams_.settings()); }

}  // namespace quiver::store
