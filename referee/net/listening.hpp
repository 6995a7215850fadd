// How a listener is opened, of bots and of the web page alike: where, and then at all. Errors are sentences
// for whoever gave the address.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/address.hpp"

namespace quiver::net {

// The first that the name stands for.
base::Result<boost::asio::ip::tcp::endpoint> find_endpoint(const boost::asio::any_io_executor& executor,
                                                           const wire::Address& where);

// Port 0 is a free one, which the acceptor knows then.
base::Result<void> listen_at(boost::asio::ip::tcp::acceptor& acceptor,
                             const boost::asio::ip::tcp::endpoint& endpoint, const wire::Address& where);

}  // namespace quiver::net
