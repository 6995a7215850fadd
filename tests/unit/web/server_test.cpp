// The server's own end of a WebSocket, with a client here that reads when it is told to.
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

#include "referee/web/http.hpp"

namespace quiver::tests {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

struct Listening final : web::Listener {
  void on_open(const std::shared_ptr<web::Peer>& opened) override { peer = opened; }
  void on_text(std::string_view) override { throw std::runtime_error("a fault"); }
  void on_closed() override { closed = true; }
  std::shared_ptr<web::Peer> peer;
  bool closed = false;
};

struct OneListener final : web::Desk {
  [[nodiscard]] std::size_t most_body(const web::Request&) const override { return 0; }
  void on_request(const web::Request&, Answer answer) override { answer({}); }
  void on_upgrade(const web::Request&, Admission admission) override { admission(listener); }
  web::Response on_error(unsigned status, const std::string&) override { return {status, "", nullptr}; }
  std::shared_ptr<Listening> listener = std::make_shared<Listening>();
};

class GivenWebSocket {
 public:
  GivenWebSocket() {
    client_.connect({asio::ip::make_address("127.0.0.1"), server_->address().port});
    const std::string hello =
        "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
    asio::write(client_, asio::buffer(hello));
    while (!desk_.listener->peer) io_.run_one();
  }

  // Reads what comes until nothing waits at the server any more.
  void read_until(const std::function<bool()>& condition) {
    std::vector<char> taken(1U << 16U);
    client_.non_blocking(true);
    boost::system::error_code ignored;
    while (!condition()) {
      client_.read_some(asio::buffer(taken), ignored);
      io_.poll_one();
    }
  }
  web::Peer& peer() { return *desk_.listener->peer; }
  void poll() { io_.poll_one(); }
  void end() { server_.reset(); }

  asio::io_context io_;
  OneListener desk_;
  std::unique_ptr<web::Server> server_ =
      std::move(web::Server::open(io_, {"127.0.0.1", 0}, desk_, web::Server::Limits{}).value());
  tcp::socket client_{io_};
};

class WebSocketServer : public testing::Test, protected GivenWebSocket {};

}  // namespace

TEST_F(WebSocketServer, CountsWhatWaitsBehindTheMessageThatIsBeingSent) {
  peer().send(web::text(std::string(32U << 20U, 'a')));
  for (int k = 0; k < 100; ++k) io_.poll_one();
  EXPECT_EQ(peer().waiting(), 0U) << "a long story may take its time";
  peer().send(web::text(std::string(1000, 'b')));
  peer().send(web::text(std::string(500, 'c')));
  EXPECT_EQ(peer().waiting(), 1500U);
  read_until([this] { return peer().waiting() < 1500; });
  EXPECT_EQ(peer().waiting(), 500U);
  read_until([this] { return peer().waiting() == 0; });
}

TEST_F(WebSocketServer, TellsAListenerOfTheEndThatItsOwnFaultBrings) {
  // A text of one letter, masked with zeros.
  asio::write(client_, asio::buffer(std::string("\x81\x81\0\0\0\0x", 7)));
  while (!desk_.listener->closed) io_.run_one();
  EXPECT_EQ(server_->waiting(), 0U);
}

// Whatever the kernel holds for somebody who reads nothing, after one of so many messages it holds no more.
TEST(WebSocketServers, DoNotWaitAtTheirEndForWhoeverDoesNotRead) {
  const auto send_some = [](GivenWebSocket& to, int most) {
    for (int sent = 0; sent < most; ++sent) {
      to.peer().send(web::text(std::string(20'000, 'a')));
      for (int k = 0; k < 20; ++k) to.poll();
      if (to.peer().waiting() > 0) return sent;
    }
    return most;
  };
  GivenWebSocket first;
  const int all = send_some(first, 10'000);
  first.end();
  ASSERT_LT(all, 10'000);
  for (int some = 1; some < all; ++some) {
    GivenWebSocket one;
    send_some(one, some);
    one.end();
  }
}

TEST_F(WebSocketServer, SaysThatItGoes) {
  server_.reset();
  std::string all;
  std::vector<char> taken(4096);
  boost::system::error_code error;
  while (!error) all.append(taken.data(), client_.read_some(asio::buffer(taken), error));
  EXPECT_TRUE(all.ends_with(std::string("\x88\x02\x03\xe9", 4)));
  EXPECT_FALSE(desk_.listener->closed) << "nobody is told anything after it";
}

}  // namespace quiver::tests
