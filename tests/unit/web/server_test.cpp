// The server's own end of a WebSocket, with a client here that reads when it is told to.
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

#include "referee/web/http/http_server.hpp"

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

struct OneListener final : web::RequestHandler {
  [[nodiscard]] std::variant<web::BodyLimit, web::Response> body_limit(const web::Request&) override {
    return web::BodyLimit{1U << 20U};
  }
  void on_request(const web::Request&, Answer answer) override { answer({200, "", reply}); }
  void on_upgrade(const web::Request&, Admission admission) override { admission(listener); }
  web::Response on_unencrypted(const web::Request& request) override {
    return {308, "", nullptr, {{"Location", "https://" + request.host + request.target}}};
  }
  web::Response on_error(unsigned status, const std::string&) override { return {status, "", nullptr}; }
  std::shared_ptr<Listening> listener = std::make_shared<Listening>();
  web::Text reply;
};

// A client of a server with little patience, which sends and reads in small pieces while the server runs.
class GivenImpatience : public testing::Test {
 protected:
  static web::HttpServer::Limits limits() {
    web::HttpServer::Limits limits;
    limits.to_ask = limits.to_bring = limits.to_take = std::chrono::milliseconds(300);
    limits.memory = 4U << 20U;
    return limits;
  }
  GivenImpatience() {
    client_.connect({asio::ip::make_address("127.0.0.1"), server_->address().port});
    client_.non_blocking(true);
  }
  // What comes back to a beginning that is followed by one byte after the other.
  std::string trickle(const std::string& beginning, std::size_t most) {
    boost::system::error_code error;
    client_.non_blocking(false);
    asio::write(client_, asio::buffer(beginning));
    client_.non_blocking(true);
    for (std::size_t sent = 0; sent < most && !closed_; ++sent) {
      client_.write_some(asio::buffer("a", 1), error);
      turn();
    }
    return heard_;
  }
  void turn(std::size_t bytes = 4096) {
    std::vector<char> taken(bytes);
    boost::system::error_code error;
    io_.restart();
    io_.run_for(std::chrono::milliseconds(1));
    heard_.append(taken.data(), client_.read_some(asio::buffer(taken), error));
    closed_ = closed_ || (error && error != asio::error::would_block);
  }

  asio::io_context io_;
  OneListener handler_;
  std::unique_ptr<web::HttpServer> server_ =
      web::HttpServer::open(io_, {"127.0.0.1", 0}, handler_, limits()).value();
  tcp::socket client_{io_};
  std::string heard_;
  bool closed_ = false;
};
using Servers = GivenImpatience;

class GivenWebSocket {
 public:
  GivenWebSocket() {
    client_.connect({asio::ip::make_address("127.0.0.1"), server_->address().port});
    const std::string hello =
        "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
    asio::write(client_, asio::buffer(hello));
    while (!handler_.listener->peer) io_.run_one();
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
  web::Peer& peer() { return *handler_.listener->peer; }
  void poll() { io_.poll_one(); }
  void end() { server_.reset(); }

  asio::io_context io_;
  OneListener handler_;
  std::unique_ptr<web::HttpServer> server_ =
      web::HttpServer::open(io_, {"127.0.0.1", 0}, handler_, web::HttpServer::Limits{}).value();
  tcp::socket client_{io_};
};

class WebSocketServer : public testing::Test, protected GivenWebSocket {};

}  // namespace

TEST_F(Servers, EndAHeaderByTheClockThoughItKeepsComing) {
  EXPECT_TRUE(trickle("GET / HTTP/1.1\r\nHost: here\r\n", 7'000).starts_with("HTTP/1.1 408 "));
  EXPECT_TRUE(closed_);
}

TEST_F(Servers, EndABodyByTheClockThoughItKeepsComing) {
  const std::string head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\n\r\n";
  EXPECT_TRUE(trickle(head, 100'000).starts_with("HTTP/1.1 408 "));
  EXPECT_TRUE(closed_);
}

TEST_F(Servers, EndChunksByTheClockThoughTheyKeepComing) {
  const std::string head = "POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n";
  EXPECT_TRUE(trickle(head, 100'000).starts_with("HTTP/1.1 408 "));
  EXPECT_TRUE(closed_);
}

TEST_F(Servers, DoNotWaitForWhoReadsByteByByte) {
  handler_.reply = web::text(std::string(3U << 20U, 'x'));
  boost::system::error_code error;
  client_.set_option(tcp::socket::receive_buffer_size(4096), error);
  client_.write_some(asio::buffer(std::string("GET / HTTP/1.1\r\nHost: here\r\n\r\n")), error);
  while (server_->num_connections() == 0) turn(1);
  while (server_->num_connections() > 0) turn(1);
  EXPECT_LT(heard_.size(), handler_.reply->size()) << "it was given up before the end";
}

TEST_F(Servers, SayWhereTheyHoldTooMuchAlready) {
  handler_.reply = web::text(std::string(5U << 20U, 'x'));
  EXPECT_TRUE(trickle("GET / HTTP/1.1\r\nHost: here\r\n\r\n", 100'000).starts_with("HTTP/1.1 503 "));
}

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
  while (!handler_.listener->closed) io_.run_one();
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
  EXPECT_FALSE(handler_.listener->closed) << "nobody is told anything after it";
}

}  // namespace quiver::tests
