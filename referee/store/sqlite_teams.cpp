#include "referee/store/sqlite_teams.hpp"

#include <algorithm>
#include <array>

#include "client_sdk/base/plain_text.hpp"

namespace quiver::store {

using base::Result;

// Which of kTeamSql.
enum SqliteTeams::Sql : std::size_t {
  kPutTeam,
  kPutVersion,
  kPutBundle,
  kDropBundle,
  kPutInvitation,
  kPutAudit,
  kPutSetting,
  kPutLog,
  kTeams,
  kVersions,
  kVersionsWithReports,
  kBundle,
  kInvitations,
  kAudit,
  kSettings,
  kLogs,
  kLogged,
  kNumSql
};

namespace {

constexpr std::array kTeamSql = {
    "INSERT INTO teams VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET id = excluded.id, "
    "display = excluded.display, token_hash = excluded.token_hash, created = excluded.created, "
    "state = excluded.state, active_version = excluded.active_version, note = excluded.note",
    "INSERT INTO team_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (team, number) DO UPDATE "
    "SET "
    "file = excluded.file, kind = excluded.kind, submitted = excluded.submitted, state = excluded.state, "
    "bundle = excluded.bundle, title = excluded.title, upload = excluded.upload, report = excluded.report",
    "INSERT INTO bundles VALUES (?, ?) ON CONFLICT DO NOTHING",
    "DELETE FROM bundles WHERE name = ?1 AND NOT EXISTS (SELECT 1 FROM team_versions WHERE bundle = ?1 OR "
    "(upload = ?1 AND state IN (0, 1, 2)))",
    "INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key_hash) DO UPDATE SET created = "
    "excluded.created, expires = excluded.expires, display = excluded.display, used_by = excluded.used_by, "
    "revoked = excluded.revoked",
    "INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?)",
    "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    "INSERT INTO game_logs VALUES (?, ?, ?, ?)",
    "SELECT number, id, display, token_hash, created, state, active_version, note FROM teams ORDER BY number",
    "SELECT team, number, file, kind, submitted, state, bundle, title, upload, '' FROM team_versions WHERE "
    "(?1 = 0 OR team = ?1) AND (?2 = 0 OR number = ?2) ORDER BY team, number",
    "SELECT team, number, file, kind, submitted, state, bundle, title, upload, report FROM team_versions "
    "WHERE (?1 = 0 OR team = ?1) AND (?2 = 0 OR number = ?2) ORDER BY team, number",
    "SELECT content FROM bundles WHERE name = ?",
    "SELECT key_hash, created, expires, display, used_by, revoked FROM invitations ORDER BY created, "
    "key_hash",
    "SELECT number, at, who, action, subject, detail FROM audit ORDER BY number DESC LIMIT ?",
    "SELECT key, value FROM settings ORDER BY key",
    "SELECT game, seat, text FROM game_logs WHERE event = ? AND game = ? ORDER BY seat",
    "SELECT DISTINCT game FROM game_logs WHERE event = ? ORDER BY game"};

// What we write is UTF-8. Somebody else may have written to the file, and pages show it.
std::string words_in(const Statement& row, int column) {
  const std::string text = row.text(column);
  return base::plain_text(text, text.size());
}

}  // namespace

Result<SqliteTeams> SqliteTeams::prepare(Database& database) {
  static_assert(kTeamSql.size() == kNumSql);
  std::vector<Statement> statements;
  for (const char* text : kTeamSql) {
    auto statement = database.prepare(text);
    if (!statement) return statement.error();
    statements.push_back(std::move(*statement));
  }
  return SqliteTeams(std::move(statements));
}

// --- changes

Result<void> SqliteTeams::put(const Team& team) {
  return sql(kPutTeam)
      .with(team.number, team.id, team.display, team.token_hash, team.created, static_cast<int>(team.state),
            team.active_version, team.note)
      .run();
}

Result<void> SqliteTeams::put(const TeamVersion& version) {
  return sql(kPutVersion)
      .with(version.team, version.number, version.file, version.kind, version.submitted,
            static_cast<int>(version.state), version.bundle, version.title, version.upload, version.report)
      .run();
}

Result<void> SqliteTeams::put(const StoredBundle& bundle) {
  return sql(kPutBundle).with(bundle.name, Blob{bundle.bytes}).run();
}

Result<void> SqliteTeams::put(const DroppedBundle& bundle) {
  return sql(kDropBundle).with(bundle.name).run();
}

Result<void> SqliteTeams::put(const Invitation& one) {
  return sql(kPutInvitation)
      .with(one.key_hash, one.created, one.expires, one.display, one.used_by, one.revoked)
      .run();
}

Result<void> SqliteTeams::put(const AuditEntry& one) {
  return sql(kPutAudit).with(one.number, one.at, one.who, one.action, one.subject, one.detail).run();
}

Result<void> SqliteTeams::put(const StoredSetting& setting) {
  return sql(kPutSetting).with(setting.key, setting.value).run();
}

Result<void> SqliteTeams::put(EventId event, const GameLog& log) {
  return sql(kPutLog).with(event, log.game, log.seat, log.text).run();
}

// --- what there is

template <class Value, class Read>
Result<std::vector<Value>> SqliteTeams::list(Statement& statement, const Read& read) {
  std::vector<Value> found;
  const auto done = statement.each([&](const Statement& row) {
    found.push_back(read(row));
    return true;
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<Team>> SqliteTeams::teams() {
  return list<Team>(sql(kTeams), [](const Statement& row) {
    return Team{row.number(0), words_in(row, 1), words_in(row, 2),
                row.text(3),   words_in(row, 4), static_cast<Team::State>(row.integer(5)),
                row.number(6), words_in(row, 7)};
  });
}

Result<std::vector<TeamVersion>> SqliteTeams::versions(std::uint32_t team, std::uint32_t number,
                                                       bool reports) {
  return list<TeamVersion>(
      sql(reports ? kVersionsWithReports : kVersions).with(team, number), [](const Statement& row) {
        return TeamVersion{row.number(0),    row.number(1),
                           words_in(row, 2), words_in(row, 3),
                           words_in(row, 4), static_cast<TeamVersion::State>(row.integer(5)),
                           row.text(6),      words_in(row, 7),
                           row.text(9),      row.text(8)};
      });
}

Result<std::optional<std::string>> SqliteTeams::bundle(const std::string& name) {
  std::optional<std::string> bytes;
  const auto done = sql(kBundle).with(name).each([&](const Statement& row) {
    bytes = row.text(0);
    return false;
  });
  if (!done) return done.error();
  return bytes;
}

Result<std::vector<Invitation>> SqliteTeams::invitations() {
  return list<Invitation>(sql(kInvitations), [](const Statement& row) {
    return Invitation{row.text(0),      words_in(row, 1), words_in(row, 2),
                      words_in(row, 3), words_in(row, 4), row.integer(5) != 0};
  });
}

Result<std::vector<AuditEntry>> SqliteTeams::audit(std::uint32_t most) {
  auto found = list<AuditEntry>(sql(kAudit).with(most), [](const Statement& row) {
    return AuditEntry{row.number(0),    words_in(row, 1), words_in(row, 2),
                      words_in(row, 3), words_in(row, 4), words_in(row, 5)};
  });
  if (found) std::reverse(found->begin(), found->end());
  return found;
}

Result<std::vector<StoredSetting>> SqliteTeams::settings() {
  return list<StoredSetting>(sql(kSettings), [](const Statement& row) {
    return StoredSetting{row.text(0), row.text(1)};
  });
}

Result<std::vector<GameLog>> SqliteTeams::game_logs(EventId event, std::uint32_t game) {
  return list<GameLog>(sql(kLogs).with(event, game), [](const Statement& row) {
    return GameLog{row.number(0), row.number(1), row.text(2)};
  });
}

Result<std::vector<std::uint32_t>> SqliteTeams::logged_games(EventId event) {
  return list<std::uint32_t>(sql(kLogged).with(event), [](const Statement& row) { return row.number(0); });
}

}  // namespace quiver::store
