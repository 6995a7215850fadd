#include "referee/launch/files/file_origin.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>
#include <deque>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/open_databases.hpp"
#include "referee/launch/files/open_without_links.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;

namespace {

constexpr int kMostLinks = 40;                    // as the kernel
constexpr std::int64_t kTick = 50'000'000;        // ns, more than any kernel's clock takes
constexpr std::int64_t kQuietTime = 250'000'000;  // ns

base::Error failure(const std::string& path, const std::string& what) {
  return bad_input(base::quoted(path) + " " + what);
}

base::Error failure(const std::string& path, int error) {
  return failure(path, "cannot be opened: " + std::string(std::strerror(error)));
}

// Parts of a path in order, before `rest`.
void put_parts(std::deque<std::string>& rest, const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end > at) parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  rest.insert(rest.begin(), parts.begin(), parts.end());
}

std::string target_of(int link) {
  std::string target(PATH_MAX, '\0');
  const ssize_t size = readlinkat(link, "", target.data(), target.size());
  target.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return target;
}

// Walks a path one part at a time, each looked at through a descriptor: what was judged is what is followed.
class Walk {
 public:
  explicit Walk(const std::string& path) : path_(path) { put_parts(rest_, path); }

  Result<FileOrigin> run() {
    folders_.emplace_back(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    while (!rest_.empty()) {
      const std::string part = std::move(rest_.front());
      rest_.pop_front();
      if (auto done = step(part); !done) return done.error();
    }
    struct stat about {};
    if (fstat(folders_.back().get(), &about) != 0) return failure(path_, errno);
    if (!S_ISDIR(about.st_mode) && !S_ISREG(about.st_mode))
      return failure(path_, "is neither a file nor a folder");
    const auto foreign = std::find_if(link_owners_.begin(), link_owners_.end(), [&](uid_t owner) {
      // By a link, only root, this user and the owner of the target may redirect us.
      return owner != 0 && owner != geteuid() && owner != about.st_uid;
    });
    if (foreign != link_owners_.end())
      return failure(path_, "is reached by a link of user " + std::to_string(*foreign) +
                                ", and leads to what belongs to somebody else; name the file itself");
    std::string resolved;
    for (const std::string& name : names_) resolved += "/" + name;
    return FileOrigin{path_, resolved.empty() ? "/" : resolved, about.st_uid, S_ISDIR(about.st_mode)};
  }

 private:
  Result<void> step(const std::string& part) {
    if (part == ".") return {};
    if (part == "..") {
      if (names_.empty()) return {};
      names_.pop_back();
      folders_.pop_back();
      return {};
    }
    // O_PATH and O_NOFOLLOW: a link is opened itself and not what it leads to, so there is no race.
    Descriptor next(openat(folders_.back().get(), part.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat about {};
    if (!next || fstat(next.get(), &about) != 0) return failure(path_, errno);
    if (S_ISLNK(about.st_mode)) return follow(next.get(), about.st_uid);
    names_.push_back(part);
    folders_.push_back(std::move(next));
    return {};
  }

  Result<void> follow(int link, uid_t owner) {
    const std::string target = target_of(link);
    if (target.empty() || ++links_ > kMostLinks) return failure(path_, target.empty() ? ENOENT : ELOOP);
    link_owners_.push_back(owner);
    if (target.starts_with('/')) {
      names_.clear();
      folders_.resize(1);
    }
    put_parts(rest_, target);
    return {};
  }

  std::string path_;
  std::deque<std::string> rest_;
  std::vector<Descriptor> folders_;  // the root, and one for each name; the last is where the walk stands
  std::vector<std::string> names_;
  std::vector<uid_t> link_owners_;
  int links_ = 0;
};

std::int64_t nanos(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

// How long ago a file was written. One that comes from the future was written long ago, by another clock.
bool is_older(const FileKey& key, std::int64_t age) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  const std::int64_t since = nanos(now) - key.changed;
  return since >= age || since < 0;
}

FileKey key_from(const struct stat& about) {
  return {about.st_dev, about.st_ino, static_cast<std::uint64_t>(about.st_size), nanos(about.st_mtim),
          nanos(about.st_ctim)};
}

// Of the very file that was judged, unless it is a database that this process has open.
void open_bytes(OpenedFile& opened) {
  const std::string again = "/proc/self/fd/" + std::to_string(opened.file.get());
  // The check must come before the open: closing the descriptor would drop SQLite's locks.
  if (is_held(again)) return;
  Descriptor bytes(open(again.c_str(), O_RDONLY | O_CLOEXEC));
  if (!bytes) return;
  opened.file = std::move(bytes);
  opened.readable = true;
}

}  // namespace

Result<FileOrigin> settle(const std::string& path) { return Walk(path).run(); }

const FileOrigin* find_origin(const std::vector<FileOrigin>& origins, const std::string& path) {
  const auto found =
      std::find_if(origins.begin(), origins.end(), [&](const FileOrigin& one) { return one.path == path; });
  return found == origins.end() ? nullptr : &*found;
}

Result<OpenedFile> open_origin(const FileOrigin& origin, bool read) {
  OpenedFile opened;
  opened.file = Descriptor(open_without_links(origin.resolved, O_PATH));
  if (!opened.file && errno == ELOOP)
    return failure(origin.path,
                   "leads over a link that was not there when quiver started: links are followed only then; "
                   "put the file itself there, or start quiver again");
  if (!opened.file && errno == ENOENT) return failure(origin.path, "is not there any more");
  struct stat about {};
  if (!opened.file || fstat(opened.file.get(), &about) != 0) return failure(origin.path, errno);
  if (origin.folder ? !S_ISDIR(about.st_mode) : !S_ISREG(about.st_mode))
    return failure(origin.path, std::string("is not a ") + (origin.folder ? "folder" : "file") + " any more");
  if (about.st_uid != origin.owner)
    return failure(origin.path,
                   "belongs to another user than when quiver started; start quiver again if that "
                   "is right");
  opened.key = key_from(about);
  if (read && !origin.folder) open_bytes(opened);
  return opened;
}

FileKey key_of(int file) {
  struct stat about {};
  return fstat(file, &about) == 0 ? key_from(about) : FileKey{};
}

bool is_sure(const FileKey& key) { return is_older(key, kTick); }

bool is_quiet(const FileKey& key) { return is_older(key, kQuietTime); }

FileKey key_of(const FileOrigin& origin) {
  const auto opened = open_origin(origin, false);
  return opened ? opened->key : FileKey{};
}

}  // namespace quiver::launch
