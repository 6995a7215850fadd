// `quiver ladder` with real bots: launched, remote, crashing, in a new version, killed and started again.
#include <csignal>
#include <filesystem>

#include "client_sdk/wire/address.hpp"
#include "referee/store/sqlite_store.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

namespace {

class LadderCommand : public Stage {
 protected:
  [[nodiscard]] std::string store() const { return folder() + "/ladder.db"; }
  [[nodiscard]] Arguments ladder(const Arguments& more) const {
    return Arguments{"ladder", "connect4", "--rows", "4",      "--cols",
                     "4",      "--store",  store(),  "--rest", "0ms"} +
           patient_clock() + more;
  }
  std::string standings(const Arguments& more = {}) {
    const Ran ran = quiver(Arguments{"standings", "--store", store()} + more);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return ran.out;
  }
  // The events' names, and how many games each has.
  [[nodiscard]] std::map<std::string, std::size_t> seasons() const {
    std::map<std::string, std::size_t> out;
    auto opened = store::open_sqlite_store(store(), store::Access::kRead);
    if (!opened) throw std::runtime_error(opened.error().sentence);
    for (const store::Event& one : *(*opened)->events()) out[one.name] = (*opened)->results(one.id)->size();
    return out;
  }
  // Where a ladder that runs takes competitors.
  static std::string address_of(const Program& ladder) {
    const std::string said = ladder.err();
    const std::size_t at = said.find("quiver://");
    return said.substr(at, said.find('\n', at) - at);
  }
  // Starts a remote bot that stays.
  void connect_bot(const Program& ladder, const std::string& name) {
    start(bundled_bot_path("connect4-random"), {"--name", name}, {{"QUIVER_ADDRESS", address_of(ladder)}});
  }
};

bool has(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_F(LadderCommand, GoesOnWithItsSeasonAndBeginsANewOne) {
  const Arguments bots = {"--bot", "random", "--bot", "minimax --depth 2"};
  Ran ran = quiver(ladder(bots + Arguments{"--games", "6", "--concurrency", "2"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.err, "random has entered")) << ran.err;
  ran = quiver(ladder(bots + Arguments{"--games", "3"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_FALSE(has(ran.err, "has entered")) << ran.err;
  EXPECT_EQ(seasons(), (std::map<std::string, std::size_t>{{"ladder-1", 9}}));
  ran = quiver(ladder(bots + Arguments{"--games", "2", "--new-season"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(seasons(), (std::map<std::string, std::size_t>{{"ladder-1", 9}, {"ladder-2", 2}}));
  EXPECT_TRUE(has(standings(), "ladder-2: connect4, 2 games"));
  EXPECT_TRUE(has(standings({"--event", "ladder-1"}), "ladder-1: connect4, 9 games"));
}

TEST_F(LadderCommand, AnotherBoardIsAnotherSeason) {
  const Arguments bots = {"--bot", "random", "--bot", "random", "--games", "1"};
  ASSERT_EQ(quiver(ladder(bots)).exit_code, 0);
  const Ran ran = quiver(ladder(bots + Arguments{"--line", "3"}));
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(has(ran.err, "line was nothing when it began, and is 3 now")) << ran.err;
  EXPECT_EQ(quiver(ladder(bots + Arguments{"--line", "3", "--new-season"})).exit_code, 0);
}

TEST_F(LadderCommand, CompetitorsDialInPlayAndLeave) {
  Program& going = start_quiver(ladder({"--bot", "random", "--concurrency", "2"}));
  ASSERT_TRUE(eventually([&] { return has(going.err(), "runs at quiver://"); })) << going.err();
  connect_bot(going, "ann");
  connect_bot(going, "bob");
  ASSERT_TRUE(eventually([&] { return has(going.out(), "ann - bob") || has(going.out(), "bob - ann"); }))
      << going.err();
  EXPECT_TRUE(has(going.err(), "ann has entered")) << going.err();
  going.signal(SIGINT);
  EXPECT_EQ(going.wait(), 130);
  const std::string table = standings();
  for (const char* name : {"ann", "bob", "random"}) EXPECT_TRUE(has(table, name)) << table;
}

TEST_F(LadderCommand, SighupLetsANewCompetitorIn) {
  const std::string tokens = file("tokens", "ann ann-has-a-secret-token\n");
  Program& going = start_quiver(ladder({"--bot", "random", "--tokens", tokens}));
  ASSERT_TRUE(eventually([&] { return has(going.err(), "runs at quiver://"); })) << going.err();
  const auto connect = [&](const std::string& name) -> Program& {
    return start(bundled_bot_path("connect4-random"), {"--name", name},
                 {{"QUIVER_ADDRESS", address_of(going)}, {"QUIVER_TOKEN", name + "-has-a-secret-token"}});
  };
  connect("ann");
  ASSERT_TRUE(eventually([&] { return has(going.err(), "ann has entered"); })) << going.err();
  static_cast<void>(file("tokens", "ann ann-has-a-secret-token\nbob bob-has-a-secret-token\n"));
  going.signal(SIGHUP);
  // A bot that is refused gives up, so bob comes again until he is let in.
  Program* bob = &connect("bob");
  ASSERT_TRUE(eventually([&] {
    if (!bob->runs()) bob = &connect("bob");
    return has(going.err(), "bob has entered");
  })) << going.err();
  going.signal(SIGINT);
  EXPECT_EQ(going.wait(), 130);
}

TEST_F(LadderCommand, ACrashingBotIsCountedAndPutOut) {
  const Ran ran =
      quiver(ladder({"--bot", "random", "--bot", "random name=two", "--bot",
                     hostile_bot() + " name=bad segfault", "--drop-after", "3", "--games", "12"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.err, "bad is out: it failed in 3 games in a row, the last time for CRASHED"))
      << ran.err;
  EXPECT_TRUE(has(ran.out, "CRASHED 3")) << ran.out;
  EXPECT_TRUE(has(ran.out, "bad (left)")) << ran.out;
}

TEST_F(LadderCommand, ABotWhoseFileChangedIsANewEntry) {
  const std::string bot = folder() + "/mine";
  std::filesystem::copy_file(bundled_bot_path("connect4-random"), bot);
  const Arguments bots = {"--bot", bot, "--bot", "random", "--games", "2"};
  ASSERT_EQ(quiver(ladder(bots)).exit_code, 0);
  std::filesystem::copy_file(bundled_bot_path("connect4-minimax"), bot,
                             std::filesystem::copy_options::overwrite_existing);
  const Ran ran = quiver(ladder(bots));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.err, "mine is out: there is a new version, mine-v2")) << ran.err;
}

TEST_F(LadderCommand, NothingThatWasToldIsLostWhenItIsKilled) {
  allow_scratch_folders();
  std::size_t told = 0;
  for (int k = 0; k < 5; ++k) {
    Program& going = start_quiver(ladder({"--bot", "random", "--bot", "random name=two", "--bot",
                                          "random name=three", "--json", "--concurrency", "4"}));
    ASSERT_TRUE(eventually([&] { return records_in(going.out()).size() > 5; })) << going.err();
    going.signal(SIGKILL);
    going.wait();
    // A line that was being printed is no line.
    const std::string out = going.out();
    told += records_in(out.substr(0, out.rfind('\n') + 1)).size();
    EXPECT_GE(seasons().at("ladder-1"), told);
    ASSERT_TRUE(eventually([this] { return processes().empty(); }));
  }
  // and no number stands there twice: the store would have refused it
  const Ran last = quiver(ladder({"--bot", "random", "--bot", "random name=two", "--games", "2"}));
  EXPECT_EQ(last.exit_code, 0) << last.err;
}

TEST_F(LadderCommand, RefusesWhatItCannotPlay) {
  const auto said = [&](const Arguments& more) {
    const Ran ran = quiver(ladder(more));
    EXPECT_EQ(ran.exit_code, 2);
    return ran.err;
  };
  EXPECT_EQ(said({"--bot", "remote:ann"}), "quiver: a ladder takes whoever connects: leave remote:ann out\n");
  EXPECT_EQ(said({"--moves", "1"}), "quiver: a ladder takes --openings, not --moves\n");
  EXPECT_EQ(said({"--drop-after", "0"}), "quiver: --drop-after and --games take at least 1\n");
  EXPECT_EQ(said({"--openings", "book.txt"}), "quiver: --openings takes random:PLIES here\n");
}

}  // namespace quiver::tests
