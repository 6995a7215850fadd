#include "referee/net/transport/record_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/files/open_databases.hpp"

namespace quiver::net {

namespace {

base::Error failure(const std::string& path) {
  return {base::Error::Code::kUnreadable, base::quoted(path) + " cannot be written: " + std::strerror(errno)};
}

}  // namespace

base::Result<RecordFile> RecordFile::open(const std::string& path) {
  if (launch::is_held(path))
    return base::bad_input(base::quoted(path) + " is the store; records need a file of their own");
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return failure(path);
  return RecordFile(path, file);
}

bool ends_in_half_a_line(int file) {
  struct stat what {};
  if (fstat(file, &what) != 0 || !S_ISREG(what.st_mode) || what.st_size == 0) return false;
  // `file` is open for writing only. Its entry in /proc opens the same file for reading, whatever its path is
  // now.
  const std::string again = "/proc/self/fd/" + std::to_string(file);
  const launch::Descriptor content(::open(again.c_str(), O_RDONLY | O_CLOEXEC));
  char last = '\0';
  return !content || pread(content.get(), &last, 1, what.st_size - 1) != 1 || last != '\n';
}

RecordFile::RecordFile(std::string path, int file)
    : path_(std::move(path)), file_(file), half_a_line_(ends_in_half_a_line(file)) {}

RecordFile::RecordFile(RecordFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      half_a_line_(other.half_a_line_) {}

RecordFile& RecordFile::operator=(RecordFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  std::swap(half_a_line_, other.half_a_line_);
  return *this;
}

RecordFile::~RecordFile() {
  if (file_ >= 0) close(file_);
}

base::Result<void> RecordFile::append(const wire::Record& record) {
  // Half a line, left by a full disk or a killed program, must not spoil the next one.
  const std::string line = (half_a_line_ ? "\n" : "") + wire::record_json(record) + "\n";
  std::size_t written = 0;
  while (written < line.size()) {
    // O_APPEND makes each write atomic towards other writers. Only a full disk or a signal splits a line.
    const ssize_t more = ::write(file_, line.data() + written, line.size() - written);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) {
      half_a_line_ = half_a_line_ || written > 0;
      return failure(path_);
    }
    written += static_cast<std::size_t>(more);
  }
  half_a_line_ = false;
  return {};
}

}  // namespace quiver::net
