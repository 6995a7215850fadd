#include "referee/store/postgres/schema.hpp"

#include <array>
#include <pqxx/pqxx>

namespace quiver::store {

using base::Result;

namespace {

// As SQLite's first step (schema.cpp), in PostgreSQL's types. The order of the events is that of their ids.
constexpr const char* kFirstStep = R"sql(
CREATE SCHEMA quiver;
CREATE TABLE quiver.store (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  version bigint NOT NULL,
  mark text NOT NULL);
INSERT INTO quiver.store (version, mark) VALUES (0, '');

CREATE TABLE quiver.events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  kind text NOT NULL,
  plan text NOT NULL,
  created text NOT NULL);

CREATE TABLE quiver.entrants (
  event bigint NOT NULL REFERENCES quiver.events (id),
  number bigint NOT NULL,
  name text NOT NULL,
  spec text NOT NULL,
  version text NOT NULL,
  joined text NOT NULL,
  active boolean NOT NULL,
  PRIMARY KEY (event, number),
  UNIQUE (event, name));

CREATE TABLE quiver.pairings (
  event bigint NOT NULL REFERENCES quiver.events (id),
  number bigint NOT NULL,
  round bigint NOT NULL,
  games bigint NOT NULL,
  state integer NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (event, number));

CREATE TABLE quiver.pairing_entrants (
  event bigint NOT NULL,
  pairing bigint NOT NULL,
  place bigint NOT NULL,
  entrant bigint NOT NULL,
  PRIMARY KEY (event, pairing, place),
  FOREIGN KEY (event, pairing) REFERENCES quiver.pairings (event, number) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (event, entrant) REFERENCES quiver.entrants (event, number) DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE quiver.games (
  event bigint NOT NULL REFERENCES quiver.events (id),
  number bigint NOT NULL,
  pairing bigint,
  place bigint NOT NULL,
  started text NOT NULL,
  game text NOT NULL,
  winner integer,
  ending text NOT NULL,
  entries bigint NOT NULL,
  sentence text NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (event, number),
  UNIQUE (event, pairing, place),
  FOREIGN KEY (event, pairing) REFERENCES quiver.pairings (event, number) DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE quiver.game_seats (
  event bigint NOT NULL,
  game bigint NOT NULL,
  seat bigint NOT NULL,
  entrant bigint,
  name text NOT NULL,
  place bigint NOT NULL,
  reason integer,
  millis double precision NOT NULL,
  PRIMARY KEY (event, game, seat),
  FOREIGN KEY (event, game) REFERENCES quiver.games (event, number) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (event, entrant) REFERENCES quiver.entrants (event, number) DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE quiver.ratings (
  event bigint NOT NULL,
  after bigint NOT NULL,
  entrant bigint NOT NULL,
  elo double precision NOT NULL,
  low double precision NOT NULL,
  high double precision NOT NULL,
  at text NOT NULL,
  PRIMARY KEY (event, after, entrant),
  FOREIGN KEY (event, entrant) REFERENCES quiver.entrants (event, number) DEFERRABLE INITIALLY DEFERRED);
)sql";

// The queue for workers (work_queue.hpp). Times are the server's, so that no other clock matters.
constexpr const char* kWorkStep = R"sql(
CREATE TABLE quiver.bundles (
  name text PRIMARY KEY,
  content bytea NOT NULL);

CREATE TABLE quiver.work_events (
  event bigint PRIMARY KEY REFERENCES quiver.events (id),
  setup text NOT NULL);

CREATE TABLE quiver.work (
  event bigint NOT NULL REFERENCES quiver.work_events (event) ON DELETE CASCADE,
  unit bigint NOT NULL,
  games text NOT NULL,
  bundles text[] NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'leased', 'submitted')),
  lease text,
  leased_until timestamptz,
  worker text,
  tries bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (event, unit));

CREATE TABLE quiver.submissions (
  event bigint NOT NULL,
  unit bigint NOT NULL,
  place bigint NOT NULL,
  worker text NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (event, unit, place),
  FOREIGN KEY (event, unit) REFERENCES quiver.work (event, unit) ON DELETE CASCADE);

CREATE TABLE quiver.workers (
  name text PRIMARY KEY,
  host text NOT NULL,
  cpu text NOT NULL,
  entered timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now(),
  games bigint NOT NULL DEFAULT 0,
  time_losses bigint NOT NULL DEFAULT 0,
  voids bigint NOT NULL DEFAULT 0,
  refused text NOT NULL DEFAULT '');
)sql";

// One index finds the first open unit, the leased and the submitted ones. Rows of the queue change a few
// times and go: half-empty pages keep a renewed lease on its page and out of the indexes, and dead rows are
// removed early.
constexpr const char* kWorkIndexStep = R"sql(
CREATE INDEX work_by_state ON quiver.work (state, event, unit);
ALTER TABLE quiver.work SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE quiver.submissions SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE quiver.workers SET (fillfactor = 50);
)sql";

// Which worker played a game and when it was stored, by the server's clock; how fast a worker is; and the
// programs that the games of an event were played with. Of the bundles that were there before nobody knows
// whose they are.
constexpr const char* kTrustStep = R"sql(
ALTER TABLE quiver.games ADD COLUMN worker text;
ALTER TABLE quiver.games ADD COLUMN stored timestamptz;
ALTER TABLE quiver.games ALTER COLUMN stored SET DEFAULT now();
UPDATE quiver.games SET worker = record::json #>> '{worker,name}' WHERE record LIKE '%"worker":{%';

ALTER TABLE quiver.workers ADD COLUMN starved bigint NOT NULL DEFAULT 0;
ALTER TABLE quiver.workers ADD COLUMN speed double precision;
ALTER TABLE quiver.workers ADD COLUMN time_scale double precision;

CREATE TABLE quiver.event_bundles (
  event bigint NOT NULL REFERENCES quiver.events (id),
  entrant bigint NOT NULL,
  bundle text NOT NULL,
  PRIMARY KEY (event, entrant, bundle));
INSERT INTO quiver.event_bundles
  SELECT e.id, -1, b.name FROM quiver.events AS e, quiver.bundles AS b WHERE e.kind = 'tournament';
)sql";

// As SQLite's second step; bundles are there already.
constexpr const char* kTeamsStep = R"sql(
ALTER TABLE quiver.entrants ADD COLUMN display text NOT NULL DEFAULT '';
ALTER TABLE quiver.entrants ADD COLUMN title text NOT NULL DEFAULT '';
ALTER TABLE quiver.games ADD COLUMN board text;

CREATE TABLE quiver.teams (
  number bigint PRIMARY KEY,
  id text NOT NULL UNIQUE,
  display text NOT NULL,
  token_hash text NOT NULL,
  created text NOT NULL,
  state integer NOT NULL,
  active_version bigint NOT NULL,
  note text NOT NULL);

CREATE TABLE quiver.team_versions (
  team bigint NOT NULL REFERENCES quiver.teams (number) DEFERRABLE INITIALLY DEFERRED,
  number bigint NOT NULL,
  file text NOT NULL,
  kind text NOT NULL,
  submitted text NOT NULL,
  state integer NOT NULL,
  bundle text NOT NULL,
  title text NOT NULL,
  upload text NOT NULL,
  report text NOT NULL,
  PRIMARY KEY (team, number));

CREATE TABLE quiver.invitations (
  key_hash text PRIMARY KEY,
  created text NOT NULL,
  expires text NOT NULL,
  display text NOT NULL,
  used_by text NOT NULL,
  revoked boolean NOT NULL);

CREATE TABLE quiver.audit (
  number bigint PRIMARY KEY,
  at text NOT NULL,
  who text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  detail text NOT NULL);

CREATE TABLE quiver.settings (
  key text PRIMARY KEY,
  value text NOT NULL);

CREATE TABLE quiver.game_logs (
  event bigint NOT NULL,
  game bigint NOT NULL,
  seat bigint NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (event, game, seat),
  FOREIGN KEY (event, game) REFERENCES quiver.games (event, number) DEFERRABLE INITIALLY DEFERRED);
)sql";

constexpr std::array kSteps = {kFirstStep, kWorkStep, kWorkIndexStep, kTrustStep, kTeamsStep};

}  // namespace

std::int64_t newest_postgres_schema() { return static_cast<std::int64_t>(kSteps.size()); }

Result<SchemaState> postgres_schema_state(PostgresSession& session) {
  SchemaState state;
  const auto read = session.read([&](pqxx::transaction_base& transaction) {
    const pqxx::row found = transaction.exec1(
        "SELECT to_regnamespace('quiver') IS NOT NULL, to_regclass('quiver.store') IS NOT NULL");
    if (!found[0].as<bool>()) {
      state = {SchemaAge::kFresh, 0};
    } else if (!found[1].as<bool>()) {
      state = {SchemaAge::kForeign, 0};
    } else {
      const auto version = transaction.exec1("SELECT version FROM quiver.store")[0].as<std::int64_t>();
      state = schema_state_of(version, newest_postgres_schema());
    }
  });
  if (!read) return read.error();
  return state;
}

Result<void> migrate_postgres(PostgresSession& session, std::int64_t from) {
  return session.write_once([&](pqxx::transaction_base& transaction) {
    for (std::size_t k = static_cast<std::size_t>(from); k < kSteps.size(); ++k) transaction.exec0(kSteps[k]);
    transaction.exec_params0("UPDATE quiver.store SET version = $1", std::to_string(kSteps.size()));
  });
}

}  // namespace quiver::store
