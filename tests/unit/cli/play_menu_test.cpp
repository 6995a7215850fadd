// The menu of `quiver play`: whatever is typed, it ends in something that can be played, or in nothing.
#include "referee/cli/terminal/play_menu.hpp"

#include <array>
#include <unistd.h>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"
#include "client_sdk/games/position.hpp"

namespace quiver::tests {

using cli::PlayMenu;
using cli::PlayRequest;

class Menu : public testing::Test {
 protected:
  // What comes of these lines; the input ends after them.
  std::optional<PlayRequest> ask(const std::string& lines, const std::string& bot = "random",
                                 bool two = false) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    EXPECT_EQ(write(ends[1], lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
    close(ends[1]);
    base::TypedLines typed(ends[0]);
    printed_.clear();
    PlayMenu menu(
        typed, [this](const std::string& text) { printed_ += text; }, bot, two);
    auto request = menu.ask();
    ended_ = menu.input_ended();
    close(ends[0]);
    return request;
  }
  void expect_printed(const std::string& text) {
    EXPECT_NE(printed_.find(text), std::string::npos) << text << " is not in:\n" << printed_;
  }

  std::string printed_;
  bool ended_ = false;
};

TEST_F(Menu, EmptyLinesTakeWhatIsUsual) {
  const auto request = ask("\n\n\n\n");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->game, "amazons");
  EXPECT_EQ(request->options.shape, "square");
  EXPECT_EQ(request->options.size, 10U);
  EXPECT_EQ(request->against, "random");
  EXPECT_FALSE(request->second);
}

TEST_F(Menu, NumbersAndWords) {
  const auto request = ask("quoridor\n DONUT \n15\n2\n");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->game, "quoridor");
  EXPECT_EQ(request->options.shape, "donut");
  EXPECT_EQ(request->options.size, 15U);
  EXPECT_TRUE(request->second);
  EXPECT_EQ(printed_.find("eight"), std::string::npos) << "Quoridor has no such board";
}

TEST_F(Menu, ConnectFourSidesGoFrom4To15) {
  const auto request = ask("3\n3\n16\nabc\n-4\n4.0\n\xff\n4\n0\n15\n1\n");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->options.rows, 4U);
  EXPECT_EQ(request->options.columns, 15U);
  expect_printed("16 is not possible here; it takes 4 to 15.");
  expect_printed("\"abc\" is no number; type 4 to 15.");
}

TEST_F(Menu, RulesAreToldAndTheQuestionIsAskedAgain) {
  const auto request = ask("rules\n3\nrules\n\n\nrules\n\n");
  ASSERT_TRUE(request);
  expect_printed("Bring your pawn");
  EXPECT_EQ(request->game, "connect4");
}

TEST_F(Menu, TwoPeopleNeedNoOpponent) {
  const auto request = ask("3\n\n\ntwo\n", "");
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->two);
  EXPECT_TRUE(ask("3\n\n\n", "", true)->two);
}

TEST_F(Menu, QuitGoesEverywhere) {
  for (const char* lines : {"quit\n", "3\nquit\n", "1\n1\nq\n", "3\n\n\nexit\n"}) {
    EXPECT_FALSE(ask(lines)) << lines;
    EXPECT_FALSE(ended_);
  }
}

TEST_F(Menu, TheEndOfTheInputEndsIt) {
  EXPECT_FALSE(ask(""));
  EXPECT_TRUE(ended_);
  EXPECT_FALSE(ask("3\nfoo"));
  EXPECT_TRUE(ended_);
}

TEST_F(Menu, WhateverIsTypedTheWishCanBePlayed) {
  const std::uint64_t seed = 20240211;
  base::Random random(seed);
  unsigned wishes = 0;
  for (unsigned round = 0; round < 300; ++round) {
    std::string lines;
    for (unsigned k = 0; k < 12; ++k) {
      for (std::uint64_t n = random.below(4); n > 0; --n)
        lines += random.below(2) == 0 ? static_cast<char>('0' + random.below(10))
                                      : static_cast<char>(random.below(256));
      lines += '\n';
    }
    const auto request = ask(lines);
    if (!request) continue;
    ++wishes;
    const auto start = games::Position::start(request->game, request->options);
    EXPECT_TRUE(start) << "seed " << seed << ", round " << round;
  }
  EXPECT_GT(wishes, 30U);
}

}  // namespace quiver::tests
