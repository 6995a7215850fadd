// The tables of a store in SQLite, and how those of an older version become those of today
// (docs/operate/records.md).
//
// Version n is what the first n steps make. A step that has once been released is never changed: what is new
// goes into a new one. One transaction brings a file up to date, so a crash leaves the old version or the
// new.
#pragma once

#include <vector>

#include "referee/store/schema_state.hpp"
#include "referee/store/sqlite.hpp"

namespace quiver::store {

// "Qvr1", SQLite's application_id: how a store is told from the files of other programs.
inline constexpr std::int64_t kApplicationId = 0x51767231;

using Steps = std::vector<const char*>;  // SQL each

const Steps& schema_steps();

// What the file is to a program that knows these steps; fresh is one with nothing in it.
base::Result<SchemaState> schema_state(Database& database, const Steps& steps);

// From a fresh or older file to the version of these steps.
base::Result<void> migrate(Database& database, const Steps& steps, std::int64_t from);

}  // namespace quiver::store
