// When bytes count as arrived: by the kernel's stamp as long as it cannot be older than they are.
#include "referee/net/transport/arrival.hpp"

#include <array>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace quiver::tests {

using base::Time;
using net::believed;
using net::latest;
using net::Segments;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

const Time kNow = Time(std::chrono::hours(1));

}  // namespace

TEST(Arrival, IsTheStampOfWhatCameInOrder) {
  for (const milliseconds age : {milliseconds(0), milliseconds(5), milliseconds(3000)})
    EXPECT_EQ(believed(kNow - age, Segments{false, age}, true, kNow), kNow - age)
        << "a busy referee makes nobody late";
  EXPECT_EQ(believed(kNow + milliseconds(1), Segments{}, true, kNow), kNow) << "never in the future";
}

TEST(Arrival, IsNoStampOnceSomethingCameOutOfOrder) {
  EXPECT_EQ(believed(kNow - seconds(3), Segments{true, milliseconds(0)}, true, kNow), std::nullopt);
  EXPECT_EQ(believed(kNow - seconds(3), Segments{true, seconds(3)}, true, kNow), std::nullopt);
}

TEST(Arrival, IsNoStampThatTheKernelContradicts) {
  EXPECT_EQ(believed(kNow - seconds(3), Segments{false, milliseconds(4)}, true, kNow), std::nullopt)
      << "the calendar's clock was set";
  EXPECT_EQ(believed(kNow - seconds(3), Segments{false, milliseconds(4)}, false, kNow), kNow - seconds(3))
      << "what came 4 ms ago was not read yet";
}

TEST(Arrival, IsNoStampWhereThereIsNoneOrNothingIsKnown) {
  EXPECT_EQ(believed(std::nullopt, Segments{}, true, kNow), std::nullopt);
  EXPECT_EQ(believed(kNow, std::nullopt, true, kNow), std::nullopt);
}

TEST(Arrival, IsOtherwiseTheLatestThatItCanHaveBeen) {
  EXPECT_EQ(latest(Segments{true, seconds(3)}, kNow), kNow - seconds(3) + milliseconds(10))
      << "a tick is charged";
  EXPECT_EQ(latest(Segments{true, milliseconds(4)}, kNow), kNow);
  EXPECT_EQ(latest(std::nullopt, kNow), kNow);
}

// On this machine's own kernel.
TEST(Arrival, OfAReadIsWhenTheBytesCame) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  const int peer = socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_EQ(connect(peer, reinterpret_cast<sockaddr*>(&address), size), 0);
  const int own = accept(listener, nullptr, nullptr);
  net::ask_for_stamps(own);
  std::array<char, 64> buffer;
  for (const bool in_order : {false, true}) {
    EXPECT_LT(net::receive(own, buffer.data(), buffer.size(), in_order).size, 0) << "it does not wait";
    const Time before = std::chrono::steady_clock::now();
    ASSERT_EQ(send(peer, "move", 4, 0), 4);
    const Time after = std::chrono::steady_clock::now();
    usleep(300'000);  // a busy referee
    const auto got = net::receive(own, buffer.data(), buffer.size(), in_order);
    EXPECT_EQ(got.size, 4);
    EXPECT_GE(got.arrived, before - milliseconds(1));
    EXPECT_LE(got.arrived, after + milliseconds(50));
  }
  const auto known = net::segments_of(own);
  ASSERT_TRUE(known);
  EXPECT_FALSE(known->reordered);
  EXPECT_GE(known->since_in_order, milliseconds(250));
  for (const int one : {listener, peer, own}) close(one);
}

}  // namespace quiver::tests
