// What the searches of all games share: budgets, bitsets, tables, and the choice among equals.
#include <set>

#include <gtest/gtest.h>

#include "bots/search/best_choice.hpp"
#include "bots/search/bitset.hpp"
#include "bots/search/lockless_entry.hpp"
#include "bots/search/search_budget.hpp"
#include "bots/search/transposition_table.hpp"
#include "client_sdk/base/mix.hpp"

namespace quiver::bots {

namespace {

using namespace std::chrono_literals;

std::uint64_t nodes_until_exhausted(SearchBudget& budget) {
  while (budget.count_node()) {
  }
  return budget.nodes();
}

// A clock that has run out.
TimeManager expired() {
  bot::TimeControl control;
  control.per_move = 50ms;
  TimeManager time(control);
  const base::Time past = std::chrono::steady_clock::now() - 1s;
  time.begin(bot::Deadline{past}, past, 1);
  return time;
}

}  // namespace

TEST(SearchBudget, EndsAtTheNumberOfNodesWhateverTheInterval) {
  for (const std::uint64_t nodes : {1U, 15U, 16U, 17U, 1000U})
    for (const std::uint64_t interval : {1U, 16U, 256U}) {
      SearchBudget budget({.nodes = nodes}, {.interval = interval});
      EXPECT_EQ(nodes_until_exhausted(budget), nodes);
    }
}

TEST(SearchBudget, ReadsTheClockAtItsInterval) {
  TimeManager time = expired();
  SearchBudget budget({.time = &time}, {.interval = 64});
  EXPECT_EQ(nodes_until_exhausted(budget), 64U);
  SearchBudget generous({.time = &time}, {.interval = 64, .min_nodes = 500});
  EXPECT_EQ(nodes_until_exhausted(generous), 512U);
}

TEST(SearchBudget, StopsWhenAnotherThreadSaysSo) {
  std::atomic<bool> stop = false;
  SearchBudget budget({}, {}, &stop);
  for (int k = 0; k < 100; ++k) EXPECT_TRUE(budget.count_node());
  stop = true;
  EXPECT_EQ(nodes_until_exhausted(budget), 112U);
}

TEST(SearchBudget, LeavesTheRestToTheNextPart) {
  SearchBudget budget({.nodes = 100});
  budget.begin_part(30, base::Time::max());
  EXPECT_EQ(nodes_until_exhausted(budget), 30U);
  budget.begin_rest();
  EXPECT_FALSE(budget.exhausted());
  EXPECT_EQ(nodes_until_exhausted(budget), 100U);
  budget.begin_rest();
  EXPECT_TRUE(budget.exhausted());
}

TEST(SearchBudget, NoPartSetsTheClockBack) {
  TimeManager time = expired();
  SearchBudget budget({.time = &time});
  budget.begin_part(1000, base::Time::max());
  EXPECT_EQ(nodes_until_exhausted(budget), 16U);
  budget.begin_rest();
  EXPECT_TRUE(budget.exhausted());
}

TEST(Bitset, IsASetOfNumbers) {
  base::Random random(1);
  for (int round = 0; round < 50; ++round) {
    Bitset<4> bits, other;
    std::set<unsigned> numbers, others;
    for (int k = 0; k < 40; ++k) {
      const auto bit = static_cast<unsigned>(random.below(256));
      const auto more = static_cast<unsigned>(random.below(256));
      bits.add(bit), numbers.insert(bit);
      other.add(more), others.insert(more);
    }
    EXPECT_EQ(bits.count(), static_cast<int>(numbers.size()));
    for (unsigned bit = 0; bit < 256; ++bit) {
      EXPECT_EQ(bits.has(bit), numbers.contains(bit));
      EXPECT_EQ((bits & other).has(bit), numbers.contains(bit) && others.contains(bit));
      EXPECT_EQ((bits | other).has(bit), numbers.contains(bit) || others.contains(bit));
      EXPECT_EQ(bits.without(other).has(bit), numbers.contains(bit) && !others.contains(bit));
      EXPECT_EQ((~bits).has(bit), !numbers.contains(bit));
    }
    std::set<unsigned> visited;
    bits.for_each([&](unsigned bit) { visited.insert(bit); });
    EXPECT_EQ(visited, numbers);
  }
}

TEST(Bitset, ShiftsByAnyNumberOfPlaces) {
  base::Random random(2);
  for (unsigned places = 0; places < 256; ++places) {
    const auto bit = static_cast<unsigned>(random.below(256));
    const auto one = Bitset<4>::of(bit);
    EXPECT_EQ(one << places, bit + places < 256 ? Bitset<4>::of(bit + places) : Bitset<4>{});
    EXPECT_EQ(one >> places, bit >= places ? Bitset<4>::of(bit - places) : Bitset<4>{});
    if (places == 0 || places >= 64) continue;
    EXPECT_EQ(one.up(places), one << places);
    EXPECT_EQ(one.down(places), one >> places);
  }
}

TEST(TranspositionTable, ForgetsButNeverLies) {
  TranspositionTable<int> table(1024, Replacement::kAlways);
  for (int k = 1; k < 20'000; ++k)
    table.store({base::mix64(static_cast<std::uint64_t>(k)), k, 2 * k, 3, Bound::kLower, 0});
  unsigned found = 0;
  for (int k = 1; k < 20'000; ++k)
    if (const auto* known = table.find(base::mix64(static_cast<std::uint64_t>(k)))) {
      ++found;
      ASSERT_EQ(known->score, k);
      ASSERT_EQ(known->best, 2 * k);
    }
  EXPECT_GT(found, 500U);
  EXPECT_NE(table.find(base::mix64(19'999)), nullptr) << "the newest stays";
  table.new_generation();
  EXPECT_EQ(table.find(base::mix64(19'999)), nullptr);
}

TEST(TranspositionTable, KeepsTheDeeperOfTwoWhereItIsToldTo) {
  TranspositionTable<int> table(1, Replacement::kDeeperFirst);
  table.store({1, 10, 0, 5, Bound::kExact, 0});
  table.store({2, 20, 0, 4, Bound::kExact, 0});
  EXPECT_NE(table.find(1), nullptr);
  table.store({1, 11, 0, 2, Bound::kExact, 0});
  EXPECT_EQ(table.find(1)->score, 11) << "the same position, anew";
  table.store({2, 20, 0, 4, Bound::kExact, 0});
  EXPECT_NE(table.find(2), nullptr);
  for (int k = 0; k < 70'000; ++k) table.new_generation();
  EXPECT_EQ(table.find(2), nullptr) << "nor when the generations start over";
}

TEST(TranspositionTable, KnowsWhenABoundAnswers) {
  EXPECT_EQ(bound_of(5, 0, 5), Bound::kLower);
  EXPECT_EQ(bound_of(0, 0, 5), Bound::kUpper);
  EXPECT_EQ(bound_of(3, 0, 5), Bound::kExact);
  EXPECT_TRUE(answers(Bound::kExact, 3, 0, 5));
  EXPECT_TRUE(answers(Bound::kLower, 5, 0, 5));
  EXPECT_FALSE(answers(Bound::kLower, 4, 0, 5));
  EXPECT_TRUE(answers(Bound::kUpper, 0, 0, 5));
  EXPECT_FALSE(answers(Bound::kUpper, 1, 0, 5));
  EXPECT_FALSE(answers(Bound::kNone, 3, 0, 5));
}

TEST(LocklessEntry, AnswersToItsKeyAlone) {
  LocklessEntry entry;
  EXPECT_EQ(entry.find(0), 0U);
  EXPECT_EQ(entry.find(7), 0U);
  entry.store(7, 99);
  EXPECT_EQ(entry.find(7), 99U);
  EXPECT_EQ(entry.find(8), 0U);
  EXPECT_EQ(entry.data(), 99U);
}

TEST(BestChoice, TakesEachOfTheBestAboutAsOften) {
  base::Random random(3);
  std::array<unsigned, 4> times{};
  for (int round = 0; round < 3000; ++round) {
    BestChoice<unsigned> best(random);
    EXPECT_FALSE(best.choice());
    for (const auto& [what, value] : {std::pair{0U, 1}, {1U, 5}, {2U, 5}, {3U, 5}}) best.offer(what, value);
    ++times[*best.choice()];
    EXPECT_EQ(best.value(), 5);
  }
  EXPECT_EQ(times[0], 0U);
  for (const unsigned k : {1U, 2U, 3U}) EXPECT_NEAR(times[k], 1000, 150);
}

}  // namespace quiver::bots
