// Tournaments on several boards, from a file and from options, killed and gone on with, and their tables.
#include <csignal>
#include <set>

#include "client_sdk/wire/codec.hpp"
#include "tests/e2e/tournament_stage.hpp"

namespace quiver::tests {

namespace {

class OnSeveralBoards : public TournamentStage {
 protected:
  // How many games each pairing has played on each board.
  [[nodiscard]] std::map<std::uint32_t, std::map<std::string, int>> counts(
      const std::string& name = "t.db") const {
    std::map<std::uint32_t, std::map<std::string, int>> all;
    for (const auto& [number, game] : games(name)) ++all[game.pairing][game.record.event_board];
    return all;
  }
};

using Counts = std::map<std::string, int>;

}  // namespace

TEST_F(OnSeveralBoards, PlayEachEquallyOftenAndCountThemAll) {
  const std::string path = file("season.toml",
                                "game = \"amazons\"\nseed = 7\nclock = \"20m\"\nmax-move-time = \"20m\"\n"
                                "bot = [\"random name=a\", \"random name=b\", \"random name=c\"]\n"
                                "openings = \"random:2\"\n"
                                "[[board]]\nsize = 6\nname = \"small\"\n"
                                "[[board]]\nshape = \"donut\"\nsize = 12\nopenings = \"random:4\"\n"
                                "[[board]]\nshape = \"clover\"\nsize = 10\n");
  const Ran ran = quiver({"tournament", path, "--store", store(), "--concurrency", "2"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto played = counts();
  ASSERT_EQ(played.size(), 3U);
  for (const auto& [pairing, boards] : played)
    EXPECT_EQ(boards, (Counts{{"small", 2}, {"donut-12", 2}, {"clover-10", 2}})) << pairing;
  // Each opening from both sides, and as long as its board's.
  std::map<std::pair<std::uint32_t, std::string>, std::set<std::string>> openings, firsts;
  for (const auto& [number, game] : games()) {
    const wire::Record& record = game.record;
    EXPECT_EQ(record.board, record.event_board == "small"
                                ? "square"
                                : record.event_board.substr(0, record.event_board.find('-')));
    EXPECT_EQ(record.rows, record.event_board == "small" ? 6U : record.event_board == "donut-12" ? 12U : 10U);
    EXPECT_EQ(record.opening, record.event_board == "donut-12" ? 4U : 2U);
    std::string moves;
    for (std::size_t k = 0; k < record.opening; ++k) moves += record.moves[k].notation + " ";
    openings[{game.pairing, record.event_board}].insert(moves);
    firsts[{game.pairing, record.event_board}].insert(record.seats[0].name);
  }
  for (const auto& [where, moves] : openings) EXPECT_EQ(moves.size(), 1U) << where.second;
  for (const auto& [where, names] : firsts) EXPECT_EQ(names.size(), 2U) << where.second;
  EXPECT_EQ(quiver({"verify", store()}).out, "18 games, all as recorded\n");

  // The tables.
  expect_in(standings({"--by-board"}), "small  donut-12  clover-10");
  expect_in(standings({"--board", "donut-12"}), "tournament: amazons, round-robin, on donut-12, 6 games\n");
  expect_in(standings({"--json"}), "\"boards\":[\"small\",\"donut-12\",\"clover-10\"]");
  expect_in(standings({"--by-board", "--format", "csv"}), "small points,small games,donut-12 points");
  expect_in(standings({"--by-board", "--format", "md"}), "| clover-10 |");
  expect_in(standings({"--by-board", "--format", "html"}), ">clover-10</th>");
  EXPECT_EQ(standings().find("donut"), std::string::npos);
  const Ran unknown = quiver({"standings", "--store", store(), "--board", "donut"});
  EXPECT_EQ(unknown.exit_code, 2);
  expect_in(unknown.err,
            "there is no board \"donut\" in tournament; its boards are small, donut-12, clover-10");
  expect_in(quiver({"export", "--store", store(), "--format", "csv"}).out, "eventBoard");

  // The same command again plays nothing, more games go round the boards again, and another board is refused.
  const auto before = essences(games());
  EXPECT_EQ(quiver({"tournament", path, "--store", store()}).exit_code, 0);
  EXPECT_EQ(essences(games()), before);
  EXPECT_EQ(quiver({"tournament", path, "--store", store(), "--games", "12", "--quiet"}).exit_code, 0);
  for (const auto& [pairing, boards] : counts())
    EXPECT_EQ(boards, (Counts{{"small", 4}, {"donut-12", 4}, {"clover-10", 4}})) << pairing;
  const Ran other = quiver({"tournament", path, "--store", store(), "--board", "size=8"});
  EXPECT_EQ(other.exit_code, 2);
  expect_in(other.err, "cannot be resumed: board was small board=square rows=6");
  const Ran uneven = quiver({"tournament", path, "--store", store("u.db"), "--games", "4"});
  EXPECT_EQ(uneven.exit_code, 2);
  expect_in(uneven.err, "with 3 boards --games takes a multiple of 6");
}

TEST_F(OnSeveralBoards, GoOnAfterAKillAsIfNothingHadHappened) {
  const auto command = [&](const std::string& name, const std::string& pause) {
    Arguments bots;
    for (const char* bot : {"a", "b", "c"}) bots = bots + Arguments{"--bot", waiting_bot(bot, pause)};
    return cup(
        bots + Arguments{"--board", "name=usual", "--board", "name=wide rows=4 cols=6 openings=random:3",
                         "--board", "name=short line=3", "--games", "12", "--concurrency", "3", "--json"},
        name);
  };
  for (const std::size_t told : {1U, 6U, 3U}) {
    Program& program = start_quiver(command("t.db", "env:PAUSE=4"));
    ASSERT_TRUE(eventually([&] { return whole_lines(program.out()).size() >= told; })) << program.err();
    program.signal(SIGKILL);
    ASSERT_EQ(program.wait(), 128 + SIGKILL) << program.err();
    ASSERT_TRUE(eventually([this] { return processes().empty(); }));
  }
  ASSERT_EQ(quiver(command("t.db", "env:PAUSE=4")).exit_code, 0);
  ASSERT_EQ(quiver(command("whole.db", "")).exit_code, 0);
  EXPECT_EQ(essences(games()), essences(games("whole.db")));
  EXPECT_EQ(counts(), counts("whole.db"));
  for (const auto& [pairing, boards] : counts())
    EXPECT_EQ(boards, (Counts{{"usual", 4}, {"wide", 4}, {"short", 4}})) << pairing;
}

TEST_F(OnSeveralBoards, ASequentialTestComparesTwo) {
  const Ran ran = quiver(cup(Arguments{"--bot", "minimax name=new --depth 4", "--bot", "random name=old",
                                       "--board", "name=usual", "--board", "name=short line=3", "--sprt",
                                       "elo0=0,elo1=100", "--openings", "random:2"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  expect_in(ran.out, "H1 accepted");
  const auto boards = counts().at(1);
  EXPECT_NEAR(boards.at("usual"), boards.at("short"), 4);
}

// A ladder: two play on the board that they have played on least, also after a restart.
TEST_F(OnSeveralBoards, ALadderGoesRoundThem) {
  const Arguments ladder = Arguments{"ladder",  "connect4",
                                     "--rows",  "4",
                                     "--cols",  "4",
                                     "--store", store(),
                                     "--rest",  "0ms",
                                     "--board", "name=usual",
                                     "--board", "name=short line=3 openings=random:2",
                                     "--bot",   "random name=a",
                                     "--bot",   "random name=b",
                                     "--games"} +
                           Arguments{"6"} + patient_clock();
  ASSERT_EQ(quiver(ladder).exit_code, 0);
  EXPECT_NEAR(counts()[0]["usual"], 3, 1);
  ASSERT_EQ(quiver(ladder).exit_code, 0);
  EXPECT_EQ(counts(), (std::map<std::uint32_t, Counts>{{0, {{"usual", 6}, {"short", 6}}}}));
  expect_in(standings({"--by-board"}), "usual  short");
  expect_in(standings({"--board", "short"}), "ladder-1: connect4, on short, 6 games\n");
}

}  // namespace quiver::tests
