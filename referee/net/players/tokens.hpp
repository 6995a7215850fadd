// The tokens of those who may connect: a file with a line `name token [admin]` for each competitor.
//
// Blank lines and lines that begin with # are skipped. Of a token only its SHA-256 is kept, and compared with
// every one in the list, each in constant time, so that the time of an answer reveals nothing. A value; the
// file is read once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
  // The same by its SHA-256 (wire::sha256_hex).
  [[nodiscard]] std::optional<Identity> find_hash(std::string_view hash) const;
  // Whether a token has this name.
  [[nodiscard]] bool has_name(std::string_view name) const;
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  // One that came into being later; its hash alone is known.
  void add(std::string name, std::string hash) { entries_.push_back({std::move(hash), {std::move(name)}}); }

 private:
  struct Entry {
    std::string hash;
    Identity identity;
  };
  std::vector<Entry> entries_;
};

// The teams of a ladder, as far as they may connect.
struct TeamAccess {
  Tokens tokens;                              // of the teams that have one of their own
  std::map<std::string, std::string> barred;  // by name: the sentence that they are refused with
};

}  // namespace quiver::net
