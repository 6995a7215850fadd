// A small HTTP and WebSocket server with a small interface: requests in, answers out, and text to listeners.
//
// It knows nothing of games. What a client may send is bounded here, in size and in time, before anything
// parses it: too much or too slow is answered with a status, and the connection is closed. The memory for all
// clients together is bounded too. With a certificate it speaks TLS; who speaks plain HTTP then is told where
// to go, and nothing else. Implemented with Boost.Beast in one file, because its headers take most of
// a minute to compile. Everything happens on the thread of the io_context; all calls return at once.
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
#include "client_sdk/wire/tls.hpp"
#include "referee/net/transport/connection_limiter.hpp"

namespace boost::asio {
class io_context;
}

namespace quiver::web {

// Immutable, and shared by all clients that are sent the same.
using Text = std::shared_ptr<const std::string>;

inline Text text(std::string from) { return std::make_shared<const std::string>(std::move(from)); }

// A request whose header and body have been read and are within the limits.
struct Request {
  std::string method;  // "GET", "HEAD", "POST", …
  std::string target;  // as it was sent, without a fragment: it begins with a slash
  std::string path;    // without the query, with %41 and the like resolved
  std::map<std::string, std::string> query;
  std::string host;
  std::string origin;  // empty if the client did not say
  std::string content_type;
  std::string known;        // If-None-Match
  bool takes_gzip = false;  // as an encoding of the answer
  bool wants_page = false;  // a browser asks for something to show
  std::string cookies;      // as the client sent them: "a=1; b=2"
  std::string authorization;
  bool own_script = false;      // it has the header Quiver-Request, which other sites' pages cannot send
  std::uint64_t announced = 0;  // the length of the body by its header; 0 if it does not say
  bool secure = false;          // it came over TLS to this server; what a proxy says of itself does not count
  net::AddressKey address{};    // who asks, as far as limits are concerned
  std::string body;

  // The value of a parameter of the query; empty if it is not there.
  [[nodiscard]] std::string parameter(const std::string& key) const {
    const auto found = query.find(key);
    return found == query.end() ? "" : found->second;
  }
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
inline constexpr std::uint16_t kCloseTryLater = 1013;

// The server's end of a WebSocket, to send with.
class Peer {
 public:
  // Always queued; a caller that sends much should look at waiting().
  virtual void send(Text message) = 0;
  // The bytes in the queue without the message that is being sent, which may be long and take a while.
  [[nodiscard]] virtual std::size_t waiting() const = 0;
  // Closes when the queue has been sent. Codes are those of RFC 6455, section 7.4.
  virtual void close(std::uint16_t code, const std::string& reason) = 0;
  // Closes now, without a Close frame; the queue is lost.
  virtual void drop() = 0;

 protected:
  ~Peer() = default;
};

// The code that receives the messages of one WebSocket.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void on_open(const std::shared_ptr<Peer>& peer) = 0;
  virtual void on_text(std::string_view message) = 0;
  // The last call.
  virtual void on_closed() = 0;
};
using ListenerPtr = std::shared_ptr<Listener>;

// What a request may bring.
struct BodyLimit {
  std::size_t most = 0;
  // Of somebody who has signed in: long bodies of theirs have places, memory and time of their own, which
  // strangers cannot take.
  std::string account = {};
};

// Answers requests. Called on the server's thread; must not block.
class RequestHandler {
 public:
  // To be called once, now or later.
  using Answer = std::function<void(Response)>;
  using Admission = std::function<void(std::variant<ListenerPtr, Response>)>;

  // How long the body of this request may be, or the answer to refuse it with before its body is read.
  [[nodiscard]] virtual std::variant<BodyLimit, Response> body_limit(const Request& request) = 0;
  virtual void on_request(const Request& request, Answer answer) = 0;
  // A request to become a WebSocket.
  virtual void on_upgrade(const Request& request, Admission admission) = 0;
  // The answer to a request without TLS, where there is a certificate. Its body is not read.
  virtual Response on_unencrypted(const Request& request) = 0;
  // The answer to something that is not a valid request.
  virtual Response on_error(unsigned status, const std::string& sentence) = 0;

 protected:
  ~RequestHandler() = default;
};

class HttpServer {
 public:
  struct Limits {
    std::size_t connections = 2'000;        // further ones are answered with 503
    std::size_t from_one_address = 250;     // of another machine
    std::size_t from_this_machine = 1'500;  // from each of its addresses
    std::size_t header = 8U << 10U;
    std::size_t fields = 100;             // in a header
    std::size_t message = 4U << 10U;      // over a WebSocket
    std::size_t short_body = 16U << 10U;  // only so many longer ones at once:
    std::size_t long_bodies = 8;          // one more is answered with 503
    std::size_t uploads = 8;              // the same for those who have signed in, who bring one at a time
    // Connections from this machine come from a proxy, which names the client in X-Forwarded-For.
    bool behind_proxy = false;
    // What visitors have sent and what they have not read yet: bodies, answers, messages.
    std::size_t memory = 128U << 20U;
    std::size_t memory_of_one_address = 64U << 20U;
    std::size_t upload_memory = 128U << 20U;  // for long bodies of those who have signed in
    // Each is for the whole, however much arrives meanwhile.
    base::Duration to_ask = std::chrono::seconds(10);    // from the first byte to the end of a header, and
                                                         // before it for a TLS handshake
    base::Duration to_bring = std::chrono::seconds(30);  // a body
    base::Duration to_upload = std::chrono::minutes(5);  // a long one of somebody who has signed in
    base::Duration to_take = std::chrono::seconds(30);   // an answer
    base::Duration to_rest = std::chrono::seconds(60);   // between two requests
    base::Duration silence =
        std::chrono::seconds(30);  // over a WebSocket, which is sent a ping after half of it
  };

  // What new connections use; asked for each of them, so that it can be replaced. It never returns null.
  using Certificate = std::function<const wire::TlsServer*()>;

  // Listens, or says why it cannot. The handler must outlive it. Without a certificate it speaks plain HTTP.
  static base::Result<std::unique_ptr<HttpServer>> open(boost::asio::io_context& io,
                                                        const wire::Address& where, RequestHandler& handler,
                                                        const Limits& limits, Certificate certificate = {});
  // Closes everything; the handler and listeners are not called after it.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // How much long bodies of those who have signed in may take, instead of what the limits said.
  void set_upload_memory(std::size_t bytes);

  // With the actual port.
  [[nodiscard]] const wire::Address& address() const;
  // Only clients of this machine can reach it.
  [[nodiscard]] bool is_loopback() const;
  [[nodiscard]] std::size_t num_connections() const;
  // Over all WebSockets.
  [[nodiscard]] std::size_t waiting() const;
  // Something is still being sent to one of them.
  [[nodiscard]] bool is_sending() const;

 private:
  class Impl;
  explicit HttpServer(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
