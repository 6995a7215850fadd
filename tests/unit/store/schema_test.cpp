// Files that are no store, of another program, or of another version.
#include "referee/store/schema.hpp"

#include <fstream>
#include <thread>

#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using store::Access;
using store::Database;
using store::SchemaAge;
using store::Steps;

namespace {

class Schemas : public StoreFolder {
 protected:
  [[nodiscard]] Database database() const { return Database::open(path(), Database::Mode::kCreate).value(); }
  void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
};

std::int64_t version(Database& database) { return database.integer("PRAGMA user_version").value(); }

}  // namespace

TEST_F(Schemas, OfANewerVersionAreRefused) {
  open();
  const auto newer = std::to_string(store::schema_steps().size() + 1);
  database().execute(("PRAGMA user_version=" + newer).c_str()).value();
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const std::string sentence = refusal(access);
    EXPECT_EQ(sentence.find("\"t.db\" was written by a newer quiver (schema " + newer), 0U) << sentence;
  }
}

TEST_F(Schemas, OfOthersAreRefusedAndLeftAlone) {
  database().execute("CREATE TABLE shopping (item TEXT)").value();
  for (const Access access : {Access::kRead, Access::kWrite})
    EXPECT_EQ(refusal(access), "\"t.db\" is a database of another program, not a store of quiver");
  Database file = database();
  EXPECT_EQ(file.integer("SELECT count(*) FROM sqlite_master").value(), 1);
  EXPECT_FALSE(std::filesystem::exists(path("t.db-wal")));
}

TEST_F(Schemas, AreNotFoundInOtherFiles) {
  EXPECT_EQ(refusal(Access::kRead), "\"t.db\" cannot be read: No such file or directory");
  EXPECT_EQ(refusal(Access::kRead, "."), "\".\" is a folder, not a store");
  EXPECT_EQ(refusal(Access::kWrite, "."), "\".\" is a folder, not a store");
  EXPECT_NE(refusal(Access::kWrite, "none/t.db").find("No such file or directory"), std::string::npos);
  write("{\"id\":\"m-1\"}\n");
  EXPECT_EQ(refusal(Access::kRead), "\"t.db\" is not a store of quiver");
  EXPECT_EQ(refusal(Access::kWrite), "\"t.db\" is not a store of quiver");
  EXPECT_FALSE(store::is_sqlite_file(path()));
  EXPECT_FALSE(std::filesystem::exists(path("t.db.lock"))) << "what is no store gets no lock";
  write(std::string("SQLite format 3\0", 16) + std::string(5000, 'x'));
  EXPECT_EQ(refusal(Access::kRead), "\"t.db\" is not a store of quiver");
  EXPECT_EQ(refusal(Access::kWrite), "\"t.db\" is not a store of quiver");
  write("");
  EXPECT_EQ(refusal(Access::kRead), "\"t.db\" is not a store of quiver");
  EXPECT_EQ(refusal(Access::kWrite), "") << "an empty file becomes one";
}

// A file of version 0 has the name of a store and none of its tables.
TEST_F(Schemas, OfAnOlderVersionAreBroughtUpToDate) {
  database().execute(("PRAGMA application_id=" + std::to_string(store::kApplicationId)).c_str()).value();
  EXPECT_NE(refusal(Access::kRead).find("was written by an older quiver (schema 0)"), std::string::npos);
  EXPECT_EQ(open()->begin(an_event()).value().id, 1);
  EXPECT_EQ(open(Access::kRead)->events().value().size(), 1U);
  Database file = database();
  EXPECT_EQ(version(file), static_cast<std::int64_t>(store::schema_steps().size()));
}

// A store of version 1, with a game and an entrant, as an earlier quiver left it.
TEST_F(Schemas, OfVersion1KeepWhatTheyHaveAndTakeTeams) {
  {
    Database file = database();
    store::migrate(file, Steps{store::schema_steps().front()}, 0).value();
    file.execute(
            "INSERT INTO events VALUES (1, 'cup', 'ladder', '', 'now');"
            "INSERT INTO entrants VALUES (1, 0, 'ann', './ann', 'ann 1', 'now', 1);"
            "INSERT INTO games VALUES (1, 1, NULL, 0, 'now', 'hex', 0, 'WIN', 1, 'won', '{}');")
        .value();
  }
  EXPECT_NE(refusal(Access::kRead).find("was written by an older quiver (schema 1)"), std::string::npos);
  {
    const auto store = open();
    EXPECT_EQ(store->entrants(1).value().at(0),
              (store::Entrant{0, "ann", "./ann", "ann 1", "now", true, "", ""}));
    EXPECT_TRUE(store->teams().value().empty());
    store->commit(0, {store::Team{1, "ann", "", "", "now", store::Team::State::kActive, 0, ""}}).value();
  }
  EXPECT_EQ(open(Access::kRead)->teams().value().size(), 1U);
  Database file = database();
  EXPECT_EQ(version(file), 2);
  EXPECT_EQ(file.integer("SELECT count(*) FROM games").value(), 1);
}

// The steps of today and two that a later version may have: what is in the file stays.
TEST_F(Schemas, GrowWithoutLosingAnything) {
  {
    const auto store = open();
    const auto event = store->begin(an_event()).value().id;
    store->commit(event, {a_game(1)}).value();
  }
  Steps later = store::schema_steps();
  const auto now = static_cast<std::int64_t>(later.size());
  later.push_back("ALTER TABLE games ADD COLUMN referee TEXT NOT NULL DEFAULT 'here'");
  later.push_back("CREATE TABLE marks (game INTEGER); INSERT INTO marks SELECT number FROM games");
  Database file = database();
  const auto state = store::schema_state(file, later).value();
  EXPECT_EQ(state.age, SchemaAge::kOlder);
  EXPECT_EQ(state.version, now);
  store::migrate(file, later, state.version).value();
  EXPECT_EQ(version(file), now + 2);
  EXPECT_EQ(store::schema_state(file, later).value().age, SchemaAge::kCurrent);
  EXPECT_EQ(file.integer("SELECT game FROM marks").value(), 1);
  EXPECT_EQ(file.integer("SELECT count(*) FROM games WHERE referee = 'here'").value(), 1);
}

TEST_F(Schemas, AreNeverSeenHalfMade) {
  for (int k = 0; k < 40; ++k) {
    Database file = Database::open(path(std::to_string(k)), Database::Mode::kCreate).value();
    file.execute("PRAGMA journal_mode=WAL").value();
    Database seen = Database::open(path(std::to_string(k)), Database::Mode::kReadOnly).value();
    std::thread maker([&file] { store::migrate(file, store::schema_steps(), 0).value(); });
    SchemaAge age = SchemaAge::kFresh;
    while (age == SchemaAge::kFresh) age = store::schema_state(seen, store::schema_steps()).value().age;
    maker.join();
    EXPECT_EQ(age, SchemaAge::kCurrent);
  }
}

TEST_F(Schemas, StayAsTheyAreIfAStepFails) {
  open();
  Steps later = store::schema_steps();
  const auto now = static_cast<std::int64_t>(later.size());
  later.push_back("CREATE TABLE marks (game INTEGER)");
  later.push_back("this is no step");
  Database file = database();
  EXPECT_FALSE(store::migrate(file, later, now));
  EXPECT_EQ(version(file), now);
  EXPECT_EQ(file.integer("SELECT count(*) FROM sqlite_master WHERE name = 'marks'").value(), 0);
  file.execute("BEGIN IMMEDIATE;ROLLBACK").value();  // no transaction was left open
}

}  // namespace quiver::tests
