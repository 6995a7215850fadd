// What is said to many reaches each in order; whoever does not take it is dropped and holds nobody up.
#include "referee/web/broadcast.hpp"

#include <gtest/gtest.h>

#include "tests/unit/web/fake_peer.hpp"

namespace quiver::tests {

using web::Broadcast;
using web::ListenerList;
using web::PeerPtr;

namespace {

using Peers = std::vector<std::shared_ptr<FakePeer>>;

Peers some_peers(std::size_t count) {
  Peers all;
  for (std::size_t k = 0; k < count; ++k) all.push_back(std::make_shared<FakePeer>());
  return all;
}

std::vector<PeerPtr> as_listeners(const Peers& peers) { return {peers.begin(), peers.end()}; }

// How many pieces it took.
int send_all(Broadcast& broadcast) {
  int pieces = 0;
  while (broadcast.send_some()) ++pieces;
  return pieces;
}

}  // namespace

TEST(Broadcasts, ReachEverybodyInOrderAFewAtATime) {
  const Peers peers = some_peers(2 * Broadcast::kAtOnce + 1);
  Broadcast broadcast;
  broadcast.add(web::text("one"), as_listeners(peers));
  broadcast.add(web::text("two"), as_listeners(peers));
  EXPECT_TRUE(broadcast.send_some());
  std::size_t informed = 0;
  for (const auto& peer : peers) informed += peer->heard.size();
  EXPECT_EQ(informed, Broadcast::kAtOnce) << "one piece is a few listeners";
  EXPECT_EQ(send_all(broadcast), 5);
  for (const auto& peer : peers) EXPECT_EQ(peer->heard, (std::vector<std::string>{"one", "two"}));
  EXPECT_FALSE(broadcast.send_some());
  EXPECT_EQ(broadcast.dropped(), 0U);
}

TEST(Broadcasts, AreMadeOnceForAll) {
  const Peers peers = some_peers(3);
  const web::Text message = web::text("a long story");
  Broadcast broadcast;
  broadcast.add(message, as_listeners(peers));
  EXPECT_LE(message.use_count(), 2) << "nobody has a copy of its own";
  send_all(broadcast);
}

TEST(Broadcasts, ToNobodyAreNoWork) {
  Broadcast broadcast;
  broadcast.add(web::text("one"), {});
  EXPECT_FALSE(broadcast.send_some());
}

TEST(Broadcasts, CloseAfterTheLastWord) {
  const Peers peers = some_peers(2);
  Broadcast broadcast;
  broadcast.add(web::text("on"), as_listeners(peers));
  broadcast.add(web::text("over"), as_listeners(peers), 1000);
  broadcast.send_some();
  EXPECT_EQ(peers[0]->closed, 0);
  send_all(broadcast);
  for (const auto& peer : peers) {
    EXPECT_EQ(peer->heard.back(), "over");
    EXPECT_EQ(peer->closed, 1000);
  }
}

TEST(Broadcasts, DropWhoeverDoesNotRead) {
  const Peers peers = some_peers(3);
  peers[1]->reads = false;
  const std::string message(100U << 10U, 'x');
  Broadcast broadcast;
  for (int k = 0; k < 5; ++k) broadcast.add(web::text(message), as_listeners(peers));
  send_all(broadcast);
  EXPECT_EQ(peers[1]->heard.size(), 3U) << "what it was sent before is more than may wait";
  EXPECT_GE(peers[1]->dropped, 1);
  for (const std::size_t k : {0U, 2U}) {
    EXPECT_EQ(peers[k]->heard.size(), 5U);
    EXPECT_EQ(peers[k]->dropped, 0);
  }
  EXPECT_GE(broadcast.dropped(), 1U);
}

TEST(ListenerLists, TellNewcomersFromThoseWhoKnow) {
  const Peers peers = some_peers(3);
  ListenerList listeners;
  EXPECT_TRUE(listeners.empty());
  listeners.newcomers = as_listeners(peers);
  EXPECT_EQ(listeners.size(), 3U);
  listeners.remove(peers[1].get());
  EXPECT_EQ(listeners.take_newcomers().size(), 2U);
  EXPECT_TRUE(listeners.newcomers.empty());
  EXPECT_TRUE(listeners.take_newcomers().empty());
  EXPECT_EQ(listeners.informed.size(), 2U);
  listeners.remove(peers[1].get());
  listeners.remove(peers[0].get());
  EXPECT_EQ(listeners.informed, (std::vector<PeerPtr>{peers[2]}));
  listeners.remove(peers[2].get());
  EXPECT_TRUE(listeners.empty());
}

}  // namespace quiver::tests
