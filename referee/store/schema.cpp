#include "referee/store/schema.hpp"

#include <string>

namespace quiver::store {

using base::Result;

namespace {

// A game's summary stands beside its record, so that standings need not read records. A game's place in its
// pairing is given out once too: who plays on after a crash cannot play it twice.
constexpr const char* kFirst = R"sql(
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  plan TEXT NOT NULL,
  created TEXT NOT NULL);

CREATE TABLE entrants (
  event INTEGER NOT NULL REFERENCES events (id),
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  spec TEXT NOT NULL,
  version TEXT NOT NULL,
  joined TEXT NOT NULL,
  active INTEGER NOT NULL,
  PRIMARY KEY (event, number),
  UNIQUE (event, name)) WITHOUT ROWID;

CREATE TABLE pairings (
  event INTEGER NOT NULL REFERENCES events (id),
  number INTEGER NOT NULL,
  round INTEGER NOT NULL,
  games INTEGER NOT NULL,
  state INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (event, number)) WITHOUT ROWID;

CREATE TABLE pairing_entrants (
  event INTEGER NOT NULL,
  pairing INTEGER NOT NULL,
  place INTEGER NOT NULL,
  entrant INTEGER NOT NULL,
  PRIMARY KEY (event, pairing, place),
  FOREIGN KEY (event, pairing) REFERENCES pairings (event, number) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (event, entrant) REFERENCES entrants (event, number) DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID;

CREATE TABLE games (
  event INTEGER NOT NULL REFERENCES events (id),
  number INTEGER NOT NULL,
  pairing INTEGER,
  place INTEGER NOT NULL,
  started TEXT NOT NULL,
  game TEXT NOT NULL,
  winner INTEGER,
  ending TEXT NOT NULL,
  entries INTEGER NOT NULL,
  sentence TEXT NOT NULL,
  record TEXT NOT NULL,
  UNIQUE (event, number),
  UNIQUE (event, pairing, place),
  FOREIGN KEY (event, pairing) REFERENCES pairings (event, number) DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE game_seats (
  event INTEGER NOT NULL,
  game INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  entrant INTEGER,
  name TEXT NOT NULL,
  place INTEGER NOT NULL,
  reason INTEGER,
  millis REAL NOT NULL,
  PRIMARY KEY (event, game, seat),
  FOREIGN KEY (event, game) REFERENCES games (event, number) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (event, entrant) REFERENCES entrants (event, number) DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID;

CREATE TABLE ratings (
  event INTEGER NOT NULL,
  after INTEGER NOT NULL,
  entrant INTEGER NOT NULL,
  elo REAL NOT NULL,
  low REAL NOT NULL,
  high REAL NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (event, after, entrant),
  FOREIGN KEY (event, entrant) REFERENCES entrants (event, number) DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID;
)sql";

// Teams and what they submit, and which board of its event a game was played on, where there are several.
// What is long stands last in its row, so that the rest is read without it.
constexpr const char* kTeams = R"sql(
ALTER TABLE entrants ADD COLUMN display TEXT NOT NULL DEFAULT '';
ALTER TABLE entrants ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN board TEXT;

CREATE TABLE teams (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  display TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  created TEXT NOT NULL,
  state INTEGER NOT NULL,
  active_version INTEGER NOT NULL,
  note TEXT NOT NULL);

CREATE TABLE team_versions (
  team INTEGER NOT NULL REFERENCES teams (number) DEFERRABLE INITIALLY DEFERRED,
  number INTEGER NOT NULL,
  file TEXT NOT NULL,
  kind TEXT NOT NULL,
  submitted TEXT NOT NULL,
  state INTEGER NOT NULL,
  bundle TEXT NOT NULL,
  title TEXT NOT NULL,
  upload TEXT NOT NULL,
  report TEXT NOT NULL,
  PRIMARY KEY (team, number));

CREATE TABLE bundles (
  name TEXT PRIMARY KEY,
  content BLOB NOT NULL);

CREATE TABLE invitations (
  key_hash TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  expires TEXT NOT NULL,
  display TEXT NOT NULL,
  used_by TEXT NOT NULL,
  revoked INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL);

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE game_logs (
  event INTEGER NOT NULL,
  game INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (event, game, seat),
  FOREIGN KEY (event, game) REFERENCES games (event, number) DEFERRABLE INITIALLY DEFERRED);
)sql";

Result<SchemaState> read_state(Database& database, const Steps& steps) {
  const auto tables = database.integer("SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.error();
  const auto application = database.integer("PRAGMA application_id");
  if (!application) return application.error();
  const auto version = database.integer("PRAGMA user_version");
  if (!version) return version.error();
  if (*application == 0 && *tables == 0 && *version == 0) return SchemaState{SchemaAge::kFresh, 0};
  if (*application != kApplicationId || *version < 0) return SchemaState{};
  return schema_state_of(*version, static_cast<std::int64_t>(steps.size()));
}

}  // namespace

const Steps& schema_steps() {
  static const Steps steps = {kFirst, kTeams};
  return steps;
}

Result<SchemaState> schema_state(Database& database, const Steps& steps) {
  // In one transaction: between two of these reads somebody else may make the tables.
  if (auto begun = database.execute("BEGIN"); !begun) return begun.error();
  auto state = read_state(database, steps);
  if (!state) return state;  // not ended: the database still has to say how that failed
  if (auto ended = database.execute("COMMIT"); !ended) return ended.error();
  return state;
}

Result<void> migrate(Database& database, const Steps& steps, std::int64_t from) {
  std::string sql = "BEGIN IMMEDIATE;";
  for (std::size_t k = static_cast<std::size_t>(from); k < steps.size(); ++k)
    sql += std::string(steps[k]) + ";";
  sql += "PRAGMA application_id=" + std::to_string(kApplicationId);
  sql += ";PRAGMA user_version=" + std::to_string(steps.size()) + ";COMMIT";
  auto done = database.execute(sql.c_str());
  if (!done) (void)database.execute("ROLLBACK");
  return done;
}

}  // namespace quiver::store
