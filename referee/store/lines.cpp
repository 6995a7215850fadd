#include "referee/store/lines.hpp"

#include <cerrno>
#include <cstring>
#include <ios>
#include <utility>

namespace quiver::store {

using base::Result;
using Line = std::optional<std::string>;

Result<Line> Lines::read() {
  try {
    return read_characters();
  } catch (const std::ios_base::failure&) {  // a folder, say: it can be opened, and only reading it fails
    return base::Error{base::Error::Code::kUnreadable,
                       std::string("it cannot be read: ") + std::strerror(errno)};
  }
}

Result<Line> Lines::read_characters() {
  using Traits = std::istream::traits_type;
  std::string line;
  for (;;) {
    const auto c = in_.rdbuf()->sbumpc();
    const bool ended = Traits::eq_int_type(c, Traits::eof());
    if (ended && line.empty()) return Line{};
    if (ended || c == '\n') break;
    if (line.size() == kLongest)
      return base::bad_input("line " + std::to_string(number_ + 1) + " is longer than any record");
    line += Traits::to_char_type(c);
  }
  if (line.ends_with('\r')) line.pop_back();
  return Line{std::move(line)};
}

Result<Line> Lines::next() {
  Result<Line> line = ahead_ ? Result<Line>(std::exchange(ahead_, std::nullopt)) : read();
  if (line && *line) ++number_;
  return line;
}

Result<Line> Lines::peek() {
  if (ahead_) return ahead_;
  auto line = read();
  if (line) ahead_ = *line;
  return line;
}

}  // namespace quiver::store
