// Where a referee is: "quiver://HOST:PORT", "quivers://HOST:PORT" over TLS, or "HOST:PORT" where a listener
// is named.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"

namespace quiver::wire {

struct Address {
  std::string host;  // a name, or an IPv4 or IPv6 address without brackets
  std::uint16_t port = 0;
  bool tls = false;

  // "quiver://127.0.0.1:7000", "quivers://[::1]:7000".
  [[nodiscard]] std::string url() const;
};

// With the scheme in front.
base::Result<Address> parse_url(std::string_view text);
// Without it. Port 0 is allowed: whoever listens there gets a free one.
base::Result<Address> parse_host_port(std::string_view text);

}  // namespace quiver::wire
