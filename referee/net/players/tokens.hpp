// The tokens of those who may connect: a file with a line `name token [admin]` for each competitor.
//
// Blank lines and lines that begin with # are skipped. A token is compared with every one in the list, each
// in constant time, so that the time of an answer reveals nothing. A value; the file is read once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::net {

struct Identity {
  std::string name;
  bool admin = false;
};

class Tokens {
 public:
  // The error names the line; it never shows a token.
  static base::Result<Tokens> parse(std::string_view text);
  static base::Result<Tokens> read(const std::string& path);

  // None if the token is not known.
  [[nodiscard]] std::optional<Identity> find(std::string_view token) const;
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string token;
    Identity identity;
  };
  std::vector<Entry> entries_;
};

}  // namespace quiver::net
