// What workers are given is what was to be played, and what they hand in is judged before it counts.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "client_sdk/wire/work.hpp"
#include "referee/records/verify.hpp"
#include "referee/tournament/workers/time_scale.hpp"
#include "referee/tournament/workers/work_values.hpp"

namespace quiver::tests {

using std::chrono::milliseconds;

namespace {

run::MatchConfig connect_four_config() {
  return {games::Position::start("connect4", {}).value(), games::Options{}};
}

wire::WorkSetup two_bots(const run::MatchConfig& config) {
  wire::WorkSetup setup = tournament::to_work_setup(config);
  for (const char* name : {"ann", "bob"}) {
    wire::WorkBot bot;
    bot.name = name;
    bot.bundle = "aa";
    bot.time.bank = milliseconds(1000);
    bot.time.increment = milliseconds(10);
    setup.bots.push_back(bot);
  }
  return setup;
}

// A game that was played as it was asked for: the opening 44, then seat 0 wins in column 1.
class Submissions : public testing::Test {
 protected:
  Submissions() {
    game_ = {3, "cup-3", {1, 0}, "4 4", 7, {1, 2}};
    record_.id = "cup-3";
    record_.number = 3;
    record_.game = "connect4";
    record_.board = "rectangle";
    record_.rows = 6;
    record_.columns = 7;
    record_.seed = 7;
    record_.opening = 2;
    record_.seats.resize(2);
    for (std::size_t s = 0; s < 2; ++s) {
      record_.seats[s].name = setup_.bots[1 - s].name;
      record_.seats[s].time = setup_.bots[1 - s].time;
    }
    for (const char* move : {"4", "4", "1", "2", "1", "2", "1", "2", "1"})
      record_.moves.push_back({base::seat(record_.moves.size() % 2), move, milliseconds(200), {}});
    record_.worker = wire::Record::Worker{"ann", "lab1", "a CPU", 0.5};
    records::settle(record_).value();
  }
  // As a worker on a machine of half the speed plays it.
  static void play_slowly(wire::Record& record) {
    record.worker->speed = 10'000;
    record.worker->time_scale = 2;
    for (auto& seat : record.seats) seat.time = tournament::scaled(seat.time, 2);
  }
  [[nodiscard]] std::string judged(const std::function<void(wire::Record&)>& change) const {
    wire::Record record = record_;
    change(record);
    const auto result = tournament::judge_submission({3, "ann", {record}}, {game_}, setup_, config_);
    return result ? "" : result.error().sentence;
  }

  run::MatchConfig config_ = connect_four_config();
  wire::WorkSetup setup_ = two_bots(config_);
  wire::WorkGame game_;
  wire::Record record_;
};

}  // namespace

TEST_F(Submissions, PassIfTheyAreWhatWasAskedFor) {
  EXPECT_EQ(judged([](wire::Record&) {}), "");
}

TEST_F(Submissions, DoNotPassWithAnotherResult) {
  EXPECT_NE(judged([](wire::Record& record) { record.winner = base::seat(1); }), "");
  EXPECT_NE(judged([](wire::Record& record) { record.moves.pop_back(); }), "");
  EXPECT_NE(judged([](wire::Record& record) { record.hash ^= 1; }), "");
}

TEST_F(Submissions, DoNotPassAsAnotherGame) {
  EXPECT_EQ(judged([](wire::Record& record) { record.id = "cup-4"; }),
            "game cup-3: it is the record of another game, \"cup-4\"");
  EXPECT_NE(judged([](wire::Record& record) { record.seed = 8; }), "");
  EXPECT_EQ(judged([](wire::Record& record) { std::swap(record.seats[0].name, record.seats[1].name); }),
            "game cup-3: seat 0 is another bot's");
  EXPECT_EQ(judged([](wire::Record& record) { record.seats[0].time.bank = milliseconds(2000); }),
            "game cup-3: seat 0 has another clock");
  EXPECT_EQ(judged([](wire::Record& record) {
              record.moves[0].notation = "5";
              records::settle(record).value();
            }),
            "game cup-3: it has another opening");
  EXPECT_NE(judged([](wire::Record& record) { record.options.line = 5; }), "");
}

TEST_F(Submissions, DoNotPassIfAClockRanOut) {
  // 1000 ms in the bank, 200 for the first move and 10 back: 810 are left for the second.
  EXPECT_EQ(judged([](wire::Record& record) { record.moves[4].took = milliseconds(805); }),
            "game cup-3: move 7 took longer than the clock allows");
  EXPECT_EQ(judged([](wire::Record& record) { record.moves[4].took = milliseconds(820); }),
            "game cup-3: move 5 took longer than the clock allows");
  EXPECT_EQ(judged([](wire::Record& record) { record.moves[8].took = milliseconds(100); }), "");
}

TEST_F(Submissions, NameTheWorkerThatSubmitsThem) {
  EXPECT_EQ(judged([](wire::Record& record) { record.worker->name = "bob"; }),
            "game cup-3: it does not name the worker that submitted it");
  EXPECT_EQ(judged([](wire::Record& record) { record.worker.reset(); }),
            "game cup-3: it does not name the worker that submitted it");
}

TEST_F(Submissions, HaveScaledClocksIfTheTournamentScalesThem) {
  EXPECT_EQ(judged(play_slowly), "game cup-3: its clocks are scaled by 2, and the tournament scales none");
  setup_.reference_speed = 20'000;
  EXPECT_EQ(judged(play_slowly), "");
  EXPECT_EQ(judged([](wire::Record&) {}),
            "game cup-3: it does not say how fast its machine is, and the tournament scales clocks");
  // Its time is measured by the scaled clocks: 2000 ms in the bank.
  EXPECT_EQ(judged([](wire::Record& record) {
              play_slowly(record);
              record.moves[4].took = milliseconds(1300);
            }),
            "");
}

TEST_F(Submissions, DoNotPassWithAFactorOfTheirOwn) {
  setup_.reference_speed = 20'000;
  EXPECT_EQ(judged([](wire::Record& record) {
              play_slowly(record);
              record.worker->time_scale = 3;
            }),
            "game cup-3: its clocks are scaled by 3, and the speed of its machine gives 2");
  EXPECT_EQ(judged([](wire::Record& record) {
              play_slowly(record);
              record.worker->speed = 2'000;
              record.worker->time_scale = 10;
            }),
            "game cup-3: its clocks are scaled by 10, and only 0.25 to 4 is allowed");
  EXPECT_EQ(judged([](wire::Record& record) {
              play_slowly(record);
              record.worker->speed = 2'000;
              record.worker->time_scale = 4;
            }),
            "game cup-3: seat 0 has another clock");
  EXPECT_EQ(judged([](wire::Record& record) {
              play_slowly(record);
              record.seats[1].time.bank = milliseconds(2500);
            }),
            "game cup-3: seat 1 has another clock");
  EXPECT_NE(judged([](wire::Record& record) {
              play_slowly(record);
              record.worker->time_scale = std::nan("");
            }),
            "");
}

TEST_F(Submissions, AreIsolatedIfThatIsRequired) {
  const auto isolate = [](const char* first, const char* second) {
    return [=](wire::Record& record) {
      record.seats[0].isolation = first;
      record.seats[1].isolation = second;
    };
  };
  EXPECT_EQ(judged(isolate("none", "filtered")), "") << "as far as the machine can";
  setup_.isolate = "required";
  EXPECT_EQ(judged(isolate("full", "full")), "");
  EXPECT_EQ(judged(isolate("full", "filtered")),
            "game cup-3: \"ann\" was not isolated, and the tournament requires it");
  EXPECT_NE(judged(isolate("", "full")), "");
}

TEST_F(Submissions, AreJudgedByTheirCpuTimeWhereThatIsCharged) {
  setup_.clock_by_cpu = true;
  for (wire::WorkBot& bot : setup_.bots) bot.time.by_cpu = true;
  const auto by_cpu = [](wire::Record& record) {
    for (auto& seat : record.seats) seat.time.by_cpu = true;
    for (auto& move : record.moves) move.wall = milliseconds(1500);
  };
  EXPECT_EQ(judged(by_cpu), "");
  EXPECT_EQ(judged([](wire::Record&) {}), "game cup-3: seat 0 has another clock");
  EXPECT_EQ(judged([&](wire::Record& record) {
              by_cpu(record);
              record.moves[4].wall.reset();
            }),
            "game cup-3: move 5 is charged by another clock");
  EXPECT_EQ(judged([&](wire::Record& record) {
              by_cpu(record);
              record.moves[4].took = milliseconds(820);
            }),
            "game cup-3: move 5 took longer than the clock allows");
  EXPECT_EQ(judged([&](wire::Record& record) {
              by_cpu(record);
              record.moves[4].wall = milliseconds(8200);  // 810 ms of CPU time were left to it
            }),
            "game cup-3: move 5 took longer than the clock behind the CPU time allows");
}

TEST_F(Submissions, DoNotPassIfABotWaitedLongerThanItsTurn) {
  EXPECT_EQ(judged([](wire::Record& record) { record.moves[4].wait = milliseconds(150); }), "");
  EXPECT_EQ(judged([](wire::Record& record) { record.moves[4].wait = milliseconds(205); }),
            "game cup-3: move 5 waited longer than it took");
}

TEST_F(Submissions, DoNotPassFromAnotherBoardOfTheEvent) {
  config_ = run::MatchConfig(std::vector<run::EventBoard>{{"usual", config_.start, config_.options},
                                                          {"again", config_.start, config_.options}});
  const auto on = [&](std::uint32_t asked, const std::string& played) {
    game_.board = asked;
    return judged([&](wire::Record& record) { record.event_board = played; });
  };
  EXPECT_EQ(on(0, "usual"), "");
  EXPECT_EQ(on(1, "again"), "");
  EXPECT_EQ(on(1, "usual"), "game cup-3: it begins on another board");
  EXPECT_EQ(on(0, ""), "game cup-3: it begins on another board");
}

TEST_F(Submissions, DoNotPassWithRecordsMissing) {
  const auto result = tournament::judge_submission({3, "ann", {}}, {game_}, setup_, config_);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().sentence, "of 1 records only 0 can be read");
}

TEST(WorkValues, ComeBackFromJson) {
  games::Options options;
  options.size = 5;
  run::MatchConfig config{games::Position::start("amazons", options).value(), options};
  config.restart = true;
  wire::WorkSetup setup = two_bots(config);
  setup.isolate = "required";
  setup.no_ponder = true;
  setup.reference_speed = 41300;
  setup.void_starved = false;
  setup.clock_by_cpu = true;
  for (wire::WorkBot& bot : setup.bots) bot.time.by_cpu = true;
  setup.bots[0].threads = 4;
  setup.bots[1].memory_bytes = std::uint64_t{1} << 40U;
  const wire::WorkSetup read = wire::parse_work_setup(wire::work_setup_json(setup)).value();
  EXPECT_EQ(wire::work_setup_json(read), wire::work_setup_json(setup));
  const run::MatchConfig again = tournament::to_match_config(read).value();
  EXPECT_EQ(again.start.hash(), config.start.hash());
  EXPECT_TRUE(again.restart);
  EXPECT_EQ(read.bots[1].time, setup.bots[1].time);
  EXPECT_EQ(read.bots[0].threads, 4U);
  EXPECT_EQ(read.bots[1].threads, 1U);
  EXPECT_TRUE(read.clock_by_cpu);
  EXPECT_FALSE(again.void_starved);

  const std::vector<wire::WorkGame> games{{3, "cup-3", {1, 0}, "", 7, {0, 18446744073709551615U}}};
  EXPECT_EQ(wire::parse_work_unit(wire::work_unit_json(games)).value(), games);
  EXPECT_FALSE(wire::parse_work_unit("{}"));
  EXPECT_FALSE(wire::parse_work_unit("{\"games\": 3}"));
  EXPECT_FALSE(wire::parse_work_setup("no JSON"));
}

TEST(WorkValues, KeepAMap) {
  games::Options options;
  options.map = graph::parse_map("0...\n....\n..#.\n...1\n").value();
  const run::MatchConfig config{games::Position::start("amazons", options).value(), options};
  const run::MatchConfig again = tournament::to_match_config(tournament::to_work_setup(config)).value();
  EXPECT_EQ(again.start.hash(), config.start.hash());
}

// Connect Four on two boards, the second one with a shorter line.
run::MatchConfig two_boards() {
  games::Options small;
  small.rows = small.columns = 5;
  small.line = 3;
  return run::MatchConfig(
      std::vector<run::EventBoard>{{"usual", games::Position::start("connect4", {}).value(), {}},
                                   {"small", games::Position::start("connect4", small).value(), small}});
}

TEST(WorkValues, KeepSeveralBoards) {
  const run::MatchConfig config = two_boards();
  const wire::WorkSetup setup =
      wire::parse_work_setup(wire::work_setup_json(tournament::to_work_setup(config))).value();
  const run::MatchConfig again = tournament::to_match_config(setup).value();
  ASSERT_EQ(again.num_boards(), 2U);
  for (const std::size_t board : {0U, 1U}) {
    EXPECT_EQ(again.start_of(board).hash(), config.start_of(board).hash());
    EXPECT_EQ(again.name_of(board), config.name_of(board));
  }
  EXPECT_EQ(again.options_of(1).line, 3U);
  run::Game game;
  game.number = 4;
  game.id = "cup-4";
  game.bots = {0, 1};
  game.seeds = {1, 2};
  game.board = 1;
  game.opening = config.start_of(1).parse_list("5 5").value();
  const std::vector<wire::WorkGame> unit{tournament::to_work_game(game, config)};
  EXPECT_EQ(wire::parse_work_unit(wire::work_unit_json(unit)).value(), unit);
  wire::WorkSetup with_bots = two_bots(config);
  const run::Game back = tournament::to_game(unit[0], with_bots, again).value();
  EXPECT_EQ(back.board, 1U);
  EXPECT_EQ(back.opening, game.opening);
  wire::WorkGame none = unit[0];
  none.board = 2;
  EXPECT_EQ(tournament::to_game(none, with_bots, again).error().sentence,
            "game cup-4 is on a board that the event does not have");
}

TEST(WorkValues, RefuseGamesThatDoNotFit) {
  const run::MatchConfig config = connect_four_config();
  const wire::WorkSetup setup = two_bots(config);
  const auto fits = [&](const wire::WorkGame& game) {
    return tournament::to_game(game, setup, config).has_value();
  };
  EXPECT_TRUE(fits({3, "cup-3", {1, 0}, "4 4", 7, {1, 2}}));
  EXPECT_FALSE(fits({3, "cup-3", {1, 2}, "4 4", 7, {1, 2}})) << "a bot that there is not";
  EXPECT_FALSE(fits({3, "cup-3", {1}, "4 4", 7, {1}})) << "an empty seat";
  EXPECT_FALSE(fits({3, "cup-3", {1, 0}, "4 4", 7, {1}})) << "a seed is missing";
  EXPECT_FALSE(fits({3, "cup-3", {1, 0}, "4 9", 7, {1, 2}})) << "an illegal opening";
}

TEST(WorkValues, KeepABotsClockAndLimits) {
  launch::BotSpec bot;
  bot.name = "ann";
  bot.time.per_move = milliseconds(50);
  bot.limits = launch::default_limits();
  launch::BotSpec other;
  other.limits.files = 3;
  tournament::apply_to(other, tournament::to_work_bot(bot, "aa"));
  EXPECT_EQ(other.name, "ann");
  EXPECT_EQ(other.time, bot.time);
  EXPECT_EQ(other.limits.memory_bytes, bot.limits.memory_bytes);
  EXPECT_EQ(other.limits.cpu, bot.limits.cpu);
  EXPECT_EQ(other.limits.processes, bot.limits.processes);
  EXPECT_EQ(other.limits.files, bot.limits.files);
  EXPECT_EQ(other.limits.scratch_bytes, bot.limits.scratch_bytes);
  EXPECT_EQ(other.limits.log_bytes, bot.limits.log_bytes);
}

}  // namespace quiver::tests
