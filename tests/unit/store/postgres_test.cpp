// What a store in PostgreSQL does that one in a file does not: connections that get lost, other hosts,
// secrets.
#include <array>
#include <cstdio>
#include <future>
#include <set>
#include <sys/wait.h>

#include "referee/store/postgres/schema.hpp"
#include "referee/store/postgres/store.hpp"
#include "tests/unit/store/given_store.hpp"
#include "tests/unit/store/postgres_database.hpp"

namespace quiver::tests {

using store::Access;

namespace {

std::string refusal(const std::string& url, Access access = Access::kWrite) {
  const auto opened = store::open_store(url, access);
  return opened ? "" : opened.error().sentence;
}

class PostgresStores : public testing::Test {
 protected:
  std::unique_ptr<store::Store> open(const std::string& url, Access access = Access::kWrite) {
    auto opened =
        store::open_store(url, access, [this](const std::string& line) { notices_.push_back(line); });
    if (!opened) throw std::runtime_error(opened.error().sentence);
    return std::move(*opened);
  }

  std::vector<std::string> notices_;
};

// tests/postgres/proxy.py, until it is destroyed.
class Proxy {
 public:
  Proxy(const std::string& server, const std::string& mode, int times = 1) {
    folder_ = testing::TempDir() + "/quiver-proxy-XXXXXX";
    if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder");
    const std::string fifo = folder_ + "/ready";
    const std::string command = "exec /usr/bin/python3 -B " QUIVER_TEST_PROXY " " + server + " " + folder_ +
                                " " + mode + " " + std::to_string(times) + " > " + fifo;
    if (mkfifo(fifo.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    input_ = popen(command.c_str(), "w");
    std::FILE* ready = std::fopen(fifo.c_str(), "r");
    std::array<char, 16> line{};
    if (ready == nullptr || std::fgets(line.data(), line.size(), ready) == nullptr)
      throw std::runtime_error("the proxy did not start");
    std::fclose(ready);
  }
  ~Proxy() {
    pclose(input_);  // the end of its standard input ends it
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::FILE* input_ = nullptr;
};

// A server of this test's own, to be crashed.
class Server {
 public:
  Server() : folder_(testing::TempDir() + "/quiver-pg-" + std::to_string(getpid())) { run("start"); }
  ~Server() { run("stop"); }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  void run(const std::string& what) const {
    const std::string command = "/usr/bin/python3 -B " QUIVER_TEST_POSTGRES_SERVER " " + what + " " + folder_;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

std::set<std::uint32_t> numbers(store::Store& store, store::EventId event) {
  std::set<std::uint32_t> found;
  const auto results = store.results(event).value();
  for (const auto& result : results) EXPECT_TRUE(found.insert(result.number).second);
  return found;
}

}  // namespace

TEST_F(PostgresStores, RefuseUrlsThatHoldAPassword) {
  for (const char* url :
       {"postgresql://ann:s3cret@db.example/cup", "postgresql://db.example/cup?password=s3cret",
        "postgresql://ann@db.example/cup?sslpassword=s3cret"}) {
    const std::string sentence = refusal(url);
    EXPECT_NE(sentence.find("must not hold a password"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("PGPASSFILE"), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find("s3cret"), std::string::npos) << sentence;
  }
  EXPECT_EQ(refusal("postgresql://ann:s3cret@[broken/cup"),
            "this is no URL of a PostgreSQL database; it looks like postgresql://USER@HOST/DATABASE");
}

TEST_F(PostgresStores, SayThatAServerCannotBeReached) {
  const std::string sentence = refusal("postgresql://ann@/cup?host=/nowhere", Access::kRead);
  EXPECT_TRUE(sentence.starts_with("\"postgresql://ann@/cup?host=/nowhere\" cannot be reached: "))
      << sentence;
  EXPECT_EQ(sentence.find('\n'), std::string::npos);
  EXPECT_FALSE(store::is_empty_postgres("postgresql://ann@/cup?host=/nowhere"));
}

TEST_F(PostgresStores, AreMadeByWhoWritesAndNotByWhoReads) {
  const PostgresDatabase database;
  EXPECT_NE(refusal(database.url(), Access::kRead).find(" is an empty database, not a store of quiver"),
            std::string::npos);
  EXPECT_TRUE(store::is_empty_postgres(database.url()).value());
  EXPECT_EQ(store::open_store_if_there(database.url()).value(), nullptr);
  EXPECT_TRUE(store::is_empty_postgres(database.url()).value());
  open(database.url());
  EXPECT_FALSE(store::is_empty_postgres(database.url()).value());
  EXPECT_NE(store::open_store_if_there(database.url()).value(), nullptr);
  EXPECT_TRUE(open(database.url(), Access::kRead)->events().value().empty());
}

TEST_F(PostgresStores, RefuseNewerAndForeignSchemas) {
  const PostgresDatabase newer;
  open(newer.url());
  newer.execute("UPDATE quiver.store SET version = 99");
  EXPECT_NE(refusal(newer.url())
                .find(" was written by a newer quiver (schema 99, this one knows up to " +
                      std::to_string(store::newest_postgres_schema()) + ")"),
            std::string::npos);
  EXPECT_NE(refusal(newer.url(), Access::kRead), "");
  const PostgresDatabase foreign;
  foreign.execute("CREATE SCHEMA quiver");
  EXPECT_NE(refusal(foreign.url()).find(" is a database of another program, not a store of quiver"),
            std::string::npos);
}

// A script's next command comes before the server has closed the connection of the last one.
TEST_F(PostgresStores, AreWaitedForWhileTheLastWriterLeaves) {
  const PostgresDatabase database;
  auto last = open(database.url());
  auto next = std::async(std::launch::async, [&] { return refusal(database.url()); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // it is refused once at least, most likely
  last.reset();
  EXPECT_EQ(next.get(), "");
}

TEST_F(PostgresStores, AreWrittenByOneProcessWhichIsNamed) {
  const PostgresDatabase database;
  auto writer = open(database.url());
  const std::string sentence = refusal(database.url());
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  const std::string words = " is in use by process " + std::to_string(getpid()) + " on " +
                            std::string(host.data()).substr(0, 24) + " (";
  EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(", since 2"), std::string::npos) << sentence;
  EXPECT_EQ(refusal(database.url(), Access::kRead), "");
  const PostgresDatabase other;
  EXPECT_EQ(refusal(other.url()), "");  // a lock is one database's
  writer.reset();
  EXPECT_EQ(refusal(database.url()), "");
}

// The server gets the COMMIT, the client does not hear of it: the game must not be written twice, nor be
// lost.
TEST_F(PostgresStores, LookUpACommitWhoseAnswerWasLost) {
  const PostgresDatabase database;
  open(database.url());
  const Proxy proxy(database.folder(), "after", 2);
  const auto writer = open(database.url_by(proxy.folder()));
  const store::EventId event = writer->begin(an_event()).value().id;
  writer->commit(event, {a_game(1)}).value();
  writer->commit(event, {a_game(2)}).value();
  EXPECT_EQ(numbers(*writer, event), (std::set<std::uint32_t>{1, 2}));
  EXPECT_EQ(writer->events().value().size(), 1U);
  ASSERT_EQ(notices_.size(), 4U);
  EXPECT_NE(notices_[0].find(" cannot be reached; retrying, games continue: "), std::string::npos);
  EXPECT_TRUE(notices_[1].ends_with(" is back"));
}

// The server still holds the old connection with its lock and its open transaction.
TEST_F(PostgresStores, TakeTheirLockBackFromAConnectionThatOnlyTheServerHas) {
  const PostgresDatabase database;
  open(database.url());
  const Proxy proxy(database.folder(), "before", 1);
  const auto writer = open(database.url_by(proxy.folder()));
  const store::EventId event = writer->begin(an_event()).value().id;
  writer->commit(event, {a_game(1)}).value();
  EXPECT_EQ(numbers(*writer, event), (std::set<std::uint32_t>{1}));
  EXPECT_NE(refusal(database.url()).find("is in use by process"), std::string::npos);
}

// Whoever lost the connection, and with it the lock, knows nothing of what another writer did meanwhile.
TEST_F(PostgresStores, DoNotGoOnFromWhatAnotherWriterHasChanged) {
  const PostgresDatabase database;
  const auto writer = open(database.url());
  const store::EventId event = writer->begin(an_event()).value().id;
  writer->commit(event, {a_game(1)}).value();
  const auto cut = [&] {
    database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = "
        "current_database()");
  };
  cut();
  writer->commit(event, {a_game(2)}).value();  // nobody came in between
  cut();
  open(database.url());  // and leaves
  const auto refused = writer->commit(event, {a_game(3)});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("was written by another process while the connection was lost"),
            std::string::npos)
      << refused.error().sentence;
  EXPECT_FALSE(writer->entrants(event)) << "nor does it read";
  EXPECT_EQ(numbers(*open(database.url(), Access::kRead), event), (std::set<std::uint32_t>{1, 2}));
}

TEST_F(PostgresStores, WaitForAServerThatCrashed) {
  const Server server;
  const PostgresDatabase database(server.folder());
  const auto writer = open(database.url());
  const auto reader = open(database.url(), Access::kRead);
  const store::EventId event = writer->begin(an_event()).value().id;
  writer->commit(event, {a_game(1)}).value();
  server.run("crash");
  const auto unread = reader->events();
  ASSERT_FALSE(unread);
  EXPECT_NE(unread.error().sentence.find(" cannot be reached: "), std::string::npos);
  auto done = std::async(std::launch::async, [&] { return writer->commit(event, {a_game(2)}); });
  EXPECT_EQ(done.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
  server.run("resume");
  done.get().value();
  EXPECT_EQ(numbers(*reader, event), (std::set<std::uint32_t>{1, 2}));
  EXPECT_EQ(notices_.size(), 2U);
  const auto doubled = writer->commit(event, {a_game(2)});
  ASSERT_FALSE(doubled);
  EXPECT_NE(doubled.error().sentence.find("has game 2 already"), std::string::npos);
}

TEST_F(PostgresStores, VisitMoreGamesThanFitInOneBatch) {
  const PostgresDatabase database;
  const auto writer = open(database.url());
  const store::EventId event = writer->begin(an_event()).value().id;
  std::vector<store::Change> games;
  for (std::uint32_t k = 1; k <= 450; ++k) games.emplace_back(a_game(k));
  writer->commit(event, games).value();
  std::uint32_t last = 0;
  writer->games(event, [&](const store::Game& game) { return game.number == ++last; }).value();
  EXPECT_EQ(last, 450U);
}

TEST_F(PostgresStores, NameAGameThatSomebodySpoilt) {
  const PostgresDatabase database;
  const auto writer = open(database.url());
  const store::EventId event = writer->begin(an_event()).value().id;
  writer->commit(event, {a_game(1), a_game(2), a_game(3)}).value();
  database.execute("UPDATE quiver.games SET record = '{' WHERE number = 2");
  int seen = 0;
  const auto visited = writer->games(event, [&](const store::Game&) { return ++seen > 0; });
  EXPECT_EQ(seen, 1);
  ASSERT_FALSE(visited);
  EXPECT_NE(visited.error().sentence.find(", game 2: "), std::string::npos) << visited.error().sentence;
}

}  // namespace quiver::tests
