// Chance that a seed repeats, and secrets.
#include "client_sdk/base/random.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace quiver::tests {

using base::equal_in_constant_time;
using base::Random;

TEST(RandomNumbers, AreThoseOfSplitmix64) {
  Random random(1234567);
  EXPECT_EQ(random(), 6457827717110365317U);
  EXPECT_EQ(random(), 3203168211198807973U);
  EXPECT_EQ(random(), 9817491932198370423U);
}

TEST(RandomNumbers, OfTheSameSeedAreTheSame) {
  Random one(7);
  Random two(7);
  Random other(8);
  bool differs = false;
  for (int k = 0; k < 100; ++k) {
    const std::uint64_t value = one();
    EXPECT_EQ(value, two());
    differs = differs || value != other();
  }
  EXPECT_TRUE(differs);
}

TEST(RandomNumbers, BelowABoundAreEquallyLikely) {
  Random random(3);
  std::array<int, 5> seen{};
  for (int k = 0; k < 50'000; ++k) ++seen.at(random.below(seen.size()));
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 400);  // more than four standard deviations
  for (int k = 0; k < 100; ++k) EXPECT_EQ(random.below(1), 0U);
  const std::uint64_t large = (std::uint64_t{1} << 63U) + 1;
  for (int k = 0; k < 100; ++k) EXPECT_LT(random.below(large), large);
}

TEST(Secrets, AreOfTheLengthAskedForAndNeverTheSame) {
  EXPECT_EQ(base::secret_bytes(0), "");
  EXPECT_EQ(base::secret_bytes(16).size(), 16U);
  EXPECT_NE(base::secret_bytes(16), base::secret_bytes(16));
}

TEST(Secrets, AreEqualOnlyIfEveryByteIs) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_TRUE(equal_in_constant_time(std::string_view("a\0b", 3), std::string_view("a\0b", 3)));
  for (const char* other : {"", "a", "ab", "abd", "xbc", "abcd", "abcabc", "ABC"}) {
    EXPECT_FALSE(equal_in_constant_time("abc", other)) << other;
    EXPECT_FALSE(equal_in_constant_time(other, "abc")) << other;
  }
}

TEST(Hexadecimal, HasTwoLowerCaseDigitsAByte) {
  EXPECT_EQ(base::hex(std::string_view("\x00\x7f\xff", 3)), "007fff");
  EXPECT_EQ(base::hex(std::uint64_t{0xAB}), "00000000000000ab");
  EXPECT_EQ(base::hex(~std::uint64_t{0}), "ffffffffffffffff");
}

}  // namespace quiver::tests
