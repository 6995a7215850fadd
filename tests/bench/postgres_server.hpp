// A PostgreSQL server for a measurement, with what it commits on disk (tests/postgres/server.py).
//
// What goes wrong is thrown. One thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/store/store.hpp"

namespace quiver::bench {

// In a temporary folder, and stopped with its owner. TMPDIR says on which disk.
class PostgresServer {
 public:
  PostgresServer();
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // Makes a database and returns its URL.
  std::string add_database(const std::string& name);
  // Runs statements there.
  void execute(const std::string& database, const std::string& sql) const;
  // What all its processes have computed so far, in seconds, and their memory without what they share twice.
  [[nodiscard]] double cpu_seconds() const;
  [[nodiscard]] std::size_t memory() const;
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  void run(const std::string& what) const;
  [[nodiscard]] std::vector<int> processes() const;
  std::string folder_;
};

// The value, or its error as an exception.
template <class Value>
Value need(base::Result<Value> result) {
  if (!result) throw std::runtime_error(result.error().sentence);
  if constexpr (!std::is_void_v<Value>) return std::move(*result);
}

}  // namespace quiver::bench
