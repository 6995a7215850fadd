// The page's server over TLS, from a client that handles every byte itself: slow, broken and greedy ones too.
#include <filesystem>
#include <fstream>
#include <functional>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <gtest/gtest.h>

#include "referee/web/http/http_server.hpp"
#include "tests/e2e/certificates.hpp"

namespace quiver::tests {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using asio::ip::tcp;

struct Echo final : web::Listener {
  void on_open(const std::shared_ptr<web::Peer>& from) override { peer = from; }
  void on_text(std::string_view message) override { heard.append(message).append("|"); }
  void on_closed() override { closed = true; }
  std::shared_ptr<web::Peer> peer;
  std::string heard;
  bool closed = false;
};

struct OnePage final : web::RequestHandler {
  [[nodiscard]] std::variant<web::BodyLimit, web::Response> body_limit(const web::Request&) override {
    return web::BodyLimit{1U << 20U};
  }
  void on_request(const web::Request& request, Answer answer) override {
    secure = request.secure;
    body = request.body;
    answer({200, "text/plain", reply});
  }
  void on_upgrade(const web::Request& request, Admission admission) override {
    secure = request.secure;
    admission(listener);
  }
  web::Response on_unencrypted(const web::Request& request) override {
    return {308, "", nullptr, {{"Location", "https://" + request.host + request.target}}};
  }
  web::Response on_error(unsigned status, const std::string&) override { return {status, "", nullptr}; }
  std::shared_ptr<Echo> listener = std::make_shared<Echo>();
  web::Text reply = web::text("hello");
  bool secure = false;
  std::string body;
};

class TlsPage : public testing::Test {
 protected:
  TlsPage() {
    std::string pattern = (fs::temp_directory_path() / "quiver-page-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    renew();
    web::HttpServer::Limits limits;
    limits.to_ask = limits.to_bring = limits.to_take = std::chrono::milliseconds(400);
    const auto certificate = [this] { return &*certificate_; };
    server_ = web::HttpServer::open(io_, {"127.0.0.1", 0}, handler_, limits, certificate).value();
    connect();
  }
  ~TlsPage() override {
    server_.reset();
    fs::remove_all(folder_);
  }

  void renew() {
    const Certified certified = authority_.issue();
    certificate_ =
        wire::TlsServer::load(file("cert", certified.certificate), file("key", certified.key)).value();
  }
  std::string file(const std::string& name, const std::string& content) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::trunc) << content;
    fs::permissions(path, static_cast<fs::perms>(0600));
    return path;
  }

  void connect() {
    client_ = tcp::socket(io_);
    client_.connect({asio::ip::make_address("127.0.0.1"), server_->address().port});
    client_.non_blocking(true);
    client_.set_option(tcp::no_delay(true));
    closed_ = false;
    plain_.clear();
    const auto trust = wire::TlsClient::make(file("ca", authority_.certificate())).value();
    tls_.emplace(trust.connect("localhost"));
  }
  // What the client has to say at the beginning of a handshake.
  std::string hello() {
    std::string bytes;
    tls_->take_output(bytes);
    return bytes;
  }
  // Sends what the kernel takes of it, while the server runs.
  void send_raw(std::string_view bytes) {
    while (!bytes.empty() && !closed_) {
      boost::system::error_code error;
      const std::size_t sent = client_.write_some(asio::buffer(bytes), error);
      if (error && error != asio::error::would_block) closed_ = true;
      bytes.remove_prefix(error ? 0 : sent);
      turn();
    }
  }
  void send(std::string_view text) {
    std::string sealed;
    ASSERT_TRUE(tls_->send(text, sealed));
    send_raw(sealed);
  }
  // The server runs for a moment, and the client takes what has come.
  void turn(std::size_t most = 1U << 16U) {
    io_.restart();
    io_.run_for(std::chrono::milliseconds(1));
    std::string taken(most, 0);
    boost::system::error_code error;
    const std::size_t size = client_.read_some(asio::buffer(taken), error);
    if (error && error != asio::error::would_block) closed_ = true;
    if (size == 0 || error) return;
    if (!tls_) {
      plain_ += taken.substr(0, size);
      return;
    }
    if (!tls_->receive(std::string_view(taken).substr(0, size), plain_)) closed_ = true;
    std::string answer;
    tls_->take_output(answer);
    if (!answer.empty()) send_raw(answer);
  }
  // Runs until it holds, or the other end hangs up, which has to be soon.
  bool until(const std::function<bool()>& condition) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition() && !closed_ && std::chrono::steady_clock::now() < deadline) turn();
    return condition();
  }
  bool shakes_hands() {
    send_raw(hello());
    return until([this] { return tls_->established(); });
  }
  bool hangs_up() {
    if (!until([this] { return closed_; })) return false;
    client_.close();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (server_->num_connections() > 0 && std::chrono::steady_clock::now() < deadline) {
      io_.restart();
      io_.run_for(std::chrono::milliseconds(1));
    }
    return server_->num_connections() == 0;
  }
  static constexpr const char* kGet = "GET /a?b=1 HTTP/1.1\r\nHost: here\r\n\r\n";

  Authority authority_;
  std::string folder_;
  std::optional<wire::TlsServer> certificate_;
  asio::io_context io_;
  OnePage handler_;
  std::unique_ptr<web::HttpServer> server_;
  tcp::socket client_{io_};
  std::optional<wire::TlsSession> tls_;
  std::string plain_;  // what has come
  bool closed_ = false;
};

}  // namespace

TEST_F(TlsPage, AnswersOneRequestAfterTheOther) {
  ASSERT_TRUE(shakes_hands());
  for (int k = 0; k < 3; ++k) {
    plain_.clear();
    send(kGet);
    ASSERT_TRUE(until([this] { return plain_.ends_with("hello"); })) << plain_;
    EXPECT_TRUE(plain_.starts_with("HTTP/1.1 200 OK\r\n"));
  }
  EXPECT_TRUE(handler_.secure);
  EXPECT_EQ(server_->num_connections(), 1U);
}

TEST_F(TlsPage, AnswersARequestThatCameWithTheEndOfTheHandshake) {
  std::string bytes = hello();
  client_.write_some(asio::buffer(bytes));
  // The last words of the handshake are held back until the request is behind them.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!tls_->established() && std::chrono::steady_clock::now() < deadline) {
    io_.restart();
    io_.run_for(std::chrono::milliseconds(1));
    std::string taken(1U << 16U, 0);
    boost::system::error_code error;
    const std::size_t size = client_.read_some(asio::buffer(taken), error);
    if (error) continue;
    ASSERT_TRUE(tls_->receive(std::string_view(taken).substr(0, size), plain_));
  }
  bytes.clear();
  tls_->take_output(bytes);
  ASSERT_TRUE(tls_->send(kGet, bytes));
  send_raw(bytes);
  EXPECT_TRUE(until([this] { return plain_.ends_with("hello"); }));
}

TEST_F(TlsPage, BringsALongAnswerToASlowReaderInPieces) {
  handler_.reply = web::text(std::string(300'000, 'x'));
  ASSERT_TRUE(shakes_hands());
  send(kGet);
  const auto all = [this] { return plain_.size() > 300'000; };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!all() && !closed_ && std::chrono::steady_clock::now() < deadline) turn(5000);
  EXPECT_TRUE(all());
}

TEST_F(TlsPage, TakesABodyInSmallRecords) {
  ASSERT_TRUE(shakes_hands());
  std::string sealed;
  ASSERT_TRUE(tls_->send("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 3000\r\n\r\n", sealed));
  for (int k = 0; k < 300; ++k) ASSERT_TRUE(tls_->send("0123456789", sealed));
  send_raw(sealed);
  ASSERT_TRUE(until([this] { return plain_.ends_with("hello"); }));
  EXPECT_EQ(handler_.body.size(), 3000U);
}

TEST_F(TlsPage, TellsWhoSpeaksNoTlsWhereToGo) {
  tls_.reset();
  client_.write_some(asio::buffer(std::string(kGet)));
  EXPECT_TRUE(until([this] { return plain_.find("\r\n\r\n") != std::string::npos; }));
  EXPECT_TRUE(plain_.starts_with("HTTP/1.1 308 ")) << plain_;
  EXPECT_NE(plain_.find("Location: https://here/a?b=1\r\n"), std::string::npos) << plain_;
}

TEST_F(TlsPage, EndsAHandshakeByTheClockThoughItGoesOn) {
  const std::string bytes = hello();
  for (std::size_t k = 0; k < bytes.size() && !closed_; ++k) {
    send_raw(std::string_view(bytes).substr(k, 1));
    for (int pause = 0; pause < 5; ++pause) turn();
  }
  EXPECT_FALSE(tls_->established());
  EXPECT_TRUE(hangs_up());
}

TEST_F(TlsPage, DoesNotWaitForWhoSaysNothing) { EXPECT_TRUE(hangs_up()); }

TEST_F(TlsPage, DoesNotWaitForTheSecondHalfOfAHandshake) {
  const std::string bytes = hello();
  tls_.reset();  // what comes back is not answered
  send_raw(bytes);
  EXPECT_TRUE(hangs_up());
}

TEST_F(TlsPage, HangsUpOnGarbage) {
  for (const std::string& garbage :
       {std::string("\x16garbage"), std::string("\x16\x03\x01\xff\xff", 5) + std::string(100'000, 'x'),
        std::string("\x16\x03\x01\x00\x04\xff\xff\xff\xff", 9), std::string(50'000, '\x16')}) {
    connect();
    tls_.reset();
    send_raw(garbage);
    EXPECT_TRUE(hangs_up());
  }
}

TEST_F(TlsPage, HangsUpOnARecordThatWasChangedOnTheWay) {
  ASSERT_TRUE(shakes_hands());
  std::string sealed;
  ASSERT_TRUE(tls_->send(kGet, sealed));
  sealed[sealed.size() / 2] = static_cast<char>(sealed[sealed.size() / 2] ^ 1);
  send_raw(sealed);
  EXPECT_TRUE(hangs_up());
  EXPECT_EQ(plain_, "");
}

TEST_F(TlsPage, UsesANewCertificateForNewConnections) {
  ASSERT_TRUE(shakes_hands());
  renew();
  send(kGet);
  EXPECT_TRUE(until([this] { return plain_.ends_with("hello"); })) << "an open connection keeps its own";
  connect();
  EXPECT_TRUE(shakes_hands());
}

TEST_F(TlsPage, CarriesAWebSocket) {
  ASSERT_TRUE(shakes_hands());
  send(
      "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n");
  ASSERT_TRUE(until([this] { return handler_.listener->peer && plain_.find("101") != std::string::npos; }));
  plain_.clear();
  // A message larger than a record, and many small ones behind it.
  handler_.listener->peer->send(web::text(std::string(100'000, 'x')));
  for (int k = 0; k < 10; ++k) handler_.listener->peer->send(web::text("small"));
  EXPECT_TRUE(until([this] { return plain_.size() == 10 + 100'000 + 10 * 7; })) << plain_.size();
  // Two frames in one record, masked with zeros; each of more than one piece at the throttle.
  std::string frames;
  for (const char letter : {'a', 'b'})
    frames += std::string("\x81\xfe\x03\xe8\0\0\0\0", 8) + std::string(1000, letter);
  send(frames);
  EXPECT_TRUE(until([this] { return handler_.listener->heard.size() == 2002; }));
  EXPECT_EQ(handler_.listener->heard.substr(999, 3), "a|b");
  plain_.clear();
  handler_.listener->peer->close(web::kCloseNormal, "done");
  EXPECT_TRUE(until([this] { return plain_.find("done") != std::string::npos; }));
}

TEST_F(TlsPage, SaysGoodbyeToAWebSocketWhenItIsDestroyed) {
  ASSERT_TRUE(shakes_hands());
  send(
      "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n");
  ASSERT_TRUE(until([this] { return handler_.listener->peer && plain_.find("101") != std::string::npos; }));
  plain_.clear();
  handler_.listener->peer.reset();
  server_.reset();
  until([this] { return tls_->peer_closed(); });
  EXPECT_EQ(plain_, std::string("\x88\x02\x03\xe9", 4));
  EXPECT_TRUE(tls_->peer_closed());
}

}  // namespace quiver::tests
