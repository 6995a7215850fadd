// A store gives back what it was given, all of a transaction or nothing of it, whichever kind it is of.
#include <algorithm>

#include "client_sdk/wire/codec.hpp"
#include "referee/store/sqlite.hpp"
#include "tests/unit/store/given_store.hpp"
#include "tests/unit/store/postgres_database.hpp"

namespace quiver::tests {

using store::Access;
using store::Change;
using store::Pairing;

namespace {

// An event with two entrants who are paired.
store::EventId prepared(store::Store& store) {
  const store::Event event = store.begin(an_event()).value();
  const Pairing pairing{1, 1, {1, 0}, 2, Pairing::State::kOpen, ""};
  store.commit(event.id, {an_entrant(0, "ann"), an_entrant(1, "bob"), pairing}).value();
  return event.id;
}

using SqliteStores = StoreFolder;

enum class Kind { kSqlite, kPostgres };

// An empty store of either kind.
class Stores : public StoreFolder, public testing::WithParamInterface<Kind> {
 protected:
  Stores() {
    if (GetParam() == Kind::kPostgres) database_.emplace();
  }
  std::unique_ptr<store::Store> open(Access access = Access::kWrite) const {
    auto opened = store::open_store(database_ ? database_->url() : path(), access);
    if (!opened) throw std::runtime_error(opened.error().sentence);
    return std::move(*opened);
  }

 private:
  std::optional<PostgresDatabase> database_;
};

INSTANTIATE_TEST_SUITE_P(OfBothKinds, Stores, testing::Values(Kind::kSqlite, Kind::kPostgres),
                         [](const auto& kind) {
                           return kind.param == Kind::kSqlite ? "Sqlite" : "Postgres";
                         });

}  // namespace

TEST_P(Stores, KeepEvents) {
  const auto store = open();
  EXPECT_EQ(store->begin(an_event("cup")).value().id, 1);
  EXPECT_EQ(store->begin(an_event("ladder")).value().id, 2);
  const auto again = store->begin(an_event("cup"));
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().sentence.find("has an event \"cup\" already"), std::string::npos);
  EXPECT_FALSE(store->begin(an_event("no name")));
  store->change_plan(2, "games = 4\n").value();
  EXPECT_FALSE(store->change_plan(3, "games = 4\n"));

  const auto events = store->events().value();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].name, "cup");
  EXPECT_EQ(events[0].kind, "tournament");
  EXPECT_EQ(events[0].plan, "format = swiss\ngames = 2\n");
  EXPECT_EQ(events[0].created, "2026-01-31T12:00:00Z");
  EXPECT_EQ(events[1].plan, "games = 4\n");
}

TEST_F(SqliteStores, GiveNamesAsUtf8WhateverSomebodyElseWroteThere) {
  prepared(*open());
  store::Database file = store::Database::open(path(), store::Database::Mode::kReadWrite).value();
  file.execute("UPDATE events SET name = CAST(x'63ff' AS TEXT)").value();
  file.execute("UPDATE entrants SET name = CAST(x'fe62' AS TEXT) WHERE number = 1").value();
  const auto store = open(Access::kRead);
  EXPECT_EQ(store->events().value().at(0).name, "c?");
  EXPECT_EQ(store->entrants(1).value().at(1).name, "?b");
}

TEST_P(Stores, KeepEntrantsAndPairingsAndReplaceThem) {
  {
    const auto store = open();
    const store::EventId event = prepared(*store);
    store::Entrant gone = an_entrant(1, "bob");
    gone.active = false;
    gone.display = "Böb der Baumeister";
    gone.title = "Bob 2.0";
    const Pairing bye{2, 2, {0}, 0, Pairing::State::kDone, ""};
    const Pairing stopped{1, 1, {1, 0}, 4, Pairing::State::kStopped, "bob dropped out"};
    store->commit(event, {gone, bye, stopped}).value();
  }
  const auto store = open(Access::kRead);
  const auto entrants = store->entrants(1).value();
  ASSERT_EQ(entrants.size(), 2U);
  EXPECT_EQ(entrants[0], an_entrant(0, "ann"));
  EXPECT_EQ(entrants[1].name, "bob");
  EXPECT_FALSE(entrants[1].active);
  EXPECT_EQ(entrants[1].display, "Böb der Baumeister");
  EXPECT_EQ(entrants[1].title, "Bob 2.0");
  const auto pairings = store->pairings(1).value();
  ASSERT_EQ(pairings.size(), 2U);
  EXPECT_EQ(pairings[0], (Pairing{1, 1, {1, 0}, 4, Pairing::State::kStopped, "bob dropped out"}));
  EXPECT_EQ(pairings[1], (Pairing{2, 2, {0}, 0, Pairing::State::kDone, ""}));
  EXPECT_TRUE(store->entrants(2).value().empty());
}

TEST_P(Stores, KeepTheLastOfSeveralInOneTransactionAndAnyText) {
  const auto store = open();
  const store::EventId event = prepared(*store);
  const std::string text = R"(a "note", {with} \ NULL, 'quotes' and a
line end)";
  std::vector<Change> changes;
  for (const auto state : {Pairing::State::kOpen, Pairing::State::kDone})
    changes.emplace_back(Pairing{7, 3, {1, 0}, 2, state, text});
  for (const double elo : {1.5, 2.5}) changes.emplace_back(store::Rating{0, 1, elo, 0, 3, "now"});
  for (const char* note : {"", "NULL", "null", "{}"})
    changes.emplace_back(
        Pairing{static_cast<std::uint32_t>(8 + changes.size()), 3, {}, 0, Pairing::State::kDone, note});
  store->commit(event, changes).value();
  const auto pairings = store->pairings(event).value();
  ASSERT_GE(pairings.size(), 5U);
  const auto found = std::ranges::find(pairings, 7U, &Pairing::number);
  ASSERT_NE(found, pairings.end());
  EXPECT_EQ(*found, (Pairing{7, 3, {1, 0}, 2, Pairing::State::kDone, text}));
  EXPECT_EQ(pairings[pairings.size() - 4].note, "");
  EXPECT_EQ(pairings[pairings.size() - 3].note, "NULL");
  EXPECT_EQ(pairings.back().note, "{}");
  ASSERT_EQ(store->ratings(event).value().size(), 1U);
  EXPECT_EQ(store->ratings(event).value()[0].elo, 2.5);
}

TEST_P(Stores, KeepGamesAndTheirResults) {
  const auto store = open();
  const store::EventId event = prepared(*store);
  store->commit(event, {a_game(2, 1, {1, 0}), a_game(1, 1, {0, 1})}).value();

  std::vector<store::Game> games;
  store->games(event, [&](const store::Game& game) {
    EXPECT_TRUE(store->game(event, game.number).value());  // a visitor may ask the store
    games.push_back(game);
    return true;
  });
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].number, 1U);
  EXPECT_EQ(games[1].number, 2U);
  EXPECT_EQ(games[1].pairing, 1U);
  EXPECT_EQ(games[1].index, 1U);
  EXPECT_EQ(games[1].entrants, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(wire::record_json(games[1].record), wire::record_json(a_game(2).record));

  const auto results = store->results(event).value();
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1].number, 2U);
  EXPECT_EQ(results[1].pairing, 1U);
  EXPECT_EQ(results[1].index, 1U);
  ASSERT_EQ(results[1].seats.size(), 2U);
  EXPECT_EQ(results[1].seats[0].entrant, 1U);
  EXPECT_EQ(results[1].seats[0].place, 1U);
  EXPECT_FALSE(results[1].seats[0].reason);
  EXPECT_EQ(results[1].seats[1].place, 2U);
  EXPECT_EQ(results[1].seats[1].reason, wire::Reason::kTimeout);
  EXPECT_FALSE(store->game(event, 3).value());
}

// What games were played on and how they ended, a few at a time.
TEST_P(Stores, GiveTheHeadsOfGames) {
  const auto store = open();
  const store::EventId event = prepared(*store);
  EXPECT_EQ(store->count_games(event).value(), 0U);
  EXPECT_TRUE(store->heads(event, 0, 10).value().empty());
  store::Game other = a_game(7, 1, {1, 0});
  other.record.id = R"(a "board":"trap" 1)";
  other.record.board = "square";
  other.record.rows = other.record.columns = 9;
  other.record.seats[1].reason = std::nullopt;
  store->commit(event, {a_game(5, 1, {0, 1}), other, a_game(2)}).value();
  EXPECT_EQ(store->count_games(event).value(), 3U);
  EXPECT_EQ(store->count_games(event + 1).value(), 0U);

  const auto heads = store->heads(event, 0, 10).value();
  ASSERT_EQ(heads.size(), 3U);
  EXPECT_EQ(heads[0].result.number, 2U);
  EXPECT_EQ(heads[1].board, (store::BoardShape{"rectangle", 6, 7}));
  EXPECT_EQ(heads[1].result.pairing, 1U);
  EXPECT_EQ(heads[1].result.seats[1].reason, wire::Reason::kTimeout);
  EXPECT_EQ(heads[2].board, (store::BoardShape{"square", 9, 9}));
  ASSERT_EQ(heads[2].result.seats.size(), 2U);
  EXPECT_EQ(heads[2].result.seats[0].entrant, 1U);
  EXPECT_EQ(heads[2].result.seats[0].place, 1U);
  EXPECT_FALSE(heads[2].result.seats[1].reason);

  ASSERT_EQ(store->heads(event, 0, 2).value().size(), 2U);
  EXPECT_EQ(store->heads(event, 0, 2).value()[1].result.seats.size(), 2U);
  ASSERT_EQ(store->heads(event, 2, 1).value().size(), 1U);
  EXPECT_EQ(store->heads(event, 2, 1).value()[0].result.number, 5U);
  EXPECT_TRUE(store->heads(event, 7, 10).value().empty());
}

TEST_P(Stores, KeepTheBoardOfAGame) {
  const auto store = open();
  const store::EventId event = store->begin(an_event()).value().id;
  store::Game game = a_game(2);
  game.record.event_board = "ring";
  store->commit(event, {a_game(1), game}).value();
  const auto results = store->results(event).value();
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].board, "");
  EXPECT_EQ(results[1].board, "ring");
  EXPECT_EQ(store->game(event, 2).value()->record.event_board, "ring");
}

TEST_P(Stores, StopAVisitThatHasSeenEnough) {
  const auto store = open();
  const store::EventId event = store->begin(an_event()).value().id;
  store->commit(event, {a_game(1), a_game(2), a_game(3)}).value();
  int seen = 0;
  store->games(event, [&](const store::Game&) { return ++seen < 2; }).value();
  EXPECT_EQ(seen, 2);
  EXPECT_EQ(store->results(event).value().size(), 3U);
  EXPECT_TRUE(store->game(event, 2).value()->entrants.empty());
}

TEST_P(Stores, KeepRatings) {
  const auto store = open();
  const store::EventId event = prepared(*store);
  const auto rating = [](std::uint32_t entrant, std::uint32_t after, double elo) {
    return store::Rating{entrant, after, elo, elo - 100.25, elo + 99.5, "2026-01-31T13:00:00Z"};
  };
  store->commit(event, {rating(1, 20, -3), rating(0, 20, 3), rating(0, 10, 1)}).value();
  store->commit(event, {rating(0, 20, 7.125)}).value();
  const auto ratings = store->ratings(event).value();
  ASSERT_EQ(ratings.size(), 3U);
  EXPECT_EQ(ratings[0].after, 10U);
  EXPECT_EQ(ratings[1].entrant, 0U);
  EXPECT_EQ(ratings[1].elo, 7.125);
  EXPECT_EQ(ratings[1].low, 7.125 - 100.25);
  EXPECT_EQ(ratings[1].high, 7.125 + 99.5);
  EXPECT_EQ(ratings[2].at, "2026-01-31T13:00:00Z");
}

// All of it or nothing: what came before the fault in the same transaction is not kept either.
TEST_P(Stores, KeepNothingOfATransactionWithAFault) {
  const auto store = open();
  const store::EventId event = prepared(*store);
  store->commit(event, {a_game(1, 1, {0, 1})}).value();
  store::Game of_place_0 = a_game(5, 1, {0, 1});
  of_place_0.index = 0;
  store::Game no_entrant_each = a_game(5, 1, {0});
  store::Game not_played = a_game(5);
  not_played.record.end = wire::End::kVoid;
  const std::vector<std::pair<Change, std::string>> faults = {
      {a_game(1, 1, {0, 1}), "has game 1 already"},
      {of_place_0, "has game 5 already"},
      {a_game(5, 1, {0, 7}), "does not know"},
      {a_game(5, 9, {0, 1}), "does not know"},
      {no_entrant_each, "an entrant for each seat"},
      {not_played, "is void"},
      {an_entrant(3, "ann"), "has an entrant \"ann\" already"},
      {Pairing{3, 1, {0, 8}, 1, Pairing::State::kOpen, ""}, "does not know"},
      {store::Rating{9, 1, 0, 0, 0, ""}, "does not know"}};
  for (const auto& [fault, words] : faults) {
    const auto done = store->commit(event, {a_game(2), an_entrant(2, "eve"), fault, a_game(3)});
    ASSERT_FALSE(done) << words;
    EXPECT_NE(done.error().sentence.find(words), std::string::npos) << done.error().sentence;
    EXPECT_EQ(store->results(event).value().size(), 1U) << words;
    EXPECT_EQ(store->entrants(event).value().size(), 2U) << words;
  }
  EXPECT_FALSE(store->commit(77, {a_game(1)})) << "there is no such event";
  store->commit(event, {a_game(2), an_entrant(2, "eve")}).value();  // and it goes on
  EXPECT_EQ(store->results(event).value().size(), 2U);
}

// --- teams

TEST_P(Stores, KeepTeamsAndWhatTheySubmitted) {
  store::Team team{1, "team-4", "Équipe 4", "", "2026-11-01T10:00:00Z", store::Team::State::kActive, 0, ""};
  store::TeamVersion version;
  version.team = 1;
  version.number = 1;
  version.file = "my bot.py";
  version.submitted = "2026-11-01T10:01:00Z";
  version.upload = std::string(64, 'a');
  const std::string bytes("a\0b\xff'\\\n", 7);
  {
    const auto store = open();
    store->commit(0, {team, version, store::StoredBundle{version.upload, bytes}}).value();
    store->commit(0, {store::StoredBundle{version.upload, bytes}}).value();  // known already
    EXPECT_EQ(store->bundle(version.upload).value(), bytes);
    EXPECT_FALSE(store->bundle("none").value());
    // As long as it waits its bytes are needed.
    store->commit(0, {store::DroppedBundle{version.upload}}).value();
    EXPECT_TRUE(store->bundle(version.upload).value());
    version.state = store::TeamVersion::State::kAdmitted;
    version.kind = "python";
    version.title = "Poseidon ⚓";
    version.bundle = std::string(64, 'b');
    version.report = "build: nothing\n\"quoted\" {braces} \\ NULL\n";
    team.active_version = 1;
    team.token_hash = std::string(64, 'c');
    store
        ->commit(0, {team, version, store::StoredBundle{version.bundle, "packed"},
                     store::DroppedBundle{version.upload}, store::DroppedBundle{version.bundle}})
        .value();
  }
  const auto store = open(Access::kRead);
  EXPECT_FALSE(store->bundle(version.upload).value()) << "nobody needs it any more";
  EXPECT_EQ(store->bundle(version.bundle).value(), "packed") << "games were played with it";
  EXPECT_EQ(store->teams().value(), std::vector{team});
  EXPECT_EQ(store->versions(1, store::Store::Reports::kWith).value(), std::vector{version});
  EXPECT_EQ(store->version(1, 1).value(), version);
  EXPECT_FALSE(store->version(1, 2).value());
  EXPECT_FALSE(store->version(2, 1).value());
  version.report.clear();
  EXPECT_EQ(store->versions(0, store::Store::Reports::kWithout).value(), std::vector{version});
  EXPECT_TRUE(store->versions(2, store::Store::Reports::kWith).value().empty());
}

TEST_P(Stores, KeepInvitationsAuditsAndSettings) {
  const auto store = open();
  store::Invitation one{
      std::string(64, '1'), "2026-11-01T10:00:00Z", "2026-11-08T10:00:00Z", "Équipe 4", "", false};
  const store::Invitation other{
      std::string(64, '0'), "2026-11-01T10:00:00Z", "2026-11-02T10:00:00Z", "", "", true};
  std::vector<Change> changes{one, other, store::StoredSetting{"announcement", "Deadline on Friday"}};
  for (std::uint32_t k = 1; k <= 5; ++k)
    changes.emplace_back(
        store::AuditEntry{k, "2026-11-01T10:00:00Z", "teacher", "invite", "team-4", "détail"});
  store->commit(0, changes).value();
  one.used_by = "team-4";
  store->commit(0, {one, store::StoredSetting{"announcement", ""}, store::StoredSetting{"freeze", "on"}})
      .value();
  EXPECT_EQ(store->invitations().value(), (std::vector{other, one}));
  EXPECT_EQ(store->settings().value(),
            (std::vector{store::StoredSetting{"announcement", ""}, store::StoredSetting{"freeze", "on"}}));
  const auto latest = store->audit(2).value();
  ASSERT_EQ(latest.size(), 2U);
  EXPECT_EQ(latest[0].number, 4U);
  EXPECT_EQ(latest[1],
            (store::AuditEntry{5, "2026-11-01T10:00:00Z", "teacher", "invite", "team-4", "détail"}));
  EXPECT_EQ(store->audit(100).value().size(), 5U);
}

TEST_P(Stores, KeepWhatBotsPrintedBesideTheirGames) {
  const auto store = open();
  const store::EventId event = prepared(*store);
  const store::GameLog first{2, 0, R"({"ply":17,"stream":"out","text":"depth 5 \"x\""})"};
  const store::GameLog second{2, 1, ""};
  store->commit(event, {a_game(1, 1, {0, 1}), a_game(2, 1, {1, 0}), second, first}).value();
  EXPECT_EQ(store->game_logs(event, 2).value(), (std::vector{first, second}));
  EXPECT_TRUE(store->game_logs(event, 1).value().empty());
  EXPECT_EQ(store->logged_games(event).value(), std::vector<std::uint32_t>{2});
  EXPECT_FALSE(store->commit(event, {store::GameLog{9, 0, "of no game"}}));
  EXPECT_FALSE(store->commit(event, {first})) << "a log is written once";
}

TEST_P(Stores, KeepNothingOfATransactionWithAFaultInATeam) {
  const auto store = open();
  const store::Team team{1, "ann", "", "", "now", store::Team::State::kActive, 0, ""};
  const store::Team same_id{2, "ann", "", "", "now", store::Team::State::kActive, 0, ""};
  const store::AuditEntry entry{1, "now", "ann", "join", "ann", ""};
  store->commit(0, {team, entry}).value();
  store::TeamVersion of_nobody;
  of_nobody.team = 7;
  of_nobody.number = 1;
  const std::vector<std::pair<Change, std::string>> faults = {
      {same_id, "has a team \"ann\" already"},
      {entry, "has entry 1 of the audit table already"},
      {of_nobody, "does not know"}};
  for (const auto& [fault, words] : faults) {
    const auto done = store->commit(0, {store::StoredSetting{"a", "b"}, fault});
    ASSERT_FALSE(done) << words;
    EXPECT_NE(done.error().sentence.find(words), std::string::npos) << done.error().sentence;
    EXPECT_TRUE(store->settings().value().empty()) << words;
  }
}

TEST(TeamsOfEntrants, AreFoundByWhatTheyEnteredWith) {
  store::Entrant entrant = an_entrant(0, "ann-v2");
  EXPECT_EQ(store::team_of(entrant), "") << "the host's own";
  entrant.spec = "remote:ann";
  EXPECT_EQ(store::team_of(entrant), "ann");
  entrant.spec = "bundle:" + std::string(64, 'a');
  entrant.version = "ann " + std::string(16, 'a');
  EXPECT_EQ(store::team_of(entrant), "ann");
}

TEST_P(Stores, AreReadWhileTheyAreWritten) {
  const auto writer = open();
  const store::EventId event = prepared(*writer);
  const auto reader = open(Access::kRead);
  EXPECT_TRUE(reader->results(event).value().empty());
  reader->games(event, [](const store::Game&) { return true; }).value();
  writer->commit(event, {a_game(1, 1, {0, 1})}).value();
  EXPECT_EQ(reader->results(event).value().size(), 1U);
  EXPECT_FALSE(reader->commit(event, {a_game(2)}));
  EXPECT_FALSE(reader->begin(an_event("other")));
  EXPECT_EQ(writer->events().value().size(), 1U);
}

// A reader leaves nothing beside the store, and neither does a writer but its lock.
TEST_F(SqliteStores, LeaveOneFileAndTheLock) {
  prepared(*open());
  EXPECT_EQ(open(Access::kRead)->events().value().size(), 1U);
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    left.push_back(entry.path().filename().string());
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{"t.db", "t.db.lock"}));
}

TEST_F(SqliteStores, MayHaveAnyName) {
  for (const char* name : {":memory:", "file:a?mode=ro#x", "50%41.db", "ä ö.db", "a\nb"}) {
    std::filesystem::current_path(folder_);
    store::open_sqlite_store(name, Access::kWrite).value();
    EXPECT_TRUE(store::is_sqlite_file(path(name))) << name;
    EXPECT_EQ(refusal(Access::kRead, name), "");
  }
}

}  // namespace quiver::tests
