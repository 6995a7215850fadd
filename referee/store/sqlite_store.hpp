// A store in one SQLite file (docs/operate/records.md tells its tables).
//
// Write-ahead log, full synchronisation: what commit() has taken survives kill -9 and a power cut. A schema
// of an older version is brought up to date on opening, one of a newer version is refused. Others may read
// while one writes; two that write are kept apart by a lock on the file FILE.lock, which goes with its
// process, however that ends.
#pragma once

#include <memory>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/store/store.hpp"

namespace quiver::store {

// An error has a sentence for whoever gave the path: not there, no store, read-only, in use by process 4711.
base::Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, Access access);

// Whether the file begins as SQLite's do; false if it cannot be read. Nothing is taken from a pipe. A
// database that this process has open is one without being opened for it.
bool is_sqlite_file(const std::string& path);

}  // namespace quiver::store
