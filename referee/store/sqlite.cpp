#include "referee/store/sqlite.hpp"

#include <cstring>
#include <filesystem>
#include <sqlite3.h>

#include "client_sdk/base/random.hpp"

namespace quiver::store {

using base::Result;

namespace {

// How long to wait for others, in milliseconds: a checkpoint of theirs, somebody at the sqlite3 prompt.
constexpr int kPatience = 10'000;

base::Error failure(sqlite3* database) {
  std::string sentence = database != nullptr ? sqlite3_errmsg(database) : "out of memory";
  if (database == nullptr) return {base::Error::Code::kUnreadable, std::move(sentence)};
  const int kind = sqlite3_errcode(database) & 0xFF;
  const int system = sqlite3_system_errno(database);
  if ((kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && system != 0)
    sentence += std::string(" (") + std::strerror(system) + ")";
  return {base::Error::Code::kUnreadable, std::move(sentence)};
}

// A path may hold anything, ":memory:" and question marks too; as an address of a file it means that file.
std::string address_of(const std::string& path, bool immutable) {
  std::string out = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/';
    out += plain ? std::string(1, c) : "%" + base::hex(std::string_view(&c, 1));
  }
  return out + (immutable ? "?immutable=1" : "");
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::bind(int place, std::int64_t value) {
  unbound_ = sqlite3_bind_int64(statement_.get(), place, value) != SQLITE_OK || unbound_;
}

void Statement::bind(int place, double value) {
  unbound_ = sqlite3_bind_double(statement_.get(), place, value) != SQLITE_OK || unbound_;
}

void Statement::bind(int place, std::string_view value) {
  // An address even for the empty text: without one SQLite takes it for NULL.
  const char* text = value.data() != nullptr ? value.data() : "";
  unbound_ = sqlite3_bind_text64(statement_.get(), place, text, value.size(), SQLITE_TRANSIENT,
                                 SQLITE_UTF8) != SQLITE_OK ||
             unbound_;
}

void Statement::bind(int place, const Blob& value) {
  const char* bytes = value.bytes.data() != nullptr ? value.bytes.data() : "";
  unbound_ = sqlite3_bind_blob64(statement_.get(), place, bytes, value.bytes.size(), SQLITE_TRANSIENT) !=
                 SQLITE_OK ||
             unbound_;
}

void Statement::bind_null(int place) {
  unbound_ = sqlite3_bind_null(statement_.get(), place) != SQLITE_OK || unbound_;
}

Result<bool> Statement::step() {
  if (unbound_) return failure(sqlite3_db_handle(statement_.get()));
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return failure(sqlite3_db_handle(statement_.get()));
}

void Statement::reset() {
  unbound_ = false;
  sqlite3_reset(statement_.get());
}

Result<void> Statement::run() {
  return each([](const Statement&) { return true; });
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes != nullptr ? std::string(bytes, static_cast<std::size_t>(size)) : std::string();
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<Database> Database::open(const std::string& path, Mode mode) {
  const bool reads = mode == Mode::kReadOnly || mode == Mode::kImmutable;
  const int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (reads ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) |
                    (mode == Mode::kCreate ? SQLITE_OPEN_CREATE : 0);
  launch::OpenDatabase held(path);
  sqlite3* raw = nullptr;
  const int status =
      sqlite3_open_v2(address_of(path, mode == Mode::kImmutable).c_str(), &raw, flags, nullptr);
  Database database(std::move(held), raw);
  if (status != SQLITE_OK) return failure(raw);
  sqlite3_busy_timeout(raw, kPatience);
  return database;
}

Result<void> Database::execute(const char* sql) {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    return failure(database_.get());
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* raw = nullptr;
  const int status = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  if (status != SQLITE_OK) return failure(database_.get());
  return Statement(raw);
}

Result<std::int64_t> Database::integer(std::string_view sql) {
  auto statement = prepare(sql);
  if (!statement) return statement.error();
  std::int64_t value = 0;
  const auto read = statement->each([&](const Statement& row) {
    value = row.integer(0);
    return false;
  });
  if (!read) return read.error();
  return value;
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(database_.get()); }

bool Database::failed_unique() const {
  const int code = sqlite3_extended_errcode(database_.get());
  return code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY;
}

bool Database::failed_foreign() const {
  return sqlite3_extended_errcode(database_.get()) == SQLITE_CONSTRAINT_FOREIGNKEY;
}

bool Database::failed_as_no_database() const {
  return (sqlite3_errcode(database_.get()) & 0xFF) == SQLITE_NOTADB;
}

}  // namespace quiver::store
