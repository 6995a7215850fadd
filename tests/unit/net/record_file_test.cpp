// A file of records: what is appended is a line of its own, whatever stood there before.
#include "referee/net/transport/record_file.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

#include <gtest/gtest.h>

#include "client_sdk/wire/codec.hpp"

namespace quiver::tests {

namespace {

class RecordFiles : public testing::Test {
 protected:
  RecordFiles() {
    path_ = testing::TempDir() + "/quiver-records-XXXXXX";
    const int file = mkstemp(path_.data());
    if (file < 0) throw std::runtime_error("no temporary file");
    close(file);
    record_.id = "games-1";
    record_.game = "connect4";
  }
  ~RecordFiles() override { unlink(path_.c_str()); }

  void write(const std::string& content) const { std::ofstream(path_, std::ios::binary) << content; }
  [[nodiscard]] std::string content() const {
    std::ostringstream out;
    out << std::ifstream(path_, std::ios::binary).rdbuf();
    return out.str();
  }
  [[nodiscard]] std::string line() const { return wire::record_json(record_) + "\n"; }
  // As a program does that keeps the file in an optional.
  void append(int times) const {
    std::optional<net::RecordFile> file;
    auto opened = net::RecordFile::open(path_);
    file = std::move(*opened);
    for (int k = 0; k < times; ++k) file->append(record_).value();
  }

  std::string path_;
  wire::Record record_;
};

}  // namespace

TEST_F(RecordFiles, AreAppendedToLineByLine) {
  append(2);
  append(1);
  EXPECT_EQ(content(), line() + line() + line());
}

TEST_F(RecordFiles, ThatEndInHalfALineLoseNothingMore) {
  for (const std::string half : {R"({"id":"games-0","number":)", R"({)"}) {
    write(line() + half);
    append(2);
    EXPECT_EQ(content(), line() + half + "\n" + line() + line());
    write(half);
    append(1);
    EXPECT_EQ(content(), half + "\n" + line());
  }
}

// A record that lacks nothing but the end of its line is a record.
TEST_F(RecordFiles, ThatLackALineEndKeepTheirLastRecord) {
  const std::string whole = wire::record_json(record_);
  write(whole);
  append(1);
  EXPECT_EQ(content(), whole + "\n" + whole + "\n");
}

TEST_F(RecordFiles, ThatAreOnlyOpenedStayAsTheyAre) {
  write("half");
  append(0);
  EXPECT_EQ(content(), "half");
}

TEST_F(RecordFiles, NeedNotBeFiles) {
  auto nowhere = net::RecordFile::open("/dev/null");
  ASSERT_TRUE(nowhere);
  EXPECT_TRUE(nowhere->append(record_));
}

}  // namespace quiver::tests
