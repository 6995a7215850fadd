// The server of http_server.hpp on Boost.Beast: the only file that is compiled with it, with
// beast_socket.hpp, beast_reader.hpp, beast_request.hpp, beast_stream.hpp and beast_tls.hpp.
#include <algorithm>
#include <array>
#include <optional>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "client_sdk/base/text.hpp"
#include "referee/net/transport/connection.hpp"
#include "referee/net/transport/listening.hpp"
#include "referee/web/http/beast_reader.hpp"
#include "referee/web/http/beast_request.hpp"
#include "referee/web/http/beast_socket.hpp"
#include "referee/web/http/beast_stream.hpp"
#include "referee/web/http/body_slots.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/http/memory_budget.hpp"
#include "referee/web/http/request_throttle.hpp"
#include "referee/web/http/target.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kTurnedAwayAtOnce = 100;
constexpr std::size_t kMostUnread = 4U << 20U;
// The first byte of a TLS connection: the kind of a record, a handshake. No method of HTTP begins with it.
constexpr char kHandshake = 22;

}  // namespace

class HttpServer::Impl : public std::enable_shared_from_this<HttpServer::Impl> {
 public:
  Impl(asio::io_context& io, RequestHandler& handler, const Limits& limits, Certificate certificate)
      : io_(io),
        acceptor_(io),
        throttle_(std::make_shared<RequestThrottle>(io)),
        handler_(&handler),
        limits_(limits),
        certificate_(std::move(certificate)),
        memory_(std::make_shared<MemoryBudget>(limits.memory, limits.memory_of_one_address)),
        upload_memory_(std::make_shared<MemoryBudget>(limits.upload_memory, limits.upload_memory)),
        slots_(limits.long_bodies, limits.uploads) {}

  base::Result<void> listen(const wire::Address& where);
  void start();
  void stop();
  void set_upload_memory(std::size_t bytes) { upload_memory_->set_limits(bytes, bytes); }

  wire::Address address;
  bool loopback = false;
  const ConnectionsPtr connections = std::make_shared<Connections>();

 private:
  enum class Next { kAnother, kSeeOff, kGone };

  asio::awaitable<void> accept_loop();
  // None if this address has too many connections.
  net::ConnectionLimiter::Permit admit(const net::AddressKey& from, bool is_local);
  // False if newcomers have to wait a moment.
  bool take_in(tcp::socket socket);
  asio::awaitable<void> serve(tcp::socket socket, net::AddressKey from, net::ConnectionLimiter::Permit visit);
  // All places are taken.
  asio::awaitable<void> turn_away(tcp::socket socket, net::AddressKey from);
  // TLS or not, as the first byte says.
  asio::awaitable<Next> begin(VisitorStream& stream);
  // A request that came without TLS where there is a certificate. What follows it is not read.
  asio::awaitable<Next> redirect(VisitorStream& stream, const RawRequest& asked, const Request& request);
  asio::awaitable<Next> serve_one(VisitorStream& stream, RequestReader& reader);
  // Reads the body of a request, and answers it.
  asio::awaitable<Next> take_body(VisitorStream& stream, RequestReader& reader, const RequestHead& head,
                                  Request& request);
  asio::awaitable<Next> serve_request(VisitorStream& stream, const RawRequest& asked, const Request& request);
  // False if the connection is not to be used any more.
  asio::awaitable<bool> answer(VisitorStream& stream, const RawRequest& asked, Response response, bool keep);
  asio::awaitable<Next> upgrade(VisitorStream& stream, RawRequest raw, const Request& request);
  asio::awaitable<Next> refuse(VisitorStream& stream, unsigned status);
  // Who asks, as far as limits are concerned.
  [[nodiscard]] net::AddressKey visitor(const VisitorStream& stream, const RawRequest& request) const;
  // False if too many wait already.
  asio::awaitable<bool> wait_for_turn(VisitorStream& stream, RequestThrottle::Kind kind);
  static asio::awaitable<void> see_off(VisitorStream& stream);

  asio::io_context& io_;
  tcp::acceptor acceptor_;
  const std::shared_ptr<RequestThrottle> throttle_;
  RequestHandler* handler_;  // none once it is stopped
  Limits limits_;
  const Certificate certificate_;
  const MemoryBudgetPtr memory_;
  const MemoryBudgetPtr upload_memory_;
  BodySlots slots_;  // for bodies that are being read, or answered
  net::ConnectionLimiter limiter_;
  std::size_t turned_away_ = 0;  // and still open
};

base::Result<void> HttpServer::Impl::listen(const wire::Address& where) {
  const auto endpoint = net::find_endpoint(io_.get_executor(), where);
  if (!endpoint) return endpoint.error();
  if (auto listening = net::listen_at(acceptor_, *endpoint, where); !listening) return listening;
  address = {where.host, acceptor_.local_endpoint().port(), false};
  loopback = net::is_loopback(endpoint->address());
  return {};
}

void HttpServer::Impl::start() {
  auto on_end = [self = shared_from_this()](const std::exception_ptr&) {};
  asio::co_spawn(io_, accept_loop(), std::move(on_end));
}

void HttpServer::Impl::stop() {
  handler_ = nullptr;
  error_code ignored;
  acceptor_.close(ignored);
  const std::vector<Socket*> all(connections->sockets.begin(), connections->sockets.end());
  for (Socket* one : all) one->abandon();
}

asio::awaitable<void> HttpServer::Impl::accept_loop() {
  const auto self = shared_from_this();
  asio::steady_timer pause(io_);
  while (acceptor_.is_open()) {
    auto [error, socket] = co_await acceptor_.async_accept(kTuple);
    if (error == asio::error::operation_aborted) break;
    if (!error && take_in(std::move(socket))) continue;
    // No descriptors left, or too many connections even for a 503: accepting pauses for a moment.
    pause.expires_after(std::chrono::milliseconds(10));
    co_await pause.async_wait(kTuple);
  }
}

net::ConnectionLimiter::Permit HttpServer::Impl::admit(const net::AddressKey& from, bool is_local) {
  if (connections->count >= limits_.connections) return nullptr;
  return limiter_.enter(from, is_local ? limits_.from_this_machine : limits_.from_one_address);
}

bool HttpServer::Impl::take_in(tcp::socket socket) {
  const auto self = shared_from_this();
  error_code gone;
  const auto from = socket.remote_endpoint(gone);
  if (gone) return true;
  const net::AddressKey origin = net::address_key(from.address());
  // An exception there ends that connection only.
  if (auto visit = admit(origin, net::is_loopback(from.address()))) {
    auto on_end = [self](const std::exception_ptr&) { --self->connections->count; };
    ++connections->count;
    asio::co_spawn(io_, serve(std::move(socket), origin, std::move(visit)), std::move(on_end));
    return true;
  }
  // Closed without an answer. Accepting pauses only if all connections are taken.
  if (turned_away_ >= kTurnedAwayAtOnce) return connections->count < limits_.connections;
  auto on_end = [self](const std::exception_ptr&) { --self->turned_away_; };
  ++turned_away_;
  asio::co_spawn(io_, turn_away(std::move(socket), origin), std::move(on_end));
  return true;
}

net::AddressKey HttpServer::Impl::visitor(const VisitorStream& stream, const RawRequest& request) const {
  error_code gone;
  const auto from = stream.next_layer().remote_endpoint(gone);
  if (!limits_.behind_proxy || gone || !net::is_loopback(from.address())) return stream.peer();
  return forwarded_for(request).value_or(stream.peer());
}

asio::awaitable<void> HttpServer::Impl::serve(tcp::socket socket, net::AddressKey from,
                                              [[maybe_unused]] net::ConnectionLimiter::Permit visit) {
  // Kept alive by its coroutine, here and below: the server may be destroyed while it waits.
  const auto self = shared_from_this();
  VisitorStream stream(std::move(socket), throttle_, from);
  RequestReader reader(stream, limits_);
  Next next = certificate_ ? co_await begin(stream) : Next::kAnother;
  while (handler_ != nullptr && next == Next::kAnother) next = co_await serve_one(stream, reader);
  if (next != Next::kGone) co_await see_off(stream);
}

asio::awaitable<void> HttpServer::Impl::turn_away(tcp::socket socket, net::AddressKey from) {
  const auto self = shared_from_this();
  VisitorStream stream(std::move(socket), throttle_, from);
  // A handshake for a refusal would cost as much as a visitor does.
  if (certificate_) co_return;
  co_await refuse(stream, 503);
  co_await see_off(stream);
}

asio::awaitable<HttpServer::Impl::Next> HttpServer::Impl::begin(VisitorStream& stream) {
  const base::Time deadline = std::chrono::steady_clock::now() + limits_.to_ask;
  const auto first = co_await stream.first_byte(deadline);
  if (!first || handler_ == nullptr) co_return Next::kGone;
  if (*first != kHandshake) co_return Next::kAnother;
  wire::TlsSession session = certificate_()->accept();
  const bool done = co_await stream.shake_hands(std::move(session), deadline);
  co_return done ? Next::kAnother : Next::kSeeOff;
}

// Closing with unread data resets the connection, and the client would lose the answer: so some is read
// first.
asio::awaitable<void> HttpServer::Impl::see_off(VisitorStream& stream) {
  if (!stream.next_layer().is_open()) co_return;
  error_code ignored;
  stream.end_tls();
  stream.next_layer().shutdown(tcp::socket::shutdown_send, ignored);
  const base::Time deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  std::string unread;
  for (std::size_t all = 0; all < kMostUnread; all += unread.size()) {
    unread.clear();
    if (co_await stream.read_some(unread, kMostUnread, deadline) != VisitorStream::Read::kSome) break;
  }
}

asio::awaitable<HttpServer::Impl::Next> HttpServer::Impl::serve_one(VisitorStream& stream,
                                                                    RequestReader& reader) {
  RequestHead head;
  const unsigned unread = co_await reader.read_head(head);
  if (unread != 0 || handler_ == nullptr) co_return co_await refuse(stream, unread);
  auto target = parse_target(head.raw.target());
  if (!target) co_return co_await refuse(stream, 400);
  Request request = plain(head.raw, std::move(*target));
  stream.set_address(visitor(stream, head.raw));
  request.address = stream.address();
  request.announced = head.length.value_or(0);
  request.secure = stream.is_secure();
  if (certificate_ && !request.secure) co_return co_await redirect(stream, head.raw, request);
  if (websocket::is_upgrade(head.raw)) {
    // A client must not send before the answer to its upgrade; what it sent would be lost.
    if (reader.has_more() || head.chunked || head.length.value_or(0) > 0)
      co_return co_await refuse(stream, 400);
    co_return co_await upgrade(stream, std::move(head.raw), request);
  }
  co_return co_await take_body(stream, reader, head, request);
}

asio::awaitable<HttpServer::Impl::Next> HttpServer::Impl::take_body(VisitorStream& stream,
                                                                    RequestReader& reader,
                                                                    const RequestHead& head,
                                                                    Request& request) {
  auto limit = handler_->body_limit(request);
  if (auto* refusal = std::get_if<Response>(&limit)) {
    throttle_->count({});
    co_await answer(stream, head.raw, std::move(*refusal), false);
    co_return Next::kSeeOff;
  }
  const BodyLimit most = std::get<BodyLimit>(limit);
  if (head.length.value_or(0) > most.most) co_return co_await refuse(stream, 413);
  // One without a length may have any.
  const bool is_long = (head.chunked ? most.most : head.length.value_or(0)) > limits_.short_body;
  const bool is_upload = is_long && !most.account.empty();
  BodySlots::Slot slot;
  if (is_long) {
    slot = slots_.enter(most.account);
    if (!slot) co_return co_await refuse(stream, 503);
  }
  MemoryShare memory(is_upload ? upload_memory_ : memory_, stream.address());
  const base::Duration time = is_upload ? limits_.to_upload : limits_.to_bring;
  const unsigned fault = co_await reader.read_body(head, most.most, time, memory, request.body);
  if (fault != 0) co_return co_await refuse(stream, fault);
  co_return co_await serve_request(stream, head.raw, request);
}

asio::awaitable<HttpServer::Impl::Next> HttpServer::Impl::redirect(VisitorStream& stream,
                                                                   const RawRequest& asked,
                                                                   const Request& request) {
  if (!co_await wait_for_turn(stream, RequestThrottle::Kind::kRequest))
    co_return co_await refuse(stream, 503);
  if (handler_ == nullptr) co_return Next::kGone;
  const auto began = std::chrono::steady_clock::now();
  Response response = handler_->on_unencrypted(request);
  throttle_->count(std::chrono::steady_clock::now() - began);
  co_await answer(stream, asked, std::move(response), false);
  co_return Next::kSeeOff;
}

asio::awaitable<HttpServer::Impl::Next> HttpServer::Impl::serve_request(VisitorStream& stream,
                                                                        const RawRequest& asked,
                                                                        const Request& request) {
  if (!co_await wait_for_turn(stream, RequestThrottle::Kind::kRequest))
    co_return co_await refuse(stream, 503);
  if (handler_ == nullptr) co_return Next::kSeeOff;
  Promise<Response> promise(stream.get_executor());
  const auto began = std::chrono::steady_clock::now();
  handler_->on_request(request, promise.resolver());
  throttle_->count(std::chrono::steady_clock::now() - began);
  auto response = co_await promise.get();
  if (!response) co_return Next::kSeeOff;
  MemoryShare memory(memory_, stream.address());
  if (response->body && !memory.hold(response->body)) co_return co_await refuse(stream, 503);
  const bool keep = asked.keep_alive() && response->status != 413;
  const bool another = co_await answer(stream, asked, std::move(*response), keep);
  co_return another ? Next::kAnother : Next::kSeeOff;
}

asio::awaitable<bool> HttpServer::Impl::answer(VisitorStream& stream, const RawRequest& asked,
                                               Response response, bool keep) {
  const Text body = response.body ? response.body : text("");
  http::response<http::span_body<const char>> out{static_cast<http::status>(response.status),
                                                  asked.version()};
  if (!response.type.empty()) out.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) out.set(name, value);
  out.keep_alive(keep);
  const bool bodiless = response.status == 304 || response.status == 204;
  if (!bodiless) out.content_length(body->size());
  const bool head_only = asked.method() == http::verb::head || bodiless;
  if (!head_only) out.body() = {body->data(), body->size()};
  http::response_serializer<http::span_body<const char>> serializer(out);
  stream.close_at(std::chrono::steady_clock::now() + limits_.to_take);
  error_code failed;
  if (head_only) {
    const auto [error, size] = co_await http::async_write_header(stream, serializer, kTuple);
    failed = error;
  } else {
    const auto [error, size] = co_await http::async_write(stream, serializer, kTuple);
    failed = error;
  }
  stream.stop_clock();
  co_return !failed && keep;
}

asio::awaitable<bool> HttpServer::Impl::wait_for_turn(VisitorStream& stream, RequestThrottle::Kind kind) {
  Promise<bool> turn(stream.get_executor());
  throttle_->enter(stream.address(), turn.resolver(), kind);
  const auto may = co_await turn.get();
  co_return may.value_or(false);
}

asio::awaitable<HttpServer::Impl::Next> HttpServer::Impl::refuse(VisitorStream& stream, unsigned status) {
  // Closed at once: while the connection was half open a request would be read and dropped.
  if (status == RequestReader::kNobodyThere || handler_ == nullptr) co_return Next::kGone;
  RawRequest unknown;
  unknown.version(11);
  Response response = handler_->on_error(status, sentence_of(status));
  throttle_->count({});
  co_await answer(stream, unknown, std::move(response), false);
  co_return Next::kSeeOff;
}

asio::awaitable<HttpServer::Impl::Next> HttpServer::Impl::upgrade(VisitorStream& stream, RawRequest raw,
                                                                  const Request& request) {
  if (!co_await wait_for_turn(stream, RequestThrottle::Kind::kSocket)) co_return co_await refuse(stream, 503);
  if (handler_ == nullptr) co_return Next::kSeeOff;
  Promise<std::variant<ListenerPtr, Response>> promise(stream.get_executor());
  const auto began = std::chrono::steady_clock::now();
  handler_->on_upgrade(request, promise.resolver());
  throttle_->count(std::chrono::steady_clock::now() - began);
  auto admission = co_await promise.get();
  if (!admission || handler_ == nullptr) co_return Next::kSeeOff;
  if (auto* refusal = std::get_if<Response>(&*admission)) {
    co_await answer(stream, raw, std::move(*refusal), false);
    co_return Next::kSeeOff;
  }
  const auto socket = std::make_shared<Socket>(stream, std::move(std::get<ListenerPtr>(*admission)),
                                               connections, memory_, limits_);
  admission.reset();
  co_await socket->run(std::move(raw));
  co_return Next::kGone;
}

HttpServer::HttpServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() { impl_->stop(); }

base::Result<std::unique_ptr<HttpServer>> HttpServer::open(asio::io_context& io, const wire::Address& where,
                                                           RequestHandler& handler, const Limits& limits,
                                                           Certificate certificate) {
  auto impl = std::make_shared<Impl>(io, handler, limits, std::move(certificate));
  if (auto listening = impl->listen(where); !listening) return listening.error();
  impl->start();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

void HttpServer::set_upload_memory(std::size_t bytes) { impl_->set_upload_memory(bytes); }
const wire::Address& HttpServer::address() const { return impl_->address; }
bool HttpServer::is_loopback() const { return impl_->loopback; }
std::size_t HttpServer::num_connections() const { return impl_->connections->count; }

bool HttpServer::is_sending() const {
  const auto& all = impl_->connections->sockets;
  return std::any_of(all.begin(), all.end(), [](const Socket* one) { return one->is_sending(); });
}

std::size_t HttpServer::waiting() const {
  std::size_t all = 0;
  for (const Socket* one : impl_->connections->sockets) all += one->waiting();
  return all;
}

}  // namespace quiver::web
