#include "referee/net/players/tokens.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>

#include "client_sdk/base/names.hpp"
#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/launch/files/open_databases.hpp"

namespace quiver::net {

using base::bad_input;
using base::Result;

Result<Tokens> Tokens::parse(std::string_view text) {
  Tokens tokens;
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream in(line);
    std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
    if (words.empty() || words[0][0] == '#') continue;
    const std::string where = "line " + std::to_string(number) + " of the tokens: ";
    if (words.size() < 2 || words.size() > 3 || (words.size() == 3 && words[2] != "admin"))
      return bad_input(where + "write name token, or name token admin");
    if (const std::string fault = base::name_fault(words[0]); !fault.empty()) return bad_input(where + fault);
    if (words[1].size() < 8 || words[1].size() > 256)
      return bad_input(where + "a token has 8 to 256 characters");
    // find() compares in constant time and so costs a whole scan. That is fine for a file that people write.
    if (tokens.find(words[1])) return bad_input(where + "duplicate token");
    tokens.entries_.push_back({wire::sha256_hex(words[1]), {words[0], words.size() == 3}});
  }
  return tokens;
}

Result<Tokens> Tokens::read(const std::string& path) {
  if (launch::is_held(path)) return bad_input(base::quoted(path) + " is the store, not a file of tokens");
  std::ifstream file(path, std::ios::binary);
  std::string text;
  // In pieces up to the end, because the file may be a pipe.
  std::array<char, 4096> piece{};
  while (file.read(piece.data(), piece.size()), file.gcount() > 0)
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  if (!file.eof()) return base::Error{base::Error::Code::kUnreadable, base::quoted(path) + " cannot be read"};
  return parse(text);
}

std::optional<Identity> Tokens::find(std::string_view token) const {
  return find_hash(wire::sha256_hex(token));
}

std::optional<Identity> Tokens::find_hash(std::string_view hash) const {
  std::optional<Identity> found;
  for (const Entry& entry : entries_)
    if (base::equal_in_constant_time(hash, entry.hash)) found = entry.identity;
  return found;
}

bool Tokens::has_name(std::string_view name) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const Entry& entry) { return entry.identity.name == name; });
}

}  // namespace quiver::net
