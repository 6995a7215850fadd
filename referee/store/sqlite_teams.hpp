// The tables of a SQLite store that do not belong to an event: teams, versions, bundles, invitations, the
// audit table, settings. And what bots printed, which belongs to games.
//
// SqliteTables owns it and names the file in its errors; the sentences here are SQLite's own. Statements are
// prepared once and reused. One thread at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/store/sqlite.hpp"
#include "referee/store/store.hpp"

namespace quiver::store {

class SqliteTeams {
 public:
  static base::Result<SqliteTeams> prepare(Database& database);

  base::Result<void> put(const Team& team);
  base::Result<void> put(const TeamVersion& version);
  base::Result<void> put(const StoredBundle& bundle);
  base::Result<void> put(const DroppedBundle& bundle);
  base::Result<void> put(const Invitation& invitation);
  base::Result<void> put(const AuditEntry& entry);
  base::Result<void> put(const StoredSetting& setting);
  base::Result<void> put(EventId event, const GameLog& log);

  base::Result<std::vector<Team>> teams();
  // With number 0 all of the team, with team 0 all.
  base::Result<std::vector<TeamVersion>> versions(std::uint32_t team, std::uint32_t number, bool reports);
  base::Result<std::optional<std::string>> bundle(const std::string& name);
  base::Result<std::vector<Invitation>> invitations();
  base::Result<std::vector<AuditEntry>> audit(std::uint32_t most);
  base::Result<std::vector<StoredSetting>> settings();
  base::Result<std::vector<GameLog>> game_logs(EventId event, std::uint32_t game);
  base::Result<std::vector<std::uint32_t>> logged_games(EventId event);

 private:
  explicit SqliteTeams(std::vector<Statement> statements) : statements_(std::move(statements)) {}

  enum Sql : std::size_t;
  Statement& sql(Sql which) { return statements_[which]; }
  template <class Value, class Read>
  static base::Result<std::vector<Value>> list(Statement& statement, const Read& read);

  std::vector<Statement> statements_;
};

}  // namespace quiver::store
