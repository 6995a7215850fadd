#include "referee/cli/reports/replaced_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include "client_sdk/base/random.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/launch/files/open_databases.hpp"

namespace quiver::cli {

namespace {

base::Error failure(const std::string& path, const char* why) {
  return {base::Error::Code::kUnreadable, base::quoted(path) + " cannot be written: " + why};
}

bool write_all(int file, std::string_view rest) {
  while (!rest.empty()) {
    const ssize_t written = ::write(file, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

base::Result<ReplacedFile> ReplacedFile::at(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status what = fs::status(path, error);
  if (fs::exists(what) && !fs::is_regular_file(what)) return failure(path, "it is not a plain file");
  if (launch::is_held(path)) return failure(path, "it is the store");
  const fs::path target = fs::weakly_canonical(path, error);
  return ReplacedFile(error ? path : target.string());
}

base::Result<void> ReplacedFile::write(std::string_view content) const {
  // In the same folder: rename() is atomic within one file system only.
  const std::string beside = path_ + ".new-" + base::hex(base::secret_bytes(4));
  launch::Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file) return failure(path_, std::strerror(errno));
  // fsync before rename: after a crash of the machine the file must not be empty.
  const bool written = write_all(file.get(), content) && fsync(file.get()) == 0;
  if (written && std::rename(beside.c_str(), path_.c_str()) == 0) return {};
  const int why = errno;
  unlink(beside.c_str());
  return failure(path_, std::strerror(why));
}

}  // namespace quiver::cli
