// The reports that CI systems read: fit for their formats, whatever bots say and print.
#include "referee/cli/reports/ci_report.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "referee/cli/reports/game_fault.hpp"
#include "referee/cli/reports/junit_report.hpp"
#include "referee/cli/reports/replaced_file.hpp"
#include "referee/cli/reports/tap_report.hpp"
#include "referee/cli/reports/xml_text.hpp"

namespace quiver::tests {

namespace fs = std::filesystem;
using base::seat;
using cli::FaultDetail;
using cli::GameFault;
using wire::Reason;

namespace {

class CiFiles : public testing::Test {
 protected:
  CiFiles() {
    std::string path = (fs::temp_directory_path() / "quiver-ci-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("no folder for a test");
    folder_ = path;
  }
  ~CiFiles() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string file(const std::string& content) const {
    const std::string path = folder_ + "/log";
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
    return path;
  }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string folder_;
};

using Lines = std::vector<std::string>;

// b crashed in a game of Connect Four.
wire::Record crash() {
  wire::Record record;
  record.number = 3;
  record.game = "connect4";
  record.board = "rectangle";
  record.rows = 6;
  record.columns = 7;
  record.started = "2026-01-31T12:00:00Z";
  record.seats.resize(2);
  record.seats[0].name = "a";
  record.seats[1].name = "b";
  record.seats[0].place = 1;
  record.seats[1].place = 2;
  record.seats[0].used = std::chrono::milliseconds(1500);
  record.seats[1].used = std::chrono::milliseconds(34);
  record.seats[1].reason = Reason::kCrashed;
  record.seats[1].detail = "its process ended: exit status 4";
  record.moves = {
      {seat(0), "4", {}, {}}, {seat(1), "4", {}, {}}, {seat(0), "3", {}, {}}, {seat(1), "x1", {}, {}}};
  record.winner = seat(0);
  record.end = wire::End::kForfeit;
  return record;
}

wire::Record clean() {
  wire::Record record = crash();
  record.seats[1].reason.reset();
  record.end = wire::End::kPlayedOut;
  return record;
}

wire::Record void_game() {
  wire::Record record = clean();
  record.end = wire::End::kVoid;
  record.sentence = "no process <could> be started";
  return record;
}

}  // namespace

TEST(XmlText, EscapesWhatMeansSomething) {
  EXPECT_EQ(cli::xml_text("a<b & c>d \"]]>\" 'x'\n\tnext\n"),
            "a&lt;b &amp; c&gt;d &quot;]]&gt;&quot; 'x'\n\tnext\n");
  EXPECT_EQ(cli::xml_attribute("a\nb\t\"c\""), "a&#10;b&#9;&quot;c&quot;");
  EXPECT_EQ(cli::xml_text(""), "");
}

TEST(XmlText, HasNoCharactersThatXmlDoesNotTake) {
  EXPECT_EQ(cli::xml_text(std::string("\0\x01\x1b[1m\r\x7f", 8)), "\\x00\\x01\\x1b[1m\\x0d\\x7f");
  EXPECT_EQ(cli::xml_text("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8F\xB9"), "café € 🏹");
  EXPECT_EQ(cli::xml_text("\xFF\xC3 \xC3("), "\\xff\\xc3 \\xc3(");
  EXPECT_EQ(cli::xml_text("\xED\xA0\x80|\xC0\x80|\xF4\x90\x80\x80|\xE2\x82"),
            "\\xed\\xa0\\x80|\\xc0\\x80|\\xf4\\x90\\x80\\x80|\\xe2\\x82");
  EXPECT_EQ(cli::xml_text("\xEF\xBF\xBE|\xEF\xBF\xBF|\xEF\xBF\xBD"), "\\u{fffe}|\\u{ffff}|\xEF\xBF\xBD");
  EXPECT_EQ(cli::xml_text("\xC2\x9B|\xC2\xA0"), "\\u{9b}|\xC2\xA0");
}

// The options of a record that was read back may lack the number of seats, which its list of seats has.
TEST(GameFaults, DrawAGameOfFourWhoseOptionsNameTheSideAlone) {
  wire::Record record = crash();
  record.game = "quoridor";
  record.board = "square";
  record.rows = record.columns = 5;
  record.options.size = 5;
  record.seats.resize(4);
  record.moves = {{seat(0), "c2", {}, {}}, {seat(1), "x1", {}, {}}, {seat(2), "c4", {}, {}}};
  const auto position = cli::last_position(record);
  ASSERT_TRUE(position) << position.error().sentence;
  EXPECT_EQ(position->turn().seats(), 4U);
  EXPECT_EQ(position->to_move(), seat(3));
}

TEST(GameFaults, AreThoseThatABotIsToBlameFor) {
  for (const Reason reason : {Reason::kBlocked, Reason::kResigned}) EXPECT_FALSE(wire::is_fault(reason));
  for (const Reason reason : {Reason::kIllegalMove, Reason::kTimeout, Reason::kCrashed, Reason::kNotReady,
                              Reason::kDisconnected, Reason::kProtocolError, Reason::kResourceLimit})
    EXPECT_TRUE(wire::is_fault(reason));
  EXPECT_FALSE(cli::game_fault(clean(), FaultDetail::kWhole));
  wire::Record broken_off = crash();
  broken_off.end = wire::End::kVoid;
  EXPECT_FALSE(cli::game_fault(broken_off, FaultDetail::kWhole));
}

TEST(GameFaults, ShowThePositionAtTheEnd) {
  const auto fault = cli::game_fault(crash(), FaultDetail::kWhole);
  ASSERT_TRUE(fault);
  ASSERT_EQ(fault->seats.size(), 1U);
  EXPECT_EQ(fault->seats[0].sentence(), "b: CRASHED, its process ended: exit status 4");
  ASSERT_EQ(fault->position.size(), 8U);
  EXPECT_EQ(fault->position[4], "2  .  .  .  1  .  .  .");
  EXPECT_EQ(fault->position[5], "1  .  .  0  0  .  .  .");
  EXPECT_EQ(fault->position[7], "seat 0 has won, ply 3, seat 1 is out");
  EXPECT_TRUE(cli::game_fault(crash(), FaultDetail::kBrief)->position.empty());
}

TEST(GameFaults, SayWhyThereIsNoDrawing) {
  wire::Record record = crash();
  record.moves[1].notation = "99";
  const auto odd = cli::game_fault(record, FaultDetail::kWhole);
  ASSERT_EQ(odd->position.size(), 1U);
  EXPECT_TRUE(odd->position[0].starts_with("it cannot be drawn: ")) << odd->position[0];
  record.rows = record.columns = 1024;
  const auto large = cli::game_fault(record, FaultDetail::kWhole);
  EXPECT_EQ(large->position, Lines{"the board is too large to be drawn here: 1024 rows of 1024"});
}

TEST(GameFaults, NameEverySeatThatIsToBlame) {
  wire::Record record = crash();
  record.seats[0].reason = Reason::kTimeout;
  record.seats[0].detail = "its clock ran out";
  EXPECT_EQ(cli::game_fault(record, FaultDetail::kWhole)->seats.size(), 2U);
}

TEST_F(CiFiles, OfALogTheLastLinesAreRead) {
  EXPECT_EQ(cli::last_lines(file("one\ntwo\nthree")), (Lines{"one", "two", "three"}));
  EXPECT_EQ(cli::last_lines(file("")), Lines{});
  EXPECT_EQ(cli::last_lines(file(std::string("\0\xFF\x1b\n", 4))), Lines{"\\x00\\xff\\x1b"});
  std::string many;
  for (int k = 0; k < 100'000; ++k) many += "line " + std::to_string(k) + "\n";
  const Lines last = cli::last_lines(file(many));
  ASSERT_EQ(last.size(), 20U);
  EXPECT_EQ(last.front(), "line 99980");
  EXPECT_EQ(last.back(), "line 99999");
}

TEST_F(CiFiles, OfALogWithLongLinesLittleIsRead) {
  // Half a line at the beginning is left out, unless there is nothing else.
  EXPECT_EQ(cli::last_lines(file(std::string(20'000, 'x') + "\nend\n")), Lines{"end"});
  const Lines endless = cli::last_lines(file(std::string(1 << 20, 'x')));
  ASSERT_EQ(endless.size(), 1U);
  EXPECT_EQ(endless[0], std::string(400, 'x') + "…");
}

TEST_F(CiFiles, WhatIsNoPlainFileIsNoLog) {
  EXPECT_EQ(cli::last_lines(folder_ + "/none"), Lines{});
  EXPECT_EQ(cli::last_lines(folder_), Lines{});
  EXPECT_EQ(cli::last_lines("/dev/zero"), Lines{});
  ASSERT_EQ(mkfifo((folder_ + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(cli::last_lines(folder_ + "/pipe"), Lines{});
  fs::create_symlink(file("secret\n"), folder_ + "/link");
  EXPECT_EQ(cli::last_lines(folder_ + "/link"), Lines{});
}

TEST_F(CiFiles, AReplacedFileIsWholeOrAsItWas) {
  const std::string path = file("before");
  const auto replaced = cli::ReplacedFile::at(path);
  ASSERT_TRUE(replaced);
  EXPECT_EQ(content(path), "before");
  ASSERT_TRUE(replaced->write("first"));
  ASSERT_TRUE(replaced->write("second"));
  EXPECT_EQ(content(path), "second");
  // Nothing else is left beside it.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(CiFiles, AReplacedFileFollowsALinkAndSparesDevices) {
  fs::create_symlink(file("before"), folder_ + "/link");
  ASSERT_TRUE(cli::ReplacedFile::at(folder_ + "/link")->write("after"));
  EXPECT_EQ(content(folder_ + "/log"), "after");
  EXPECT_TRUE(fs::is_symlink(folder_ + "/link"));
  const auto device = cli::ReplacedFile::at("/dev/null");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().sentence, "\"/dev/null\" cannot be written: it is not a plain file");
  EXPECT_FALSE(cli::ReplacedFile::at(folder_));
  const auto nowhere = cli::ReplacedFile::at(folder_ + "/none/file")->write("x");
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().sentence.find("No such file"), std::string::npos);
}

TEST(JunitReports, HoldATestCaseAGameAndOneAnExpectation) {
  cli::JunitReport report("match connect4");
  report.add_game(clean(), std::nullopt);
  report.add_game(crash(), cli::game_fault(crash(), FaultDetail::kBrief));
  report.add_game(void_game(), std::nullopt);
  report.add_expectation("a>=0.5", std::nullopt);
  report.add_expectation("b>0.5", "it scored 0.000 (0 of 2), 0.500 too little");
  report.skip_expectation("b<0.5", "why");
  EXPECT_EQ(report.xml(),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="6" failures="2" errors="1" skipped="1" time="4.602">
  <testsuite name="match connect4" tests="3" failures="1" errors="1" skipped="0" time="4.602" timestamp="2026-01-31T12:00:00">
    <testcase name="game 3: a - b" classname="quiver.match.connect4" time="1.534"/>
    <testcase name="game 3: a - b" classname="quiver.match.connect4" time="1.534">
      <failure type="CRASHED" message="b: CRASHED, its process ended: exit status 4">
b: CRASHED, its process ended: exit status 4
</failure>
    </testcase>
    <testcase name="game 3: a - b" classname="quiver.match.connect4" time="1.534">
      <error type="VOID" message="no process &lt;could&gt; be started">no process &lt;could&gt; be started</error>
    </testcase>
  </testsuite>
  <testsuite name="match connect4, expectations" tests="3" failures="1" errors="0" skipped="1" time="0.000">
    <testcase name="a&gt;=0.5" classname="quiver.expectations" time="0.000"/>
    <testcase name="b&gt;0.5" classname="quiver.expectations" time="0.000">
      <failure type="EXPECTATION" message="it scored 0.000 (0 of 2), 0.500 too little">expected b&gt;0.5: it scored 0.000 (0 of 2), 0.500 too little</failure>
    </testcase>
    <testcase name="b&lt;0.5" classname="quiver.expectations" time="0.000">
      <skipped message="why"/>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(TapReports, HoldATestPointAGameAndOneAnExpectation) {
  cli::TapReport tap;
  GameFault fault = *cli::game_fault(crash(), FaultDetail::kBrief);
  fault.seats[0].log = {"say \"\\n\"", "\ttab"};
  fault.position = {"1  0  ."};
  EXPECT_EQ(tap.head(), "TAP version 13\n");
  EXPECT_EQ(tap.game(clean(), std::nullopt), "ok 1 - game 3: a - b\n");
  EXPECT_EQ(tap.game(crash(), fault), R"(not ok 2 - game 3: a - b
  ---
  message: "b: CRASHED, its process ended: exit status 4"
  out:
    - bot: "b"
      reason: "CRASHED"
      detail: "its process ended: exit status 4"
      log:
        - "say \"\\n\""
        - "\ttab"
  position:
    - "1  0  ."
  ...
)");
  EXPECT_EQ(tap.game(void_game(), std::nullopt), R"(not ok 3 - game 3: a - b
  ---
  message: "void: no process <could> be started"
  ...
)");
  EXPECT_EQ(tap.expectation("a>=0.5", std::nullopt), "ok 4 - expected a>=0.5\n");
  EXPECT_EQ(tap.expectation("b>0.5", "it played no games"),
            "not ok 5 - expected b>0.5\n  ---\n  message: \"it played no games\"\n  ...\n");
  EXPECT_EQ(tap.plan(), "1..5\n");
  EXPECT_EQ(cli::TapReport::bail_out("interrupted"), "Bail out! interrupted\n");
}

// What could not be kept is not green.
TEST(CiReports, TellOfAFailureAndJudgeNothing) {
  const std::string path = testing::TempDir() + "/quiver-ci-report-" + std::to_string(getpid()) + ".xml";
  cli::CiOptions options;
  options.junit = path;
  options.expectations = {"a>=0"};
  cli::CiReport report(options, "tournament connect4");
  report.open();
  report.add(clean());
  report.add_stopped("a - c: two games in a row were void: no");
  EXPECT_EQ(report.finish(0, "the disk is full"), 0);
  std::ifstream in(path);
  const std::string xml((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::remove(path.c_str());
  EXPECT_NE(xml.find("errors=\"2\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("interrupted by a failure (the disk is full) after 1 game"), std::string::npos) << xml;
  EXPECT_NE(xml.find("a - c: two games in a row were void: no"), std::string::npos) << xml;
  EXPECT_NE(xml.find("skipped=\"1\""), std::string::npos) << xml;
}

}  // namespace quiver::tests
