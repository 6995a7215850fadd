// What is read again and again: a tag that follows the text, and a packed form that unpacks to it.
#include "referee/web/http/document.hpp"

#include <zlib.h>

#include <gtest/gtest.h>

namespace quiver::web {
namespace {

std::string unpack(const std::string& packed, std::size_t room) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  std::string in = packed;
  std::string out(room, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

std::string header(const Response& response, const std::string& name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return "";
}

std::string table() {
  std::string out;
  for (int k = 0; k < 2000; ++k) out += "{\"name\":\"bot-" + std::to_string(k) + "\",\"points\":1.5}";
  return out;
}

TEST(Documents, ArePackedWhereThatIsWorthIt) {
  const Document large = document(text(table()));
  ASSERT_TRUE(large.packed);
  EXPECT_LT(large.packed->size(), large.plain->size() / 5);
  EXPECT_EQ(unpack(*large.packed, large.plain->size() + 1), *large.plain);
  EXPECT_FALSE(document(text("{}")).packed);
  EXPECT_FALSE(document(text("")).packed);
}

TEST(Documents, HaveATagThatFollowsTheText) {
  EXPECT_EQ(document(text("a")).tag, document(text("a")).tag);
  EXPECT_NE(document(text("a")).tag, document(text("b")).tag);
}

TEST(Documents, AreSentAsTheyAreTaken) {
  const Document large = document(text(table()));
  Request request;
  const Response plain = document_response(large, "application/json", request);
  EXPECT_EQ(plain.status, 200U);
  EXPECT_EQ(plain.body, large.plain);
  EXPECT_EQ(header(plain, "Content-Encoding"), "");
  EXPECT_EQ(header(plain, "Vary"), "Accept-Encoding")
      << "a cache must not give the one to who wants the other";
  EXPECT_EQ(header(plain, "ETag"), large.tag);
  request.takes_gzip = true;
  const Response packed = document_response(large, "application/json", request);
  EXPECT_EQ(packed.body, large.packed);
  EXPECT_EQ(header(packed, "Content-Encoding"), "gzip");
  EXPECT_EQ(header(packed, "ETag"), large.tag);
  request.known = large.tag;
  const Response known = document_response(large, "application/json", request);
  EXPECT_EQ(known.status, 304U);
  EXPECT_EQ(known.body, nullptr);
  EXPECT_EQ(header(known, "ETag"), large.tag);
  EXPECT_EQ(header(known, "Content-Encoding"), "");
}

TEST(Tags, AreComparedAsCachesDo) {
  EXPECT_TRUE(is_known("W/\"a\"", "W/\"a\""));
  EXPECT_TRUE(is_known("\"a\"", "W/\"a\"")) << "a proxy may have made it a strong one";
  EXPECT_TRUE(is_known("\"b\", W/\"a\"", "W/\"a\""));
  EXPECT_TRUE(is_known("*", "W/\"a\""));
  for (const char* known : {"", "a", "\"b\"", "W/\"b\"", ",,", "\"a", "W/"})
    EXPECT_FALSE(is_known(known, "W/\"a\"")) << known;
}

TEST(Packing, IsDoneForWhoTakesIt) {
  for (const char* accepted :
       {"gzip", "gzip, deflate, br", "br;q=1, gzip;q=0.5", "GZIP", "deflate,gzip ; q=0.001"})
    EXPECT_TRUE(takes_gzip(accepted)) << accepted;
  for (const char* accepted :
       {"", "identity", "br, deflate", "gzip;q=0", "gzip;q=0.000", "x-gzip", "gzipped", "*"})
    EXPECT_FALSE(takes_gzip(accepted)) << accepted;
}

}  // namespace
}  // namespace quiver::web
