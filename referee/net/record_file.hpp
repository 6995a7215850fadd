// A file of records: one JSON object a line, appended as games end.
//
// Each line goes out in one write, so that two that write to one file do not mix them. A program that is
// killed, or a disk that is full, may still leave half a line: what is appended next begins a line of its
// own, and readers report the half one and go on.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::net {

class RecordFile {
 public:
  // Opens or makes the file.
  static base::Result<RecordFile> open(const std::string& path);

  RecordFile(RecordFile&& other) noexcept;
  RecordFile& operator=(RecordFile&& other) noexcept;
  ~RecordFile();

  base::Result<void> append(const wire::Record& record);

 private:
  RecordFile(std::string path, int file);
  std::string path_;
  int file_ = -1;
  bool half_a_line_ = false;
};

// Whether what stands in the file that is open here ends without a line end. Of what cannot be read again, a
// pipe say, false; of a regular file that may only be written, true.
bool ends_in_half_a_line(int file);

}  // namespace quiver::net
