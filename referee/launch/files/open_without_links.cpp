#include "referee/launch/files/open_without_links.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

#include "referee/launch/descriptor.hpp"

namespace quiver::launch {

namespace {

// With O_PATH a link is opened itself instead of being refused.
int refuse_link(int file) {
  struct stat about {};
  if (file < 0 || (fstat(file, &about) == 0 && !S_ISLNK(about.st_mode))) return file;
  close(file);
  errno = ELOOP;
  return -1;
}

}  // namespace

// One part after the other, each from the descriptor of the folder before it. openat2() does the same with
// RESOLVE_NO_SYMLINKS, but some containers refuse that call.
int open_without_links(const std::string& path, int flags) {
  Descriptor folder(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::size_t at = 1;
  for (std::size_t end = path.find('/', at); folder && end != std::string::npos; end = path.find('/', at)) {
    const std::string part = path.substr(at, end - at);
    if (!part.empty())
      folder = Descriptor(refuse_link(openat(folder.get(), part.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)));
    at = end + 1;
  }
  if (!folder) return -1;
  const std::string last = path.substr(std::min(at, path.size()));
  return refuse_link(openat(folder.get(), last.empty() ? "." : last.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace quiver::launch
