// How the schema of a store compares with the one that this program knows, and what follows from it.
//
// Both kinds of store count their schema's versions from 1, and judge them by these functions. Pure.
#pragma once

#include <cstdint>
#include <string>

#include "client_sdk/base/result.hpp"
#include "referee/store/store.hpp"

namespace quiver::store {

enum class SchemaAge { kCurrent, kOlder, kNewer, kFresh, kForeign };
struct SchemaState {
  SchemaAge age = SchemaAge::kForeign;
  std::int64_t version = 0;
};

// The state of a store that says of itself that it is of this version, to a program that knows up to
// `newest`.
SchemaState schema_state_of(std::int64_t version, std::int64_t newest);

// Whether it may be opened so. The error has a sentence for whoever named the store: `where`, quoted.
base::Result<void> check_schema(const std::string& where, Access access, const SchemaState& state,
                                std::int64_t newest);

}  // namespace quiver::store
