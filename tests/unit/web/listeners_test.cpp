// Visitors over their WebSocket: whoever speaks and does not read is dropped. And the headers of all answers.
#include "referee/web/listeners.hpp"

#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "referee/run/referee.hpp"
#include "tests/unit/web/fake_peer.hpp"

namespace quiver::tests {

TEST(Visitors, WhoDoNotReadTheAnswersAreDropped) {
  run::Settings how;
  how.listen = {"127.0.0.1", 0};
  how.log = net::Log::Level::kWarning;
  const auto referee = run::Referee::open(how).value();
  web::PageHandler handler(*referee, web::Settings{});
  web::SeatListener visitor(handler);
  const auto peer = std::make_shared<FakePeer>();
  visitor.on_open(peer);
  visitor.on_text("nonsense");
  ASSERT_EQ(peer->heard.size(), 1U);
  EXPECT_EQ(peer->dropped, 0);
  peer->reads = false;
  peer->send(web::text(std::string(web::Broadcast::kMostWaiting + 1, ' ')));
  visitor.on_text("nonsense");
  EXPECT_EQ(peer->dropped, 1);
  EXPECT_EQ(peer->heard.size(), 2U) << "nothing is added to what waits";
  visitor.on_closed();
}

TEST(Answers, NameTheServer) {
  run::Settings how;
  how.listen = {"127.0.0.1", 0};
  how.log = net::Log::Level::kWarning;
  const auto referee = run::Referee::open(how).value();
  web::PageHandler handler(*referee, web::Settings{});
  web::Request request;
  request.method = "GET";
  request.path = "/healthz";
  request.host = "localhost";
  std::map<std::string, std::string> headers;
  handler.on_request(request, [&](const web::Response& response) {
    headers.insert(response.headers.begin(), response.headers.end());
  });
  EXPECT_EQ(headers["Server"], "quiver");
  EXPECT_FALSE(headers.contains("HttpServer"));
}

}  // namespace quiver::tests
