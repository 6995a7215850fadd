// A store's tables in a SQLite database whose schema is up to date: what sqlite_store.hpp opens.
//
// Statements are prepared once and reused. One thread at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/text.hpp"
#include "referee/store/sqlite.hpp"
#include "referee/store/sqlite_teams.hpp"
#include "referee/store/store.hpp"
#include "referee/store/store_lock.hpp"

namespace quiver::store {

class SqliteTables : public Store {
 public:
  // With a lock it may be written. An error is SQLite's own sentence.
  static base::Result<std::unique_ptr<Store>> prepare(std::string path, Database database,
                                                      std::optional<StoreLock> lock);

  base::Result<std::vector<Event>> events() override;
  base::Result<Event> begin(const Event& event) override;
  base::Result<void> change_plan(EventId event, const std::string& plan) override;
  base::Result<void> commit(EventId event, const std::vector<Change>& changes) override;
  base::Result<std::vector<Entrant>> entrants(EventId event) override;
  base::Result<std::vector<Pairing>> pairings(EventId event) override;
  base::Result<std::vector<Rating>> ratings(EventId event) override;
  base::Result<std::vector<GameResult>> results(EventId event) override;
  base::Result<std::uint32_t> count_games(EventId event) override;
  base::Result<std::vector<GameHead>> heads(EventId event, std::uint32_t after, std::uint32_t most) override;
  base::Result<void> games(EventId event, const std::function<bool(const Game&)>& visit) override;
  base::Result<std::optional<Game>> game(EventId event, std::uint32_t number) override;
  base::Result<std::vector<GameLog>> game_logs(EventId event, std::uint32_t game) override;
  base::Result<std::vector<std::uint32_t>> logged_games(EventId event) override;
  base::Result<std::vector<Team>> teams() override;
  base::Result<std::vector<TeamVersion>> versions(std::uint32_t team, Reports reports) override;
  base::Result<std::optional<TeamVersion>> version(std::uint32_t team, std::uint32_t number) override;
  base::Result<std::optional<std::string>> bundle(const std::string& name) override;
  base::Result<std::vector<Invitation>> invitations() override;
  base::Result<std::vector<AuditEntry>> audit(std::uint32_t most) override;
  base::Result<std::vector<StoredSetting>> settings() override;

 private:
  SqliteTables(std::string path, Database database, std::optional<StoreLock> lock,
               std::vector<Statement> statements, SqliteTeams teams)
      : path_(std::move(path)),
        lock_(std::move(lock)),
        database_(std::move(database)),
        statements_(std::move(statements)),
        teams_(std::move(teams)) {}

  enum Sql : std::size_t;
  Statement& sql(Sql which) { return statements_[which]; }
  [[nodiscard]] std::string file() const { return base::quoted(path_); }
  [[nodiscard]] base::Error unwritten(const base::Error& cause) const {
    return {cause.code, file() + " cannot be written: " + cause.sentence};
  }
  [[nodiscard]] base::Error unread(const base::Error& cause) const {
    return {cause.code, file() + " cannot be read: " + cause.sentence};
  }
  // What a statement that writes came to, with a sentence of its own for a key that is there already.
  base::Result<void> written(const base::Result<void>& done, const std::string& doubled) const;
  base::Result<void> all(EventId event, const std::vector<Change>& changes);
  base::Result<void> put(EventId event, const Entrant& entrant);
  base::Result<void> put(EventId event, const Pairing& pairing);
  base::Result<void> put(EventId event, const Game& game);
  base::Result<void> put(EventId event, const Rating& rating);
  base::Result<void> put(EventId event, const PlanText& plan) { return change_plan(event, plan.text); }
  base::Result<void> put(EventId event, const GameLog& log);
  base::Result<void> put(EventId event, const Team& team);
  base::Result<void> put(EventId event, const AuditEntry& entry);
  // Everything else belongs to no event, and has no key that could be taken.
  template <class Value>
  base::Result<void> put(EventId, const Value& value) {
    return written(teams_.put(value), "");
  }
  base::Result<void> put_seats(EventId event, const Game& game);
  base::Result<Game> read_game(EventId event, const Statement& row);

  // What a statement found, or why the file cannot be read.
  template <class Value>
  base::Result<Value> found(base::Result<Value> value) const {
    if (!value) return unread(value.error());
    return value;
  }
  template <class Value, class Read>
  base::Result<std::vector<Value>> list(Sql which, EventId event, const Read& read) {
    std::vector<Value> found;
    const auto done = sql(which).with(event).each([&](const Statement& row) {
      read(row, found);
      return true;
    });
    if (!done) return unread(done.error());
    return found;
  }

  std::string path_;
  std::optional<StoreLock> lock_;  // without it, only for reading; let go after the database is closed
  Database database_;
  std::vector<Statement> statements_;
  SqliteTeams teams_;
};

}  // namespace quiver::store
