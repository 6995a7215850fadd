// Puts changes into the tables of a store, many rows with each statement.
//
// A statement takes the server a moment and a round trip, however few rows it has. So rows are collected and
// written together; flush() writes the rest. Within one transaction the order of the tables does not matter,
// because what rows refer to is checked at the commit. Where a row comes twice that may be replaced, the
// later one counts. Throws what libpqxx throws. One thread.
#pragma once

#include <cstddef>
#include <map>
#include <pqxx/pqxx>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "referee/store/store.hpp"

namespace quiver::store {

// What a change is refused with by ourselves, before the server sees it. Rolls the transaction back.
struct RefusedChange : std::runtime_error {
  explicit RefusedChange(base::Error cause) : std::runtime_error(cause.sentence), error(std::move(cause)) {}
  base::Error error;
};

class PostgresChanges {
 public:
  static constexpr std::size_t kRowsAtOnce = 200;

  // The changes must live until flush() has returned. With `most` of 1 each row is written at once. `doubled`
  // becomes the sentence for the latest row whose key may be there already.
  PostgresChanges(pqxx::transaction_base& transaction, EventId event, std::size_t most, std::string& doubled)
      : transaction_(transaction), event_(event), most_(most), doubled_(doubled) {}

  void operator()(const Entrant& entrant);
  void operator()(const Pairing& pairing);
  void operator()(const Game& game);
  void operator()(const Rating& rating);
  void operator()(const PlanText& plan);
  // Those of teams are few: a statement each (team_changes.cpp).
  void operator()(const Team& team);
  void operator()(const TeamVersion& version);
  void operator()(const StoredBundle& bundle);
  void operator()(const DroppedBundle& bundle);
  void operator()(const Invitation& invitation);
  void operator()(const AuditEntry& entry);
  void operator()(const StoredSetting& setting);
  void operator()(const GameLog& log);
  // Everything is written after this.
  void flush();

 private:
  void flush_pairings();
  void flush_games();
  void flush_seats();
  void flush_ratings();

  pqxx::transaction_base& transaction_;
  EventId event_;
  std::size_t most_;
  std::string& doubled_;
  std::map<std::uint32_t, const Pairing*> pairings_;
  std::vector<const Game*> games_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, const Rating*> ratings_;
};

}  // namespace quiver::store
