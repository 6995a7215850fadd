// Tournaments of every format, from options and from files, that go on, grow and are refused.
#include <set>

#include "client_sdk/wire/codec.hpp"
#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class Tournaments : public TournamentStage {
 protected:
  // Who met whom how often, in whatever seats: "a-b".
  [[nodiscard]] std::map<std::string, int> meetings() const {
    std::map<std::string, int> all;
    for (const auto& [number, game] : games()) {
      std::set<std::string> names;
      for (const auto& seat : game.record.seats) names.insert(seat.name);
      std::string who;
      for (const std::string& name : names) who += (who.empty() ? "" : "-") + name;
      ++all[who];
    }
    return all;
  }
  // The same command again ends at once, with the same table and no further game.
  void expect_over(const Arguments& command) {
    const auto before = essences(games());
    const std::string table = table_in(standings());
    const Ran again = quiver(command);
    EXPECT_EQ(again.exit_code, 0) << again.err;
    expect_in(again.out, std::to_string(before.size()) + " games were played before\n");
    EXPECT_EQ(table_in(again.out), table);
    EXPECT_EQ(essences(games()), before);
  }
};

using Meetings = std::map<std::string, int>;

struct Case {
  std::string format;
  std::size_t games;  // in all; 0: it depends on who wins
  Meetings meetings;
};

class EveryFormat : public Tournaments, public testing::WithParamInterface<Case> {};

}  // namespace

// Four entrants, two games a pair; once with everything said in options and once in a file.
TEST_P(EveryFormat, IsPlayedByOptionsAndByAFile) {
  const Case& one = GetParam();
  const Arguments command =
      cup(random_bots({"a", "b", "c", "d"}) + Arguments{"--format", one.format, "--concurrency", "2"});
  const Ran by_options = quiver(command);
  EXPECT_EQ(by_options.exit_code, 0) << by_options.err;
  EXPECT_EQ(table_in(by_options.out), table_in(standings()));
  if (one.games > 0) {
    EXPECT_EQ(games().size(), one.games);
  }
  if (!one.meetings.empty()) {
    EXPECT_EQ(meetings(), one.meetings);
  }
  for (const store::Pairing& pairing : pairings())
    EXPECT_EQ(pairing.state, store::Pairing::State::kDone) << pairing.number;
  expect_over(command);

  const std::string path =
      file("cup.toml", "game = \"connect4\"\nrows = 4\ncols = 4\nseed = 7\nformat = \"" + one.format +
                           "\"\nclock = \"20m\"\nmax-move-time = \"20m\"\n"
                           "bot = [\"random name=a\", \"random name=b\", "
                           "\"random name=c\", \"random name=d\"]\n");
  const Ran by_file = quiver({"tournament", path, "--concurrency", "3"});
  EXPECT_EQ(by_file.exit_code, 0) << by_file.err;
  EXPECT_EQ(table_in(by_file.out), table_in(by_options.out));
  EXPECT_EQ(essences(games("cup.db")), essences(games()));
}

const Meetings kEachTwice{{"a-b", 2}, {"a-c", 2}, {"a-d", 2}, {"b-c", 2}, {"b-d", 2}, {"c-d", 2}};
const Meetings kEachFourTimes{{"a-b", 4}, {"a-c", 4}, {"a-d", 4}, {"b-c", 4}, {"b-d", 4}, {"c-d", 4}};
INSTANTIATE_TEST_SUITE_P(Of, EveryFormat,
                         testing::Values(Case{"round-robin", 12, kEachTwice},
                                         Case{"double-round-robin", 24, kEachFourTimes},
                                         Case{"gauntlet", 6, {{"a-b", 2}, {"a-c", 2}, {"a-d", 2}}},
                                         Case{"swiss", 8, {}}, Case{"knockout", 0, {}},
                                         Case{"double-elimination", 0, {}}),
                         [](const auto& one) {
                           std::string name = one.param.format;
                           std::erase(name, '-');
                           return name;
                         });

TEST_F(Tournaments, WithAnOddNumberHaveByes) {
  const Ran ran = quiver(cup(random_bots({"a", "b", "c"}) + Arguments{"--format", "swiss", "--rounds", "3"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  expect_in(ran.out, " has a bye\n");
  expect_in(ran.out, "byes");
  EXPECT_EQ(games().size(), 6U);
}

TEST_F(Tournaments, GoOnWithMoreGames) {
  const Arguments bots = random_bots({"a", "b", "c"});
  EXPECT_EQ(quiver(cup(bots + Arguments{"--games", "2"})).exit_code, 0);
  const auto few = essences(games());
  const Ran more = quiver(cup(bots + Arguments{"--games", "6"}));
  EXPECT_EQ(more.exit_code, 0) << more.err;
  expect_in(more.out, "6 games were played before\n");
  // As if all of them had been asked for at once.
  EXPECT_EQ(quiver(cup(bots + Arguments{"--games", "6"}, "once.db")).exit_code, 0);
  const auto many = essences(games());
  EXPECT_EQ(many.size(), 18U);
  EXPECT_EQ(many, essences(games("once.db")));
  for (const auto& [number, what] : few) EXPECT_EQ(many.at(number), what);
  for (const store::Pairing& pairing : pairings()) {
    EXPECT_EQ(pairing.games, 6U);
    EXPECT_EQ(pairing.state, store::Pairing::State::kDone);
  }
  const Ran fewer = quiver(cup(bots + Arguments{"--games", "4"}));
  EXPECT_EQ(fewer.exit_code, 2);
  expect_in(fewer.err, "games was 6 when it began, and is 4 now");
}

TEST_F(Tournaments, AreNotMixedUpWithOthers) {
  const std::string begin = "game = \"connect4\"\nrows = 4\ncols = 4\nbot = [\"random\", \"random\"]\n";
  const std::string path = file("cup.toml", begin + "games = 2\n");
  EXPECT_EQ(quiver({"tournament", path}).exit_code, 0);
  const auto before = essences(games("cup.db"));
  const auto refused = [&](const std::string& content, const Arguments& more, const std::string& why) {
    static_cast<void>(file("cup.toml", content));
    const Ran ran = quiver(Arguments{"tournament", path} + more);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(whole_lines(ran.err).size(), 1U) << ran.err;
    EXPECT_EQ(ran.err, "quiver: \"tournament\" cannot be resumed: " + why +
                           "; give another --store or --event to play that instead\n");
  };
  refused(begin + "games = 1\n", {}, "games was 2 when it began, and is 1 now");
  refused(begin + "games = 2\nline = 3\n", {}, "line was nothing when it began, and is 3 now");
  refused(begin + "games = 2\n", {"--bot", "random", "--bot", "minimax"},
          "bot was random, random when it began, and is random, minimax now");
  EXPECT_EQ(essences(games("cup.db")), before);
  const Ran seed = quiver({"tournament", path, "--seed", "8"});
  EXPECT_EQ(seed.exit_code, 2);
  expect_in(seed.err, ", and is 8 now; give another --store or --event");
  // What has nothing to do with results may change.
  EXPECT_EQ(quiver({"tournament", path, "--concurrency", "2", "--restart", "--quiet"}).exit_code, 0);
  // Another event of the same store is another tournament.
  EXPECT_EQ(quiver({"tournament", path, "--event", "other", "--line", "3"}).exit_code, 0);
  expect_in(standings({"--event", "other"}, "cup.db"), "other: connect4, round-robin, 2 of 2 games\n");
  const Ran none = quiver({"standings", "--store", store("cup.db"), "--event", "third"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.err, "quiver: there is no event \"third\" in this store; it has tournament, other\n");
}

TEST_F(Tournaments, ForFourSitEverybodyEverywhere) {
  for (const Arguments& game : {Arguments{"amazons", "--size", "6"}, Arguments{"quoridor", "--size", "5"}}) {
    const std::string name = game[0] + ".db";
    const Ran ran =
        quiver(Arguments{"tournament"} + game + patient_clock() + random_bots({"a", "b", "c", "d", "e"}) +
               Arguments{"--seats", "4", "--games", "4", "--concurrency", "2", "--seed", "5", "--openings",
                         "random:4", "--store", store(name)});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    const auto all = games(name);
    EXPECT_EQ(all.size(), 20U);
    std::map<std::pair<std::string, unsigned>, int> seats;
    std::map<std::uint32_t, std::set<std::string>> openings;  // of each pairing
    for (const auto& [number, one] : all) {
      for (unsigned s = 0; s < 4; ++s) ++seats[{one.record.seats[s].name, s}];
      EXPECT_EQ(one.record.opening, 4U);
      std::string moves;
      for (std::size_t k = 0; k < 4; ++k) moves += one.record.moves[k].notation + " ";
      openings[one.pairing].insert(moves);
    }
    EXPECT_EQ(seats.size(), 20U);
    for (const auto& [who, times] : seats) EXPECT_EQ(times, 4) << who.first << " in seat " << who.second;
    for (const auto& [pairing, moves] : openings) EXPECT_EQ(moves.size(), 1U) << "pairing " << pairing;
    EXPECT_EQ(table_in(ran.out), table_in(standings({}, name)));
  }
}

TEST_F(Tournaments, StopByThemselvesWhenItIsDecided) {
  std::vector<std::string> lines;
  for (const char* at_once : {"1", "4"}) {
    const std::string name = std::string("sprt-") + at_once + ".db";
    const Arguments command =
        Arguments{"tournament", "connect4",         "--seed",        "3",
                  "--store",    store(name),        "--bot",         "minimax name=strong --depth 4",
                  "--bot",      "random name=weak", "--sprt",        "elo0=0,elo1=50",
                  "--openings", "random:2",         "--concurrency", at_once} +
        patient_clock();
    const Ran ran = quiver(command);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    lines.push_back(ran.out.substr(ran.out.find("sprt: ")));
    EXPECT_LT(games(name).size(), 200U);
    // Decided is decided.
    const std::size_t before = games(name).size();
    EXPECT_EQ(quiver(command).exit_code, 0);
    EXPECT_EQ(games(name).size(), before);
    expect_in(standings({"--json"}, name), "\"complete\":true");
  }
  expect_in(lines[0], ": H1 accepted, elo1 or more\n");
  EXPECT_EQ(lines[0], lines[1]);
}

TEST_F(Tournaments, AreRefusedInOneSentence) {
  const auto sentence = [&](const Arguments& words) {
    const Ran ran = quiver(Arguments{"tournament", "connect4", "--store", store("none.db")} + words);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    return ran.err;
  };
  const Arguments two = random_bots({"a", "b"});
  EXPECT_EQ(
      sentence({}),
      "quiver: who plays? Give --bot SPEC twice or more; quiver bots connect4 lists the bundled ones\n");
  EXPECT_EQ(sentence({"--bot", "remote:a", "--bot", "remote:a"}),
            "quiver: --bot: remote:a is entered twice\n");
  EXPECT_EQ(sentence(two + Arguments{"--rounds", "3"}), "quiver: --rounds is for swiss\n");
  EXPECT_EQ(sentence(two + Arguments{"--challengers", "1"}), "quiver: --challengers is for a gauntlet\n");
  EXPECT_EQ(sentence(random_bots({"a", "b", "c"}) + Arguments{"--sprt", "elo1=5"}),
            "quiver: --sprt compares two bots in a round-robin\n");
  EXPECT_EQ(sentence(two + Arguments{"--sprt", "elo1=5", "--games", "7"}),
            "quiver: --sprt counts games in pairs: give --games an even number\n");
  EXPECT_EQ(sentence(two + Arguments{"--anchor", "c=5"}),
            "quiver: --anchor: there is no bot c; the names are a, b\n");
  EXPECT_EQ(sentence(two + Arguments{"--concurrency", "0"}), "quiver: --concurrency takes 1 to 256\n");
  EXPECT_EQ(sentence(two + Arguments{"--openings", "random:x"}),
            "quiver: --openings takes random:PLIES or a file\n");
  EXPECT_EQ(sentence(two + Arguments{"--format", "ladder"}),
            "quiver: --format: takes round-robin, double-round-robin, gauntlet, swiss, knockout or "
            "double-elimination, not "
            "\"ladder\"\n");
  EXPECT_NE(access(store("none.db").c_str(), F_OK), 0) << "the store has not heard of any of that";
  EXPECT_EQ(sentence(two + Arguments{"--event", "a b"}),
            "quiver: --event: \"a b\" is not a name: it has a space in it; use letters, digits, '.', '_' and "
            "'-'\n");
  EXPECT_EQ(sentence(two + Arguments{"--event", std::string(33, 'a')}),
            "quiver: --event: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" is not a name: it has 33 characters, and "
            "32 are the "
            "most\n");
}

}  // namespace quiver::tests
