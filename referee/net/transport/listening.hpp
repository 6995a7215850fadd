// Opens listening sockets, for bots and for the web page. Errors are sentences for whoever gave the address.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/address.hpp"

namespace quiver::net {

// Resolves the name; its first address counts.
base::Result<boost::asio::ip::tcp::endpoint> find_endpoint(const boost::asio::any_io_executor& executor,
                                                           const wire::Address& where);

// Port 0 means any free port; the acceptor knows which one it got.
base::Result<void> listen_at(boost::asio::ip::tcp::acceptor& acceptor,
                             const boost::asio::ip::tcp::endpoint& endpoint, const wire::Address& where);

}  // namespace quiver::net
