// The target of a request taken apart: "/games/a%2Db?ply=12" is a path and a query. Pure, any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::web {

struct Target {
  std::string path;
  std::map<std::string, std::string> query;
};

// Both with their %-codes resolved, once. Of a key that is repeated the last value counts. An error for
// whatever URLs do not allow in a path and a query, such as a raw space or a % without two digits, and for
// control characters in any disguise.
base::Result<Target> parse_target(std::string_view text);

// The parts between the slashes: "/api/v1/lobby" is {"api", "v1", "lobby"}.
std::vector<std::string> parts_of(std::string_view path);

// "Ann:8080" → "ann"; "[::1]:80" → "::1". Empty if it is not a host, such as "ann:80@evil".
// In lower case, because capitals do not matter in host names.
std::string host_without_port(std::string_view host);

// "https://Ann:8080" is {"https", "ann:8080"}, "ann" has no scheme. Without a host if it is not a valid one.
struct Site {
  std::string scheme;
  std::string host;  // with the port, if one is named
};
Site parse_site(std::string_view text);

}  // namespace quiver::web
