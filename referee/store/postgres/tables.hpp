// A store's tables in a PostgreSQL database whose schema is up to date: what store.hpp opens.
//
// Games are visited in batches, so that any number fits in memory and a visitor may use the store. One thread
// at a time.
#pragma once

#include <string>
#include <vector>

#include "referee/store/postgres/session.hpp"
#include "referee/store/store.hpp"

namespace quiver::store {

class PostgresTables : public Store {
 public:
  explicit PostgresTables(PostgresSession session) : session_(std::move(session)) {}

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
  // Games with numbers above `after`, at most `most` of them.
  base::Result<std::vector<Game>> some_games(EventId event, std::uint32_t after, int most);
  // The rows that a statement finds, each made a value.
  template <class Value, class Read, class... Any>
  base::Result<std::vector<Value>> list(const char* sql, const Read& one, const Any&... any);
  // Runs a read, with every failure as an Error.
  base::Result<void> read(const PostgresSession::Work& work);
  // The same for a write; `doubled` is read when a key is there already, and says which. `collided` becomes
  // true then, if it is given.
  base::Result<void> write(const PostgresSession::Work& work, const std::string& doubled,
                           bool* collided = nullptr);

  PostgresSession session_;
};

}  // namespace quiver::store
