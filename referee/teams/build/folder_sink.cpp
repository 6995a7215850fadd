#include "referee/teams/build/folder_sink.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace quiver::teams {

using base::Result;

base::Error cannot_store(int error) {
  return {base::Error::Code::kUnreadable,
          std::string("the files cannot be unpacked here: ") + std::strerror(error)};
}

Result<void> FolderSink::make_folder(const std::string& path) {
  const std::string whole = folder_ + "/" + path;
  if (mkdir(whole.c_str(), 0755) != 0 || chmod(whole.c_str(), 0755) != 0) return cannot_store(errno);
  return {};
}

Result<void> FolderSink::begin_file(const std::string& path, bool executable) {
  const mode_t rights = executable ? 0755 : 0644;
  file_ = launch::Descriptor(
      open((folder_ + "/" + path).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, rights));
  // Whatever the umask takes away.
  if (!file_ || fchmod(file_.get(), rights) != 0) return cannot_store(errno);
  return {};
}

Result<void> FolderSink::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_store(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> FolderSink::end_file() {
  file_.close();
  return {};
}

}  // namespace quiver::teams
