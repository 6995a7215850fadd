// A database of its own for a test, on the PostgreSQL server that ctest starts (tests/postgres/server.py).
#pragma once

#include <atomic>
#include <cstdlib>
#include <pqxx/pqxx>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace quiver::tests {

class PostgresDatabase {
 public:
  // Where the server's socket is; by default that of the server that all tests share.
  explicit PostgresDatabase(std::string folder = shared_folder()) : folder_(std::move(folder)) {
    static std::atomic<int> count{0};
    name_ = "test_" + std::to_string(getpid()) + "_" + std::to_string(++count);
    execute_on("postgres", "CREATE DATABASE " + name_);
  }
  ~PostgresDatabase() {
    try {
      execute_on("postgres", "DROP DATABASE " + name_ + " WITH (FORCE)");
    } catch (const std::exception&) {  // the server is gone, and the database with it
    }
  }
  PostgresDatabase(const PostgresDatabase&) = delete;
  PostgresDatabase& operator=(const PostgresDatabase&) = delete;

  [[nodiscard]] std::string url() const { return url_by(folder_); }
  // The same database by another socket: that of a proxy.
  [[nodiscard]] std::string url_by(const std::string& folder) const {
    return "postgresql://quiver@/" + name_ + "?host=" + folder;
  }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  void execute(const std::string& sql) const { execute_on(name_, sql); }

  static std::string shared_folder() {
    const char* folder = std::getenv("QUIVER_TEST_POSTGRES");
    if (folder == nullptr) throw std::runtime_error("run this by ctest, which starts the PostgreSQL server");
    return folder;
  }

 private:
  void execute_on(const std::string& database, const std::string& sql) const {
    pqxx::connection connection("host=" + folder_ + " user=quiver dbname=" + database);
    pqxx::nontransaction(connection).exec(sql);
  }

  std::string folder_;
  std::string name_;
};

}  // namespace quiver::tests
