// A tournament as the referee's game source: which games it hands out, what it keeps and what it tells.
#include <map>
#include <set>

#include "referee/tournament/points.hpp"
#include "referee/tournament/tournament.hpp"
#include "tests/unit/store/gated_store.hpp"
#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using run::PlayerPool;
using tournament::Tournament;

// Everybody is here but for whom the test says otherwise.
struct MatchServer final : PlayerPool {
  std::map<std::string, Presence> others;
  [[nodiscard]] Presence presence(const launch::BotSpec& bot) const override {
    const auto found = others.find(bot.name);
    return found == others.end() ? Presence::kFree : found->second;
  }
  [[nodiscard]] std::vector<std::string> remote_players() const override { return {}; }
};

struct Ear final : tournament::TournamentObserver {
  std::vector<std::string> lines;
  std::vector<std::uint32_t> ended;
  void on_drawn(const std::vector<Pairing>& pairings) override {
    lines.push_back("drawn " + std::to_string(pairings.size()));
  }
  void on_ended(std::uint32_t number) override { ended.push_back(number); }
  void on_game(const store::Game& game) override {
    const std::uint32_t starved = game.record.starved;
    lines.push_back("game " + std::to_string(game.number) +
                    (starved > 0 ? ", starved " + std::to_string(starved) + " times" : ""));
  }
  void on_void(const wire::Record& record) override { lines.push_back("void " + record.id); }
  void on_stopped(const Pairing& pairing, const std::string& why) override {
    lines.push_back("stopped " + std::to_string(pairing.number) + ": " + why);
  }
};

// A tournament with its store; nothing is told until listen().
class Event {
 public:
  Event(const FormatChoice& choice, const std::vector<std::string>& names,
        std::optional<tournament::SprtPairs> sprt = {}, std::size_t boards = 1)
      : notifier_(
            writer_, [](const std::function<void()>&) {}, [](const std::string&) {}),
        tournament_(entry(names, std::move(sprt), boards), tournament::Schedule(format(choice)), notifier_,
                    ear_) {
    tournament_.begin();
  }

  std::optional<run::Game> next() { return tournament_.next(server); }
  void end(const run::Game& game, std::vector<std::uint32_t> places, wire::End how = wire::End::kPlayedOut) {
    wire::Record record;
    record.id = game.id;
    record.number = game.number;
    record.end = how;
    record.sentence = "as it was";
    for (std::size_t s = 0; s < game.bots.size(); ++s) {
      record.seats.emplace_back();
      record.seats.back().place = how == wire::End::kVoid ? 0 : places[s];
    }
    tournament_.on_over(game, record, std::nullopt);
  }
  void make_void(const run::Game& game) { end(game, {}, wire::End::kVoid); }
  // Void, because its first bot had to wait for a processor.
  void starve(const run::Game& game) {
    wire::Record record;
    record.id = game.id;
    record.number = game.number;
    record.end = wire::End::kVoid;
    record.seats.resize(game.bots.size());
    record.seats[0].starved = true;
    tournament_.on_over(game, record, std::nullopt);
  }
  std::vector<std::string> listen() {
    notifier_.finish().value();
    return std::exchange(ear_.lines, {});
  }
  [[nodiscard]] const std::vector<std::uint32_t>& ended() const { return ear_.ended; }
  Tournament& tournament() { return tournament_; }
  GatedStore& store() { return store_; }

  MatchServer server;

 private:
  static tournament::Entry entry(const std::vector<std::string>& names,
                                 std::optional<tournament::SprtPairs> sprt, std::size_t boards) {
    tournament::Entry made;
    made.event = "cup";
    made.seed = 9;
    made.sprt = std::move(sprt);
    games::Options options;
    const auto start = games::Position::start("connect4", options).value();
    made.openings.assign(boards, tournament::OpeningBook::random(start, 3, 9).value());
    for (const std::string& name : names) {
      made.bots.emplace_back();
      made.bots.back().name = name;
    }
    return made;
  }

  GatedStore store_;
  store::Writer writer_{store_, 7};
  Ear ear_;
  tournament::CommitNotifier notifier_;
  Tournament tournament_;
};

using Lines = std::vector<std::string>;
const FormatChoice kTwo{.name = "round-robin", .entrants = 2, .games = 4};

// A game by who sits where: its chance and its opening.
using Games = std::multimap<std::vector<std::string>, std::pair<std::uint32_t, std::string>>;
Games games_of(const FormatChoice& choice, const std::vector<std::string>& names) {
  Event event(choice, names);
  const auto start = games::Position::start("connect4", {}).value();
  Games all;
  while (const auto game = event.next()) {
    std::vector<std::string> seats;
    for (const std::size_t bot : game->bots) seats.push_back(names[bot]);
    std::string opening;
    games::Position position = start;
    for (const games::Event& move : game->opening) {
      opening += position.format(move) + " ";
      position.apply(move);
    }
    all.emplace(seats, std::pair(game->seed, opening));
    event.end(*game, {1, 2, 3, 4});
  }
  event.listen();
  return all;
}

}  // namespace

TEST(ATournament, NamesItsGamesAndChangesSeats) {
  Event event(kTwo, {"a", "b"});
  const auto one = event.next(), two = event.next();
  EXPECT_EQ(one->id, "cup-1");
  EXPECT_EQ(two->id, "cup-2");
  EXPECT_EQ(one->bots, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(two->bots, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(one->seeds.size(), 2U);
  EXPECT_NE(one->seeds[0], one->seeds[1]);
  EXPECT_NE(one->seed, two->seed);
  EXPECT_EQ(event.listen(), Lines{"drawn 1"});
}

TEST(ATournament, TellsOfGamesWhenTheyAreKept) {
  Event event(kTwo, {"a", "b"});
  const auto one = event.next();
  event.store().set_open(false);
  event.end(*one, {1, 2});
  EXPECT_EQ(event.ended(), std::vector<std::uint32_t>{1}) << "but not how";
  EXPECT_TRUE(event.next()) << "the next can begin meanwhile";
  EXPECT_TRUE(event.store().numbers().empty());
  event.store().set_open(true);
  EXPECT_EQ(event.listen(), (Lines{"drawn 1", "game 1"}));
  EXPECT_EQ(event.store().numbers(), std::vector<std::uint32_t>{1});
}

// Whoever else takes part, wherever in the list: a and b have the same games.
TEST(ATournament, GivesTwoTheSameGamesWhoeverElseTakesPart) {
  for (const char* name : {"round-robin", "double-round-robin"}) {
    for (const std::uint32_t games : {2U, 4U}) {
      FormatChoice choice{.name = name, .entrants = 2, .games = games};
      const Games alone = games_of(choice, {"a", "b"});
      for (const auto& names : {Lines{"a", "x", "b"}, Lines{"x", "b", "a"}, Lines{"b", "x", "y", "a", "z"}}) {
        choice.entrants = static_cast<std::uint32_t>(names.size());
        const Games among = games_of(choice, names);
        for (const auto& seats : {Lines{"a", "b"}, Lines{"b", "a"}}) {
          std::multiset<std::pair<std::uint32_t, std::string>> these, those;
          for (auto [at, end] = alone.equal_range(seats); at != end; ++at) these.insert(at->second);
          for (auto [at, end] = among.equal_range(seats); at != end; ++at) those.insert(at->second);
          EXPECT_EQ(these.size(), alone.size() / 2);
          EXPECT_EQ(these, those) << name;
        }
      }
    }
  }
}

// Whoever wins: every two play each board equally often, each opening of a board from both sides, and the
// games of two do not depend on who else takes part.
TEST(ATournament, PlaysEveryBoardEquallyOften) {
  constexpr std::size_t kBoards = 3;
  struct Seen {
    std::map<std::size_t, int> boards;
    std::map<std::pair<std::size_t, std::string>, std::multiset<std::string>> firsts;  // by board and opening
    std::multiset<std::tuple<std::size_t, std::string, std::string>> games;
  };
  const auto played = [&](const FormatChoice& choice, const Lines& names) {
    Event event(choice, names, {}, kBoards);
    const auto start = games::Position::start("connect4", {}).value();
    std::map<std::set<std::string>, Seen> all;
    std::uint32_t won = 0;
    while (const auto game = event.next()) {
      std::string opening;
      games::Position position = start;
      for (const games::Event& move : game->opening) {
        opening += position.format(move) + " ";
        position.apply(move);
      }
      const std::string first = names[game->bots[0]], second = names[game->bots[1]];
      Seen& seen = all[{first, second}];
      ++seen.boards[game->board];
      seen.firsts[{game->board, opening}].insert(first);
      seen.games.emplace(game->board, opening, first);
      event.end(*game, ++won % 3 == 0 ? std::vector<std::uint32_t>{1, 2} : std::vector<std::uint32_t>{2, 1});
    }
    event.listen();
    return all;
  };
  for (const auto& [format, games] : std::map<std::string, std::uint32_t>{
           {"round-robin", 12}, {"double-round-robin", 3}, {"gauntlet", 6}, {"swiss", 6}}) {
    const auto all = played({.name = format, .entrants = 5, .games = games}, {"a", "b", "c", "d", "e"});
    std::set<std::size_t> first_boards;
    for (const auto& [who, seen] : all) {
      ASSERT_EQ(seen.boards.size(), kBoards) << format;
      for (const auto& [board, count] : seen.boards) EXPECT_EQ(count, seen.boards.begin()->second) << format;
      for (const auto& [opening, firsts] : seen.firsts) {
        EXPECT_EQ(firsts.size() % 2, 0U) << format;
        EXPECT_EQ(firsts.count(*who.begin()) * 2, firsts.size()) << format << ", " << opening.second;
      }
    }
    if (format == "swiss") continue;
    const auto two = played({.name = format, .entrants = 2, .games = games}, {"b", "a"});
    EXPECT_EQ(two.at({"a", "b"}).games, all.at({"a", "b"}).games) << format;
  }
}

TEST(ATournament, PlaysNoGameTwice) {
  for (const char* name : {"round-robin", "double-round-robin"}) {
    const Games all = games_of({.name = name, .entrants = 3, .games = 6}, {"a", "b", "c"});
    std::set<std::pair<Lines, std::string>> different;
    std::set<std::uint32_t> seeds;
    for (const auto& [seats, what] : all) {
      EXPECT_TRUE(different.insert({seats, what.second}).second) << name << ", " << what.second;
      EXPECT_TRUE(seeds.insert(what.first).second);
    }
  }
}

TEST(ATournament, PlaysAVoidGameAgainAsItWasAndStopsAfterTwo) {
  Event event({.name = "round-robin", .entrants = 3, .games = 2}, {"a", "b", "c"});
  EXPECT_EQ(event.listen(), Lines{"drawn 3"});
  const auto first = event.next();
  event.make_void(*first);
  const auto again = event.next();
  EXPECT_EQ(again->id, first->id);
  EXPECT_EQ(again->seeds, first->seeds);
  EXPECT_EQ(again->bots, first->bots);
  const auto other = event.next();
  event.make_void(*again);
  EXPECT_EQ(event.listen(),
            (Lines{"void cup-1", "void cup-1", "stopped 1: two games in a row were void: as it was"}));
  event.end(*other, {1, 1});
  unsigned rest = 0;
  for (; const auto game = event.next(); ++rest) event.end(*game, {1, 2});
  EXPECT_EQ(rest, 3U);
  EXPECT_TRUE(event.tournament().finished());
}

TEST(ATournament, PlaysAGameAgainInWhichABotHadToWaitForAProcessor) {
  Event event(kTwo, {"a", "b"});
  EXPECT_EQ(event.listen(), Lines{"drawn 1"});
  for (unsigned k = 0; k < run::kMostStarved; ++k) {
    const auto game = event.next();
    ASSERT_EQ(game->id, "cup-1");
    event.starve(*game);
    EXPECT_EQ(event.listen(), Lines{"void cup-1"});
  }
  const auto game = event.next();
  event.end(*game, {1, 2});
  EXPECT_EQ(event.listen(), Lines{"game 1, starved 10 times"}) << "the record says so";
  const auto second = event.next();
  EXPECT_EQ(second->id, "cup-2");
  event.end(*second, {1, 2});
  EXPECT_EQ(event.listen(), Lines{"game 2"});
}

TEST(ATournament, StopsAPairingThatStarvesWithoutEnd) {
  Event event(kTwo, {"a", "b"});
  event.listen();
  unsigned played = 0;
  for (; const auto game = event.next(); ++played) event.starve(*game);
  EXPECT_EQ(played, run::kMostStarved + 2);
  EXPECT_TRUE(event.tournament().finished());
}

// Four of its games go on at once and are all void: it is stopped once.
TEST(ATournament, TellsOnceThatAPairingIsStopped) {
  Event event(kTwo, {"a", "b"});
  std::vector<run::Game> going;
  while (const auto game = event.next()) going.push_back(*game);
  ASSERT_EQ(going.size(), 4U);
  for (const run::Game& game : going) event.make_void(game);
  const Lines lines = event.listen();
  EXPECT_EQ(
      std::count_if(lines.begin(), lines.end(), [](const auto& one) { return one.starts_with("stopped"); }),
      1);
  EXPECT_EQ(lines.size(), 6U);
  EXPECT_TRUE(event.tournament().finished());
}

TEST(ATournament, TakesNothingForAFaultThatWasBrokenOff) {
  Event event(kTwo, {"a", "b"});
  const auto one = event.next(), two = event.next();
  event.tournament().stop();
  event.make_void(*one);
  event.make_void(*two);
  EXPECT_EQ(event.listen(), Lines{"drawn 1"});
  EXPECT_EQ(event.next(), std::nullopt);
}

TEST(ATournament, LetsOthersPlayBeforeItWaitsForSomebody) {
  Event event({.name = "round-robin", .entrants = 3, .games = 1}, {"a", "b", "c"});
  event.server.others["c"] = PlayerPool::Presence::kAbsent;
  const auto ready = event.next();
  EXPECT_EQ(std::set<std::size_t>(ready->bots.begin(), ready->bots.end()), (std::set<std::size_t>{0, 1}));
  EXPECT_TRUE(event.next()) << "then it waits";
  event.server.others["c"] = PlayerPool::Presence::kBusy;
  EXPECT_EQ(event.next(), std::nullopt) << "whoever plays has to end first";
  EXPECT_FALSE(event.tournament().finished());
  event.server.others.clear();
  EXPECT_TRUE(event.next());
}

TEST(ATournament, StopsWhenItIsDecided) {
  const auto sprt = tournament::Sprt::parse("elo0=0,elo1=200").value();
  Event event({.name = "round-robin", .entrants = 2, .games = 1000}, {"a", "b"}, tournament::SprtPairs(sprt));
  unsigned games = 0;
  while (const auto game = event.next()) {
    ++games;
    event.end(*game,
              game->bots[0] == 0 ? std::vector<std::uint32_t>{1, 2} : std::vector<std::uint32_t>{2, 1});
  }
  EXPECT_TRUE(event.tournament().finished());
  EXPECT_EQ(event.tournament().sprt()->state().verdict, "H1");
  EXPECT_LT(games, 100U);
  EXPECT_EQ(games % 2, 0U);
}

TEST(Points, AreGivenForEverybodyOneCameBeforeAndHalfForEquals) {
  EXPECT_EQ(tournament::points_of({1, 2}), (std::vector<double>{1, 0}));
  EXPECT_EQ(tournament::points_of({1, 1}), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(tournament::points_of({3, 1, 3, 2}), (std::vector<double>{0.5, 3, 0.5, 2}));
}

}  // namespace quiver::tests
