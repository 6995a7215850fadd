#include "referee/records/line_reader.hpp"

#include <cerrno>
#include <cstring>
#include <ios>

namespace quiver::records {

using base::Result;
using Line = std::optional<std::string>;

Result<Line> LineReader::read() {
  try {
    return read_characters();
  } catch (const std::ios_base::failure&) {  // for example a folder: opening it succeeds, reading fails
    return base::Error{base::Error::Code::kUnreadable,
                       std::string("it cannot be read: ") + std::strerror(errno)};
  }
}

Result<Line> LineReader::read_characters() {
  // The stream's buffer is read directly: std::getline has no limit on the length of a line.
  using Traits = std::istream::traits_type;
  std::string line;
  bool too_long = false;
  for (;;) {
    const auto c = in_.rdbuf()->sbumpc();
    const bool ended = Traits::eq_int_type(c, Traits::eof());
    if (ended && line.empty()) return Line{};
    if (ended || c == '\n') break;
    if (line.size() < kLongest)
      line += Traits::to_char_type(c);
    else
      too_long = true;
  }
  if (too_long) return base::bad_input("line " + std::to_string(number_ + 1) + " is longer than any record");
  if (line.ends_with('\r')) line.pop_back();
  return Line{std::move(line)};
}

Result<Line> LineReader::next() {
  Result<Line> line = peek();
  ahead_.reset();
  // A line that is too long has been read, so it counts; one that cannot be read does not.
  if (line ? line->has_value() : line.error().code != base::Error::Code::kUnreadable) ++number_;
  return line;
}

Result<Line> LineReader::peek() {
  if (!ahead_) ahead_ = read();
  return *ahead_;
}

}  // namespace quiver::records
