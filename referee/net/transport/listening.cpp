#include "referee/net/transport/listening.hpp"

#include "client_sdk/base/text.hpp"

namespace quiver::net {

using boost::asio::ip::tcp;

base::Result<tcp::endpoint> find_endpoint(const boost::asio::any_io_executor& executor,
                                          const wire::Address& where) {
  boost::system::error_code error;
  const auto found =
      tcp::resolver(executor).resolve(where.host, std::to_string(where.port), tcp::resolver::passive, error);
  if (error || found.empty())
    return base::bad_input(base::quoted(where.host) + " is no address to listen on: " + error.message());
  return found.begin()->endpoint();
}

base::Result<void> listen_at(tcp::acceptor& acceptor, const tcp::endpoint& endpoint,
                             const wire::Address& where) {
  boost::system::error_code error;
  acceptor.open(endpoint.protocol(), error);
  // Or a restarted referee could not listen while connections of the old one are in TIME_WAIT.
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error)
    return base::bad_input("cannot listen on " + where.host + ":" + std::to_string(where.port) + ": " +
                           error.message());
  return {};
}

}  // namespace quiver::net
