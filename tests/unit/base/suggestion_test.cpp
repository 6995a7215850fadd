// Which word somebody may have meant.
#include "client_sdk/base/suggestion.hpp"

#include <gtest/gtest.h>

namespace quiver::base {

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(edit_distance("match", "match"), 0U);
  EXPECT_EQ(edit_distance("Match", "mATCH"), 0U);
  EXPECT_EQ(edit_distance("mach", "match"), 1U);      // put in
  EXPECT_EQ(edit_distance("maatch", "match"), 1U);    // left out
  EXPECT_EQ(edit_distance("metch", "match"), 1U);     // replaced
  EXPECT_EQ(edit_distance("mtach", "match"), 1U);     // exchanged
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);  // the textbook's
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("", ""), 0U);
}

TEST(EditDistance, IsTheSameBothWaysAndBounded) {
  for (const auto& [a, b] : {std::pair{"quoridor", "corridor"}, {"abcd", "badc"}, {"", "x"}})
    EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << ' ' << b;
  EXPECT_EQ(edit_distance(std::string(1000, 'a'), std::string(2000, 'a')), 0U);
  EXPECT_EQ(edit_distance(std::string(1000, 'a'), std::string(2000, 'b')), 64U);
}

TEST(Nearest, IsOneThatIsNearEnough) {
  const std::vector<std::string> games{"amazons", "quoridor", "connect4"};
  EXPECT_EQ(nearest("Connect4", games), "connect4");
  EXPECT_EQ(nearest("connect-4", games), "connect4");
  EXPECT_EQ(nearest("amazon", games), "amazons");
  EXPECT_EQ(nearest("chess", games), "");
  EXPECT_EQ(nearest("", games), "");
  EXPECT_EQ(nearest("go", games), "");
  // of equally near ones the first, and a nearer one before it
  EXPECT_EQ(nearest("--size", {"--sizes", "--sized"}), "--sizes");
  EXPECT_EQ(nearest("matsch", {"marsch", "match", "matsch"}), "matsch");
}

TEST(Nearest, IsTold) {
  EXPECT_EQ(did_you_mean("bord", {"board"}), "; did you mean board?");
  EXPECT_EQ(did_you_mean("chess", {"board"}), "");
}

}  // namespace quiver::base
