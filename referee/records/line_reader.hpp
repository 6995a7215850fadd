// The lines of a stream, one at a time, with a limit on how long one may be.
//
// The limit keeps a file without line ends from filling the memory. A line's end, LF or CRLF, is taken off.
// The next line can be looked at before it is taken. A line that is too long is an error in its place, and
// those after it can be read. One thread.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>

#include "client_sdk/base/result.hpp"

namespace quiver::records {

class LineReader {
 public:
  // More than any record of ours has: a board of 1024 x 1024 is one megabyte of it.
  static constexpr std::size_t kLongest = std::size_t{64} << 20U;

  explicit LineReader(std::istream& in) : in_(in) {}

  // The next line, or nothing at the end. An error if it is too long, or, with the code kUnreadable, if the
  // stream cannot be read.
  base::Result<std::optional<std::string>> next();
  // The same line will come again.
  base::Result<std::optional<std::string>> peek();
  // Of the line that was taken last, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  base::Result<std::optional<std::string>> read();
  base::Result<std::optional<std::string>> read_characters();

  std::istream& in_;
  std::optional<base::Result<std::optional<std::string>>> ahead_;
  std::size_t number_ = 0;
};

}  // namespace quiver::records
