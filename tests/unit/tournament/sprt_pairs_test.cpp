// Games that end in any order come to the same verdict after the same pairs.
#include "referee/tournament/ratings/sprt_pairs.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"

namespace quiver::tests {

namespace {

using tournament::Sprt;
using tournament::SprtPairs;

SprtPairs test() { return SprtPairs(Sprt::parse("elo0=0,elo1=50").value()); }

}  // namespace

TEST(PairsOfGames, CountWhenAllBeforeThemHaveBeenPlayed) {
  SprtPairs pairs = test();
  pairs.add(2, 1);
  pairs.add(3, 1);
  pairs.add(1, 0);
  EXPECT_EQ(pairs.state().pairs, 0U);
  pairs.add(0, 1);
  EXPECT_EQ(pairs.state().pairs, 2U);
  pairs.add(4, 0.5);
  EXPECT_EQ(pairs.state().pairs, 2U);
}

TEST(PairsOfGames, ComeToTheSameVerdictInAnyOrder) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("PairsOfGames");
  int decided = 0;
  for (int k = 0; k < 100; ++k) {
    const std::size_t strength = 2 + dice.below(6);
    std::vector<double> points(400);
    for (double& one : points) one = dice.below(10) < strength ? 1 : dice.one_in(2) ? 0.5 : 0;
    SprtPairs in_order = test();
    for (std::uint32_t index = 0; index < points.size(); ++index) in_order.add(index, points[index]);
    // Up to eight games at once: any of the eight that began first may end next.
    SprtPairs at_once = test();
    std::vector<std::uint32_t> going;
    for (std::uint32_t next = 0; next < points.size() || !going.empty();) {
      while (going.size() < 8 && next < points.size()) going.push_back(next++);
      const std::size_t which = dice.below(going.size());
      at_once.add(going[which], points[going[which]]);
      going.erase(going.begin() + static_cast<std::ptrdiff_t>(which));
    }
    EXPECT_EQ(at_once.decided(), in_order.decided());
    EXPECT_EQ(at_once.state().verdict, in_order.state().verdict);
    EXPECT_EQ(at_once.state().pairs, in_order.state().pairs);
    EXPECT_EQ(at_once.state().llr, in_order.state().llr);
    decided += in_order.decided() ? 1 : 0;
  }
  EXPECT_GT(decided, 50) << "or else this says little";
}

TEST(PairsOfGames, ThatComeAfterTheVerdictChangeNothing) {
  SprtPairs pairs = test();
  std::uint32_t index = 0;
  while (!pairs.decided()) pairs.add(index++, 1);
  const auto verdict = pairs.state();
  for (int k = 0; k < 200; ++k) pairs.add(index++, 0);
  EXPECT_EQ(pairs.state().verdict, "H1");
  EXPECT_EQ(pairs.state().pairs, verdict.pairs);
  EXPECT_EQ(pairs.state().llr, verdict.llr);
}

}  // namespace quiver::tests
