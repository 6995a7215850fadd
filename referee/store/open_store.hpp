// Opens a store by the words that a user gives: a path names a SQLite file, postgresql://USER@HOST/DATABASE a
// PostgreSQL database.
//
// Everything that takes --store opens it here. Any thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/store/store.hpp"

namespace quiver::store {

// Hears one sentence at a time about a server that is waited for. Called on the thread that uses the store.
using Notice = std::function<void(const std::string&)>;
// Writes the sentence to stderr, behind "quiver: ".
void notice_on_stderr(const std::string& sentence);

// An error has a sentence for whoever gave the words: not there, no store, in use by process 4711.
base::Result<std::unique_ptr<Store>> open_store(const std::string& where, Access access,
                                                Notice notice = notice_on_stderr);
// The same for writing if there is a store already; else null, and nothing is made.
base::Result<std::unique_ptr<Store>> open_store_if_there(const std::string& where);

// Whether the words name a PostgreSQL database; nothing is opened.
bool is_postgres_url(const std::string& where);
// Whether they name a store rather than a file of another kind: a PostgreSQL database, or a SQLite file.
bool is_store(const std::string& where);

}  // namespace quiver::store
