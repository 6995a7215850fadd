// Runs of tournaments and ladders: what they read before they begin, what they refuse, and what they commit.
// The store and the referee are real ones; games are ended by the test.
#include <fstream>

#include <gtest/gtest.h>

#include "referee/tournament/ladder_run.hpp"
#include "referee/tournament/tournament_run.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

namespace {

using tournament::EventRunner;
using tournament::LadderRequest;
using tournament::LadderRun;
using tournament::TournamentRequest;
using tournament::TournamentRun;

struct Everybody final : run::PlayerPool {
  [[nodiscard]] Presence presence(const launch::BotSpec&) const override { return Presence::kFree; }
  [[nodiscard]] std::vector<std::string> remote_players() const override { return {}; }
};

struct Nobody final : tournament::TournamentObserver, tournament::LadderObserver {
  void on_drawn(const std::vector<tournament::Pairing>&) override {}
  void on_game(const store::Game&) override { ++games; }
  void on_void(const wire::Record&) override {}
  void on_stopped(const tournament::Pairing&, const std::string&) override {}
  void on_news(const std::string&) override {}
  int games = 0;
};

wire::Record won_by_first(const run::Game& game) {
  wire::Record record;
  record.id = game.id;
  record.number = game.number;
  record.game = "connect4";
  record.end = wire::End::kPlayedOut;
  record.winner = base::seat(0);
  for (const std::uint32_t place : {1U, 2U}) {
    record.seats.emplace_back();
    record.seats.back().place = place;
  }
  return record;
}

class EventRuns : public StoreFolder {
 protected:
  EventRuns() {
    for (const std::string name : {"ann", "bob"}) write_program(name, "as it was");
  }
  TournamentRequest request(const std::string& games) {
    TournamentRequest asked;
    asked.event = "cup";
    asked.plan.add("format", "round-robin");
    asked.plan.add("games", games);
    asked.plan.add("seed", "7");
    for (const std::string name : {"ann", "bob"}) {
      asked.plan.add("bot", name);
      asked.specs.push_back("/bin/cat name=" + name + " " + path(name));
      asked.bots.push_back(*launch::parse_bot_spec(asked.specs.back(), "connect4", {}));
    }
    return asked;
  }
  // What the bot's program reads, and so a part of it.
  void write_program(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }

  // Plays at most so many games of the tournament, and commits them.
  int play(TournamentRun& run, store::Store& store, int most) {
    const auto referee = *run::Referee::open({});
    EventRunner runner(*referee);
    Nobody observer;
    EXPECT_TRUE(run.begin(store, runner, observer));
    for (int k = 0; k < most; ++k) {
      const auto game = run.source().next(Everybody());
      if (!game) break;
      run.source().on_over(*game, won_by_first(*game), std::nullopt);
    }
    runner.finish();
    EXPECT_FALSE(runner.failed());
    EXPECT_TRUE(run.finish());
    return observer.games;
  }
};

}  // namespace

TEST_F(EventRuns, AreReadBeforeAnythingIsWritten) {
  const auto store = open();
  // when a tournament and a ladder are prepared
  ASSERT_TRUE(TournamentRun::prepare(store.get(), request("2")));
  LadderRequest ladder;
  ladder.name = "ladder";
  ASSERT_TRUE(LadderRun::prepare(store.get(), ladder));
  // then the store knows neither; and without a store they can be prepared too
  EXPECT_TRUE(store->events()->empty());
  EXPECT_TRUE(TournamentRun::prepare(nullptr, request("2")));
}

TEST_F(EventRuns, CommitRatingsNowAndThenAndAtTheEnd) {
  const auto store = open();
  auto run = *TournamentRun::prepare(store.get(), request("60"));
  EXPECT_EQ(play(*run, *store, 55), 55);
  std::set<std::uint32_t> after;
  for (const store::Rating& one : *store->ratings(store->events()->front().id)) after.insert(one.after);
  EXPECT_EQ(after, (std::set<std::uint32_t>{50, 55}));
  EXPECT_EQ(run->scoreboard().games(), 55U);
}

TEST_F(EventRuns, GoOnWithTheGamesThatAreLeft) {
  const auto store = open();
  EXPECT_EQ(play(**TournamentRun::prepare(store.get(), request("4")), *store, 3), 3);
  EXPECT_EQ(*tournament::seed_of_event(store.get(), "cup"), 7U);
  EXPECT_EQ(*tournament::seed_of_event(store.get(), "league"), std::nullopt);
  auto again = *TournamentRun::prepare(store.get(), request("4"));
  EXPECT_EQ(again->scoreboard().games(), 3U);
  EXPECT_EQ(play(*again, *store, 9), 1);
}

TEST_F(EventRuns, RefuseABotThatPlayedAndHasChanged) {
  const auto store = open();
  EXPECT_EQ(play(**TournamentRun::prepare(store.get(), request("4")), *store, 1), 1);
  write_program("ann", "second");
  // when more games are asked for with the changed program
  const auto refused = TournamentRun::prepare(store.get(), request("8"));
  // then this is refused, and the event is as it was
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence, tournament::changed_sentence("ann"));
  EXPECT_EQ(store->events()->front().plan, request("4").plan.text());
  TournamentRequest allowed = request("8");
  allowed.allow_changed = true;
  EXPECT_TRUE(TournamentRun::prepare(store.get(), allowed));
}

TEST_F(EventRuns, LetABotChangeThatHasNotPlayed) {
  const auto store = open();
  EXPECT_EQ(play(**TournamentRun::prepare(store.get(), request("4")), *store, 0), 0);
  const std::string before = store->entrants(store->events()->front().id)->front().version;
  write_program("ann", "written later");
  EXPECT_EQ(play(**TournamentRun::prepare(store.get(), request("4")), *store, 0), 0);
  EXPECT_NE(store->entrants(store->events()->front().id)->front().version, before);
}

TEST_F(EventRuns, OfALadderGoOnWithTheLastSeasonOrBeginANewOne) {
  const auto store = open();
  LadderRequest asked;
  asked.name = "ladder";
  for (const bool new_season : {false, false, true, false}) {
    asked.new_season = new_season;
    auto run = *LadderRun::prepare(store.get(), asked);
    const auto referee = *run::Referee::open({});
    EventRunner runner(*referee);
    Nobody observer;
    ASSERT_TRUE(run->begin(*store, runner, observer));
  }
  const auto events = *store->events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].name, "ladder-1");
  EXPECT_EQ(events[1].name, "ladder-2");
}

}  // namespace quiver::tests
