#include "client_sdk/wire/address.hpp"

#include "client_sdk/base/text.hpp"

namespace quiver::wire {

using base::bad_input;
using base::Result;

std::string Address::url() const {
  const bool v6 = host.find(':') != std::string::npos;
  return std::string(tls ? "quivers://" : "quiver://") + (v6 ? "[" + host + "]" : host) + ":" +
         std::to_string(port);
}

// The last colon separates the port. An IPv6 address has colons of its own and so needs brackets.
Result<Address> parse_host_port(std::string_view text) {
  const base::Error wrong = bad_input(base::quoted(text) + " is not HOST:PORT");
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return wrong;
  std::string_view host = text.substr(0, colon);
  const bool brackets = host.size() >= 2 && host.front() == '[' && host.back() == ']';
  if (brackets) host = host.substr(1, host.size() - 2);
  if (host.empty() || host.find_first_of("[]") != std::string_view::npos ||
      (!brackets && host.find(':') != std::string_view::npos))
    return wrong;
  auto port = base::parse_number(text.substr(colon + 1));
  if (!port || *port > 65535)
    return bad_input(base::quoted(text) + " does not end in a port from 0 to 65535");
  return Address{std::string(host), static_cast<std::uint16_t>(*port)};
}

// Port 0 makes sense for a listener only; nobody can connect to it.
Result<Address> parse_url(std::string_view text) {
  constexpr std::string_view kPlain = "quiver://";
  constexpr std::string_view kTls = "quivers://";
  const base::Error wrong =
      bad_input(base::quoted(text) + " is not an address; write quiver://HOST:PORT or quivers://HOST:PORT");
  const bool tls = text.starts_with(kTls);
  if (!tls && !text.starts_with(kPlain)) return wrong;
  auto address = parse_host_port(text.substr(tls ? kTls.size() : kPlain.size()));
  if (!address || address->port == 0) return wrong;
  address->tls = tls;
  return address;
}

}  // namespace quiver::wire
