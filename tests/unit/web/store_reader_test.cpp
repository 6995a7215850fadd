// What a store has to show, from a real one with two small tournaments in it.
#include "referee/web/store_reader.hpp"

#include "quiver/v1/bracket.pb.h"
#include "quiver/v1/spectator.pb.h"
#include "quiver/v1/standings.pb.h"
#include "referee/web/json.hpp"
#include "referee/web/views.hpp"
#include "tests/property/recorded_match.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using web::StoreReader;

namespace {

class Libraries : public StoreFolder {
 protected:
  // A round robin of three, each pair of them `games` times.
  void keep_cup(const std::string& name, std::uint32_t games) {
    const auto store = open();
    std::string plan = "game = connect4\nformat = round-robin\ngames = " + std::to_string(games) + "\n";
    for (const char* bot : {"ann", "bob", "cid"}) plan += std::string("bot = ") + bot + "\n";
    const auto event = store->begin({0, name, "tournament", plan, "2026-01-31T12:00:00Z"}).value();
    std::vector<store::Change> changes = {an_entrant(0, "ann"), an_entrant(1, "bob"), an_entrant(2, "cid")};
    const std::vector<std::vector<std::uint32_t>> pairs = {{0, 1}, {0, 2}, {1, 2}};
    std::uint32_t number = 0;
    for (std::uint32_t p = 0; p < pairs.size(); ++p) {
      changes.emplace_back(store::Pairing{p + 1, 1, pairs[p], games, store::Pairing::State::kDone, ""});
      for (std::uint32_t k = 0; k < games; ++k)
        changes.emplace_back(a_played_game(++number, p + 1, k, pairs[p]));
    }
    store->commit(event.id, changes).value();
  }

  // The first of the two wins by four in a row.
  static store::Game a_played_game(std::uint32_t number, std::uint32_t pairing, std::uint32_t index,
                                   const std::vector<std::uint32_t>& entrants) {
    games::Options options;
    options.rows = 6;
    options.columns = 7;
    static const char* const kNames[] = {"ann", "bob", "cid"};
    store::Game game{number, pairing, index, entrants, scripted_match("connect4", options, "1 2 1 2 1 2 1")};
    game.record.number = number;
    for (std::size_t s = 0; s < entrants.size(); ++s) {
      game.record.seats[s].name = kNames[entrants[s]];
      game.record.seats[s].log = "/var/log/secret";
    }
    return game;
  }

  template <class Message>
  static Message read(const web::Granted<web::Document>& granted) {
    Message message;
    if (!granted) {
      ADD_FAILURE() << granted.error().sentence;
      return message;
    }
    const auto done = web::read_json(*granted->plain, message);
    EXPECT_TRUE(done) << done.error().sentence;
    return message;
  }
  static v1::GameList list(StoreReader& reader, const std::string& name, const std::string& against,
                           std::uint32_t page = 0) {
    return read<v1::GameList>(reader.games("cup", name, against, page));
  }
};

}  // namespace

TEST_F(Libraries, ListEvents) {
  keep_cup("cup", 2);
  open()->begin({0, "old-games", "import", "", "2026-02-01T12:00:00Z"}).value();
  StoreReader reader(path());
  const auto events = read<v1::EventList>(reader.events());
  ASSERT_EQ(events.events_size(), 2);
  EXPECT_EQ(events.events(0).name(), "cup");
  EXPECT_EQ(events.events(0).kind(), "tournament");
  EXPECT_EQ(events.events(0).game(), "connect4");
  EXPECT_EQ(events.events(0).games(), 6U);
  EXPECT_TRUE(events.events(0).standings());
  EXPECT_EQ(events.events(0).created(), "2026-01-31T12:00:00Z");
  EXPECT_FALSE(events.events(1).standings());
}

TEST_F(Libraries, ShowTables) {
  keep_cup("cup", 2);
  StoreReader reader(path());
  const auto table = read<v1::Standings>(reader.standings("cup"));
  EXPECT_EQ(table.event(), "cup");
  EXPECT_EQ(table.played(), 6U);
  EXPECT_TRUE(table.complete());
  ASSERT_EQ(table.rows_size(), 3);
  EXPECT_EQ(table.rows(0).name(), "ann");
  EXPECT_EQ(table.rows(0).points(), 4);
  EXPECT_EQ(table.rows(2).name(), "cid");
  EXPECT_EQ(table.rows(2).points(), 0);
}

TEST_F(Libraries, ShowTheBracketOfAKnockout) {
  {
    const auto store = open();
    const std::string plan = "game = connect4\nformat = knockout\ngames = 1\nbot = ann\nbot = bob\n";
    const auto event = store->begin({0, "finals", "tournament", plan, "2026-01-31T12:00:00Z"}).value();
    store
        ->commit(event.id, {an_entrant(0, "ann"), an_entrant(1, "bob"),
                            store::Pairing{1, 1, {0, 1}, 1, store::Pairing::State::kDone, ""},
                            a_played_game(1, 1, 0, {0, 1})})
        .value();
  }
  keep_cup("cup", 2);
  StoreReader reader(path());
  const auto bracket = read<v1::Bracket>(reader.bracket("finals"));
  EXPECT_TRUE(bracket.complete());
  EXPECT_EQ(bracket.winner(), "ann");
  ASSERT_EQ(bracket.rounds_size(), 1);
  ASSERT_EQ(bracket.rounds(0).ties_size(), 1);
  EXPECT_EQ(bracket.rounds(0).ties(0).places(0).name(), "ann");
  EXPECT_EQ(bracket.rounds(0).ties(0).places(0).points(), 1);
  EXPECT_EQ(bracket.rounds(0).ties(0).winner(), 0U);
  EXPECT_EQ(reader.bracket("cup").error().status, 404U);
  EXPECT_EQ(reader.bracket("gone").error().status, 404U);
  EXPECT_EQ(reader.standings("cup", "donut-12").error().sentence,
            "there is no board \"donut-12\" in cup, which is played on one board");
}

TEST_F(Libraries, ShowHowRatingsWent) {
  keep_cup("cup", 60);
  StoreReader reader(path());
  const auto history = read<v1::RatingHistory>(reader.ratings("cup"));
  ASSERT_EQ(history.lines_size(), 3);
  EXPECT_EQ(history.lines(0).name(), "ann");
  for (const auto& line : history.lines()) {
    ASSERT_GT(line.points_size(), 1);
    EXPECT_LE(line.points_size(), 60);
    std::uint32_t before = 0;
    for (const auto& point : line.points()) {
      EXPECT_GT(point.after(), before);
      EXPECT_LE(point.low(), point.elo());
      EXPECT_GE(point.high(), point.elo());
      before = point.after();
    }
    EXPECT_EQ(before, 180U) << "the last one is how it stands";
  }
  const auto& ann = history.lines(0).points();
  const auto& cid = history.lines(2).points();
  EXPECT_GT(ann.Get(ann.size() - 1).elo(), cid.Get(cid.size() - 1).elo());
}

TEST_F(Libraries, GiveTheGamesOfACellPageByPage) {
  keep_cup("cup", 60);
  StoreReader reader(path());
  EXPECT_EQ(list(reader, "", "").total(), 180U);
  EXPECT_EQ(list(reader, "ann", "").total(), 120U);
  EXPECT_EQ(list(reader, "", "ann").total(), 120U);
  EXPECT_EQ(list(reader, "ann", "bob").total(), 60U);
  EXPECT_EQ(list(reader, "bob", "ann").total(), 60U);
  const auto first = list(reader, "bob", "cid");
  const auto second = list(reader, "bob", "cid", 1);
  EXPECT_EQ(first.games_size(), 50);
  EXPECT_EQ(second.games_size(), 10);
  EXPECT_EQ(second.total(), 60U);
  EXPECT_EQ(first.games(0).id(), "cup-180") << "the latest first";
  EXPECT_EQ(first.games(49).id(), "cup-131");
  EXPECT_EQ(second.games(0).id(), "cup-130");
  EXPECT_EQ(second.games(9).id(), "cup-121");
  EXPECT_EQ(list(reader, "bob", "cid", 2).games_size(), 0);
  EXPECT_EQ(list(reader, "bob", "cid", UINT32_MAX).games_size(), 0);
  EXPECT_EQ(first.games(0).seats(0).name(), "bob");
  EXPECT_EQ(first.games(0).winner(), 0U);
  EXPECT_EQ(first.games(0).plies(), 7U);
}

TEST_F(Libraries, GiveEveryGameByItsLink) {
  keep_cup("my-cup", 1);
  StoreReader reader(path());
  const auto found = reader.game("my-cup-3");
  ASSERT_TRUE(found) << found.error().sentence;
  EXPECT_EQ((*found)->id, "my-cup-3");
  EXPECT_EQ((*found)->seats[0].name, "bob");
  EXPECT_EQ((*found)->seats[0].log, "");
  EXPECT_TRUE(web::view_of(**found));
  for (const char* id : {"", "-", "my-cup", "my-cup-", "my-cup-0", "my-cup-4", "my-cup-03", "my-cup-+3",
                         "my-cup--3", "my-cup-4294967299", "cup-3", "my-cup-3 ", "My-cup-3", "my-cup-3-"}) {
    const auto none = reader.game(id);
    ASSERT_FALSE(none) << id;
    EXPECT_EQ(none.error().status, 404U) << id;
  }
}

TEST_F(Libraries, RecallTheLastGames) {
  keep_cup("old", 1);
  keep_cup("cup", 2);
  StoreReader reader(path());
  const auto ids = [&](const std::string& event, std::size_t most) {
    std::vector<std::string> all;
    for (const web::RecordPtr& record : reader.latest(event, most)) {
      EXPECT_EQ(record->seats[0].log, "");
      all.push_back(record->id);
    }
    return all;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids("cup", 2), (Ids{"cup-6", "cup-5"}));
  EXPECT_EQ(ids("", 1), (Ids{"cup-6"})) << "of the one that began last";
  EXPECT_EQ(ids("old", 9), (Ids{"old-3", "old-2", "old-1"}));
  EXPECT_EQ(ids("cap", 9), Ids{});
  EXPECT_EQ(StoreReader("").latest("", 9).size(), 0U);
  EXPECT_EQ(StoreReader(path("none.db")).latest("", 9).size(), 0U);
}

TEST_F(Libraries, SayWhatTheyDoNotHave) {
  keep_cup("cup", 1);
  open()->begin({0, "old-games", "import", "", "2026-02-01T12:00:00Z"}).value();
  StoreReader reader(path());
  EXPECT_EQ(reader.standings("cap").error().status, 404U);
  EXPECT_EQ(reader.ratings("").error().status, 404U);
  EXPECT_EQ(reader.standings("old-games").error().status, 404U);
  EXPECT_EQ(reader.ratings("old-games").error().status, 404U);
  EXPECT_EQ(reader.games("cap", "", "", 0).error().status, 404U);
  EXPECT_EQ(reader.games("cup", "eve", "", 0).error().status, 404U);
  EXPECT_EQ(reader.games("cup", "ann", "eve", 0).error().status, 404U);
  EXPECT_EQ(reader.games("cup", "' OR 1=1 --", "", 0).error().status, 404U);
}

TEST_F(Libraries, WithoutAStoreAreEmpty) {
  StoreReader reader("");
  EXPECT_EQ(read<v1::EventList>(reader.events()).events_size(), 0);
  EXPECT_EQ(reader.standings("cup").error().status, 404U);
  EXPECT_EQ(reader.games("cup", "", "", 0).error().status, 404U);
  EXPECT_EQ(reader.game("cup-1").error().status, 404U);
}

TEST_F(Libraries, ComeBackWhenTheirStoreDoes) {
  StoreReader reader(path());
  EXPECT_EQ(reader.events().error().status, 503U);
  EXPECT_EQ(reader.game("cup-1").error().status, 503U);
  keep_cup("cup", 1);
  EXPECT_TRUE(reader.game("cup-1"));
}

}  // namespace quiver::tests
