#include "tests/bench/plain_servers.hpp"

#include <exception>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace quiver::bench {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto kTuple = asio::as_tuple(asio::use_awaitable);

void rethrow(std::exception_ptr error) {
  if (error) std::rethrow_exception(error);
}

asio::awaitable<void> echo(tcp::socket socket, FrameSizes sizes) {
  std::string in(sizes.played, ' ');
  const std::string out(sizes.asked, 'x');
  for (;;) {
    const auto [read_error, read] = co_await asio::async_read(socket, asio::buffer(in), kTuple);
    if (read_error) co_return;
    const auto [write_error, written] = co_await asio::async_write(socket, asio::buffer(out), kTuple);
    if (write_error) co_return;
  }
}

asio::awaitable<void> accept_all(tcp::acceptor& acceptor, FrameSizes sizes) {
  for (;;) {
    auto [error, socket] = co_await acceptor.async_accept(kTuple);
    if (error) co_return;
    socket.set_option(tcp::no_delay(true));
    asio::co_spawn(acceptor.get_executor(), echo(std::move(socket), sizes), rethrow);
  }
}

}  // namespace

void run_ping_pong(const Listening& listening, const FrameSizes& sizes) {
  const int socket = accept_from(listening);
  std::string in(sizes.played, ' ');
  const std::string out(sizes.asked, 'x');
  while (receive_all(socket, in.data(), in.size())) send_all(socket, out);
}

void run_plain_relay(const Listening& listening, const FrameSizes& sizes) {
  int mover = accept_from(listening);
  int next = accept_from(listening);
  std::string in(sizes.played, ' ');
  const std::string asked(sizes.asked, 'x');
  const std::string told(sizes.told, 'x');
  for (; receive_all(mover, in.data(), in.size()); std::swap(mover, next)) {
    send_all(next, asked);
    send_all(mover, told);
  }
}

void run_asio_echo(const Listening& listening, const FrameSizes& sizes) {
  asio::io_context io(1);
  tcp::acceptor acceptor(io, tcp::v4(), listening.socket);
  asio::co_spawn(io, accept_all(acceptor, sizes), rethrow);
  io.run();
}

}  // namespace quiver::bench
