#include "referee/store/postgres/store.hpp"

#include <exception>

#include "referee/store/postgres/schema.hpp"
#include "referee/store/postgres/session.hpp"
#include "referee/store/postgres/tables.hpp"

namespace quiver::store {

using base::Error;
using base::Result;

namespace {

Result<std::unique_ptr<Store>> prepare(PostgresSession session) {
  const auto state = postgres_schema_state(session);
  if (!state) return state.error();
  const auto fit = check_schema(session.name(), session.access(), *state, newest_postgres_schema());
  if (!fit) return fit.error();
  if (state->age != SchemaAge::kCurrent)
    if (const auto done = migrate_postgres(session, state->version); !done) return done.error();
  if (const auto claimed = session.claim(); !claimed) return claimed.error();
  return std::unique_ptr<Store>(std::make_unique<PostgresTables>(std::move(session)));
}

}  // namespace

Result<std::unique_ptr<Store>> open_postgres_store(const std::string& url, Access access, Notice notice) {
  auto session = PostgresSession::open(url, access, std::move(notice));
  if (!session) return session.error();
  const std::string name = session->name();
  try {
    return prepare(std::move(*session));
  } catch (const std::exception& failed) {  // no right to make or read the tables
    const std::string what = failed.what();
    return Error{Error::Code::kUnreadable, name + " cannot be opened: " + what.substr(0, what.find('\n'))};
  }
}

Result<bool> is_empty_postgres(const std::string& url) {
  auto session = PostgresSession::open(url, Access::kRead, {});
  if (!session) return session.error();
  const auto state = postgres_schema_state(*session);
  if (!state) return state.error();
  return state->age == SchemaAge::kFresh;
}

}  // namespace quiver::store
