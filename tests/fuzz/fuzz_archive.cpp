// Any bytes as an archive: what is unpacked of it keeps the promises of EntryGate.
#include <set>

#include "referee/teams/build/archive_reader.hpp"
#include "tests/fuzz/play.hpp"

namespace quiver::tests {

namespace {

// Small, so that the fuzzer finds them.
constexpr teams::UnpackLimits kLimits = {
    .total_bytes = 64 << 10, .file_bytes = 32 << 10, .entries = 20, .depth = 4};

class WatchedSink final : public teams::EntrySink {
 public:
  base::Result<void> make_folder(const std::string& path) override {
    require_inside(path);
    require(!writes_ && folders_.insert(path).second);
    return {};
  }
  base::Result<void> begin_file(const std::string& path, bool /*executable*/) override {
    require_inside(path);
    require(!writes_ && files_.insert(path).second && !folders_.contains(path));
    const std::size_t slash = path.rfind('/');
    require(slash == std::string::npos || folders_.contains(path.substr(0, slash)));
    require(files_.size() + folders_.size() <= kLimits.entries);
    writes_ = true;
    file_ = 0;
    return {};
  }
  base::Result<void> write(std::string_view bytes) override {
    require(writes_);
    total_ += bytes.size();
    file_ += bytes.size();
    require(file_ <= kLimits.file_bytes && total_ <= kLimits.total_bytes);
    return {};
  }
  base::Result<void> end_file() override {
    require(writes_);
    writes_ = false;
    return {};
  }

 private:
  static void require_inside(const std::string& path) {
    require(!path.empty() && !path.starts_with('/') && path.find('\0') == std::string::npos);
    require(("/" + path + "/").find("/../") == std::string::npos);
    require(("/" + path + "/").find("//") == std::string::npos);
  }

  std::set<std::string> files_, folders_;
  std::uint64_t total_ = 0;
  std::uint64_t file_ = 0;
  bool writes_ = false;
};

}  // namespace

}  // namespace quiver::tests

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace quiver;
  tests::WatchedSink sink;
  teams::EntryGate gate(tests::kLimits, size, sink);
  const auto read = teams::read_archive(std::string_view(reinterpret_cast<const char*>(data), size), gate);
  tests::require(read || !read.error().sentence.empty());
  return 0;
}
