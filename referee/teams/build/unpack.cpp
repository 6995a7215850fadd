#include "referee/teams/build/unpack.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "client_sdk/base/text.hpp"
#include "referee/launch/descriptor.hpp"
#include "referee/teams/build/archive_reader.hpp"
#include "referee/teams/build/folder_sink.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;
namespace fs = std::filesystem;

namespace {

// A file that is open to be read.
struct Source {
  launch::Descriptor file;
  std::uint64_t bytes = 0;
  bool executable = false;
};

Result<Source> open_source(const std::string& path, int flags) {
  Source source;
  // Without O_NONBLOCK a pipe would be waited for.
  source.file = launch::Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags));
  struct stat about {};
  if (!source.file || fstat(source.file.get(), &about) != 0)
    return bad_input(base::quoted(path) + " cannot be opened: " + std::strerror(errno));
  if (!S_ISREG(about.st_mode)) return bad_input(base::quoted(path) + " is neither a file nor a folder");
  source.bytes = static_cast<std::uint64_t>(about.st_size);
  source.executable = (about.st_mode & 0111U) != 0;
  return source;
}

Result<void> copy(const Source& source, const std::string& name, EntryGate& gate) {
  if (auto begun = gate.begin(name, EntryKind::kFile, source.executable, source.bytes); !begun) return begun;
  std::array<char, 1 << 16> piece;
  for (;;) {
    const ssize_t got = read(source.file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return bad_input(base::quoted(name) + " cannot be read: " + std::strerror(errno));
    if (got == 0) return gate.end();
    if (auto written = gate.write({piece.data(), static_cast<std::size_t>(got)}); !written) return written;
  }
}

EntryKind kind_of(const fs::directory_entry& entry) {
  std::error_code error;
  if (entry.is_symlink(error)) return EntryKind::kLink;
  if (entry.is_directory(error)) return EntryKind::kFolder;
  return entry.is_regular_file(error) ? EntryKind::kFile : EntryKind::kOther;
}

// In the order of names, so that the same folder gives the same report.
Result<void> copy_folder(const fs::path& folder, const std::string& place, EntryGate& gate) {
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  fs::directory_iterator it(folder, error);
  for (const fs::directory_iterator end; !error && it != end; it.increment(error)) entries.push_back(*it);
  if (error) return bad_input(base::quoted(folder.string()) + " cannot be read: " + error.message());
  std::sort(entries.begin(), entries.end());
  for (const fs::directory_entry& entry : entries) {
    const std::string name = place + entry.path().filename().string();
    if (is_left_out(name)) continue;
    const EntryKind kind = kind_of(entry);
    if (kind == EntryKind::kFile) {
      const auto source = open_source(entry.path().string(), O_NOFOLLOW);
      if (!source) return source.error();
      if (auto copied = copy(*source, name, gate); !copied) return copied;
      continue;
    }
    if (auto begun = gate.begin(name, kind, false, std::nullopt); !begun) return begun;
    if (auto ended = gate.end(); !ended) return ended;
    if (auto copied = copy_folder(entry.path(), name + "/", gate); !copied) return copied;
  }
  return {};
}

// The path without slashes at its end, and what it is called.
fs::path whole_path(const std::string& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

class Unpacker {
 public:
  Unpacker(const std::vector<std::string>& paths, const std::string& into, const UnpackLimits& limits)
      : paths_(paths), into_(into), limits_(limits), sink_(into) {}

  Result<Submission> run() {
    std::error_code error;
    if (paths_.size() == 1 && fs::is_directory(paths_.front(), error)) {
      EntryGate gate(limits_, 0, sink_);
      const fs::path folder = whole_path(paths_.front());
      submission_.names = {folder.filename().string()};
      return finish(copy_folder(folder, "", gate), gate);
    }
    if (paths_.size() == 1 && is_archive(paths_.front())) return unpack_archive();
    return copy_files();
  }

 private:
  Result<Submission> unpack_archive() {
    const auto source = open_source(paths_.front(), 0);
    if (!source) return source.error();
    if (auto fits = check_submitted(source->bytes); !fits) return fits.error();
    EntryGate gate(limits_, std::max<std::uint64_t>(1, source->bytes), sink_);
    submission_.names = {std::string(archive_stem(whole_path(paths_.front()).filename().string()))};
    return finish(read_archive(source->file.get(), gate), gate);
  }

  Result<Submission> copy_files() {
    EntryGate gate(limits_, 0, sink_);
    std::uint64_t submitted = 0;
    for (const std::string& path : paths_) {
      const std::string name = whole_path(path).filename().string();
      if (paths_.size() > 1 && is_archive(name))
        return bad_input(base::quoted(name) + " is an archive: submit it alone, or the files themselves");
      const auto source = open_source(path, 0);
      if (!source) return source.error();
      if (auto fits = check_submitted(submitted += source->bytes); !fits) return fits.error();
      if (auto copied = copy(*source, name, gate); !copied) return copied.error();
    }
    submission_.first = whole_path(paths_.front()).filename().string();
    submission_.names = {fs::path(submission_.first).stem().string()};
    return finish({}, gate);
  }

  [[nodiscard]] Result<void> check_submitted(std::uint64_t bytes) const {
    if (bytes <= limits_.submitted_bytes) return {};
    return bad_input("what was submitted is larger than " + size_words(limits_.submitted_bytes));
  }

  Result<Submission> finish(const Result<void>& unpacked, const EntryGate& gate) {
    if (!unpacked) return unpacked.error();
    if (gate.files() == 0) return bad_input("there are no files in it");
    submission_.folder = into_;
    submission_.files = gate.files();
    submission_.bytes = gate.bytes();
    take_off_outer_folders();
    return std::move(submission_);
  }

  // Most archives hold one folder with everything in it.
  void take_off_outer_folders() {
    std::error_code error;
    for (;;) {
      fs::directory_iterator it(submission_.folder, error);
      if (error || it == fs::directory_iterator() || !it->is_directory(error)) return;
      const fs::path only = it->path();
      if (++it != fs::directory_iterator()) return;
      submission_.folder = only.string();
      submission_.names.push_back(only.filename().string());
    }
  }

  const std::vector<std::string>& paths_;
  std::string into_;
  UnpackLimits limits_;
  FolderSink sink_;
  Submission submission_;
};

}  // namespace

Result<Submission> unpack(const std::vector<std::string>& paths, const std::string& into,
                          const UnpackLimits& limits) {
  if (paths.empty()) return bad_input("nothing was submitted");
  return Unpacker(paths, into, limits).run();
}

}  // namespace quiver::teams
