// The plan between quiver and the supervisor, there and back.
#include "referee/launch/supervisor_protocol.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

TEST(Plans, ComeBackAsTheyWere) {
  launch::LaunchPlan plan;
  plan.program = "/bin/ech:o";
  plan.arguments = {"", "5:five", std::string("nul\0inside", 10)};
  plan.environment = {"A=1"};
  plan.folder = "/tmp";
  plan.shown = {{"/a b", "/real/a b", 7, 8, true}, {"/c", "/c", 9, std::uint64_t{1} << 40U, false}};
  plan.confined = true;
  plan.links = {"/a b"};
  plan.user = 0x51000001;
  plan.memory_bytes = std::uint64_t{1} << 40U;
  plan.files = 7;
  const auto back = launch::decode_plan(launch::encode_plan(plan));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->program, plan.program);
  EXPECT_EQ(back->arguments, plan.arguments);
  EXPECT_EQ(back->environment, plan.environment);
  ASSERT_EQ(back->shown.size(), 2U);
  EXPECT_EQ(back->shown[0].path, "/a b");
  EXPECT_EQ(back->shown[0].source, "/real/a b");
  EXPECT_EQ(back->shown[0].device, 7U);
  EXPECT_TRUE(back->shown[0].folder);
  EXPECT_EQ(back->shown[1].inode, std::uint64_t{1} << 40U);
  EXPECT_FALSE(back->shown[1].folder);
  EXPECT_TRUE(back->confined);
  EXPECT_EQ(back->links, plan.links);
  EXPECT_FALSE(back->filtered);
  EXPECT_EQ(back->user, plan.user);
  EXPECT_EQ(back->memory_bytes, plan.memory_bytes);
  EXPECT_EQ(back->files, 7U);
}

TEST(Plans, ThatAreNoneAreRefused) {
  const std::string good = launch::encode_plan({});
  EXPECT_TRUE(launch::decode_plan(good));
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(launch::decode_plan(good.substr(0, size))) << size;
  EXPECT_FALSE(launch::decode_plan(good + "1:x"));
  EXPECT_FALSE(launch::decode_plan("99:x" + good));
  EXPECT_FALSE(launch::decode_plan("-1:" + good));
}

}  // namespace quiver::tests
