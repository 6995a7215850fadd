// Bodies in chunks: the content is kept, everything around it is checked and dropped, and nothing is without
// end.
#include "referee/web/http/chunked_body.hpp"

#include <gtest/gtest.h>

namespace quiver::web {
namespace {

using State = ChunkedBody::State;

struct Outcome {
  State state = State::kMore;
  std::string body;
  std::string rest;
};

// In pieces of so many bytes.
Outcome read(const std::string& text, std::size_t piece, std::size_t most = 1000) {
  ChunkedBody chunks(most);
  Outcome out;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    out.rest += text.substr(at, piece);
    if (out.state == State::kMore) out.state = chunks.take(out.rest, out.body);
  }
  return out;
}

TEST(ChunkedBodies, AreTheirContentHoweverTheyCome) {
  const std::string text =
      "4\r\nabcd\r\n1;name=value\r\ne\r\nA \r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nGET /";
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U}) {
    const Outcome out = read(text, piece);
    EXPECT_EQ(out.state, State::kDone) << piece;
    EXPECT_EQ(out.body, "abcde0123456789") << piece;
    EXPECT_EQ(out.rest, "GET /") << piece << ": what follows is not its own";
  }
  EXPECT_EQ(read("0\r\n\r\n", 100).state, State::kDone);
}

TEST(ChunkedBodies, ThatAreNoneAreRefused) {
  for (const char* text : {"x\r\n", "\r\n", "-1\r\n", "+1\r\n", " 1\r\n", "0x1\r\n", "1x\r\n",
                           "123456789\r\n", "ffffffffffffffffff\r\n", "1\r\nab\r\n", "1\r\na\n\r\n",
                           "1;\x01\r\na", "0\r\na\x01: b\r\n\r\n", "1\n\r\n"})
    for (const std::size_t piece : {1U, 1000U}) EXPECT_EQ(read(text, piece).state, State::kMalformed) << text;
}

TEST(ChunkedBodies, AreNoLongerThanIsTaken) {
  EXPECT_EQ(read("a\r\n0123456789\r\n0\r\n\r\n", 3, 10).state, State::kDone);
  EXPECT_EQ(read("b\r\n", 3, 10).state, State::kTooLarge);
  const Outcome out = read("6\r\n012345\r\n5\r\n", 3, 10);
  EXPECT_EQ(out.state, State::kTooLarge);
  EXPECT_EQ(out.body.size(), 6U);
  EXPECT_EQ(read("ffffffff\r\n", 100, 10).state, State::kTooLarge);
}

TEST(ChunkedBodies, HaveNoTrailersOrExtensionsWithoutEnd) {
  std::string trailers = "0\r\n";
  std::string extensions;
  for (int k = 0; k < 10'000; ++k) {
    trailers += "a:\r\n";
    extensions += "1;" + std::string(1000, 'x') + "\r\na\r\n";
  }
  EXPECT_EQ(read(trailers, 500).state, State::kTooLarge);
  EXPECT_EQ(read(extensions, 500, 1U << 20U).state, State::kTooLarge);
  EXPECT_EQ(read("0\r\n" + std::string(2000, 'a'), 500).state, State::kMalformed);
  EXPECT_EQ(read(std::string(2000, '0'), 500).state, State::kMalformed);
}

}  // namespace
}  // namespace quiver::web
