// The server of http.hpp on Boost.Beast: the only file that is compiled with it, beast_socket.hpp included.
#include <algorithm>
#include <array>
#include <optional>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "client_sdk/base/text.hpp"
#include "referee/net/connection.hpp"
#include "referee/net/listening.hpp"
#include "referee/web/beast_socket.hpp"
#include "referee/web/gate.hpp"
#include "referee/web/http.hpp"
#include "referee/web/target.hpp"

namespace quiver::web {

namespace {

using Parser = http::request_parser<http::string_body>;

constexpr unsigned kNobodyThere = 1;
constexpr std::size_t kTurnedAwayAtOnce = 100;

// A status for what Beast calls an error; 0 if there is nobody to tell.
unsigned status_of(const error_code& error) {
  if (error == http::error::body_limit) return 413;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  if (error == beast::error::timeout) return 408;
  const bool malformed = error.category() == http::make_error_code(http::error::bad_method).category();
  const bool ended = error == http::error::end_of_stream || error == http::error::partial_message;
  return malformed && !ended ? 400 : 0;
}

const char* sentence_of(unsigned status) {
  switch (status) {
    case 413:
      return "the body is larger than what is taken here";
    case 431:
      return "the header is larger than what is taken here";
    case 408:
      return "the request took too long";
    case 503:
      return "too many ask at once; try again later";
    default:
      return "this is no proper HTTP request";
  }
}

std::string field(const http::fields& fields, http::field name) {
  const auto found = fields.find(name);
  return found == fields.end() ? "" : std::string(found->value());
}

Request plain(const http::request_header<>& from, Target target) {
  Request out;
  out.method = std::string(from.method_string());
  out.path = std::move(target.path);
  out.query = std::move(target.query);
  out.host = field(from, http::field::host);
  out.origin = field(from, http::field::origin);
  out.content_type = field(from, http::field::content_type);
  out.known = field(from, http::field::if_none_match);
  out.wants_page = field(from, http::field::accept).find("text/html") != std::string::npos;
  return out;
}

// One more of something for as long as it lives.
class Share {
 public:
  explicit Share(std::size_t& count) : count_(count) { ++count_; }
  ~Share() { --count_; }
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

 private:
  std::size_t& count_;
};

}  // namespace

class Server::Impl : public std::enable_shared_from_this<Server::Impl> {
 public:
  Impl(asio::io_context& io, Desk& desk, const Limits& limits)
      : io_(io), acceptor_(io), gate_(io), desk_(&desk), limits_(limits) {}

  base::Result<void> listen(const wire::Address& where);
  void start();
  void stop();

  wire::Address address;
  bool loopback = false;
  const ConnectionsPtr connections = std::make_shared<Connections>();

 private:
  asio::awaitable<void> accept_loop();
  asio::awaitable<void> serve(tcp::socket socket);
  // All places are taken.
  asio::awaitable<void> turn_away(tcp::socket socket);
  // False if the connection is not to be used any more.
  asio::awaitable<bool> serve_one(Stream& stream, beast::flat_buffer& buffer, bool first);
  // The status that it has to be refused with; 0 if it is there, kNobodyThere if nobody would hear of it.
  asio::awaitable<unsigned> read_body(Stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                      std::size_t most);
  asio::awaitable<bool> serve_request(Stream& stream, const RawRequest& asked, const Request& request);
  asio::awaitable<bool> answer(Stream& stream, const RawRequest& asked, Response response, bool keep);
  asio::awaitable<void> upgrade(Stream& stream, RawRequest raw, Request request);
  asio::awaitable<void> refuse(Stream& stream, unsigned status);
  // False if too many wait already.
  asio::awaitable<bool> pass_gate(Stream& stream);
  static asio::awaitable<void> see_off(Stream& stream);

  asio::io_context& io_;
  tcp::acceptor acceptor_;
  Gate gate_;
  Desk* desk_;  // none once it is stopped
  Limits limits_;
  std::size_t turned_away_ = 0;  // and not gone yet
  std::size_t long_bodies_ = 0;  // that are being read, or answered
};

base::Result<void> Server::Impl::listen(const wire::Address& where) {
  const auto endpoint = net::find_endpoint(io_.get_executor(), where);
  if (!endpoint) return endpoint.error();
  if (auto listening = net::listen_at(acceptor_, *endpoint, where); !listening) return listening;
  address = {where.host, acceptor_.local_endpoint().port(), false};
  loopback = net::is_loopback(endpoint->address());
  return {};
}

void Server::Impl::start() {
  auto on_end = [self = shared_from_this()](const std::exception_ptr&) {};
  asio::co_spawn(io_, accept_loop(), std::move(on_end));
}

void Server::Impl::stop() {
  desk_ = nullptr;
  error_code ignored;
  acceptor_.close(ignored);
  const std::vector<Socket*> all(connections->sockets.begin(), connections->sockets.end());
  for (Socket* one : all) one->abandon();
}

asio::awaitable<void> Server::Impl::accept_loop() {
  const auto self = shared_from_this();
  asio::steady_timer pause(io_);
  while (acceptor_.is_open()) {
    auto [error, socket] = co_await acceptor_.async_accept(kTuple);
    if (error == asio::error::operation_aborted) break;
    if (!error && connections->count < limits_.connections) {
      // Whatever goes wrong there is that connection's own end.
      auto on_end = [self](const std::exception_ptr&) { --self->connections->count; };
      ++connections->count;
      asio::co_spawn(io_, serve(std::move(socket)), std::move(on_end));
      continue;
    }
    if (!error && turned_away_ < kTurnedAwayAtOnce) {
      auto on_end = [self](const std::exception_ptr&) { --self->turned_away_; };
      ++turned_away_;
      asio::co_spawn(io_, turn_away(std::move(socket)), std::move(on_end));
      continue;
    }
    // No descriptors left, or too many even to be told: newcomers wait a moment.
    socket.close(error);
    pause.expires_after(std::chrono::milliseconds(10));
    co_await pause.async_wait(kTuple);
  }
}

asio::awaitable<void> Server::Impl::serve(tcp::socket socket) {
  const auto self = shared_from_this();
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  Stream stream(std::move(socket));
  beast::flat_buffer buffer(limits_.header + (64U << 10U));
  bool first = true;
  while (desk_ != nullptr && co_await serve_one(stream, buffer, first)) first = false;
  co_await see_off(stream);
}

asio::awaitable<void> Server::Impl::turn_away(tcp::socket socket) {
  const auto self = shared_from_this();
  Stream stream(std::move(socket));
  co_await refuse(stream, 503);
  co_await see_off(stream);
}

// Closing while something is unread would take the answer away from the client: it is read, up to a point.
asio::awaitable<void> Server::Impl::see_off(Stream& stream) {
  if (!stream.socket().is_open()) co_return;
  error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  std::array<char, 16 << 10> unread{};
  stream.expires_after(std::chrono::seconds(1));
  for (int times = 0; times < 256; ++times) {
    const auto [error, size] = co_await stream.async_read_some(asio::buffer(unread), kTuple);
    if (error) break;
  }
}

asio::awaitable<bool> Server::Impl::serve_one(Stream& stream, beast::flat_buffer& buffer, bool first) {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(limits_.header));
  parser.body_limit(boost::none);  // until it is known what it is for
  stream.expires_after(first ? limits_.to_ask : limits_.to_rest);
  const auto [error, size] = co_await http::async_read_header(stream, buffer, parser, kTuple);
  auto target = error ? base::Result<Target>(base::bad_input("")) : parse_target(parser.get().target());
  if (!target || desk_ == nullptr) {
    co_await refuse(stream, error ? status_of(error) : 400);
    co_return false;
  }
  Request request = plain(parser.get().base(), std::move(*target));
  if (websocket::is_upgrade(parser.get())) {
    co_await upgrade(stream, parser.release(), std::move(request));
    co_return false;
  }
  const std::size_t most = desk_->most_body(request);
  // One without a length may have any.
  const bool is_long = parser.content_length().value_or(most) > limits_.short_body;
  std::optional<Share> share;
  if (is_long && long_bodies_ < limits_.long_bodies) share.emplace(long_bodies_);
  const unsigned fault = is_long && !share ? 503 : co_await read_body(stream, buffer, parser, most);
  if (fault != 0) {
    if (fault != kNobodyThere) co_await refuse(stream, fault);
    co_return false;
  }
  const RawRequest asked = parser.release();
  request.body = asked.body();
  co_return co_await serve_request(stream, asked, request);
}

asio::awaitable<unsigned> Server::Impl::read_body(Stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                                  std::size_t most) {
  if (parser.content_length().value_or(0) > most) co_return 413;
  parser.body_limit(most);
  stream.expires_after(limits_.to_bring);
  if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
    http::response<http::empty_body> go_on{http::status::continue_, 11};
    co_await http::async_write(stream, go_on, kTuple);
  }
  const auto [error, size] = co_await http::async_read(stream, buffer, parser, kTuple);
  if (!error) co_return 0;
  const unsigned status = status_of(error);
  co_return status == 0 ? kNobodyThere : status;
}

asio::awaitable<bool> Server::Impl::serve_request(Stream& stream, const RawRequest& asked,
                                                  const Request& request) {
  stream.expires_never();
  if (!co_await pass_gate(stream)) {
    co_await refuse(stream, 503);
    co_return false;
  }
  if (desk_ == nullptr) co_return false;
  Promise<Response> promise(stream.get_executor());
  const auto began = std::chrono::steady_clock::now();
  desk_->on_request(request, promise.resolver());
  gate_.count(std::chrono::steady_clock::now() - began);
  auto response = co_await promise.get();
  if (!response) co_return false;
  const bool keep = asked.keep_alive() && response->status != 413;
  co_return co_await answer(stream, asked, std::move(*response), keep);
}

asio::awaitable<bool> Server::Impl::answer(Stream& stream, const RawRequest& asked, Response response,
                                           bool keep) {
  const Text body = response.body ? response.body : text("");
  http::response<http::span_body<const char>> out{static_cast<http::status>(response.status),
                                                  asked.version()};
  if (!response.type.empty()) out.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) out.set(name, value);
  out.keep_alive(keep);
  const bool bodiless = response.status == 304 || response.status == 204;
  if (!bodiless) out.content_length(body->size());
  if (asked.method() != http::verb::head && !bodiless) out.body() = {body->data(), body->size()};
  http::response_serializer<http::span_body<const char>> serializer(out);
  stream.expires_after(limits_.to_take);
  if (asked.method() == http::verb::head) {
    const auto [error, size] = co_await http::async_write_header(stream, serializer, kTuple);
    co_return !error && keep;
  }
  const auto [error, size] = co_await http::async_write(stream, serializer, kTuple);
  co_return !error && keep;
}

asio::awaitable<bool> Server::Impl::pass_gate(Stream& stream) {
  Promise<bool> turn(stream.get_executor());
  gate_.enter(turn.resolver());
  const auto may = co_await turn.get();
  co_return may.value_or(false);
}

asio::awaitable<void> Server::Impl::refuse(Stream& stream, unsigned status) {
  if (status == 0 || desk_ == nullptr) co_return;
  RawRequest unknown;
  unknown.version(11);
  Response response = desk_->on_error(status, sentence_of(status));
  co_await answer(stream, unknown, std::move(response), false);
}

asio::awaitable<void> Server::Impl::upgrade(Stream& stream, RawRequest raw, Request request) {
  stream.expires_never();
  if (!co_await pass_gate(stream)) {
    co_await refuse(stream, 503);
    co_return;
  }
  if (desk_ == nullptr) co_return;
  Promise<std::variant<ListenerPtr, Response>> promise(stream.get_executor());
  const auto began = std::chrono::steady_clock::now();
  desk_->on_upgrade(request, promise.resolver());
  gate_.count(std::chrono::steady_clock::now() - began);
  auto admission = co_await promise.get();
  if (!admission || desk_ == nullptr) co_return;
  if (auto* refusal = std::get_if<Response>(&*admission)) {
    co_await answer(stream, raw, std::move(*refusal), false);
    co_return;
  }
  // What the kernel keeps for somebody who does not read is bounded too.
  error_code ignored;
  stream.socket().set_option(tcp::socket::send_buffer_size(64 << 10), ignored);
  const auto socket =
      std::make_shared<Socket>(std::move(stream), std::get<ListenerPtr>(*admission), connections, limits_);
  co_await socket->run(std::move(raw));
}

Server::Server(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() { impl_->stop(); }

base::Result<std::unique_ptr<Server>> Server::open(asio::io_context& io, const wire::Address& where,
                                                   Desk& desk, const Limits& limits) {
  auto impl = std::make_shared<Impl>(io, desk, limits);
  if (auto listening = impl->listen(where); !listening) return listening.error();
  impl->start();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

const wire::Address& Server::address() const { return impl_->address; }
bool Server::is_loopback() const { return impl_->loopback; }
std::size_t Server::num_connections() const { return impl_->connections->count; }

bool Server::is_sending() const {
  const auto& all = impl_->connections->sockets;
  return std::any_of(all.begin(), all.end(), [](const Socket* one) { return one->is_sending(); });
}

std::size_t Server::waiting() const {
  std::size_t all = 0;
  for (const Socket* one : impl_->connections->sockets) all += one->waiting();
  return all;
}

}  // namespace quiver::web
