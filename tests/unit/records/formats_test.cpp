// Games as text, the course's JSON, the Quoridor report's history: what each looks like, and what is refused.
#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "client_sdk/wire/codec.hpp"
#include "referee/records/foreign_games.hpp"
#include "referee/records/game_text.hpp"
#include "referee/records/line_reader.hpp"
#include "referee/records/record_files.hpp"
#include "referee/records/verify.hpp"
#include "tests/property/recorded_match.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using wire::Record;

namespace {

struct Readout {
  std::vector<records::FoundRecord> found;
  std::string error;
};

Readout readout(const std::string& text, const records::Reading& reading = {}) {
  std::istringstream in(text);
  Readout out;
  const auto done = records::read_record_stream(in, reading, [&](const records::FoundRecord& one) {
    out.found.push_back(one);
    return true;
  });
  if (!done) out.error = done.error().sentence;
  return out;
}

std::string moves_of(const Record& record) {
  std::string all;
  for (const auto& entry : record.moves) all += (all.empty() ? "" : " ") + entry.notation;
  return all;
}

constexpr const char* kText = R"(quiver game 1
id: 9-3
number: 3
started: 2026-01-31T12:00:00Z
seed: 9
game: connect4
board: rectangle
rows: 6
columns: 7
line: 3
seat: bot-0
seat: bot-1
opening: 1

1. 4 5
3. 4 x1

out: 1 RESIGNED it resigned
places: 1 2
winner: 0
end: FORFEIT
sentence: seat 0, bot-0, won: bot-1 out (RESIGNED)
hash: )";

Record text_game() {
  games::Options options;
  options.line = 3;
  return scripted_match("connect4", options, "4 5 4 x1", 1);
}

// With one line of it replaced: by another, by several, or by nothing.
std::string with_line(std::string text, const std::string& line, const std::string& other) {
  const std::size_t at = text.find(line + "\n");
  EXPECT_NE(at, std::string::npos) << line;
  return text.replace(at, line.size() + 1, other);
}

}  // namespace

TEST(GameText, IsAsThePageTells) {
  const Record record = text_game();
  const std::string text = records::game_text(record);
  EXPECT_EQ(text.substr(0, std::string(kText).size()), kText);
  EXPECT_EQ(text.size(), std::string(kText).size() + 18);
  const auto read = readout(text).found;
  ASSERT_EQ(read.size(), 1U);
  EXPECT_TRUE(records::judge(read[0].record));
  EXPECT_EQ(records::game_text(read[0].record), text);
}

TEST(GameText, KeepsWhetherHexHasItsSwapRule) {
  games::Options options;
  options.size = 5;
  for (const bool swap_rule : {true, false}) {
    options.swap_rule = swap_rule;
    const std::string text =
        records::game_text(scripted_match("hex", options, swap_rule ? "b3 swap x0" : "b3 c2 x0", 2));
    EXPECT_NE(text.find(swap_rule ? "swap-rule: on\n" : "swap-rule: off\n"), std::string::npos) << text;
    const auto read = readout(text).found;
    ASSERT_EQ(read.size(), 1U);
    EXPECT_TRUE(records::judge(read[0].record));
    EXPECT_EQ(records::game_text(read[0].record), text);
  }
}

TEST(GameText, IsReadStrictlyAndNamesTheLine) {
  const std::string text = records::game_text(text_game());
  const std::vector<std::array<std::string, 3>> changes = {
      {"number: 3", "", "line 3: this should be \"number: …\", not \"started: 2026"},
      {"number: 3", "number: three\n", "line 3: number is a number, not \"three\""},
      {"seat: bot-1", "seat: no name\n", "line 12: \"no name\" is not a name: it has a space in it"},
      {"line: 3", "colour: red\n", "line 10: this should be \"opening: …\", not \"colour: red\""},
      {"line: 3", "line: 3\nswap-rule: yes\n", "line 11: swap-rule is on or off, not \"yes\""},
      {"opening: 1", "opening: 1\nmore: 1\n", "line 14: an empty line belongs here"},
      {"1. 4 5", "2. 4 5\n", "line 15: a line of moves that begins with \"1.\" belongs here"},
      {"3. 4 x1", "3. 4  x1\n", "line 16: one space stands between moves"},
      {"3. 4 x1", "3. 4 x1 \n", "line 16: one space stands between moves"},
      {"out: 1 RESIGNED it resigned", "out: 1 TIRED\n", "line 18: a seat and a reason belong"},
      {"out: 1 RESIGNED it resigned", "out: 2 RESIGNED it\n", "line 18: a seat and a reason belong"},
      {"places: 1 2", "places: 1\n", "line 19: a place for each seat"},
      {"places: 1 2", "places: 1 2 3\n", "line 19: a place for each seat"},
      {"winner: 0", "winner: 2\n", "line 20: the winner is a seat"},
      {"end: FORFEIT", "end: SOMEHOW\n", "line 21: the end is PLAYED_OUT, FORFEIT or VOID"},
      {"end: FORFEIT", "", "line 21: this should be \"end: …\", not \"sentence: "},
      {"seed: 9", "seed: \xFF\n", "line 5: this is not UTF-8"}};
  for (const auto& [line, other, words] : changes) {
    const std::string error = readout(with_line(text, line, other)).error;
    EXPECT_EQ(error.find(words), 0U) << line << " -> " << other << ": " << error;
  }
  EXPECT_EQ(readout(text.substr(0, text.size() - 3) + "\n").error.find("line 23: a hash has 16 digits"), 0U);
  EXPECT_EQ(readout(text.substr(0, text.find("hash"))).error,
            "line 23: this should be \"hash: …\", and the game ends");
  // Of a second game too, counted from the beginning of the file.
  EXPECT_EQ(readout(text + with_line(text, "end: FORFEIT", "end: X\n")).error.find("line 45: the end is"),
            0U);
  std::string dos;
  for (const char c : text) dos += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(readout(dos).error, "");
}

// A move that is no move stays for the judge to find.
TEST(GameText, WithAWrongMoveIsReadAndJudged) {
  const auto read = readout(with_line(records::game_text(text_game()), "3. 4 x1", "3. 99 x1\n"));
  ASSERT_EQ(read.error, "");
  const auto judged = records::judge(read.found[0].record);
  ASSERT_FALSE(judged);
  EXPECT_EQ(judged.error().sentence.find("move 3, 99: "), 0U) << judged.error().sentence;
}

TEST(CourseJson, HoldsGamesALineAndNoEliminations) {
  games::Options options;
  options.size = 5;
  const Record stopped = scripted_match("amazons", options, "a4-a3/a4 x0");
  const auto written = records::course_game(stopped);
  ASSERT_TRUE(written) << written.error().sentence;
  EXPECT_EQ(written->json, R"([{"qsrc":5,"qdst":10,"adst":5}])");
  EXPECT_EQ(written->left_out, "x0");
  records::Reading reading;
  reading.board.size = 5;
  const auto read = readout(written->json + "\n[]\n", reading);
  ASSERT_EQ(read.error, "");
  ASSERT_EQ(read.found.size(), 2U);
  EXPECT_EQ(moves_of(read.found[0].record), "a4-a3/a4");
  EXPECT_EQ(read.found[0].record.end, wire::End::kVoid) << "its moves do not end it";
  EXPECT_EQ(read.found[1].record.number, 2U);
  EXPECT_EQ(readout("[{\"qsrc\":5,\"qdst\":10}]\n").error,
            "line 1: move 1 of the course's JSON lacks qsrc, qdst or adst");
  EXPECT_EQ(readout("\n[{\"qsrc\":5,\"qdst\":10,\"adst\":5}]\n").error.find("line 2: move 1: "), 0U)
      << "there is no queen on 5 on a board of 10";

  options.seats = 4;
  const auto between = records::course_game(scripted_match("amazons", options, "x0 e4-e3/e4"));
  ASSERT_FALSE(between);
  EXPECT_EQ(between.error().sentence.find("move 2: it was played after an elimination"), 0U);
  EXPECT_EQ(records::course_game(text_game()).error().sentence,
            "the course's JSON holds Amazons, not connect4");
}

// The report's first mover starts at e9 and goes down; ours starts at e1 and goes up. Columns stay, rows are
// counted from the other end. Its example mirrors the two players' moves, and only if a wall lies between its
// row and the next higher number are e7h and e2h mirror images too; so they are e2h and e7h of ours.
TEST(QuoridorHistory, IsTheSameGameWithRowsCountedFromTheOtherEnd) {
  for (const auto& [theirs, ours] : std::vector<std::pair<std::string, std::string>>{{"e8", "e2"},
                                                                                     {"e2", "e8"},
                                                                                     {"a1", "a9"},
                                                                                     {"i9", "i1"},
                                                                                     {"e7h", "e2h"},
                                                                                     {"e2h", "e7h"},
                                                                                     {"a8v", "a1v"},
                                                                                     {"h1h", "h8h"}})
    EXPECT_EQ(records::from_report(theirs).value(), ours);
  for (const char* none : {"", "e", "e0", "j1", "e8x", "e9h", "i3v", "E8", "e10", "e8hh"})
    EXPECT_FALSE(records::from_report(none)) << none;

  const auto read = readout("e8 e2\ne7 e3\ne7h e2h\n");
  ASSERT_EQ(read.error, "");
  ASSERT_EQ(read.found.size(), 1U);
  const Record& record = read.found[0].record;
  EXPECT_EQ(moves_of(record), "e2 e8 e3 e7 e2h e7h");
  EXPECT_EQ(record.end, wire::End::kVoid);
  EXPECT_TRUE(records::judge(record));
  // Each player's wall lies behind its own pawn, in the other's way: the pawns themselves go on freely.
  games::Position position = records::start_of(record).value();
  for (const auto& entry : record.moves) position.apply(position.parse(entry.notation).value());
  EXPECT_TRUE(position.check(position.parse("e4").value()));
  EXPECT_FALSE(position.check(position.parse("e2").value())) << "the wall behind it";
}

TEST(QuoridorHistory, NamesTheLineThatIsWrong) {
  EXPECT_EQ(readout("e8 e2\ne7\ne6 e4\n").error, "line 2: a line has two moves, the last may have one");
  EXPECT_EQ(readout("e8 e2\ne7 e3 e6\n").error, "line 2: a line has two moves, the last may have one");
  EXPECT_EQ(readout("e8 e2\ne7 z3\n").error, "line 2: \"z3\" is no move: a cell like e8, or a wall like e7h");
  EXPECT_EQ(readout("e8 e2\n\n\ne7 e2\n").error.find("line 4: \"e7\" cannot be played: move 1, e3: "), 0U);
  const auto two = readout("e8 e2\ne7\n\ne8\n");
  ASSERT_EQ(two.error, "");
  ASSERT_EQ(two.found.size(), 2U);
  EXPECT_EQ(moves_of(two.found[0].record), "e2 e8 e3");
  EXPECT_EQ(two.found[1].place, "game 2");
}

using RecordFiles = StoreFolder;

TEST_F(RecordFiles, AreKnownByHowTheyBegin) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  };
  const auto count = [&](const std::string& file, const records::Reading& reading = {}) {
    int seen = 0;
    const auto done =
        records::read_records(file, reading, [&](const records::FoundRecord&) { return ++seen > 0; });
    return done ? std::to_string(seen)
                : done.error().sentence.substr(done.error().sentence.find_first_of(",:", 2) + 2);
  };
  const Record record = text_game();
  EXPECT_EQ(count(write("a", wire::record_json(record) + "\n" + wire::record_json(record) + "\n")), "2");
  EXPECT_EQ(count(write("b", "\n\n" + records::game_text(record))), "1");
  EXPECT_EQ(count(write("c", "[]\n")), "1");
  EXPECT_EQ(count(write("d", "e8 e2\n")), "1");
  EXPECT_EQ(count(write("e", "")), "it is empty");
  EXPECT_EQ(count(write("f", "\n \n")), "it is empty");
  EXPECT_EQ(count(write("g", "hello\n")).find("line 1: \"hello\" begins no record"), 0U);
  EXPECT_EQ(
      count(write("h", wire::record_json(record) + "\n{\"id\":\n")).find("line 2: this is not a record"), 0U);
  EXPECT_EQ(count(write("i", wire::record_json(record) + "\n\xFF\n")), "line 2: this is not UTF-8");
  EXPECT_NE(count(folder_).find("Is a directory"), std::string::npos) << count(folder_);
  EXPECT_NE(count(path("none")).find("No such file"), std::string::npos) << count(path("none"));
  records::Reading text;
  text.format = records::format_named("text").value();
  EXPECT_EQ(count(path("a"), text).find("line 1: this should be \"quiver game 1\""), 0U);
  EXPECT_FALSE(records::format_named("pgn"));
}

// What a killed program left is passed over, in every format and at any place.
TEST_F(RecordFiles, MayHaveBrokenLines) {
  Record record = text_game();
  const auto line = [&](const std::string& id) {
    record.id = id;
    return wire::record_json(record) + "\n";
  };
  std::string said;
  const auto ids = [&](const std::string& content, records::Format format = records::Format::kAny) {
    std::ofstream(path("x"), std::ios::binary) << content;
    records::Reading reading;
    reading.format = format;
    said.clear();
    reading.on_broken = [&](const base::Error& error) {
      const std::size_t at = error.sentence.find("line ");
      said += error.sentence.substr(at, error.sentence.find(':', at) - at) + ";";
    };
    std::string all;
    const auto done = records::read_records(path("x"), reading, [&](const records::FoundRecord& one) {
      all += one.record.id + ";";
      return true;
    });
    return done ? all : done.error().sentence.substr(done.error().sentence.find_first_of(",:", 2) + 2);
  };
  const std::string half = line("x").substr(0, 100);
  EXPECT_EQ(ids(line("a") + half), "a;");
  EXPECT_EQ(said, "line 2;");
  EXPECT_EQ(ids(half + "\n" + line("a") + half + "\n" + half + "\n\n" + line("b")), "a;b;");
  EXPECT_EQ(said, "line 1;line 3;line 4;");
  EXPECT_EQ(ids("{\n\xFF\n" + std::string(5, '\0') + "\n" + line("a")), "a;");
  EXPECT_EQ(said, "line 1;line 2;line 3;");
  // What swallowed a record is one broken line.
  EXPECT_EQ(ids(half + line("lost") + line("a")), "a;");
  EXPECT_EQ(ids(half + "\n" + half).find("line 1: "), 0U)
      << "without a record there is nothing to go on with";
  EXPECT_EQ(said, "");
  record.id = "t";
  const std::string text = records::game_text(record);
  EXPECT_EQ(ids(text + text.substr(0, 60) + "\n" + text + "quiver game 1\nid: \xFF\n" + text), "t;t;t;");
  EXPECT_EQ(std::count(said.begin(), said.end(), ';'), 2);
}

TEST_F(RecordFiles, MayHaveLinesThatAreTooLong) {
  const std::string line = wire::record_json(text_game()) + "\n";
  {
    std::ofstream out(path("x"), std::ios::binary);
    out << line << std::string(records::LineReader::kLongest + 1, '{') << "\n" << line;
  }
  records::Reading reading;
  std::string said;
  reading.on_broken = [&](const base::Error& error) { said += error.sentence; };
  int seen = 0;
  EXPECT_TRUE(records::read_records(path("x"), reading, [&](const auto&) { return ++seen > 0; }));
  EXPECT_EQ(seen, 2);
  EXPECT_NE(said.find("line 2 is longer than any record"), std::string::npos) << said;
}

TEST_F(RecordFiles, MayBeStores) {
  {
    const auto store = open();
    const auto cup = store->begin(an_event("cup")).value().id;
    const auto import = store->begin(an_event("other")).value().id;
    store->commit(cup, {a_game(1), a_game(2)}).value();
    store->commit(import, {a_game(1)}).value();
  }
  const auto places = [&](const records::Reading& reading, std::size_t most = 9) {
    std::string all;
    std::size_t seen = 0;
    const auto done = records::read_records(path(), reading, [&](const records::FoundRecord& one) {
      all += one.place + ";";
      return ++seen < most;
    });
    return done ? all : done.error().sentence;
  };
  EXPECT_EQ(places({}), "game 1 of cup;game 2 of cup;game 1 of other;");
  EXPECT_EQ(places({}, 1), "game 1 of cup;");
  records::Reading one;
  one.event = "other";
  EXPECT_EQ(places(one), "game 1;");
  one.event = "none";
  EXPECT_NE(places(one).find("has no event \"none\""), std::string::npos);
}

}  // namespace quiver::tests
