#include "referee/teams/build/entry_gate.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "client_sdk/base/harmless_text.hpp"
#include "client_sdk/base/text.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;

namespace {

constexpr std::size_t kLongestPart = 200;
constexpr std::size_t kLongestPath = 1000;
constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20U;
constexpr std::uint64_t kRatioFrom = kMegabyte;
constexpr std::array<std::string_view, 6> kLeftOut = {".git",        ".svn",      "__MACOSX",
                                                      "__pycache__", ".DS_Store", "Thumbs.db"};

// Its parts in order, without those that are empty or ".".
std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    if (!part.empty() && part != ".") parts.push_back(part);
    at = end + 1;
  }
  return parts;
}

}  // namespace

std::string size_words(std::uint64_t bytes) {
  return bytes < kMegabyte ? std::to_string(bytes) + " bytes" : std::to_string(bytes / kMegabyte) + " MB";
}

Result<std::string> entry_path(std::string_view name) {
  const std::string shown = base::quoted(name);
  if (name.empty()) return bad_input("a file in it has no name");
  if (base::harmless_text(name) != name)
    return bad_input("the file name " + shown +
                     " has control characters or bytes that are no UTF-8; rename the file");
  if (name.front() == '/')
    return bad_input("the file name " + shown + " is an absolute path; pack relative ones");
  if (name.find('\\') != std::string_view::npos)
    return bad_input("the file name " + shown + " has a backslash; rename the file");
  std::string path;
  for (const std::string_view part : parts_of(name)) {
    if (part == "..")
      return bad_input("the file name " + shown + " leads out of the submission; pack names without \"..\"");
    if (part.size() > kLongestPart) return bad_input("the file name " + shown + " is too long");
    if (!path.empty()) path += '/';
    path += part;
  }
  if (path.size() > kLongestPath) return bad_input("the path " + shown + " is too long");
  return path;
}

bool is_left_out(std::string_view path) {
  const auto parts = parts_of(path);
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    return std::find(kLeftOut.begin(), kLeftOut.end(), part) != kLeftOut.end();
  });
}

Result<void> EntryGate::check_size(std::uint64_t file, std::uint64_t total) const {
  if (file > limits_.file_bytes)
    return bad_input(base::quoted(path_) + " is larger than " + size_words(limits_.file_bytes));
  if (total > limits_.total_bytes)
    return bad_input("unpacked, the files are more than " + size_words(limits_.total_bytes));
  if (archive_bytes_ > 0 && total > kRatioFrom && total / limits_.ratio > archive_bytes_)
    return bad_input("the archive unpacks to more than " + std::to_string(limits_.ratio) +
                     " times its size, as no bot's files do");
  return {};
}

Result<void> EntryGate::add(const std::string& path, bool folder) {
  const auto [entry, is_new] = paths_.try_emplace(path, folder);
  if (!is_new && folder && entry->second) return {};
  if (!is_new) return bad_input(base::quoted(path) + " is in it twice");
  if (paths_.size() > limits_.entries)
    return bad_input("it has more than " + std::to_string(limits_.entries) + " files and folders");
  return folder ? sink_.make_folder(path) : Result<void>();
}

Result<void> EntryGate::add_folders(const std::string& path) {
  const auto depth = static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')) + 1;
  if (depth > limits_.depth)
    return bad_input(base::quoted(path) + " lies more than " + std::to_string(limits_.depth) +
                     " folders deep");
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
    if (auto added = add(path.substr(0, end), true); !added) return added;
  return {};
}

Result<void> EntryGate::begin(std::string_view name, EntryKind kind, bool executable,
                              std::optional<std::uint64_t> size) {
  writes_ = false;
  file_bytes_ = 0;
  // Also counts what is left out and folders that come again: an archive must not go on for ever.
  if (++begun_ > 4 * limits_.entries)
    return bad_input("it has more than " + std::to_string(limits_.entries) + " files and folders");
  auto path = entry_path(name);
  if (!path) return path.error();
  path_ = std::move(*path);
  if (kind == EntryKind::kLink)
    return bad_input(base::quoted(path_) + " is a link; put the file itself in its place");
  if (kind == EntryKind::kOther)
    return bad_input(base::quoted(path_) + " is neither a file nor a folder; leave it out");
  if (auto fits = check_size(size.value_or(0), bytes_ + size.value_or(0)); !fits) return fits;
  if (is_left_out(path_) || path_.empty()) return {};
  if (auto added = add_folders(path_); !added) return added;
  if (auto added = add(path_, kind == EntryKind::kFolder); !added) return added;
  if (kind == EntryKind::kFolder) return {};
  ++files_;
  writes_ = true;
  return sink_.begin_file(path_, executable);
}

Result<void> EntryGate::write(std::string_view bytes) {
  file_bytes_ += bytes.size();
  bytes_ += bytes.size();
  if (auto fits = check_size(file_bytes_, bytes_); !fits) return fits;
  return writes_ ? sink_.write(bytes) : Result<void>();
}

Result<void> EntryGate::end() {
  const bool wrote = writes_;
  writes_ = false;
  return wrote ? sink_.end_file() : Result<void>();
}

}  // namespace quiver::teams
