// The connection of a work queue (work_queue.hpp), and how its statements are run.
//
// Only for the files that run them (postgres_work_….cpp). What libpqxx throws becomes an error. One thread at
// a time.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "client_sdk/base/time.hpp"
#include "referee/store/postgres/session.hpp"
#include "referee/store/postgres/statement.hpp"
#include "referee/store/postgres/work_queue.hpp"

namespace quiver::store {

class WorkQueue::Impl {
 public:
  using Transaction = pqxx::transaction_base;

  // For workers: something was offered or given back. For coordinators: something was submitted. One channel
  // for both would wake every worker for every record.
  static constexpr const char* kWork = "quiver_work";
  static constexpr const char* kSubmissions = "quiver_submissions";

  Impl(PostgresSession session, Hears hears) : session_(std::move(session)) {
    if (hears != Hears::kNothing) session_.listen(hears == Hears::kWork ? kWork : kSubmissions);
  }

  // Runs the work in a transaction, and commits it.
  template <class Work>
  base::Result<void> change(Work work) {
    return guarded([&] { return session_.share(work); });
  }
  // For one statement, which is a transaction of its own.
  template <class Work>
  base::Result<void> change_once(Work work) {
    return guarded([&] { return session_.share_singly(work); });
  }
  template <class Work>
  base::Result<void> read(Work work) {
    return change_once(work);
  }
  void wait(base::Duration time, int wake) { session_.wait(time, wake); }

  // Runs a statement that the server plans once for each connection.
  template <class... Any>
  pqxx::result prepared(Transaction& transaction, const char* name, const char* sql, const Any&... any) {
    if (prepared_on_ != session_.connections()) prepared_.clear();
    prepared_on_ = session_.connections();
    if (prepared_.insert(name).second) transaction.conn().prepare(name, sql);
    return run_prepared(transaction, name, any...);
  }

  static void announce(Transaction& transaction, const char* channel) {
    transaction.exec(std::string("NOTIFY ") + channel);
  }

 private:
  template <class Call>
  base::Result<void> guarded(Call call) {
    try {
      return call();
    } catch (const std::exception& failed) {
      const std::string what = failed.what();
      return base::Error{base::Error::Code::kUnreadable,
                         session_.name() + ": " + what.substr(0, what.find('\n'))};
    }
  }

  PostgresSession session_;
  std::set<std::string> prepared_;  // names
  std::uint64_t prepared_on_ = 0;   // which connection
};

inline std::uint64_t count_in(const pqxx::field& field) {
  return field.is_null() ? 0 : static_cast<std::uint64_t>(field.as<std::int64_t>());
}

}  // namespace quiver::store
