// What visitors make the referee hold: bounded together and by address, shared texts once.
#include "referee/web/http/memory_budget.hpp"

#include <gtest/gtest.h>

namespace quiver::web {
namespace {

constexpr net::AddressKey kFirstAddress{1};
constexpr net::AddressKey kSecondAddress{2};
constexpr net::AddressKey kCid{3};

std::shared_ptr<const std::string> some(std::size_t size) {
  return std::make_shared<const std::string>(size, 'a');
}

TEST(MemoryBudgets, AreBoundedForOneAddressAndForAll) {
  MemoryBudget budget(100, 60);
  EXPECT_TRUE(budget.take(kFirstAddress, 40));
  EXPECT_FALSE(budget.take(kFirstAddress, 21));
  EXPECT_TRUE(budget.take(kFirstAddress, 20));
  EXPECT_TRUE(budget.take(kSecondAddress, 40)) << "another address has its own part";
  EXPECT_FALSE(budget.take(kCid, 1));
  budget.give_back(kFirstAddress, 30);
  EXPECT_TRUE(budget.take(kCid, 30));
  EXPECT_EQ(budget.used(), 100U);
}

TEST(MemoryBudgets, LetWhoHoldsNothingHoldOneThing) {
  MemoryBudget budget(100, 10);
  EXPECT_TRUE(budget.take(kFirstAddress, 90));
  EXPECT_FALSE(budget.take(kFirstAddress, 1));
  EXPECT_FALSE(budget.take(kSecondAddress, 11)) << "but there has to be room for it";
}

TEST(MemoryBudgets, CountATextOnceForAllWhoAreSentIt) {
  MemoryBudget budget(100, 100);
  const auto news = some(80);
  EXPECT_TRUE(budget.hold(kFirstAddress, news));
  for (int k = 0; k < 1000; ++k) EXPECT_TRUE(budget.hold(kSecondAddress, news));
  EXPECT_EQ(budget.used(), 80U);
  EXPECT_FALSE(budget.hold(kSecondAddress, some(80)));
  budget.release(news);
  EXPECT_EQ(budget.used(), 80U) << "somebody has not got it yet";
  for (int k = 0; k < 1000; ++k) budget.release(news);
  EXPECT_EQ(budget.used(), 0U);
}

TEST(MemoryShares, GiveBackWhatTheyHeld) {
  const auto budget = std::make_shared<MemoryBudget>(100, 100);
  {
    MemoryShare share(budget, kFirstAddress);
    EXPECT_TRUE(share.grow_to(10));
    EXPECT_TRUE(share.grow_to(30));
    EXPECT_TRUE(share.grow_to(20));
    EXPECT_FALSE(share.grow_to(101));
    EXPECT_TRUE(share.hold(some(70)));
    EXPECT_EQ(budget->used(), 100U);
  }
  EXPECT_EQ(budget->used(), 0U);
}

}  // namespace
}  // namespace quiver::web
