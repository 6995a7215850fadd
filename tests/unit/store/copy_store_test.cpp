// A store that is copied has everything that the other one has, whichever kinds the two are of.
#include "referee/store/copy_store.hpp"

#include "client_sdk/wire/codec.hpp"
#include "tests/unit/store/given_store.hpp"
#include "tests/unit/store/postgres_database.hpp"

namespace quiver::tests {

using store::Access;
using store::Change;

namespace {

constexpr std::uint32_t kManyGames = 603;  // more than one transaction of a copy

class CopiedStores : public StoreFolder {
 protected:
  // One event with everything in it, and one with nothing.
  void fill(const std::string& where) {
    const auto store = store::open_store(where, Access::kWrite).value();
    const store::EventId cup = store->begin(an_event("cup")).value().id;
    const store::Pairing pairing{1, 1, {1, 0}, kManyGames, store::Pairing::State::kStopped, "two voids"};
    const store::Pairing bye{2, 1, {0}, 0, store::Pairing::State::kDone, ""};
    store::Entrant bob = an_entrant(1, "bob");
    bob.active = false;
    std::vector<Change> changes{an_entrant(0, "ann"), bob, pairing, bye};
    for (std::uint32_t k = 1; k <= kManyGames; ++k) changes.emplace_back(a_game(k, 1, {k % 2, 1 - k % 2}));
    changes.emplace_back(store::Rating{1, 50, -12.25, -80.5, 60, "2026-01-31T12:00:05Z"});
    changes.emplace_back(store::GameLog{3, 1, R"({"ply":2,"stream":"err","text":"hm"})"});
    store->commit(cup, changes).value();
    store->begin(an_event("empty")).value();
    fill_teams(*store);
  }
  // A team with a version that plays and one that waits.
  static void fill_teams(store::Store& store) {
    const store::Team team{1, "ann", "Équipe 4", std::string(64, 'c'), "now", store::Team::State::kActive,
                           1, ""};
    store::TeamVersion plays{
        1,          1,     "ann.py",   "python",  "now", store::TeamVersion::State::kAdmitted,
        "bundle-1", "Ann", "a report", "upload-1"};
    store::TeamVersion waits{1,  2,  "ann2.py", "",        "now", store::TeamVersion::State::kWaiting,
                             "", "", "",        "upload-2"};
    store
        .commit(0, {team, plays, waits, store::StoredBundle{"bundle-1", std::string(3000, '\xff')},
                    store::StoredBundle{"upload-2", "print()"},
                    store::Invitation{"hash", "now", "later", "", "ann", false},
                    store::AuditEntry{1, "now", "ann", "join", "ann", ""},
                    store::StoredSetting{"announcement", "hello"}})
        .value();
  }
  static base::Result<store::Copied> copy(const std::string& from, const std::string& to) {
    const auto source = store::open_store(from, Access::kRead).value();
    const auto target = store::open_store(to, Access::kWrite).value();
    return store::copy_store(*source, *target);
  }
  static std::string refusal_to_copy(const std::string& from, const std::string& to) {
    const auto copied = copy(from, to);
    return copied ? "" : copied.error().sentence;
  }
};

}  // namespace

TEST_F(CopiedStores, HaveEverythingThereAndBackAgain) {
  const PostgresDatabase database;
  fill(path("first.db"));
  const store::Copied there = copy(path("first.db"), database.url()).value();
  EXPECT_EQ(there.events, 2U);
  EXPECT_EQ(there.games, kManyGames);
  EXPECT_EQ(there.checked, kManyGames);
  copy(database.url(), path("second.db")).value();

  const auto first = store::open_store(path("first.db"), Access::kRead).value();
  const auto second = store::open_store(path("second.db"), Access::kRead).value();
  EXPECT_EQ(second->events().value().at(1).name, "empty");
  EXPECT_EQ(second->events().value().at(0).plan, first->events().value().at(0).plan);
  EXPECT_EQ(second->entrants(1).value(), first->entrants(1).value());
  EXPECT_EQ(second->pairings(1).value(), first->pairings(1).value());
  EXPECT_EQ(second->ratings(1).value().at(0).elo, -12.25);
  EXPECT_EQ(wire::record_json(second->game(1, 550).value()->record),
            wire::record_json(first->game(1, 550).value()->record));
}

TEST_F(CopiedStores, HaveTheTeamsAndWhatTheySubmitted) {
  const PostgresDatabase database;
  fill(path("first.db"));
  copy(path("first.db"), database.url()).value();
  copy(database.url(), path("second.db")).value();
  copy(database.url(), path("second.db")).value();  // there is nothing more to copy
  const auto first = store::open_store(path("first.db"), Access::kRead).value();
  const auto second = store::open_store(path("second.db"), Access::kRead).value();
  EXPECT_EQ(second->teams().value(), first->teams().value());
  EXPECT_EQ(second->versions(0, store::Store::Reports::kWith).value(),
            first->versions(0, store::Store::Reports::kWith).value());
  EXPECT_EQ(second->bundle("bundle-1").value(), std::string(3000, '\xff'));
  EXPECT_EQ(second->bundle("upload-2").value(), "print()");
  EXPECT_EQ(second->invitations().value(), first->invitations().value());
  EXPECT_EQ(second->settings().value(), first->settings().value());
  EXPECT_EQ(second->audit(10).value(), first->audit(10).value());
  EXPECT_EQ(second->game_logs(1, 3).value(), first->game_logs(1, 3).value());
}

TEST_F(CopiedStores, AreNotCopiedIntoOneWithOtherTeams) {
  fill(path("first.db"));
  const store::Team other{1, "bob", "", "", "now", store::Team::State::kActive, 0, ""};
  store::open_store(path("second.db"), Access::kWrite).value()->commit(0, {other}).value();
  EXPECT_EQ(refusal_to_copy(path("first.db"), path("second.db")),
            "the target has another team \"bob\": copy to another store");
}

TEST_F(CopiedStores, AreCompletedByASecondCopy) {
  fill(path("first.db"));
  {
    const auto half = store::open_store(path("second.db"), Access::kWrite).value();
    const store::EventId cup = half->begin(an_event("cup")).value().id;
    const store::Pairing pairing{1, 1, {1, 0}, kManyGames, store::Pairing::State::kOpen, ""};
    half->commit(cup, {an_entrant(0, "ann"), an_entrant(1, "bob"), pairing, a_game(1, 1, {1, 0})}).value();
  }
  const store::Copied rest = copy(path("first.db"), path("second.db")).value();
  EXPECT_EQ(rest.games, kManyGames - 1);
  EXPECT_EQ(rest.checked, kManyGames);
  EXPECT_EQ(copy(path("first.db"), path("second.db")).value().games, 0U);
}

TEST_F(CopiedStores, MayHoldOtherEventsButNoneOfTheSameName) {
  fill(path("first.db"));
  store::Event other = an_event("cup");
  other.created = "2025-12-24T18:00:00Z";
  store::open_store(path("second.db"), Access::kWrite).value()->begin(other).value();
  EXPECT_EQ(
      refusal_to_copy(path("first.db"), path("second.db")),
      "the target has another event of the name \"cup\", of 2025-12-24T18:00:00Z: copy to another store");
}

TEST_F(CopiedStores, AreComparedGameByGame) {
  fill(path("first.db"));
  copy(path("first.db"), path("second.db")).value();
  {
    const auto second = store::open_store(path("second.db"), Access::kWrite).value();
    second->commit(1, {a_game(kManyGames + 1, 1, {0, 1})}).value();
  }
  EXPECT_NE(refusal_to_copy(path("first.db"), path("second.db")).find("differs in the number of its games"),
            std::string::npos);
}

}  // namespace quiver::tests
