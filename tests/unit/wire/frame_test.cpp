// Frames out of a stream that comes in pieces of any size.
#include "client_sdk/wire/frame.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client_sdk/base/random.hpp"

namespace quiver::tests {

using wire::FrameReader;
using Status = FrameReader::Status;

namespace {

std::string framed(const std::string& payload) {
  const auto header = wire::frame_header(static_cast<std::uint32_t>(payload.size()));
  return std::string(header.data(), header.size()) + payload;
}

// What feeding these bytes brings.
void feed(FrameReader& reader, std::string_view bytes, std::vector<std::string>& frames) {
  reader.feed(bytes);
  for (auto next = reader.next(); next.status != Status::kMore; next = reader.next()) {
    ASSERT_EQ(next.status, Status::kFrame);
    frames.emplace_back(next.frame);
  }
}

}  // namespace

TEST(Frames, BeginWithTheirLengthBigEndian) {
  EXPECT_EQ(framed("ab"), std::string("\0\0\0\2ab", 6));
  const auto header = wire::frame_header(0x01020304);
  EXPECT_EQ(std::string(header.data(), 4), "\1\2\3\4");
}

TEST(Frames, ComeOutAsTheyWentInHoweverTheStreamIsSplit) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    base::Random random(seed);
    std::vector<std::string> sent;
    std::string stream;
    for (int k = 0; k < 30; ++k) {
      sent.emplace_back(random.below(random.below(4) == 0 ? 3000 : 12), static_cast<char>(random.below(256)));
      stream += framed(sent.back());
    }
    FrameReader reader(3000);
    std::vector<std::string> received;
    for (std::size_t at = 0; at < stream.size();) {
      const std::size_t size = random.below(random.below(3) == 0 ? 5000 : 6);
      // A copy that is gone afterwards: the reader must not look back.
      const std::string piece = stream.substr(at, size);
      feed(reader, piece, received);
      at += piece.size();
    }
    EXPECT_EQ(received, sent);
    EXPECT_FALSE(reader.partial());
  }
}

TEST(Frames, OfTheLargestSizeAreTakenAndLargerOnesAreNot) {
  std::vector<std::string> received;
  FrameReader exact(8);
  feed(exact, framed("12345678"), received);
  EXPECT_EQ(received, std::vector<std::string>{"12345678"});

  for (std::size_t split = 0; split <= 4; ++split) {
    FrameReader reader(8);
    const std::string stream = framed("123456789");
    reader.feed(std::string_view(stream).substr(0, split));
    const Status first = reader.next().status;
    EXPECT_EQ(first, split == 4 ? Status::kOversized : Status::kMore);  // before a byte of it is there
    if (split == 4) continue;
    reader.feed(std::string_view(stream).substr(split));
    EXPECT_EQ(reader.next().status, Status::kOversized);
    EXPECT_EQ(reader.next().status, Status::kOversized);
  }
}

TEST(Frames, AreAnnouncedByTheirHeader) {
  FrameReader reader(100);
  EXPECT_FALSE(reader.announced());
  EXPECT_FALSE(reader.partial());
  const std::string stream = framed("abc");
  reader.feed(std::string_view(stream).substr(0, 3));
  EXPECT_EQ(reader.next().status, Status::kMore);
  EXPECT_FALSE(reader.announced());
  EXPECT_TRUE(reader.partial());
  reader.feed(std::string_view(stream).substr(3, 2));
  EXPECT_EQ(reader.next().status, Status::kMore);
  EXPECT_EQ(reader.announced(), 3U);
  reader.feed(std::string_view(stream).substr(5));
  EXPECT_EQ(reader.next().frame, "abc");
  EXPECT_FALSE(reader.partial());
}

}  // namespace quiver::tests
