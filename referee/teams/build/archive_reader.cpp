#include "referee/teams/build/archive_reader.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <clocale>
#include <locale.h>
#include <memory>
#include <string>

#include "client_sdk/base/text.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Result;

namespace {

constexpr std::size_t kPiece = 1 << 16;
constexpr std::array<std::string_view, 4> kEndings = {".zip", ".tar", ".tar.gz", ".tgz"};

// libarchive gives names in the encoding of the thread's locale.
class Utf8Names {
 public:
  Utf8Names() : utf8_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (utf8_ != nullptr) before_ = uselocale(utf8_);
  }
  ~Utf8Names() {
    if (utf8_ == nullptr) return;
    uselocale(before_);
    freelocale(utf8_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t utf8_;
  locale_t before_ = nullptr;
};

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

// Only what is_archive() promises: each further format is more code that reads what strangers wrote.
Archive new_archive() {
  Archive in(archive_read_new(), archive_read_free);
  archive_read_support_filter_gzip(in.get());
  archive_read_support_format_tar(in.get());
  archive_read_support_format_zip(in.get());
  return in;
}

base::Error broken(archive* in) {
  const char* why = archive_error_string(in);
  return bad_input("the archive cannot be read: " +
                   base::escaped(why == nullptr ? "it is damaged" : why, 200));
}

EntryKind kind_of(archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr)
    return EntryKind::kLink;
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return EntryKind::kFile;
    case AE_IFDIR:
      return EntryKind::kFolder;
    case AE_IFLNK:
      return EntryKind::kLink;
    default:
      return EntryKind::kOther;
  }
}

// Other methods of zip take as much memory as the archive says.
Result<void> check_method(archive* in, archive_entry* entry) {
  if (archive_entry_is_encrypted(entry) != 0)
    return bad_input("the archive is encrypted; pack it without a password");
  if (archive_format(in) != ARCHIVE_FORMAT_ZIP) return {};
  const std::string name = archive_format_name(in);
  if (name.find("(deflation)") != std::string::npos || name.find("(uncompressed)") != std::string::npos)
    return {};
  return bad_input("the archive is compressed in an unusual way; pack it with deflate, the default of zip");
}

Result<void> read_content(archive* in, EntryGate& gate) {
  std::array<char, kPiece> piece;
  for (;;) {
    const auto size = archive_read_data(in, piece.data(), piece.size());
    if (size == ARCHIVE_RETRY) continue;
    if (size < 0) return broken(in);
    if (size == 0) return {};
    if (auto written = gate.write({piece.data(), static_cast<std::size_t>(size)}); !written) return written;
  }
}

Result<void> read_entry(archive* in, archive_entry* entry, EntryGate& gate) {
  if (auto known = check_method(in, entry); !known) return known;
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr) return bad_input("the archive has a file name that is no UTF-8; rename the file");
  const bool executable = (archive_entry_perm(entry) & 0111U) != 0;
  std::optional<std::uint64_t> size;
  if (archive_entry_size_is_set(entry) != 0)
    size = static_cast<std::uint64_t>(std::max<la_int64_t>(0, archive_entry_size(entry)));
  if (auto begun = gate.begin(name, kind_of(entry), executable, size); !begun) return begun;
  if (auto read = read_content(in, gate); !read) return read;
  return gate.end();
}

Result<void> read_entries(archive* in, EntryGate& gate) {
  for (;;) {
    archive_entry* entry = nullptr;
    const int got = archive_read_next_header(in, &entry);
    if (got == ARCHIVE_EOF) return {};
    if (got == ARCHIVE_RETRY) continue;
    if (got != ARCHIVE_OK && got != ARCHIVE_WARN) return broken(in);
    if (auto read = read_entry(in, entry, gate); !read) return read;
  }
}

}  // namespace

bool is_archive(std::string_view file_name) { return archive_stem(file_name).size() < file_name.size(); }

std::string_view archive_stem(std::string_view file_name) {
  for (const std::string_view ending : kEndings)
    if (file_name.ends_with(ending) && file_name.size() > ending.size())
      return file_name.substr(0, file_name.size() - ending.size());
  return file_name;
}

Result<void> read_archive(int file, EntryGate& gate) {
  const Utf8Names names;
  const Archive in = new_archive();
  if (archive_read_open_fd(in.get(), file, kPiece) != ARCHIVE_OK) return broken(in.get());
  return read_entries(in.get(), gate);
}

Result<void> read_archive(std::string_view bytes, EntryGate& gate) {
  const Utf8Names names;
  const Archive in = new_archive();
  if (archive_read_open_memory(in.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) return broken(in.get());
  return read_entries(in.get(), gate);
}

}  // namespace quiver::teams
