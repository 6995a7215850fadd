#include "referee/launch/files/bundle_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/system_folders.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;

namespace {

// What the encoding adds to an entry, at most.
constexpr std::size_t kEntryOverhead = 24;

base::Error cannot_pack(const std::string& path, const std::string& why) {
  return bad_input(base::quoted(path) + " cannot be packed: " + why);
}

// The names in an open folder. Python's compiled files are left out: they hold the times and the places of
// their sources, are useless elsewhere, and would make the same bot look like another one.
Result<std::vector<std::string>> names_in(const FileOrigin& folder) {
  const auto opened = open_origin(folder, false);
  if (!opened) return opened.error();
  Descriptor list(openat(opened->file.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(list ? fdopendir(list.get()) : nullptr, closedir);
  if (!entries) return cannot_pack(folder.path, std::strerror(errno));
  list.release();  // closedir closes it
  std::vector<std::string> names;
  while (const dirent* entry = readdir(entries.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != ".." && name != "__pycache__") names.push_back(name);
  }
  return names;
}

// All its bytes, or an error if somebody writes to it meanwhile.
Result<std::string> read_steady(const FileOrigin& origin, const OpenedFile& opened) {
  std::string content(opened.key.size, '\0');
  std::size_t have = 0;
  while (have < content.size()) {
    const ssize_t got =
        pread(opened.file.get(), content.data() + have, content.size() - have, static_cast<off_t>(have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_pack(origin.path, std::strerror(errno));
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  if (have != content.size() || key_of(opened.file.get()) != opened.key)
    return cannot_pack(origin.path, "somebody is writing to it; try again when it is finished");
  return content;
}

}  // namespace

Result<void> BundleReader::add(const FileOrigin& origin, const std::string& place) {
  if (!wire::is_bundle_path(place)) return cannot_pack(origin.path, "its path is too long");
  for (std::size_t end = place.find('/'); end != std::string::npos; end = place.find('/', end + 1))
    if (auto done = put_folder(place.substr(0, end)); !done) return done;
  return origin.folder ? add_folder(origin, place) : add_file(origin, place);
}

Result<void> BundleReader::add_folder(const FileOrigin& origin, const std::string& place) {
  if (std::find(open_folders_.begin(), open_folders_.end(), origin.resolved) != open_folders_.end())
    return cannot_pack(origin.path, "it leads in a circle");
  if (auto done = put_folder(place); !done) return done;
  const auto names = names_in(origin);
  if (!names) return names.error();
  open_folders_.push_back(origin.resolved);
  for (const std::string& name : *names)
    if (auto done = add_entry(origin, name, place + "/" + name); !done) return done;
  open_folders_.pop_back();
  return {};
}

Result<void> BundleReader::add_entry(const FileOrigin& folder, const std::string& name,
                                     const std::string& place) {
  const std::string path = (folder.resolved == "/" ? "" : folder.resolved) + "/" + name;
  const auto origin = settle(path);
  if (!origin) return origin.error();
  if (origin->resolved != path && !may_follow(*origin))
    return cannot_pack(path,
                       "it is a link that leads out of the bot's files; put the file itself there, or "
                       "name where it leads with see=");
  return add(*origin, place);
}

Result<void> BundleReader::add_file(const FileOrigin& origin, const std::string& place) {
  if (files_.contains(place)) return {};
  const auto opened = open_origin(origin, true);
  if (!opened) return opened.error();
  if (!opened->readable) return cannot_pack(origin.path, "this user may not read it, or it is in use");
  if (auto done = count(place, opened->key.size); !done) return done;
  auto content = read_steady(origin, *opened);
  if (!content) return content.error();
  struct stat about {};
  if (fstat(opened->file.get(), &about) != 0) return cannot_pack(origin.path, std::strerror(errno));
  files_[place] = {(about.st_mode & 0111U) != 0, false, std::move(*content)};
  return {};
}

Result<void> BundleReader::count(const std::string& place, std::size_t size) {
  size_ += place.size() + kEntryOverhead;
  if (size <= wire::kMostBundle && size_ + size <= wire::kMostBundle &&
      files_.size() < wire::kMostBundleFiles) {
    size_ += size;
    return {};
  }
  return bad_input("the bot's files are more than " + std::to_string(wire::kMostBundle >> 20U) + " MB or " +
                   std::to_string(wire::kMostBundleFiles) + " files in all, counted up to " +
                   base::quoted(place.substr(place.find('/') + 1)) +
                   "; name only what the bot needs, with a smaller see= folder or none");
}

Result<void> BundleReader::put_folder(const std::string& place) {
  if (files_.contains(place)) return {};
  if (auto done = count(place, 0); !done) return done;
  files_[place].folder = true;
  return {};
}

bool BundleReader::may_follow(const FileOrigin& target) const {
  const auto holds = [&](const std::string& folder) { return is_below(target.resolved, folder); };
  if (std::any_of(roots_.begin(), roots_.end(), holds)) return true;
  // A virtual environment's python3 is such a link, and every bot may read what it leads to.
  return !target.folder && std::any_of(kSystemFolders.begin(), kSystemFolders.end(), holds);
}

}  // namespace quiver::launch
