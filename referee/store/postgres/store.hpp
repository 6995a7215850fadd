// A store in a PostgreSQL database, in the schema "quiver" (docs/operate/records.md tells its tables).
//
// What commit() has taken is as safe as the server's disk. One process at a time may write, kept apart by an
// advisory lock that goes with its connection; others may read. A server that goes away is waited for by
// whoever commits, for as long as it takes; a commit whose outcome the lost connection left open is looked
// up, so that nothing is written twice or lost. Passwords come from where every PostgreSQL client takes them
// (PGPASSFILE, PGPASSWORD, a service file), and a URL with one is refused.
#pragma once

#include <memory>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/store/open_store.hpp"
#include "referee/store/store.hpp"

namespace quiver::store {

// An error has a sentence for whoever gave the URL: not reachable, no store, in use by process 4711 on lab3.
base::Result<std::unique_ptr<Store>> open_postgres_store(const std::string& url, Access access,
                                                         Notice notice);

// Whether the database has no store in it yet. An error if it cannot be reached.
base::Result<bool> is_empty_postgres(const std::string& url);

}  // namespace quiver::store
