// A small HTTP and WebSocket server with a plain face: requests in, answers out, and text to whoever listens.
//
// It knows nothing of games. What a client may send is bounded here, in size and in time, before anything
// parses it: too much or too slow gets its status and ends that connection. What all clients together make it
// hold is bounded too. Boost.Beast stands behind it, in one file, because its headers take most of a minute
// to compile. Everything happens on the thread of the io_context; all calls return at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/address.hpp"
#include "referee/net/transport/connection_limiter.hpp"

namespace boost::asio {
class io_context;
}

namespace quiver::web {

// Shared by all who are sent the same.
using Text = std::shared_ptr<const std::string>;

inline Text text(std::string from) { return std::make_shared<const std::string>(std::move(from)); }

struct Request {
  std::string method;  // "GET", "HEAD", "POST", …
  std::string path;    // without the query, with %41 and the like resolved
  std::map<std::string, std::string> query;
  std::string host;
  std::string origin;  // empty if the client did not say
  std::string content_type;
  std::string known;          // If-None-Match
  bool takes_gzip = false;    // as an encoding of the answer
  bool wants_page = false;    // a browser asks for something to show
  net::AddressKey address{};  // who asks, as far as limits are concerned
  std::string body;
};

struct Response {
  unsigned status = 200;
  std::string type;  // of the content
  Text body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// Why a WebSocket is closed, by RFC 6455, section 7.4.1.
inline constexpr std::uint16_t kCloseNormal = 1000;
inline constexpr std::uint16_t kClosePolicy = 1008;

// The near end of a WebSocket.
class Peer {
 public:
  // Queued, whatever waits already; whoever sends much looks at waiting().
  virtual void send(Text message) = 0;
  // Bytes behind the message that is being sent: that one may be as long as it is, and take its time.
  [[nodiscard]] virtual std::size_t waiting() const = 0;
  // When all that waits has been sent. Codes are those of RFC 6455, section 7.4.
  virtual void close(std::uint16_t code, const std::string& reason) = 0;
  // Now, without a word, whatever waits.
  virtual void drop() = 0;

 protected:
  ~Peer() = default;
};

// Whoever is spoken to at the near end.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void on_open(const std::shared_ptr<Peer>& peer) = 0;
  virtual void on_text(std::string_view message) = 0;
  // The last call.
  virtual void on_closed() = 0;
};
using ListenerPtr = std::shared_ptr<Listener>;

class RequestHandler {
 public:
  // To be called once, now or later.
  using Answer = std::function<void(Response)>;
  using Admission = std::function<void(std::variant<ListenerPtr, Response>)>;

  // How much this request may bring along.
  [[nodiscard]] virtual std::size_t most_body(const Request& request) const = 0;
  virtual void on_request(const Request& request, Answer answer) = 0;
  // It wants to become a WebSocket.
  virtual void on_upgrade(const Request& request, Admission admission) = 0;
  // The answer to what was no proper request.
  virtual Response on_error(unsigned status, const std::string& sentence) = 0;

 protected:
  ~RequestHandler() = default;
};

class HttpServer {
 public:
  struct Limits {
    std::size_t connections = 2'000;        // whoever comes then is told 503
    std::size_t from_one_address = 250;     // of another machine
    std::size_t from_this_machine = 1'500;  // from each of its addresses
    std::size_t header = 8U << 10U;
    std::size_t fields = 100;             // in a header
    std::size_t message = 4U << 10U;      // over a WebSocket
    std::size_t short_body = 16U << 10U;  // longer ones are taken a few at a time:
    std::size_t long_bodies = 8;          // whoever brings one more is told 503
    // Connections of this machine are a web server's that says in X-Forwarded-For for whom it asks.
    bool behind_proxy = false;
    // What visitors have sent and what they have not read yet: bodies, answers, messages.
    std::size_t memory = 128U << 20U;
    std::size_t memory_of_one_address = 64U << 20U;
    // Each from its beginning to its end, whether something comes meanwhile or not.
    base::Duration to_ask = std::chrono::seconds(10);    // from the first byte to the end of a header
    base::Duration to_bring = std::chrono::seconds(30);  // a body
    base::Duration to_take = std::chrono::seconds(30);   // an answer
    base::Duration to_rest = std::chrono::seconds(60);   // between two requests
    base::Duration silence = std::chrono::seconds(30);   // over a WebSocket, which is asked half-way
  };

  // Listens, or says why it cannot. The handler must outlive it.
  static base::Result<std::unique_ptr<HttpServer>> open(boost::asio::io_context& io,
                                                        const wire::Address& where, RequestHandler& handler,
                                                        const Limits& limits);
  // Closes everything; nobody is told anything after it.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // With the port it got.
  [[nodiscard]] const wire::Address& address() const;
  // Only clients of this machine can reach it.
  [[nodiscard]] bool is_loopback() const;
  [[nodiscard]] std::size_t num_connections() const;
  // Over all WebSockets.
  [[nodiscard]] std::size_t waiting() const;
  // Something is on its way to one of them.
  [[nodiscard]] bool is_sending() const;

 private:
  class Impl;
  explicit HttpServer(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
