// The tables of a store in PostgreSQL, and how those of an older version become those of today.
//
// They stand in a schema of their own, "quiver". The table quiver.store has one row: the version, and the
// mark of the latest commit, by which a writer that lost its connection learns whether its commit took place.
// As in SQLite (schema.hpp), a step that has once been released is never changed.
#pragma once

#include "client_sdk/base/result.hpp"
#include "referee/store/postgres/session.hpp"
#include "referee/store/schema_state.hpp"

namespace quiver::store {

// The version that this program knows.
std::int64_t newest_postgres_schema();

base::Result<SchemaState> postgres_schema_state(PostgresSession& session);

// From an empty or older database to the newest version, in one transaction.
base::Result<void> migrate_postgres(PostgresSession& session, std::int64_t from);

}  // namespace quiver::store
