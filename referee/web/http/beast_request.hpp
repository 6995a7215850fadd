// What Beast has parsed as a request of http_server.hpp: a part of beast_server.cpp, for that file alone.
// Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http.hpp>

#include "referee/net/transport/connection_limiter.hpp"
#include "referee/web/http/beast_reader.hpp"
#include "referee/web/http/document.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/http/target.hpp"

namespace quiver::web {

// The sentence for a status that the server itself refuses with.
inline const char* sentence_of(unsigned status) {
  switch (status) {
    case 413:
      return "the body is too large";
    case 431:
      return "the header is too large";
    case 408:
      return "the request took too long";
    case 503:
      return "too many requests at once; try again later";
    default:
      return "this is not a valid HTTP request";
  }
}

inline std::string field(const http::fields& fields, http::field name) {
  const auto found = fields.find(name);
  return found == fields.end() ? "" : std::string(found->value());
}

inline Request plain(const http::request_header<>& from, Target target) {
  Request out;
  out.method = std::string(from.method_string());
  out.target = std::string(from.target().substr(0, from.target().find('#')));
  out.target = std::string(from.target().substr(0, from.target().find('#')));
  out.path = std::move(target.path);
  out.query = std::move(target.query);
  out.host = field(from, http::field::host);
  out.origin = field(from, http::field::origin);
  out.content_type = field(from, http::field::content_type);
  out.known = field(from, http::field::if_none_match);
  out.takes_gzip = takes_gzip(field(from, http::field::accept_encoding));
  out.wants_page = field(from, http::field::accept).find("text/html") != std::string::npos;
  const auto cookies = from.equal_range(http::field::cookie);
  for (auto one = cookies.first; one != cookies.second; ++one)
    out.cookies += (out.cookies.empty() ? "" : "; ") + std::string(one->value());
  out.authorization = field(from, http::field::authorization);
  const auto own = from.find("Quiver-Request");
  out.own_script = own != from.end() && own->value() == "1";
  return out;
}

// Only the last address was seen by the proxy itself; those before it were sent by the client.
inline std::optional<net::AddressKey> forwarded_for(const RawRequest& request) {
  std::string_view given;
  const auto range = request.equal_range("X-Forwarded-For");
  for (auto one = range.first; one != range.second; ++one) given = {one->value().data(), one->value().size()};
  const std::size_t comma = given.rfind(',');
  if (comma != std::string_view::npos) given.remove_prefix(comma + 1);
  const std::size_t begin = given.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return std::nullopt;
  given = given.substr(begin, given.find_last_not_of(" \t") + 1 - begin);
  error_code error;
  const auto address = asio::ip::make_address(given, error);
  if (error) return std::nullopt;
  return net::address_key(address);
}

}  // namespace quiver::web
