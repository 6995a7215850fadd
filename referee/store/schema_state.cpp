#include "referee/store/schema_state.hpp"

namespace quiver::store {

using base::Error;

SchemaState schema_state_of(std::int64_t version, std::int64_t newest) {
  if (version == newest) return {SchemaAge::kCurrent, version};
  return {version < newest ? SchemaAge::kOlder : SchemaAge::kNewer, version};
}

base::Result<void> check_schema(const std::string& where, Access access, const SchemaState& state,
                                std::int64_t newest) {
  const auto refused = [&](const std::string& why) { return Error{Error::Code::kUnreadable, where + why}; };
  const std::string version = std::to_string(state.version);
  switch (state.age) {
    case SchemaAge::kNewer:
      return refused(" was written by a newer quiver (schema " + version + ", this one knows up to " +
                     std::to_string(newest) + ")");
    case SchemaAge::kForeign:
      return refused(" is a database of another program, not a store of quiver");
    case SchemaAge::kFresh:
      if (access == Access::kRead)
        return Error{Error::Code::kNotYet, where + " is an empty database, not a store of quiver"};
      return {};
    case SchemaAge::kOlder:
      if (access == Access::kRead)
        return refused(" was written by an older quiver (schema " + version +
                       "); a command that writes to it brings it up to date");
      return {};
    case SchemaAge::kCurrent:
      break;
  }
  return {};
}

}  // namespace quiver::store
