// Reads teams and what they submitted, and what bots printed.
#include <algorithm>
#include <pqxx/pqxx>

#include "client_sdk/base/plain_text.hpp"
#include "referee/store/postgres/statement.hpp"
#include "referee/store/postgres/tables.hpp"

namespace quiver::store {

using base::Result;

namespace {

std::string words_in(const pqxx::field& field) {
  const std::string text = text_in(field);
  return base::plain_text(text, text.size());
}

TeamVersion version_in(const pqxx::row& row) {
  return {number_in(row[0]), number_in(row[1]), words_in(row[2]),
          words_in(row[3]),  words_in(row[4]),  static_cast<TeamVersion::State>(row[5].as<int>()),
          text_in(row[6]),   words_in(row[7]),  text_in(row[9]),
          text_in(row[8])};
}

}  // namespace

template <class Value, class Read, class... Any>
Result<std::vector<Value>> PostgresTables::list(const char* sql, const Read& one, const Any&... any) {
  std::vector<Value> found;
  const auto done = read([&](pqxx::transaction_base& transaction) {
    found.clear();
    for (const pqxx::row& row : run(transaction, sql, any...)) found.push_back(one(row));
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<GameLog>> PostgresTables::game_logs(EventId event, std::uint32_t game) {
  return list<GameLog>(
      "SELECT game, seat, text FROM quiver.game_logs WHERE event = $1 AND game = $2 ORDER BY seat",
      [](const pqxx::row& row) {
        return GameLog{number_in(row[0]), number_in(row[1]), text_in(row[2])};
      },
      event, game);
}

Result<std::vector<std::uint32_t>> PostgresTables::logged_games(EventId event) {
  return list<std::uint32_t>(
      "SELECT DISTINCT game FROM quiver.game_logs WHERE event = $1 ORDER BY game",
      [](const pqxx::row& row) { return number_in(row[0]); }, event);
}

Result<std::vector<Team>> PostgresTables::teams() {
  return list<Team>(
      "SELECT number, id, display, token_hash, created, state, active_version, note FROM quiver.teams ORDER "
      "BY "
      "number",
      [](const pqxx::row& row) {
        return Team{number_in(row[0]), words_in(row[1]), words_in(row[2]),
                    text_in(row[3]),   words_in(row[4]), static_cast<Team::State>(row[5].as<int>()),
                    number_in(row[6]), words_in(row[7])};
      });
}

Result<std::vector<TeamVersion>> PostgresTables::versions(std::uint32_t team, Reports reports) {
  return list<TeamVersion>(
      "SELECT team, number, file, kind, submitted, state, bundle, title, upload, CASE WHEN $2 THEN report "
      "ELSE "
      "'' END FROM quiver.team_versions WHERE $1 = 0 OR team = $1 ORDER BY team, number",
      version_in, team, reports == Reports::kWith);
}

Result<std::optional<TeamVersion>> PostgresTables::version(std::uint32_t team, std::uint32_t number) {
  auto found = list<TeamVersion>(
      "SELECT team, number, file, kind, submitted, state, bundle, title, upload, report FROM "
      "quiver.team_versions WHERE team = $1 AND number = $2",
      version_in, team, number);
  if (!found) return found.error();
  return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

Result<std::optional<std::string>> PostgresTables::bundle(const std::string& name) {
  auto found = list<std::string>(
      "SELECT content FROM quiver.bundles WHERE name = $1",
      [](const pqxx::row& row) {
        const pqxx::binarystring content(row[0]);
        return std::string(content.get(), content.get() + content.size());
      },
      name);
  if (!found) return found.error();
  return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

Result<std::vector<Invitation>> PostgresTables::invitations() {
  return list<Invitation>(
      "SELECT key_hash, created, expires, display, used_by, revoked FROM quiver.invitations ORDER BY "
      "created, "
      "key_hash COLLATE \"C\"",
      [](const pqxx::row& row) {
        return Invitation{text_in(row[0]),  words_in(row[1]), words_in(row[2]),
                          words_in(row[3]), words_in(row[4]), row[5].as<bool>()};
      });
}

Result<std::vector<AuditEntry>> PostgresTables::audit(std::uint32_t most) {
  auto found = list<AuditEntry>(
      "SELECT number, at, who, action, subject, detail FROM quiver.audit ORDER BY number DESC LIMIT $1",
      [](const pqxx::row& row) {
        return AuditEntry{number_in(row[0]), words_in(row[1]), words_in(row[2]),
                          words_in(row[3]),  words_in(row[4]), words_in(row[5])};
      },
      most);
  if (found) std::reverse(found->begin(), found->end());
  return found;
}

Result<std::vector<StoredSetting>> PostgresTables::settings() {
  return list<StoredSetting>("SELECT key, value FROM quiver.settings ORDER BY key COLLATE \"C\"",
                             [](const pqxx::row& row) {
                               return StoredSetting{text_in(row[0]), text_in(row[1])};
                             });
}

}  // namespace quiver::store
