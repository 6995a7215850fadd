// Records: as a message and as a line of JSON, nothing of them is lost.
#include <chrono>

#include "client_sdk/graph/layout.hpp"
#include "tests/unit/wire/given_messages.hpp"

namespace quiver::tests {

using base::Seat;
using namespace std::chrono_literals;

namespace {

wire::Record record() {
  wire::Record record;
  record.id = "m-7";
  record.number = 3;
  record.game = "amazons";
  record.board = "map";
  record.rows = 2;
  record.columns = 3;
  record.options.start = "corners";
  record.options.walls = 0;
  record.options.line = 4;
  record.options.max_plies = 50;
  record.options.swap_rule = false;
  record.options.map = graph::parse_map("...\n..#\n").value();
  record.seed = 9;
  record.started = "2026-01-31T12:00:00Z";
  record.seats.push_back({"a",
                          "The A",
                          {},
                          "",
                          1,
                          {1s, {}, 0s, 4s},
                          {},
                          1500ms,
                          "a.log",
                          75ms,
                          20ms,
                          30ms,
                          "full",
                          "cgroup v1"});
  record.seats.push_back({"b", "", wire::Reason::kTimeout, "late", 2, {{}, 2s, 5ms, 4s}, 250ms, 3s, ""});
  record.seats[0].wait = 7ms;
  record.seats[1].time.by_cpu = true;
  record.seats[1].starved = true;
  record.starved = 2;
  record.event_board = "ring";
  record.opening = 1;
  record.moves.push_back({Seat{0}, "a1-a2/a1", 0s, {}});
  record.moves.push_back({Seat{1}, "x1", 12ms, {0.5, 3, "ü\n"}});
  record.moves[1].wait = 3ms;
  record.moves[1].wall = 15ms;
  record.winner = Seat{0};
  record.end = wire::End::kForfeit;
  record.sentence = "a won";
  record.hash = 0x0123456789ABCDEF;
  return record;
}

void expect_seat(const wire::Record::SeatRecord& read, const wire::Record::SeatRecord& wanted) {
  EXPECT_EQ(read.name, wanted.name);
  EXPECT_EQ(read.title, wanted.title);
  EXPECT_EQ(read.reason, wanted.reason);
  EXPECT_EQ(read.detail, wanted.detail);
  EXPECT_EQ(read.place, wanted.place);
  EXPECT_EQ(read.time, wanted.time);
  EXPECT_EQ(read.left, wanted.left);
  EXPECT_EQ(read.used, wanted.used);
  EXPECT_EQ(read.log, wanted.log);
  EXPECT_EQ(read.lag, wanted.lag);
  EXPECT_EQ(read.cpu_on_turn, wanted.cpu_on_turn);
  EXPECT_EQ(read.cpu_off_turn, wanted.cpu_off_turn);
  EXPECT_EQ(read.isolation, wanted.isolation);
  EXPECT_EQ(read.limits, wanted.limits);
  EXPECT_EQ(read.wait, wanted.wait);
  EXPECT_EQ(read.starved, wanted.starved);
}

void expect_whole(const wire::Record& read) {
  const wire::Record wanted = record();
  EXPECT_EQ(read.id, wanted.id);
  EXPECT_EQ(read.number, wanted.number);
  EXPECT_EQ(read.game, wanted.game);
  EXPECT_EQ(read.board, wanted.board);
  EXPECT_EQ(read.rows, wanted.rows);
  EXPECT_EQ(read.columns, wanted.columns);
  EXPECT_EQ(read.options.start, wanted.options.start);
  EXPECT_EQ(read.options.walls, wanted.options.walls);
  EXPECT_EQ(read.options.line, wanted.options.line);
  EXPECT_EQ(read.options.max_plies, wanted.options.max_plies);
  EXPECT_EQ(read.options.swap_rule, wanted.options.swap_rule);
  ASSERT_TRUE(read.options.map);
  EXPECT_EQ(read.options.map->cells, wanted.options.map->cells);
  EXPECT_EQ(read.seed, wanted.seed);
  EXPECT_EQ(read.started, wanted.started);
  ASSERT_EQ(read.seats.size(), 2U);
  expect_seat(read.seats[0], wanted.seats[0]);
  expect_seat(read.seats[1], wanted.seats[1]);
  EXPECT_EQ(read.opening, wanted.opening);
  ASSERT_EQ(read.moves.size(), 2U);
  EXPECT_EQ(read.moves[1].seat, Seat{1});
  EXPECT_EQ(read.moves[1].notation, "x1");
  EXPECT_EQ(read.moves[1].took, 12ms);
  EXPECT_EQ(read.moves[1].info, (wire::Info{0.5, 3, "ü\n"}));
  EXPECT_EQ(read.moves[1].wait, 3ms);
  EXPECT_EQ(read.moves[1].wall, 15ms);
  EXPECT_EQ(read.starved, 2U);
  EXPECT_EQ(read.event_board, "ring");
  EXPECT_EQ(read.winner, wanted.winner);
  EXPECT_EQ(read.end, wanted.end);
  EXPECT_EQ(read.sentence, wanted.sentence);
  EXPECT_EQ(read.hash, wanted.hash);
}

}  // namespace

TEST(Records, TravelWhole) { expect_whole(from_referee(record())); }

TEST(Records, AreALineOfJson) {
  const std::string line = wire::record_json(record());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = wire::parse_record_json(line);
  ASSERT_TRUE(read) << read.error().sentence;
  expect_whole(*read);
  EXPECT_EQ(wire::record_json(*read), line);
}

TEST(Records, NameAReasonOnlyWhereASeatWentOut) {
  wire::Record played_out = record();
  played_out.seats[1].reason.reset();
  EXPECT_EQ(wire::record_json(played_out).find("\"reason\""), std::string::npos);
  EXPECT_NE(wire::record_json(record()).find("\"reason\":\"TIMEOUT\""), std::string::npos);
}

TEST(Records, AreRefusedIfTheyAreNone) {
  for (const char* line : {"", "{", "[]", "{}", R"({"id":"a","what":1})", R"({"end":"PLAYED_OUT"})",
                           R"({"end":"PLAYED_OUT","hash":"xyz"})", R"({"end":"SOMEHOW","hash":"00"})"})
    EXPECT_FALSE(wire::parse_record_json(line)) << line;
}

}  // namespace quiver::tests
