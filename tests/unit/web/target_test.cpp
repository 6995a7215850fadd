// What stands in a request's first line is read strictly, and never means anything else than it says.
#include "referee/web/http/target.hpp"

#include <cctype>

#include <gtest/gtest.h>

namespace quiver::tests {

using web::parse_target;

namespace {

// "/path|key=value|…", or "no".
std::string read(std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return "no";
  std::string out = target->path;
  for (const auto& [key, value] : target->query) out += "|" + key + "=" + value;
  return out;
}

// "a|b|", one after each part.
std::string parts(std::string_view path) {
  std::string out;
  for (const std::string& one : web::parts_of(path)) out += one + "|";
  return out;
}

}  // namespace

TEST(Targets, AreAPathAndAQuery) {
  EXPECT_EQ(read("/"), "/");
  EXPECT_EQ(read("/games/cup-12"), "/games/cup-12");
  EXPECT_EQ(read("/games/cup-12?ply=3"), "/games/cup-12|ply=3");
  EXPECT_EQ(read("/e?name=a&against=b"), "/e|against=b|name=a");
  EXPECT_EQ(read("/e?name"), "/e|name=");
  EXPECT_EQ(read("/e?=x"), "/e|=x");
  EXPECT_EQ(read("/e?"), "/e");
  EXPECT_EQ(read("/e?&&a=1&&"), "/e|=|a=1");
  EXPECT_EQ(read("/e?a=1&a=2"), "/e|a=2");
  EXPECT_EQ(read("/e?a=b=c"), "/e|a=b=c");
  EXPECT_EQ(read("/e?a=/?"), "/e|a=/?");
  EXPECT_EQ(read("/e#a?b=c"), "/e");
  EXPECT_EQ(read("/e?a=1#b"), "/e|a=1");
}

TEST(Targets, ResolveCodesOnce) {
  EXPECT_EQ(read("/%41%7a%7A"), "/Azz");
  EXPECT_EQ(read("/%2541"), "/%41");
  EXPECT_EQ(read("/a%2fb%3Fc"), "/a/b?c");
  EXPECT_EQ(read("/a+b?c+d=e+f"), "/a+b|c d=e f");
  EXPECT_EQ(read("/e?a%26b=c%3Dd"), "/e|a&b=c=d");
  EXPECT_EQ(read("/%c3%bc"), "/ü");
  EXPECT_EQ(read("/%ff%FE"), "/\xff\xfe");
  EXPECT_EQ(read("/%25"), "/%");
}

TEST(Targets, ThatAreNoneAreRefused) {
  for (const char* text : {"", "*", "games", "http://here/games", "here:80", "?a=b", "#", "%2f"})
    EXPECT_EQ(read(text), "no") << text;
  for (const char* text :
       {"/%", "/%4", "/%zz", "/%4g", "/%g4", "/% 41", "/%+1", "/%-1", "/e?a=%", "/e?%4=b", "/e?a=%4"})
    EXPECT_EQ(read(text), "no") << text;
}

TEST(Targets, ThatNameAHostAreOnlyPaths) {
  EXPECT_EQ(read("//evil"), "//evil");
  EXPECT_EQ(read("//evil:80/a"), "//evil:80/a");
  EXPECT_EQ(read("/:80@evil"), "/:80@evil");
}

TEST(Targets, HaveNoControlCharacters) {
  // Whatever else may stand in a URL as it is: RFC 3986, 3.3 and 3.4, and the '#' that ends the target.
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@/?#";
  for (unsigned c = 0; c < 256; ++c) {
    std::string raw = "/a";
    raw += static_cast<char>(c);
    constexpr const char* kDigits = "0123456789abcdef";
    const std::string code = std::string("/a%") + kDigits[c / 16] + kDigits[c % 16];
    const bool control = c < 0x20 || c == 0x7f;
    EXPECT_EQ(parse_target(code).has_value(), !control) << c;
    EXPECT_EQ(parse_target("/e?k=" + code.substr(2)).has_value(), !control) << c;
    const bool allowed = (c < 0x80 && std::isalnum(static_cast<int>(c)) != 0) ||
                         kMarks.find(static_cast<char>(c)) != std::string_view::npos;
    EXPECT_EQ(parse_target(raw).has_value(), allowed) << c;
  }
}

TEST(Paths, AreCutAtTheirSlashes) {
  EXPECT_EQ(parts("/"), "");
  EXPECT_EQ(parts("/api/v1/lobby"), "api|v1|lobby|");
  EXPECT_EQ(parts("/api/v1/lobby/"), "api|v1|lobby|");
  EXPECT_EQ(parts("//"), "|");
  EXPECT_EQ(parts("//a"), "|a|");
  EXPECT_EQ(parts("/a//b"), "a||b|");
  EXPECT_EQ(parts("/page/../secret"), "page|..|secret|");
}

TEST(Hosts, AreGivenWithoutTheirPorts) {
  EXPECT_EQ(web::host_without_port("ann"), "ann");
  EXPECT_EQ(web::host_without_port("ann:8080"), "ann");
  EXPECT_EQ(web::host_without_port("[::1]"), "::1");
  EXPECT_EQ(web::host_without_port("[::1]:80"), "::1");
  EXPECT_EQ(web::host_without_port("[::1"), "");
  EXPECT_EQ(web::host_without_port(""), "");
  EXPECT_EQ(web::host_without_port(":80"), "");
  EXPECT_EQ(web::host_without_port("Ladder.Example.ORG:80"), "ladder.example.org");
  EXPECT_EQ(web::host_without_port("[FE80::A]:80"), "fe80::a");
}

TEST(Hosts, ThatAreNoneHaveNoName) {
  for (const char* text : {"127.0.0.1:80@evil",
                           "127.0.0.1@evil",
                           "ann@evil",
                           "[::1]@evil",
                           "[::1]evil",
                           "[::1]:80@evil",
                           "ann:80:80",
                           "ann:http",
                           "ann:123456",
                           "ann/",
                           "ann/evil",
                           "ann evil",
                           "ann,evil",
                           "[::1%25x]",
                           "[evil]",
                           "ann#",
                           "ann?",
                           "\x80nn",
                           "ann:-1",
                           "[]"})
    EXPECT_EQ(web::host_without_port(text), "") << text;
  EXPECT_EQ(web::host_without_port("ann:"), "ann");
}

TEST(Sites, HaveASchemeAndAHost) {
  const auto site = [](std::string_view text) {
    const web::Site found = web::parse_site(text);
    return found.scheme + "|" + found.host;
  };
  EXPECT_EQ(site("http://Ann:8080"), "http|ann:8080");
  EXPECT_EQ(site("HTTPS://ann"), "https|ann");
  EXPECT_EQ(site("ann"), "|ann");
  EXPECT_EQ(site("http://[::1]:80"), "http|[::1]:80");
  for (const char* text :
       {"null", "", "http://", "http://ann/", "http://ann/x", "http://a@ann", "http://ann:80@evil"})
    EXPECT_TRUE(web::parse_site(text).host.empty() || std::string_view(text) == "null") << text;
}

}  // namespace quiver::tests
