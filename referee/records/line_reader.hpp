// The lines of a stream, one at a time, with a limit on how long one may be.
//
// The limit keeps a file without line ends from filling the memory. The end of a line, LF or CRLF, is
// removed. peek() shows the next line without taking it. A line that is too long is an error, after which the
// lines that follow can be read. One thread.
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
  // The next line without taking it: next() returns the same one.
  base::Result<std::optional<std::string>> peek();
  // Of the line that was taken last, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  // Turns exceptions of the stream into errors.
  base::Result<std::optional<std::string>> read();
  // Reads one line. Throws std::ios_base::failure where the stream's buffer does.
  base::Result<std::optional<std::string>> read_characters();

  std::istream& in_;
  std::optional<base::Result<std::optional<std::string>>> ahead_;
  std::size_t number_ = 0;
};

}  // namespace quiver::records
