#include "referee/cli/commands/health_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/launch/descriptor.hpp"

namespace quiver::cli {

HealthFile::HealthFile(std::string path, run::Referee& referee, const tournament::Worker& worker)
    : path_(std::move(path)) {
  if (path_.empty()) return;
  if (!write())
    throw UsageError("--health-file: " + base::quoted(path_) + " cannot be written: " + std::strerror(errno));
  ticker_.emplace(kBetweenHealthWrites, [this, &referee, &worker] {
    referee.post([this, &worker] {
      // A file that cannot be written any more grows old, and says what it has to.
      if (!worker.has_hung_game()) static_cast<void>(write());
    });
  });
}

HealthFile::~HealthFile() {
  if (path_.empty()) return;
  ticker_.reset();
  unlink(path_.c_str());
}

bool HealthFile::write() const {
  const launch::Descriptor file(open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  return file && futimens(file.get(), nullptr) == 0;
}

}  // namespace quiver::cli
