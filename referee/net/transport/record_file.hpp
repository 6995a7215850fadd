// A file of records: one JSON object per line, appended as games end.
//
// Each line is one write, so that two programs can append to the same file. A killed program or a full disk
// may leave half a line: the next record begins a new line, and readers report the half one and go on.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::net {

class RecordFile {
 public:
  // Opens or creates the file.
  static base::Result<RecordFile> open(const std::string& path);

  RecordFile(RecordFile&& other) noexcept;
  RecordFile& operator=(RecordFile&& other) noexcept;
  ~RecordFile();

  // Blocks until the kernel has the line; does not sync. After an error the next record begins a new line.
  base::Result<void> append(const wire::Record& record);

 private:
  RecordFile(std::string path, int file);
  std::string path_;
  int file_ = -1;
  bool half_a_line_ = false;
};

// Whether the contents of an open file end without a line end. False for what cannot be read, such as a pipe;
// true for a regular file that is open for writing only.
bool ends_in_half_a_line(int file);

}  // namespace quiver::net
