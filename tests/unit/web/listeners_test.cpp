// Guests over their WebSocket: whoever speaks and does not read is given up.
#include "referee/web/listeners.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "referee/run/referee.hpp"
#include "tests/unit/web/fake_peer.hpp"

namespace quiver::tests {

TEST(Guests, WhoDoNotReadTheAnswersAreDropped) {
  run::Settings how;
  how.listen = {"127.0.0.1", 0};
  how.log = net::Log::Level::kWarning;
  const auto referee = run::Referee::open(how).value();
  web::PageHandler handler(*referee, web::Settings{});
  web::SeatListener guest(handler);
  const auto peer = std::make_shared<FakePeer>();
  guest.on_open(peer);
  guest.on_text("nonsense");
  ASSERT_EQ(peer->heard.size(), 1U);
  EXPECT_EQ(peer->dropped, 0);
  peer->reads = false;
  peer->send(web::text(std::string(web::Broadcast::kMostWaiting + 1, ' ')));
  guest.on_text("nonsense");
  EXPECT_EQ(peer->dropped, 1);
  EXPECT_EQ(peer->heard.size(), 2U) << "nothing is added to what waits";
  guest.on_closed();
}

}  // namespace quiver::tests
