// SQLite's C interface as values that clean up after themselves. Nothing but this file and its source calls
// it.
//
// Every failure comes back as an Error whose sentence is SQLite's own ("database or disk is full"), with what
// the system said where SQLite only says "disk I/O error". Whoever calls puts the file's name before it. A
// database and its statements belong to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"
#include "referee/launch/files/open_databases.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace quiver::store {

// Bytes that are no text.
struct Blob {
  std::string_view bytes;
};

// A prepared statement, to be used any number of times. What run() and each() leave behind is ready for the
// next use, whatever came of them.
class Statement {
 public:
  // Values for the question marks, from the first.
  template <class... Value>
  Statement& with(const Value&... values) {
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }

  // For statements that give no rows.
  base::Result<void> run();
  // For each row, until the visitor says false.
  template <class Visit>
  base::Result<void> each(const Visit& visit) {
    base::Result<bool> more = step();
    while (more && *more && visit(*this)) more = step();
    reset();
    return more ? base::Result<void>{} : base::Result<void>{more.error()};
  }

  // Of the row that is being visited; columns count from 0.
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::uint32_t number(int column) const { return static_cast<std::uint32_t>(integer(column)); }
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;  // or the bytes of a blob

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  void bind(int place, std::int64_t value);
  void bind(int place, std::uint32_t value) { bind(place, std::int64_t{value}); }
  void bind(int place, int value) { bind(place, std::int64_t{value}); }
  void bind(int place, bool value) { bind(place, std::int64_t{value ? 1 : 0}); }
  void bind(int place, double value);
  void bind(int place, std::string_view value);
  void bind(int place, const Blob& value);
  void bind(int place, const std::string& value) { bind(place, std::string_view(value)); }
  template <class Value>
  void bind(int place, const std::optional<Value>& value) {
    if (value)
      bind(place, *value);
    else
      bind_null(place);
  }
  void bind_null(int place);
  base::Result<bool> step();  // whether there is a row
  void reset();

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  bool unbound_ = false;  // a value that SQLite did not take
};

// One connection to a SQLite file. Errors are sentences that name the file.
class Database {
 public:
  enum class Mode {
    kCreate,     // written, and made if it is not there
    kReadWrite,  // may be written, for SQLite's own housekeeping
    kReadOnly,
    kImmutable,  // read-only, and nobody changes it: neither locks nor files beside it
  };
  // An error if the file cannot be opened in this mode; nothing is created except with kCreate.
  static base::Result<Database> open(const std::string& path, Mode mode);

  // Any number of statements without values.
  base::Result<void> execute(const char* sql);
  // Compiles one statement; keep it and use it again, because compiling costs more than most runs.
  base::Result<Statement> prepare(std::string_view sql);
  // The first column of the only row.
  base::Result<std::int64_t> integer(std::string_view sql);
  // The row id of the latest insertion.
  [[nodiscard]] std::int64_t last_id() const;
  // Whether the latest failure was a key that is there already, or one that is not there.
  [[nodiscard]] bool failed_unique() const;
  [[nodiscard]] bool failed_foreign() const;
  [[nodiscard]] bool failed_as_no_database() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Database(launch::OpenDatabase held, sqlite3* database) : held_(std::move(held)), database_(database) {}
  launch::OpenDatabase held_;  // nobody else here opens the file; let go after it is closed
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace quiver::store
