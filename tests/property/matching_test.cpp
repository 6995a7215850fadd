// The cheapest matching against all matchings there are.
#include "referee/tournament/formats/matching.hpp"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"

namespace quiver::tests {

namespace {

using tournament::cheapest_matching;
using tournament::Cost;
using tournament::Costs;

// Few different costs make many ties, tight edges and blossoms; many make nearly one answer only.
Costs any_costs(std::size_t size, Dice& dice) {
  const std::size_t kind = dice.below(4), spread = 1 + dice.below(4);
  const auto number = [&](std::size_t bound) { return static_cast<std::int64_t>(dice.below(bound)); };
  Costs costs(size);
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = a + 1; b < size; ++b) {
      Cost cost;
      const auto apart = static_cast<std::int64_t>(b - a);
      if (kind == 0) cost.levels[0] = number(1 + spread);
      if (kind == 1) cost.levels[2] = number(100'000) - 50'000;
      if (kind == 2) std::generate(cost.levels.begin(), cost.levels.end(), [&] { return number(3) - 1; });
      if (kind == 3) cost.levels = {dice.one_in(4), 0, number(1 + spread), number(3), -apart, apart * apart};
      costs.set(a, b, cost);
    }
  return costs;
}

// By the sets of those who are still to be matched, smaller ones first.
Cost least_cost(const Costs& costs) {
  const std::size_t size = costs.size();
  std::vector<Cost> least(std::size_t{1} << size);
  for (std::size_t set = 1; set < least.size(); ++set) {
    if (std::popcount(set) % 2 == 1) continue;
    const auto a = static_cast<std::size_t>(std::countr_zero(set));
    bool first = true;
    for (std::size_t b = a + 1; b < size; ++b) {
      if ((set >> b & 1) == 0) continue;
      const Cost cost = least[set & ~(std::size_t{1} << a) & ~(std::size_t{1} << b)] + costs.at(a, b);
      if (first || cost < least[set]) least[set] = cost;
      first = false;
    }
  }
  return least.back();
}

void expect_cheapest(const Costs& costs) {
  const std::vector<std::uint32_t> partners = cheapest_matching(costs);
  Cost sum;
  ASSERT_EQ(partners.size(), costs.size());
  for (std::uint32_t a = 0; a < costs.size(); ++a) {
    ASSERT_LT(partners[a], costs.size());
    ASSERT_NE(partners[a], a);
    ASSERT_EQ(partners[partners[a]], a);
    if (a < partners[a]) sum += costs.at(a, partners[a]);
  }
  ASSERT_EQ(sum.levels, least_cost(costs).levels);
}

TEST(CheapestMatching, IsAsCheapAsAnyOther) {
  Dice dice("CheapestMatching.IsAsCheapAsAnyOther");
  for (int trial = 0; trial < 3000; ++trial) {
    const Costs costs = any_costs(2 + 2 * dice.below(5), dice);
    ASSERT_NO_FATAL_FAILURE(expect_cheapest(costs)) << how_to_repeat();
  }
  for (int trial = 0; trial < 24; ++trial) {
    const Costs costs = any_costs(14, dice);
    ASSERT_NO_FATAL_FAILURE(expect_cheapest(costs)) << how_to_repeat();
  }
}

// Too many to try them all: no two pairs of it can be exchanged for cheaper ones, and it is no dearer than
// the matching that was laid down at the start.
TEST(CheapestMatching, OfManyCannotBeImprovedByExchanges) {
  Dice dice("CheapestMatching.OfManyCannotBeImprovedByExchanges");
  for (const std::size_t size : {60U, 120U, 200U}) {
    Costs costs = any_costs(size, dice);
    Cost planted;
    for (std::size_t a = 0; a < size; a += 2) planted += costs.at(a, a + 1);
    const std::vector<std::uint32_t> partners = cheapest_matching(costs);
    Cost sum;
    for (std::uint32_t a = 0; a < size; ++a) {
      ASSERT_EQ(partners[partners[a]], a) << how_to_repeat();
      if (a < partners[a]) sum += costs.at(a, partners[a]);
      for (std::uint32_t b = 0; b < size; ++b) {
        if (b == a || b == partners[a]) continue;
        const Cost now = costs.at(a, partners[a]) + costs.at(b, partners[b]);
        ASSERT_FALSE(costs.at(a, b) + costs.at(partners[a], partners[b]) < now) << how_to_repeat();
      }
    }
    ASSERT_FALSE(planted < sum) << how_to_repeat();
  }
}

}  // namespace

}  // namespace quiver::tests
