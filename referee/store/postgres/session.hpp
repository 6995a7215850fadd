// One connection to a PostgreSQL server, made again when it is lost.
//
// libpqxx and libpq are used here and in the files that run statements (postgres_tables.cpp,
// postgres_schema.cpp), and nowhere else. Reads fail if the server cannot be reached at the second try;
// writes wait for it. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/store/open_store.hpp"

// libpqxx's transactions; its headers are slow to read.
namespace pqxx {
class transaction_base;
}

namespace quiver::store {

class PostgresSession {
 public:
  // Runs statements in a transaction. It throws what libpqxx throws, and may be called again from the start.
  using Work = std::function<void(pqxx::transaction_base&)>;

  // With kWrite the lock is taken too. An error's sentence names the URL, without any secret.
  static base::Result<PostgresSession> open(const std::string& url, Access access, Notice notice);

  PostgresSession(PostgresSession&&) noexcept;
  PostgresSession& operator=(PostgresSession&&) = delete;
  ~PostgresSession();

  // The URL in quotes, for sentences.
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] Access access() const;

  // Runs the work in a transaction that changes nothing. What the work throws besides a lost connection comes
  // through.
  base::Result<void> read(const Work& work);
  // To be called by whoever has the lock, before it reads what it will go on from, and once the tables exist.
  // If the connection is lost later and another writer came in between, even one that has left again, it is
  // not made again: what this one knows of the store is no longer true.
  base::Result<void> claim();
  // Runs the work and commits it. If the connection is lost, waits until the server is back, looks up whether
  // the commit took place, and if not runs the work again. An error only if it was opened for reading, or if
  // somebody else has taken the lock in the meantime (claim()).
  base::Result<void> write(const Work& work);
  // The same without waiting or looking up: a lost connection is an error. For making the tables.
  base::Result<void> write_once(const Work& work);
  // Runs the work and commits it beside the writer that has the lock, whatever this was opened for. An error
  // if the server cannot be reached at the second try. The work may be done twice if the answer to its commit
  // is lost.
  base::Result<void> share(const Work& work);
  // The same without a transaction: each statement commits by itself, which saves two round trips. For one
  // statement, or several that need not be done together.
  base::Result<void> share_singly(const Work& work);
  // How often a connection was made: what was prepared on an earlier one is gone.
  [[nodiscard]] std::uint64_t connections() const;
  // From now on `wait` hears what is announced on this channel (NOTIFY).
  void listen(const std::string& channel);
  // Blocks until another connection announces something, `wake` can be read, the connection is lost, or the
  // time is over. What was announced since the last call counts.
  void wait(base::Duration time, int wake);

 private:
  class Impl;
  explicit PostgresSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace quiver::store
