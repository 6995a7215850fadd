// A file of records: one JSON object a line, appended as games end.
//
// Each line goes out in one write, so that a program that is killed leaves whole lines, and two that write
// to one file do not mix them.
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
  RecordFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  std::string path_;
  int file_ = -1;
  bool half_a_line_ = false;
};

}  // namespace quiver::net
