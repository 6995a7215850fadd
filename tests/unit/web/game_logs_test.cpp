// Who may read what a bot printed: its own team and administrators, whatever the table calls its versions.
#include "referee/web/game_logs.hpp"

#include "referee/tournament/game_changes.hpp"
#include "referee/web/json.hpp"
#include "referee/web/store_reader.hpp"
#include "tests/property/recorded_match.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

namespace {

class GameLogs : public StoreFolder {
 protected:
  // A game of the first two of these, each of which has printed its own name.
  void keep(const std::string& event, const std::string& kind, const std::vector<store::Entrant>& entrants,
            bool entered = true) {
    const auto store = open();
    const auto begun = store->begin({0, event, kind, "game = connect4\n", "2026-01-31T12:00:00Z"}).value();
    std::vector<store::Change> changes;
    if (entered) changes.assign(entrants.begin(), entrants.end());
    games::Options options;
    options.rows = 6;
    options.columns = 7;
    store::Game game{1, 0, 0, {}, scripted_match("connect4", options, "1 2 1 2 1 2 1")};
    if (entered) game.entrants = {0, 1};
    for (std::size_t s = 0; s < 2; ++s) {
      game.record.seats[s].name = entrants[s].name;
      const std::string printed =
          R"({"ply":3,"turn":true,"text":"I am )" + entrants[s].name + "\"}\n{\"cut\":true}\n";
      game.record.seats[s].output = std::make_shared<const std::string>(printed);
    }
    for (store::Change& one : tournament::changes_of(game)) changes.push_back(std::move(one));
    store->commit(begun.id, changes).value();
  }
  static store::Entrant entrant(std::uint32_t number, const std::string& name, const std::string& spec,
                                const std::string& version) {
    store::Entrant one = an_entrant(number, name);
    one.spec = spec;
    one.version = version;
    return one;
  }
  // What somebody is sent: "0 I am ann", the status if it is refused.
  std::string read(const std::string& id, const web::LogReader& who) {
    web::StoreReader reader(path());
    const auto logs = reader.logs(id, who);
    if (!logs) return std::to_string(logs.error().status);
    v1::GameLogs message;
    EXPECT_TRUE(web::read_json(**logs, message));
    std::string out;
    for (const v1::SeatLog& seat : message.seats()) {
      EXPECT_TRUE(seat.cut());
      for (const v1::LogLine& line : seat.lines())
        out += (out.empty() ? "" : ", ") + std::to_string(seat.seat()) + " " + line.text();
    }
    return out;
  }
};

}  // namespace

TEST_F(GameLogs, AreForTheTeamOfASeatAndAdministrators) {
  keep("season", "ladder",
       {entrant(0, "ann", "bundle:1111", "ann 11"), entrant(1, "bob-v2", "bundle:2222", "bob 22"),
        entrant(2, "cid", "bundle:3333", "cid 33")});
  EXPECT_EQ(read("season-1", {"ann"}), "0 I am ann");
  EXPECT_EQ(read("season-1", {"bob"}), "1 I am bob-v2") << "a version is its team's";
  EXPECT_EQ(read("season-1", {"cid"}), "403") << "takes part in the season, not in the game";
  EXPECT_EQ(read("season-1", {"bob-v2"}), "403") << "a team with the name of another's version";
  EXPECT_EQ(read("season-1", {""}), "403");
  EXPECT_EQ(read("season-1", {"teacher", true}), "0 I am ann, 1 I am bob-v2");
  EXPECT_EQ(read("season-2", {"ann"}), "404");
  EXPECT_EQ(read("other-1", {"teacher", true}), "404");
}

TEST_F(GameLogs, OfTheHostsBotsAreForAdministrators) {
  keep("season", "ladder", {entrant(0, "ann", "./a", "ann 11"), entrant(1, "bob", "bundle:2222", "bob 22")});
  EXPECT_EQ(read("season-1", {"ann"}), "403") << "somebody who took the name of the host's bot";
  EXPECT_EQ(read("season-1", {"bob"}), "1 I am bob");
  EXPECT_EQ(read("season-1", {"teacher", true}), "0 I am ann, 1 I am bob");
}

TEST_F(GameLogs, OfFinalsAndChallengesAreForTheTeamsOfTheLadder) {
  keep("season", "ladder",
       {entrant(0, "ann-v2", "bundle:1111", "ann 11"), entrant(1, "bob", "./b", "bob 22")});
  keep("finals", "tournament", {entrant(0, "ann-v2", "./a", "11"), entrant(1, "eve", "./e", "44")});
  EXPECT_EQ(read("finals-1", {"ann"}), "0 I am ann-v2");
  for (const char* other : {"ann-v2", "eve", "bob", "11"}) EXPECT_EQ(read("finals-1", {other}), "403");
  keep("season-challenges", "games", {entrant(0, "bob", "", ""), entrant(1, "ann-v2", "", "")}, false);
  EXPECT_EQ(read("season-challenges-1", {"ann"}), "1 I am ann-v2");
  EXPECT_EQ(read("season-challenges-1", {"bob"}), "403");
}

TEST_F(GameLogs, AreNobodysIfTwoSeasonsKnowTheNameDifferently) {
  keep("one", "ladder",
       {entrant(0, "ann-v2", "bundle:1111", "ann 11"), entrant(1, "bob", "bundle:2222", "bob 22")});
  keep("two", "ladder",
       {entrant(0, "ann-v2", "bundle:3333", "ann-v2 33"), entrant(1, "bob", "bundle:2222", "bob 22")});
  keep("finals", "tournament", {entrant(0, "ann-v2", "./a", "11"), entrant(1, "bob", "./b", "22")});
  EXPECT_EQ(read("one-1", {"ann"}), "0 I am ann-v2");
  EXPECT_EQ(read("two-1", {"ann-v2"}), "0 I am ann-v2");
  for (const char* one : {"ann", "ann-v2"}) EXPECT_EQ(read("finals-1", {one}), "403");
  EXPECT_EQ(read("finals-1", {"bob"}), "1 I am bob");
}

TEST_F(GameLogs, AreEmptyForABotThatPrintedNothing) {
  const auto store = open();
  const auto begun =
      store->begin({0, "season", "ladder", "game = connect4\n", "2026-01-31T12:00:00Z"}).value();
  store::Game game{1, 0, 0, {0, 1}, scripted_match("connect4", {}, "1 2 1 2 1 2 1")};
  store
      ->commit(begun.id, {entrant(0, "ann", "bundle:11", "ann 11"), entrant(1, "bob", "./b", "bob 22"), game})
      .value();
  web::StoreReader reader(path());
  v1::GameLogs message;
  ASSERT_TRUE(web::read_json(*reader.logs("season-1", {"ann"}).value(), message));
  ASSERT_EQ(message.seats_size(), 1);
  EXPECT_EQ(message.seats(0).lines_size(), 0);
}

TEST_F(GameLogs, AreNotPartOfARecordThatIsShown) {
  keep("season", "ladder", {entrant(0, "ann", "./a", "ann 11"), entrant(1, "bob", "./b", "bob 22")});
  web::StoreReader reader(path());
  const auto record = reader.game("season-1").value();
  for (const auto& seat : record->seats) EXPECT_EQ(seat.output, nullptr);
}

}  // namespace quiver::tests
