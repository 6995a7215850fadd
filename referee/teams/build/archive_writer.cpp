#include "referee/teams/build/archive_writer.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <filesystem>
#include <fstream>
#include <locale.h>
#include <memory>
#include <string_view>
#include <vector>

#include "client_sdk/base/text.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;
namespace fs = std::filesystem;

namespace {

// libarchive takes names in the encoding of the thread's locale.
class Utf8Locale {
 public:
  Utf8Locale() : utf8_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (utf8_ != nullptr) before_ = uselocale(utf8_);
  }
  ~Utf8Locale() {
    if (utf8_ == nullptr) return;
    uselocale(before_);
    freelocale(utf8_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t utf8_;
  locale_t before_ = nullptr;
};

la_ssize_t append(archive*, void* out, const void* bytes, std::size_t size) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

class Packer {
 public:
  Packer() : out_(archive_write_new(), archive_write_free) {
    archive_write_add_filter_gzip(out_.get());
    archive_write_set_filter_option(out_.get(), "gzip", "timestamp", nullptr);
    archive_write_set_format_pax_restricted(out_.get());
    archive_write_open(out_.get(), &bytes_, nullptr, append, nullptr);
  }

  Result<std::string> pack(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> paths;
    fs::recursive_directory_iterator it(folder, error);
    for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error))
      paths.push_back(it->path());
    if (error) return bad_input(base::quoted(folder.string()) + " cannot be read: " + error.message());
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      if (!fs::is_regular_file(path, error)) continue;  // folders follow from the files in them
      if (auto done = add(path, path.lexically_relative(folder).string()); !done) return done.error();
    }
    if (archive_write_close(out_.get()) != ARCHIVE_OK) return failure();
    return std::move(bytes_);
  }

 private:
  base::Error failure() {
    const char* why = archive_error_string(out_.get());
    return bad_input(std::string("the files cannot be packed: ") + (why == nullptr ? "unknown error" : why));
  }

  Result<void> add(const fs::path& path, const std::string& name) {
    std::ifstream in(path, std::ios::binary);
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (!in || error) return bad_input(base::quoted(path.string()) + " cannot be read");
    const bool executable =
        (fs::status(path, error).permissions() & fs::perms::owner_exec) != fs::perms::none;
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), executable ? 0755 : 0644);
    if (archive_write_header(out_.get(), entry.get()) != ARCHIVE_OK) return failure();
    std::array<char, 1 << 16> piece;
    while (in.read(piece.data(), piece.size()), in.gcount() > 0)
      if (archive_write_data(out_.get(), piece.data(), static_cast<std::size_t>(in.gcount())) < 0)
        return failure();
    if (in.bad()) return bad_input(base::quoted(path.string()) + " cannot be read");
    return {};
  }

  std::string bytes_;
  std::unique_ptr<archive, int (*)(archive*)> out_;
};

}  // namespace

Result<std::string> write_archive(const std::string& folder) {
  const Utf8Locale locale;
  return Packer().pack(folder);
}

}  // namespace quiver::teams
