// What is kept of a bot's output: whole lines, each at its move, never more than the limit.
#include "referee/run/output_log.hpp"

#include <sstream>

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include "client_sdk/base/harmless_text.hpp"
#include "quiver/v1/log.pb.h"

namespace quiver::tests {

namespace {

constexpr std::size_t kLimit = 64U << 10U;

wire::LogLine at(std::uint32_t ply, bool turn = true) { return {ply, turn}; }

std::vector<v1::LogLine> lines_of(const std::shared_ptr<const std::string>& text) {
  std::vector<v1::LogLine> all;
  if (!text) return all;
  std::istringstream in(*text);
  for (std::string line; std::getline(in, line);) {
    EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(line, &all.emplace_back()).ok()) << line;
  }
  return all;
}

// "17 depth 5"; a minus in front of the ply: it was not to move; a plus behind: the line goes on.
std::vector<std::string> shown(const std::vector<v1::LogLine>& lines) {
  std::vector<std::string> all;
  for (const v1::LogLine& one : lines)
    all.push_back(one.cut() ? "cut"
                            : (one.turn() ? "" : "-") + std::to_string(one.ply()) + " " + one.text() +
                                  (one.part() ? "+" : ""));
  return all;
}

using Shown = std::vector<std::string>;

}  // namespace

TEST(OutputLog, KeepsALineWithTheMoveAtWhichItBegan) {
  run::OutputLog log(kLimit);
  log.take("ready\nde", at(0, false));
  log.take("pth 1\r\ndepth 2\n\n", at(0));
  log.take("pondering\n", at(1, false));
  log.take("half", at(2));
  log.take(" of it\nno end", at(3, false));
  EXPECT_EQ(shown(lines_of(log.finish())), (Shown{"-0 ready", "-0 depth 1", "0 depth 2", "0 ", "-1 pondering",
                                                  "2 half of it", "-3 no end"}));
}

TEST(OutputLog, IsNullIfNothingWasPrinted) {
  run::OutputLog log(kLimit);
  EXPECT_EQ(log.finish(), nullptr);
  EXPECT_FALSE(log.is_open()) << "the game is over";
  run::OutputLog off(0);
  EXPECT_FALSE(off.is_open());
  off.take("anything\n", at(0));
  EXPECT_EQ(off.finish(), nullptr);
}

TEST(OutputLog, DividesLongLinesBetweenCharacters) {
  run::OutputLog log(kLimit);
  std::string line(run::OutputLog::kLongest - 1, 'x');
  log.take(line + "\u00e9" + "y\n", at(4));
  const auto lines = lines_of(log.finish());
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].part());
  EXPECT_EQ(lines[0].text(), line);
  EXPECT_EQ(shown({lines[1]}), Shown{"4 \u00e9y"});
}

TEST(OutputLog, EndsALineThatIsExactlyAsLongAsAnEntry) {
  run::OutputLog log(kLimit);
  log.take(std::string(run::OutputLog::kLongest, 'x'), at(1));
  log.take("\nnext\n", at(2));
  const auto lines = lines_of(log.finish());
  ASSERT_EQ(lines.size(), 3U) << "the line, its end, and the next one";
  EXPECT_EQ(lines[0].text().size(), run::OutputLog::kLongest);
  EXPECT_EQ(shown({lines[1], lines[2]}), (Shown{"1 ", "2 next"}));
}

TEST(OutputLog, EscapesWhatIsNotShownAsItself) {
  run::OutputLog log(kLimit);
  log.take(std::string("\x1b[31m<b>red</b>\t\xff\0end\n", 22), at(7));
  EXPECT_EQ(shown(lines_of(log.finish())), Shown{"7 \\x1b[31m<b>red</b>\t\\xff\\x00end"});
}

TEST(OutputLog, NeverExceedsItsLimit) {
  for (const std::size_t limit : {std::size_t{1024}, kLimit})
    for (const std::string& piece :
         {std::string("abc\n"), std::string(1U << 16U, '\0'), std::string(3, '\n'),
          std::string("\"\\\"\\\xf0\x9f\x8f\xb9\n"), std::string(5000, '\xff') + "\n"}) {
      run::OutputLog log(limit);
      for (int k = 0; k < 100'000 && log.is_open(); ++k) log.take(piece, at(static_cast<std::uint32_t>(k)));
      EXPECT_FALSE(log.is_open());
      log.take(piece, at(0));
      const auto text = log.finish();
      ASSERT_NE(text, nullptr);
      EXPECT_LE(text->size(), limit);
      const auto lines = lines_of(text);
      EXPECT_TRUE(lines.back().cut());
      for (std::size_t k = 0; k + 1 < lines.size(); ++k) {
        EXPECT_FALSE(lines[k].cut());
        EXPECT_EQ(base::harmless_text(lines[k].text(), base::Keep::kTabs), lines[k].text());
      }
    }
}

TEST(OutputLog, CostsNothingOnceItIsFull) {
  run::OutputLog log(1024);
  const std::string much(1U << 20U, 'x');
  for (int k = 0; k < 1000; ++k) log.take(much, at(0));  // a gigabyte
  EXPECT_FALSE(log.is_open());
}

}  // namespace quiver::tests
