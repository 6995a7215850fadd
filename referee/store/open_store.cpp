#include "referee/store/open_store.hpp"

#include <cstdio>
#include <filesystem>

#include "referee/store/postgres/store.hpp"
#include "referee/store/sqlite_store.hpp"

namespace quiver::store {

using base::Result;

void notice_on_stderr(const std::string& sentence) { std::fprintf(stderr, "quiver: %s\n", sentence.c_str()); }

bool is_postgres_url(const std::string& where) {
  return where.starts_with("postgresql://") || where.starts_with("postgres://");
}

bool is_store(const std::string& where) { return is_postgres_url(where) || is_sqlite_file(where); }

Result<std::unique_ptr<Store>> open_store(const std::string& where, Access access, Notice notice) {
  if (is_postgres_url(where)) return open_postgres_store(where, access, std::move(notice));
  return open_sqlite_store(where, access);
}

Result<std::unique_ptr<Store>> open_store_if_there(const std::string& where) {
  namespace fs = std::filesystem;
  if (is_postgres_url(where)) {
    const auto fresh = is_empty_postgres(where);
    if (!fresh) return fresh.error();
    if (*fresh) return std::unique_ptr<Store>();
    return open_store(where, Access::kWrite);
  }
  std::error_code none;
  const bool there =
      fs::exists(where, none) && (!fs::is_regular_file(where, none) || fs::file_size(where, none) > 0);
  if (!there) return std::unique_ptr<Store>();
  return open_store(where, Access::kWrite);
}

}  // namespace quiver::store
