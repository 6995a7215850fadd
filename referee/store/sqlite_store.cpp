#include "referee/store/sqlite_store.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/open_databases.hpp"
#include "referee/store/schema.hpp"
#include "referee/store/sqlite_tables.hpp"
#include "referee/store/store_lock.hpp"

namespace quiver::store {

using base::Error;
using base::Result;

namespace {

namespace fs = std::filesystem;

Error unreadable(const std::string& path, const std::string& why) {
  return {Error::Code::kUnreadable, base::quoted(path) + why};
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool may(const std::string& path, int what) { return access(path.c_str(), what) == 0; }

// A database that may be written is opened so for reading too: then SQLite tidies up after a writer that was
// killed, and after itself. Where that is not allowed it needs the files that the writer left beside it; if
// there are none, nobody is writing, and the file is all there is.
Database::Mode mode_for_reading(const std::string& path) {
  if (may(path, W_OK) && may(folder_of(path), W_OK)) return Database::Mode::kReadWrite;
  std::error_code none;
  const auto log = fs::file_size(path + "-wal", none);
  const bool shared = fs::exists(path + "-shm", none);
  const bool logged = may(path + "-wal", F_OK) && (log > 0 || shared);
  return logged ? Database::Mode::kReadOnly : Database::Mode::kImmutable;
}

// What can be said before SQLite has a look at it.
Result<void> examine(const std::string& path, Access access) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::is_directory(status)) return unreadable(path, " is a folder, not a store");
  if (!fs::exists(status) && access == Access::kWrite) return {};
  const int wanted = access == Access::kWrite ? R_OK | W_OK : R_OK;
  if (!may(path, wanted))
    return unreadable(path,
                      std::string(access == Access::kWrite ? " cannot be written: " : " cannot be read: ") +
                          std::strerror(errno));
  const bool empty = access == Access::kWrite && fs::file_size(path, error) == 0;
  if (!empty && !is_sqlite_file(path)) return unreadable(path, " is not a store of quiver");
  return {};
}

// The schema is judged before anything in the file changes.
Result<void> make_ready(const std::string& path, Access access, Database& database) {
  const auto state = schema_state(database, schema_steps());
  if (!state && database.failed_as_no_database()) return unreadable(path, " is not a store of quiver");
  if (!state) return unreadable(path, " cannot be read: " + state.error().sentence);
  const auto newest = static_cast<std::int64_t>(schema_steps().size());
  if (auto fit = check_schema(base::quoted(path), access, *state, newest); !fit) return fit;
  Result<void> done;
  if (access == Access::kRead) {
    done = database.execute("PRAGMA query_only=ON");
  } else {
    done = database.execute("PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON");
    if (done && state->age != SchemaAge::kCurrent) done = migrate(database, schema_steps(), state->version);
  }
  if (!done) return unreadable(path, " cannot be written: " + done.error().sentence);
  return {};
}

}  // namespace

bool is_sqlite_file(const std::string& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::string begin(kMagic.size(), '\0');
  const auto done = launch::read_unless_held(path, [&](int file) {
    if (pread(file, begin.data(), begin.size(), 0) != static_cast<ssize_t>(begin.size())) begin.clear();
  });
  return done == launch::HeldRead::kHeld || begin == kMagic;
}

Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, Access access) {
  if (auto fit = examine(path, access); !fit) return fit.error();
  std::optional<StoreLock> lock;
  if (access == Access::kWrite) {
    auto taken = StoreLock::take(path);
    if (!taken) return taken.error();
    lock.emplace(std::move(*taken));
  }
  const auto mode = access == Access::kWrite ? Database::Mode::kCreate : mode_for_reading(path);
  auto database = Database::open(path, mode);
  const std::string failed = access == Access::kWrite ? " cannot be written: " : " cannot be read: ";
  if (!database) return unreadable(path, failed + database.error().sentence);
  if (auto ready = make_ready(path, access, *database); !ready) return ready.error();
  auto store = SqliteTables::prepare(path, std::move(*database), std::move(lock));
  if (!store) return unreadable(path, failed + store.error().sentence);
  return store;
}

}  // namespace quiver::store
