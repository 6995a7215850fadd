// A store that is open stays locked, whatever else is opened in its process: no reader outside takes itself
// for the last one and removes the write-ahead log.
#include <fstream>

#include "referee/launch/files/fingerprint.hpp"
#include "referee/launch/files/open_databases.hpp"
#include "referee/launch/program_kind.hpp"
#include "referee/records/record_files.hpp"
#include "tests/unit/store/child.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using store::Access;

namespace {

class HeldStores : public StoreFolder {
 protected:
  // In one process a store is written and `act` is done between two commits; another one, this, opens and
  // closes it before the second.
  void expect_kept_after(const std::function<void()>& act) {
    std::filesystem::remove(path("go"));
    Child holder([&](const Child::Say& say) {
      const auto store = open();
      const auto event = store->begin(an_event()).value().id;
      store->commit(event, {a_game(1)}).value();
      act();
      say("done");
      while (!std::filesystem::exists(path("go"))) usleep(1000);
      store->commit(event, {a_game(2)}).value();
      say("committed");
      pause();
    });
    ASSERT_EQ(holder.hear(), "done");
    EXPECT_EQ(open(Access::kRead)->results(1).value().size(), 1U);
    EXPECT_TRUE(std::filesystem::exists(path("t.db-wal"))) << "the write-ahead log was removed";
    std::ofstream(path("go")) << "go";
    ASSERT_EQ(holder.hear(), "committed");
    EXPECT_EQ(open(Access::kRead)->results(1).value().size(), 2U) << "a reader sees what is old";
    holder.end();
    EXPECT_EQ(open()->results(1).value().size(), 2U) << "what was committed is lost";
    for (const char* name : {"t.db", "t.db.lock"}) std::filesystem::remove(path(name));
  }
  static void read_as(const std::string& path, records::Format format) {
    records::Reading reading;
    reading.format = format;
    (void)records::read_records(path, reading, [](const auto&) { return true; });
  }
};

}  // namespace

TEST_F(HeldStores, StayLockedWhileTheyAreLookedAt) {
  expect_kept_after([&] { EXPECT_TRUE(store::is_sqlite_file(path())); });
  expect_kept_after([&] { EXPECT_EQ(open(Access::kRead)->results(1).value().size(), 1U); });
  expect_kept_after([&] { EXPECT_NE(refusal(Access::kWrite), ""); });
}

TEST_F(HeldStores, StayLockedUnderOtherNames) {
  expect_kept_after([&] {
    std::filesystem::create_symlink(path(), path("link"));
    std::filesystem::create_hard_link(path(), path("hard"));
    for (const char* name : {"link", "hard", "./t.db", "t.db-wal", "t.db-shm"}) {
      EXPECT_TRUE(launch::is_held(path(name))) << name;
      (void)store::is_sqlite_file(path(name));
    }
    EXPECT_EQ(refusal(Access::kRead, "link"), "");
  });
}

TEST_F(HeldStores, AreNoRecordsOfAnotherFormat) {
  expect_kept_after([&] {
    for (const auto format : {records::Format::kAny, records::Format::kJsonl, records::Format::kText})
      read_as(path(), format);
  });
}

TEST_F(HeldStores, AreNoPartOfABot) {
  expect_kept_after([&] {
    launch::BotSpec bot;
    bot.program = path();
    bot.arguments = {path(), path("t.db-wal")};
    EXPECT_EQ(launch::fingerprint(bot)->size(), 16U);
    EXPECT_FALSE(launch::kind_hint(bot).empty());
  });
}

TEST_F(HeldStores, AreHeldAsLongAsAnybodyHasThemOpen) {
  EXPECT_FALSE(launch::is_held(path()));
  auto writer = open();
  auto reader = open(Access::kRead);
  writer.reset();
  EXPECT_TRUE(launch::is_held(path()));
  reader.reset();
  EXPECT_FALSE(launch::is_held(path()));
  EXPECT_TRUE(store::is_sqlite_file(path()));
}

}  // namespace quiver::tests
