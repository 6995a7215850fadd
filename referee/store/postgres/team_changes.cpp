// Changes to teams and what they submit, and what bots printed: a statement each, because they are few.
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/store/postgres/changes.hpp"
#include "referee/store/postgres/statement.hpp"

namespace quiver::store {

void PostgresChanges::operator()(const Team& team) {
  doubled_ = "has a team " + base::quoted(team.id) + " already";
  run(transaction_,
      "INSERT INTO quiver.teams VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (number) DO UPDATE SET "
      "id = "
      "excluded.id, display = excluded.display, token_hash = excluded.token_hash, created = "
      "excluded.created, "
      "state = excluded.state, active_version = excluded.active_version, note = excluded.note",
      team.number, team.id, team.display, team.token_hash, team.created, static_cast<int>(team.state),
      team.active_version, team.note);
}

void PostgresChanges::operator()(const TeamVersion& version) {
  run(transaction_,
      "INSERT INTO quiver.team_versions VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (team, "
      "number) DO UPDATE SET file = excluded.file, kind = excluded.kind, submitted = excluded.submitted, "
      "state = "
      "excluded.state, bundle = excluded.bundle, title = excluded.title, upload = excluded.upload, report = "
      "excluded.report",
      version.team, version.number, version.file, version.kind, version.submitted,
      static_cast<int>(version.state), version.bundle, version.title, version.upload, version.report);
}

void PostgresChanges::operator()(const StoredBundle& bundle) {
  run(transaction_, "INSERT INTO quiver.bundles VALUES ($1, decode($2, 'hex')) ON CONFLICT DO NOTHING",
      bundle.name, base::hex(bundle.bytes));
}

void PostgresChanges::operator()(const DroppedBundle& bundle) {
  run(transaction_,
      "DELETE FROM quiver.bundles WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM quiver.team_versions WHERE "
      "bundle = $1 OR (upload = $1 AND state IN (0, 1, 2))) AND NOT EXISTS (SELECT 1 FROM "
      "quiver.event_bundles "
      "WHERE bundle = $1) AND NOT EXISTS (SELECT 1 FROM quiver.work WHERE $1 = ANY (bundles))",
      bundle.name);
}

void PostgresChanges::operator()(const Invitation& one) {
  run(transaction_,
      "INSERT INTO quiver.invitations VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key_hash) DO UPDATE SET "
      "created = excluded.created, expires = excluded.expires, display = excluded.display, used_by = "
      "excluded.used_by, revoked = excluded.revoked",
      one.key_hash, one.created, one.expires, one.display, one.used_by, one.revoked);
}

void PostgresChanges::operator()(const AuditEntry& one) {
  doubled_ = "has entry " + std::to_string(one.number) + " of the audit table already";
  run(transaction_, "INSERT INTO quiver.audit VALUES ($1, $2, $3, $4, $5, $6)", one.number, one.at, one.who,
      one.action, one.subject, one.detail);
}

void PostgresChanges::operator()(const StoredSetting& setting) {
  run(transaction_,
      "INSERT INTO quiver.settings VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      setting.key, setting.value);
}

void PostgresChanges::operator()(const GameLog& log) {
  doubled_ = "has the log of game " + std::to_string(log.game) + " already";
  run(transaction_, "INSERT INTO quiver.game_logs VALUES ($1, $2, $3, $4)", event_, log.game, log.seat,
      log.text);
}

}  // namespace quiver::store
