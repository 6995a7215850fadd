#include "referee/store/store_lock.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/store/own_command.hpp"

namespace quiver::store {

namespace {

base::Error error(std::string sentence) { return {base::Error::Code::kUnreadable, std::move(sentence)}; }

// The holder writes one line: its process, since when, and what it runs.
void write_holder(int file) {
  const std::string line = std::to_string(getpid()) + " " +
                           base::format_utc(std::chrono::system_clock::now()) + " " + own_command() + "\n";
  // It is only for a sentence: whatever does not get written does no harm.
  if (ftruncate(file, 0) != 0 || pwrite(file, line.data(), line.size(), 0) < 0) return;
}

std::string holder(int file) {
  std::array<char, 200> bytes{};
  const ssize_t size = pread(file, bytes.data(), bytes.size(), 0);
  const std::string line(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t first = line.find(' ');
  const std::size_t second = line.find(' ', first == std::string::npos ? first : first + 1);
  const std::size_t end = line.find('\n');
  if (second == std::string::npos || end == std::string::npos || end < second) return "another process";
  return base::escaped("process " + line.substr(0, first) + " (" + line.substr(second + 1, end - second - 1) +
                       ", since " + line.substr(first + 1, second - first - 1) + ")");
}

}  // namespace

base::Result<StoreLock> StoreLock::take(const std::string& store) {
  // Whatever links lead to the store, there is one lock beside it.
  std::error_code unresolved;
  std::filesystem::path real = std::filesystem::weakly_canonical(store, unresolved);
  if (unresolved) real = store;
  const std::string path = real.string() + ".lock";
  launch::Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file)
    return error(base::quoted(store) + " cannot be written: its lock " + base::quoted(path) + ": " +
                 std::strerror(errno));
  if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK)
      return error(base::quoted(store) + " cannot be locked: " + std::strerror(errno));
    return error(base::quoted(store) + " is in use by " + holder(file.get()));
  }
  write_holder(file.get());
  return StoreLock(std::move(file));
}

StoreLock::~StoreLock() {
  // So that nobody is named who has long gone.
  if (file_ && ftruncate(file_.get(), 0) != 0) return;
}

}  // namespace quiver::store
