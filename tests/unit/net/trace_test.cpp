// The trace's file: every line in the order of the calls, though another thread writes it.
#include "referee/net/transport/trace.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/frame.hpp"

namespace quiver::tests {

namespace {

std::string payload_of(const wire::RefereeMessage& message) {
  std::string frame;
  wire::append_frame(frame, message);
  return frame.substr(wire::kFrameHeader);
}

class TraceFile : public testing::Test {
 protected:
  TraceFile() {
    path_ = testing::TempDir() + "/quiver-trace-XXXXXX";
    const int file = mkstemp(path_.data());
    if (file < 0) throw std::runtime_error("no temporary file");
    close(file);
  }
  ~TraceFile() override { unlink(path_.c_str()); }

  [[nodiscard]] std::vector<std::string> lines() const {
    std::ifstream in(path_);
    std::vector<std::string> all;
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }

  std::string path_;
  std::vector<std::string> warnings_;
  net::Trace::Warn warn_ = [this](const std::string& sentence) { warnings_.push_back(sentence); };
};

TEST_F(TraceFile, BeginsALineOfItsOwn) {
  std::ofstream(path_) << "{\"half\":";
  net::Trace::open(path_, [](const std::string&) {}).value();
  ASSERT_EQ(lines().size(), 2U);
  EXPECT_EQ(lines()[0], "{\"half\":");
  EXPECT_EQ(lines()[1].front(), '{');
}

TEST_F(TraceFile, HasEveryFrameInOrder) {
  constexpr unsigned kFrames = 3000;
  {
    auto trace = net::Trace::open(path_, warn_).value();
    for (unsigned k = 0; k < kFrames; ++k) trace->sent(1 + k % 3, payload_of(wire::Ping{k}));
    trace->closed(2);
  }
  const auto all = lines();
  ASSERT_EQ(all.size(), kFrames + 2);
  EXPECT_NE(all.front().find("\"started\""), std::string::npos);
  for (unsigned k = 0; k < kFrames; ++k)
    EXPECT_NE(all[k + 1].find("\"number\":\"" + std::to_string(k) + "\""), std::string::npos) << all[k + 1];
  EXPECT_NE(all.back().find("\"closed\":true"), std::string::npos);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(TraceFile, IsAppendedTo) {
  for (int k = 0; k < 2; ++k) net::Trace::open(path_, warn_).value();
  EXPECT_EQ(lines().size(), 2U);
}

TEST_F(TraceFile, WarnsOnceIfItCannotBeWritten) {
  {
    auto trace = net::Trace::open("/dev/full", warn_).value();
    for (unsigned k = 0; k < 1000; ++k) trace->sent(1, payload_of(wire::Ping{k}));
  }
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("No space left"), std::string::npos) << warnings_[0];
  EXPECT_FALSE(net::Trace::open("/nowhere/trace", warn_));
}

}  // namespace

}  // namespace quiver::tests
