#include "referee/launch/files/launch_files.hpp"

#include <algorithm>
#include <fcntl.h>
#include <set>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/fingerprint.hpp"
#include "referee/launch/files/system_folders.hpp"

namespace quiver::launch {

using base::Result;

namespace {

ShownFile shown_as(const FileOrigin& origin, const std::string& source, const FileKey& key) {
  return {origin.path, source, key.device, key.inode, origin.folder};
}

void sort_folders_first(std::vector<ShownFile>& shown) {
  std::stable_sort(shown.begin(), shown.end(),
                   [](const ShownFile& a, const ShownFile& b) { return a.path < b.path; });
}

}  // namespace

bool BotVersion::is_outdated() const {
  bool changed = false;
  for (const File& one : files_) {
    const FileKey now = key_of(one.origin);
    if (now == one.key || now.device == 0) continue;  // nothing else could be started
    // Somebody is still writing: the old process plays on until that is finished.
    if (!is_quiet(now)) return false;
    changed = true;
  }
  return changed;
}

bool BotVersion::is_unsettled() const {
  return std::any_of(files_.begin(), files_.end(),
                     [](const File& one) { return !one.copied && key_of(one.origin) != one.key; });
}

// Builds the LaunchFiles of one start.
class LaunchFilesMaker {
 public:
  LaunchFilesMaker(const BotSpec& bot, bool isolated, Snapshots* snapshots)
      : bot_(bot), isolated_(isolated), snapshots_(snapshots) {}

  Result<LaunchFiles> run() {
    if (auto done = read_program(); !done) return done.error();
    if (isolated_)
      for (const std::string& path : bot_.visible)
        if (auto done = show(path); !done) return done.error();
    sort_folders_first(files_.shown);
    return std::move(files_);
  }

 private:
  // A file whose bytes count, open to be read: a copy, or the file itself.
  struct Part {
    std::string path;
    Descriptor file;
    FileKey key;
    bool copied = false;
  };

  [[nodiscard]] bool is_visible(const std::string& path) const {
    return std::find(bot_.visible.begin(), bot_.visible.end(), path) != bot_.visible.end();
  }

  Result<void> read_program() {
    std::vector<std::string> paths = {bot_.program};
    for (const std::string& one : bot_.arguments) paths.push_back(one);
    std::vector<Part> parts;
    for (const std::string& path : paths) {
      parts.push_back({path, Descriptor(), FileKey(), false});
      const FileOrigin* origin = find_origin(bot_.origins, path);
      if (origin == nullptr || origin->folder) continue;
      if (auto done = take(*origin, parts.back()); !done) return done.error();
    }
    std::string words;
    std::vector<FileKey> keys;
    for (const Part& part : parts) {
      words += part.path + '\0';
      keys.push_back(part.key);
    }
    // A file that was written within the current tick may change without its key changing: then nothing is
    // cached.
    const bool sure = std::all_of(parts.begin(), parts.end(), [](const Part& part) {
      return !part.file || part.copied || is_sure(part.key);
    });
    const auto known =
        snapshots_ != nullptr && sure ? snapshots_->known_fingerprint(words, keys) : std::nullopt;
    files_.version.fingerprint_ = known ? *known : computed(parts);
    if (snapshots_ != nullptr && sure) snapshots_->remember(words, keys, files_.version.fingerprint_);
    return {};
  }

  static std::string computed(const std::vector<Part>& parts) {
    Fingerprint print;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      // Not the program's own path: the same program elsewhere is the same bot.
      if (k > 0) print.add_word(parts[k].path);
      if (parts[k].file) print.add_file(parts[k].file.get());
    }
    return print.text();
  }

  Result<void> take(const FileOrigin& origin, Part& part) {
    auto opened = open_origin(origin, true);
    if (!opened) return opened.error();
    if (!opened->readable) return {};  // it counts as empty
    SnapshotPtr copy;
    if (isolated_ && snapshots_ != nullptr && is_visible(origin.path) && !is_part_of_the_system(origin.path))
      copy = snapshots_->take(origin, *opened);
    files_.version.files_.push_back({origin, opened->key, copy != nullptr});
    if (copy) return use_copy(origin, copy, part);
    part.key = opened->key;
    part.file = std::move(opened->file);
    return {};
  }

  Result<void> use_copy(const FileOrigin& origin, const SnapshotPtr& copy, Part& part) {
    part.key = copy->key;
    part.copied = true;
    part.file = Descriptor(open(copy->path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!part.file) return base::bad_input(base::quoted(copy->path) + ", a copy, cannot be read any more");
    if (!taken_.insert(origin.path).second) return {};
    files_.shown.push_back(shown_as(origin, copy->path, copy->key));
    files_.copies.push_back(copy);
    return {};
  }

  Result<void> show(const std::string& path) {
    if (is_part_of_the_system(path) || !taken_.insert(path).second) return {};
    const FileOrigin* origin = find_origin(bot_.origins, path);
    if (origin == nullptr) return {};
    auto opened = open_origin(*origin, false);
    if (!opened) return opened.error();
    files_.shown.push_back(shown_as(*origin, origin->resolved, opened->key));
    files_.held.push_back(std::move(opened->file));
    return {};
  }

  const BotSpec& bot_;
  const bool isolated_;
  Snapshots* const snapshots_;
  std::set<std::string> taken_;
  LaunchFiles files_;
};

Result<LaunchFiles> open_launch_files(const BotSpec& bot, bool isolated, Snapshots* snapshots) {
  if (!bot.origins.empty()) return LaunchFilesMaker(bot, isolated, snapshots).run();
  BotSpec settled = bot;  // it was made by hand, and not read from a command line
  if (auto done = settle_origins(settled); !done) return done.error();
  return LaunchFilesMaker(settled, isolated, snapshots).run();
}

Result<LaunchFiles> open_shown_files(const std::vector<std::string>& paths) {
  LaunchFiles files;
  for (const std::string& path : paths) {
    const auto origin = is_part_of_the_system(path) ? Result<FileOrigin>(base::bad_input("")) : settle(path);
    if (!origin) continue;
    auto opened = open_origin(*origin, false);
    if (!opened) return opened.error();
    files.shown.push_back(shown_as(*origin, origin->resolved, opened->key));
    files.held.push_back(std::move(opened->file));
  }
  sort_folders_first(files.shown);
  return files;
}

void add_shown(LaunchFiles& files, LaunchFiles more) {
  for (ShownFile& one : more.shown)
    if (std::none_of(files.shown.begin(), files.shown.end(),
                     [&](const ShownFile& other) { return other.path == one.path; }))
      files.shown.push_back(std::move(one));
  for (Descriptor& one : more.held) files.held.push_back(std::move(one));
  sort_folders_first(files.shown);
}

Result<void> settle_origins(BotSpec& bot) {
  const auto add = [&](const std::string& path) -> Result<void> {
    if (find_origin(bot.origins, path) != nullptr) return {};
    auto origin = settle(path);
    if (!origin) return origin.error();
    bot.origins.push_back(std::move(*origin));
    return {};
  };
  if (auto done = add(bot.program); !done) return done;
  for (const std::string& path : bot.visible)
    if (auto done = add(path); !done) return done;
  // Most arguments name no file.
  for (const std::string& word : bot.arguments)
    if (word.starts_with('/')) static_cast<void>(add(word));
  return {};
}

}  // namespace quiver::launch
