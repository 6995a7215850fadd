#include "referee/teams/build/pack_submission.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "client_sdk/base/text.hpp"
#include "referee/launch/files/scratch.hpp"
#include "referee/teams/build/archive_writer.hpp"
#include "referee/teams/build/unpack.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;
namespace fs = std::filesystem;

namespace {

// More than any referee takes; it says itself how much that is.
constexpr std::uintmax_t kMostUpload = std::uintmax_t{1} << 30U;

Result<PackedSubmission> read_whole(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  if (error || !in) return bad_input(base::quoted(path.string()) + " cannot be read");
  if (size > kMostUpload)
    return bad_input(base::quoted(path.string()) + " is larger than any submission may be");
  PackedSubmission out{path.filename().string(), {}};
  out.bytes.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (in.bad()) return bad_input(base::quoted(path.string()) + " cannot be read");
  return out;
}

}  // namespace

Result<PackedSubmission> pack_submission(const std::vector<std::string>& paths) {
  std::error_code error;
  for (const std::string& path : paths)
    if (!fs::exists(path, error)) return bad_input("there is no file or folder " + base::quoted(path));
  if (paths.size() == 1 && fs::is_regular_file(paths.front(), error)) return read_whole(paths.front());
  const auto scratch = launch::ScratchFolder::make();
  if (!scratch) return scratch.error();
  // How large they may be, the referee knows; here they are only not to fill the disk.
  UnpackLimits limits;
  limits.submitted_bytes = limits.total_bytes = limits.file_bytes = kMostUpload;
  const auto unpacked = unpack(paths, scratch->path(), limits);
  if (!unpacked) return unpacked.error();
  auto bytes = write_archive(unpacked->folder);
  if (!bytes) return bytes.error();
  return PackedSubmission{unpacked->names.front() + ".tar.gz", *std::move(bytes)};
}

}  // namespace quiver::teams
