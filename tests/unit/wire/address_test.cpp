// Addresses of referees.
#include "client_sdk/wire/address.hpp"

#include <gtest/gtest.h>

namespace quiver::tests {

using wire::parse_host_port;
using wire::parse_url;

TEST(Addresses, AreReadAndWritten) {
  for (const char* url :
       {"quiver://127.0.0.1:7000", "quiver://localhost:1", "quiver://[::1]:65535",
        "quiver://ladder.example.org:7000", "quivers://ladder.example.org:7000", "quivers://[::1]:1"}) {
    const auto address = parse_url(url);
    ASSERT_TRUE(address) << url;
    EXPECT_EQ(address->url(), url);
  }
  EXPECT_EQ(parse_url("quiver://[::1]:80")->host, "::1");
  EXPECT_EQ(parse_url("quiver://[::1]:80")->port, 80);
  EXPECT_FALSE(parse_url("quiver://a:1")->tls);
  EXPECT_TRUE(parse_url("quivers://a:1")->tls);
}

TEST(Addresses, AreRefusedWithASentence) {
  for (const char* text : {"", "quiver://", "quivers://", "quivers://a", "quivers:a:1", "QUIVERS://a:1",
                           "127.0.0.1:7000", "http://a:1", "quiver://a", "quiver://a:", "quiver://:1",
                           "quiver://a:0", "quiver://a:65536", "quiver://a:-1", "quiver://a:1x",
                           "quiver://a:01", "quiver://::1:80", "quiver://a:1/x", "quiver://[]:80"}) {
    const auto address = parse_url(text);
    ASSERT_FALSE(address) << text;
    EXPECT_EQ(
        address.error().sentence,
        '"' + std::string(text) + "\" is not an address; write quiver://HOST:PORT or quivers://HOST:PORT");
  }
}

TEST(Addresses, OfListenersMayAskForAnyPort) {
  EXPECT_EQ(parse_host_port("127.0.0.1:0")->port, 0);
  EXPECT_EQ(parse_host_port("[::]:7000")->host, "::");
  EXPECT_EQ(parse_host_port("a").error().sentence, "\"a\" is not HOST:PORT");
  EXPECT_FALSE(parse_host_port("a:65536"));
  EXPECT_FALSE(parse_host_port(":1"));
}

}  // namespace quiver::tests
