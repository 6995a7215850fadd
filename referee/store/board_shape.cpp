#include "referee/store/board_shape.hpp"

#include <charconv>

#include "client_sdk/base/plain_text.hpp"

namespace quiver::store {

namespace {

// What follows this key. A text's own quotes are escaped, so that no text can contain the key with its colon.
std::string_view after_key(std::string_view record, std::string_view key) {
  const std::size_t at = record.find(key);
  return at == std::string_view::npos ? std::string_view() : record.substr(at + key.size());
}

std::uint32_t number_after(std::string_view record, std::string_view key) {
  const std::string_view rest = after_key(record, key);
  std::uint32_t number = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return number;
}

}  // namespace

BoardShape board_shape_in(std::string_view record) {
  const std::string_view rest = after_key(record, "\"board\":\"");
  const std::size_t end = rest.find_first_of("\"\\");
  if (end == std::string_view::npos || rest[end] == '\\') return {};
  BoardShape shape{base::plain_text(std::string(rest.substr(0, end)), end), number_after(rest, "\"rows\":"),
                   number_after(rest, "\"columns\":")};
  return shape.rows == 0 || shape.columns == 0 ? BoardShape{} : shape;
}

}  // namespace quiver::store
