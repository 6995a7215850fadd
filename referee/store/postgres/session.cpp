#include "referee/store/postgres/session.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <poll.h>
#include <pqxx/pqxx>
#include <random>
#include <thread>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/store/own_command.hpp"
#include "referee/store/postgres/url.hpp"

#ifdef __SANITIZE_ADDRESS__
// libpqxx 6 throws away, and does not free, what libpq still has for a connection that was lost.
extern "C" const char* __lsan_default_suppressions() { return "leak:libpqxx\n"; }
#endif

namespace quiver::store {

using base::Error;
using base::Result;

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstPause(100);
constexpr milliseconds kLongestPause(5000);
constexpr int kLockTries = 20;  // for a connection that the server has not closed yet
constexpr milliseconds kBetweenLockTries(100);

// The key of the advisory lock: "Qvr1" as a number, the application_id of SQLite stores. Locks are per
// database.
constexpr const char* kLock = "1366716977";

// Twelve letters that no other process or commit has.
std::string unique_mark() {
  std::random_device random;
  std::uniform_int_distribution<int> letter('a', 'z');
  std::string mark(12, ' ');
  for (char& c : mark) c = static_cast<char>(letter(random));
  return mark;
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unknown host";
}

// What the server shows of a connection: who it is for other writers, and a tag that no other process has, by
// which we know our own after the connection was lost. PostgreSQL cuts this off after 63 bytes.
std::string application_name(const std::string& tag) {
  const std::string who = std::to_string(getpid()) + " " + host_name().substr(0, 24) + " " + own_command();
  return tag + " " + who.substr(0, 63 - tag.size() - 1);
}

// "process 4711 on lab3 (quiver tournament, since 2026-01-31T12:00:00Z)", from such a name.
std::string holder_of(const std::string& application, const std::string& since) {
  const auto end_of = [&](std::size_t from) { return application.find(' ', from); };
  const std::size_t tag = end_of(0);
  const std::size_t process = tag == std::string::npos ? tag : end_of(tag + 1);
  const std::size_t host = process == std::string::npos ? process : end_of(process + 1);
  if (host == std::string::npos) return "another connection";
  return base::escaped("process " + application.substr(tag + 1, process - tag - 1) + " on " +
                       application.substr(process + 1, host - process - 1) + " (" +
                       application.substr(host + 1) + ", since " + since + ")");
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Whether the failure says that the server is stopping, starting or gone, rather than what is wrong with a
// statement.
bool is_lost(const std::exception& failed) {
  if (dynamic_cast<const pqxx::broken_connection*>(&failed) != nullptr) return true;
  if (dynamic_cast<const pqxx::in_doubt_error*>(&failed) != nullptr) return true;
  const auto* sql = dynamic_cast<const pqxx::sql_error*>(&failed);
  // Class 57P: admin shutdown, crash shutdown, cannot connect now.
  return sql != nullptr && sql->sqlstate().starts_with("57P");
}

// Whether a connection that was refused may succeed later: the server does not run, is starting, or its name
// is not known yet. What the server itself refuses, a password or a database, it will refuse again.
bool may_come_back(const std::exception& refused) {
  const std::string_view why = refused.what();
  return why.find("FATAL:") == std::string_view::npos ||
         why.find("the database system is") != std::string_view::npos;
}

}  // namespace

class PostgresSession::Impl {
 public:
  Impl(PostgresUrl url, std::string tag, Access access, Notice notice)
      : url_(std::move(url)), tag_(std::move(tag)), access_(access), notice_(std::move(notice)) {}

  [[nodiscard]] const std::string& name() const { return url_.shown; }
  [[nodiscard]] Access access() const { return access_; }

  // Connects if there is no connection. Throws what libpqxx throws; an error if the lock is another's.
  Result<void> connect() {
    if (connection_ && connection_->is_open()) return {};
    disconnect();
    auto fresh = std::make_unique<pqxx::connection>(url_.parameters);
    // libpqxx 6 would connect again behind our back, and the lock goes with the connection. Later versions do
    // not and deprecate the switch.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    fresh->inhibit_reactivation(true);
#pragma GCC diagnostic pop
    if (access_ == Access::kWrite)
      if (auto locked = take_lock(*fresh); !locked) return locked;
    if (claimed_)
      if (auto still = check_claim(*fresh); !still) return still;
    connection_ = std::move(fresh);
    ++connections_;
    for (const std::string& channel : channels_)
      receivers_.push_back(std::make_unique<Announcements>(*connection_, channel, heard_));
    return {};
  }

  Result<void> read(const Work& work) {
    return try_twice([&] {
      pqxx::read_transaction transaction(*connection_);
      work(transaction);
    });
  }

  Result<void> share(const Work& work) {
    return try_twice([&] { commit(work, nullptr); });
  }

  Result<void> share_singly(const Work& work) {
    return try_twice([&] {
      pqxx::nontransaction transaction(*connection_);
      work(transaction);
    });
  }

  [[nodiscard]] std::uint64_t connections() const { return connections_; }

  void listen(const std::string& channel) {
    channels_.push_back(channel);
    if (connection_ && connection_->is_open())
      receivers_.push_back(std::make_unique<Announcements>(*connection_, channel, heard_));
  }

  void wait(base::Duration time, int wake) {
    // Statements may have read announcements from the socket, which then shows nothing.
    if (has_heard()) return;
    const int connection = connection_ && connection_->is_open() ? connection_->sock() : -1;
    std::array<pollfd, 2> watched{pollfd{wake, POLLIN, 0}, pollfd{connection, POLLIN, 0}};
    const auto millis = std::chrono::duration_cast<milliseconds>(time).count();
    poll(watched.data(), connection < 0 ? 1 : 2, static_cast<int>(millis));
    if (connection >= 0 && watched[1].revents != 0) static_cast<void>(has_heard());
  }

  Result<void> claim() {
    if (access_ != Access::kWrite) return {};
    const std::string mark = tag_ + " opened";
    auto done = share_singly([&](pqxx::transaction_base& statements) {
      statements.exec_params0("UPDATE quiver.store SET mark = $1", mark);
    });
    claimed_ = static_cast<bool>(done);
    return done;
  }

  Result<void> write(const Work& work) {
    if (access_ != Access::kWrite) return read_only();
    const std::string mark = tag_ + " " + unique_mark();
    milliseconds pause = kFirstPause;
    std::optional<std::chrono::steady_clock::time_point> lost;
    for (;;) {
      try {
        if (auto connected = connect(); !connected) return connected;
        if (!lost || !has_mark(mark)) commit(work, &mark);
        if (lost && told_) notice_(name() + " is back");
        told_ = false;
        return {};
      } catch (const std::exception& failed) {
        if (!is_lost(failed)) throw;
        disconnect();
        if (!lost) lost = std::chrono::steady_clock::now();
        tell(failed.what());
      }
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, kLongestPause);
    }
  }

  Result<void> write_once(const Work& work) {
    if (access_ != Access::kWrite) return read_only();
    if (auto connected = connect(); !connected) return connected;
    commit(work, nullptr);
    return {};
  }

 private:
  // Only wakes whoever waits: what was announced is looked up in the tables. Our own announcements are no
  // news.
  struct Announcements : pqxx::notification_receiver {
    Announcements(pqxx::connection& connection, const std::string& channel, bool& heard)
        : notification_receiver(connection, channel), heard_(heard) {}
    void operator()(const std::string&, int sender) override {
      if (sender != conn().backendpid()) heard_ = true;
    }

   private:
    bool& heard_;
  };

  // Whether something was announced since the last call.
  bool has_heard() {
    try {
      if (connection_ && connection_->is_open()) connection_->get_notifs();
    } catch (const std::exception&) {
      disconnect();
    }
    return std::exchange(heard_, false);
  }

  void disconnect() {
    receivers_.clear();
    connection_.reset();
  }

  Result<void> try_twice(const std::function<void()>& work) {
    for (bool again = false;; again = true) {
      try {
        if (auto connected = connect(); !connected) return connected;
        work();
        return {};
      } catch (const std::exception& failed) {
        if (!is_lost(failed)) throw;
        disconnect();
        if (again)
          return Error{Error::Code::kUnreadable, name() + " cannot be reached: " + first_line(failed.what())};
      }
    }
  }

  [[nodiscard]] Error read_only() const {
    return {Error::Code::kUnreadable, name() + " cannot be written: it was opened for reading"};
  }

  // Once for each time the server goes away.
  void tell(const std::string& why) {
    if (told_ || !notice_) return;
    told_ = true;
    notice_(name() + " cannot be reached; retrying, games continue: " + first_line(why));
  }

  void commit(const Work& work, const std::string* mark) {
    pqxx::work transaction(*connection_);
    work(transaction);
    if (mark != nullptr) transaction.exec_params0("UPDATE quiver.store SET mark = $1", *mark);
    transaction.commit();
  }

  // All our marks begin with our tag, and nobody else's do.
  Result<void> check_claim(pqxx::connection& connection) const {
    pqxx::nontransaction transaction(connection);
    const auto mark = transaction.exec1("SELECT mark FROM quiver.store")[0].as<std::string>();
    if (mark.starts_with(tag_ + " ")) return {};
    return Error{Error::Code::kUnreadable,
                 name() +
                     " was written by another process while the connection was lost; start again to "
                     "continue from what is there now"};
  }

  // Whether the commit with this mark took place. Nobody else has written since: we have the lock again, and
  // connect() has checked that nobody had it in between.
  bool has_mark(const std::string& mark) {
    pqxx::read_transaction transaction(*connection_);
    return transaction.exec_params1("SELECT mark = $1 FROM quiver.store", mark)[0].as<bool>();
  }

  // Whoever has the lock may have ended just now, however it did: the server closes a connection a moment
  // later.
  Result<void> take_lock(pqxx::connection& connection) {
    pqxx::nontransaction transaction(connection);
    std::string holder;
    for (int k = 0; k < kLockTries; ++k) {
      if (transaction.exec1("SELECT pg_try_advisory_lock(" + std::string(kLock) + ")")[0].as<bool>())
        return {};
      holder = find_holder(transaction);
      std::this_thread::sleep_for(kBetweenLockTries);
    }
    if (!holder.empty()) return Error{Error::Code::kUnreadable, name() + " is in use by " + holder};
    return Error{Error::Code::kUnreadable,
                 name() + " cannot be locked: an earlier connection of this process stays"};
  }

  // Who has the lock; empty if nobody has it any more, or a connection of our own that we have lost and the
  // server has not. That one is closed, and what it had under way is undone.
  std::string find_holder(pqxx::nontransaction& transaction) {
    const pqxx::result found = transaction.exec(
        "SELECT a.pid, a.application_name, to_char(a.backend_start AT TIME ZONE 'UTC', "
        "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid "
        "WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objsubid = 1 AND l.objid = " +
        std::string(kLock) +
        " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    if (found.empty()) return "";
    const std::string application = found[0][1].c_str();
    if (!application.starts_with(tag_ + " ")) return holder_of(application, found[0][2].c_str());
    transaction.exec("SELECT pg_terminate_backend(" + std::string(found[0][0].c_str()) + ")");
    return "";
  }

  PostgresUrl url_;
  std::string tag_;
  Access access_;
  Notice notice_;
  bool claimed_ = false;
  bool told_ = false;  // the server's absence was reported
  std::vector<std::string> channels_;
  bool heard_ = false;  // something was announced
  std::uint64_t connections_ = 0;
  std::unique_ptr<pqxx::connection> connection_;
  std::vector<std::unique_ptr<Announcements>> receivers_;  // of the connection, and destroyed before it
};

Result<PostgresSession> PostgresSession::open(const std::string& url, Access access, Notice notice) {
  const std::string tag = unique_mark();
  auto parsed = PostgresUrl::parse(url, application_name(tag));
  if (!parsed) return parsed.error();
  auto impl = std::make_unique<Impl>(std::move(*parsed), tag, access, std::move(notice));
  try {
    if (auto connected = impl->connect(); !connected) return connected.error();
  } catch (const std::exception& failed) {
    return Error{may_come_back(failed) ? Error::Code::kNotYet : Error::Code::kUnreadable,
                 impl->name() + " cannot be reached: " + first_line(failed.what())};
  }
  return PostgresSession(std::move(impl));
}

PostgresSession::PostgresSession(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PostgresSession::PostgresSession(PostgresSession&&) noexcept = default;
PostgresSession::~PostgresSession() = default;

const std::string& PostgresSession::name() const { return impl_->name(); }
Access PostgresSession::access() const { return impl_->access(); }
Result<void> PostgresSession::read(const Work& work) { return impl_->read(work); }
Result<void> PostgresSession::claim() { return impl_->claim(); }
Result<void> PostgresSession::write(const Work& work) { return impl_->write(work); }
Result<void> PostgresSession::write_once(const Work& work) { return impl_->write_once(work); }
Result<void> PostgresSession::share(const Work& work) { return impl_->share(work); }
Result<void> PostgresSession::share_singly(const Work& work) { return impl_->share_singly(work); }
std::uint64_t PostgresSession::connections() const { return impl_->connections(); }
void PostgresSession::listen(const std::string& channel) { impl_->listen(channel); }
void PostgresSession::wait(base::Duration time, int wake) { impl_->wait(time, wake); }

}  // namespace quiver::store
