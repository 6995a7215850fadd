// A bundle's bytes: one form for each content, and nothing that leads out of its folder.
#include "client_sdk/wire/bundle.hpp"

#include <gtest/gtest.h>

#include "client_sdk/wire/sha256.hpp"

namespace quiver::tests {

using wire::Bundle;
using wire::decode_bundle;
using wire::encode_bundle;

namespace {

Bundle given_bundle() {
  Bundle bundle;
  bundle.bot.name = "mine";
  bundle.bot.program = {"0/run", true};
  bundle.bot.arguments = {{{"--book=", false}, {"0/data/book", true}}, {{"-v", false}}, {}};
  bundle.bot.environment["B"] = {{"0/data", true}, {":/usr/share", false}};
  bundle.bot.environment["A"] = {{"\xff not UTF-8", false}};
  bundle.bot.visible = {{"0/run", true}, {"0/data", true}, {"/usr/bin/env", false}};
  bundle.bot.linked = {{"0/data", true}};
  bundle.files["0"].folder = true;
  bundle.files["0/data"].folder = true;
  bundle.files["0/data/book"].content = std::string("\0\xff", 2);
  bundle.files["0/run"] = {true, false, "#!/bin/sh\n"};
  return bundle;
}

void expect_no_bundle(const std::string& bytes, const std::string& why) {
  const auto decoded = decode_bundle(bytes);
  ASSERT_FALSE(decoded) << why;
  EXPECT_NE(decoded.error().sentence.find(why), std::string::npos) << decoded.error().sentence;
}

// One more entry of `files`, a folder, behind all others.
std::string with_folder(const std::string& path) {
  const std::string entry = std::string("\x0a") + static_cast<char>(path.size()) + path + "\x18\x01";
  return encode_bundle(given_bundle()) + "\x1a" + static_cast<char>(entry.size()) + entry;
}

}  // namespace

TEST(Sha256, IsTheStandards) {
  EXPECT_EQ(wire::sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(wire::sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(BundleBytes, ReadBackAsTheyWere) {
  const std::string bytes = encode_bundle(given_bundle());
  const auto decoded = decode_bundle(bytes);
  ASSERT_TRUE(decoded) << decoded.error().sentence;
  EXPECT_EQ(*decoded, given_bundle());
  EXPECT_EQ(encode_bundle(*decoded), bytes);
}

TEST(BundleBytes, AreTheSameForEver) {
  // A change of the format changes the name of every bundle: it needs another number.
  EXPECT_EQ(wire::sha256_hex(encode_bundle(given_bundle())),
            "da609fbbf8daac30a4b0b663806545412c1dae8357fd2f76d393f4173f2c87fa");
}

TEST(BundleBytes, ThatAreCutOrDamagedAreRefused) {
  const std::string bytes = encode_bundle(given_bundle());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto part = decode_bundle(bytes.substr(0, size));
    EXPECT_FALSE(part && *part == given_bundle()) << size;
  }
  expect_no_bundle("", "its format is 0");
  expect_no_bundle("\xff\xff", "its bytes are no message");
  expect_no_bundle(bytes + std::string("\xf8\x01\x00", 3), "fields that are not known");
  expect_no_bundle(bytes + std::string("\x08\x01", 2), "fields that are not known");
  // the same fields in another order
  expect_no_bundle(bytes.substr(2) + bytes.substr(0, 2), "in another form");
  expect_no_bundle(std::string(wire::kMostBundle + 1, '\0'), "larger than 64 MB");
}

TEST(BundleBytes, HaveNoPathThatLeadsOut) {
  for (const char* path : {"..", "../x", "0/../../x", "/etc/x", "0//x", "0/", "0/.", "./x", ""}) {
    Bundle bundle = given_bundle();
    bundle.files[path].folder = true;
    expect_no_bundle(encode_bundle(bundle), "does not stay inside its folder");
  }
  Bundle bundle = given_bundle();
  bundle.files[std::string("0/a\0b", 5)].content = "x";
  expect_no_bundle(encode_bundle(bundle), "does not stay inside its folder");
  bundle = given_bundle();
  bundle.files["0/" + std::string(256, 'a')].content = "x";
  expect_no_bundle(encode_bundle(bundle), "does not stay inside its folder");
}

TEST(BundleBytes, HaveEachPathOnceInOrderAndInAFolder) {
  EXPECT_TRUE(decode_bundle(with_folder("1")));
  expect_no_bundle(with_folder("0/run"), "comes twice or out of order");
  expect_no_bundle(with_folder("0/a"), "comes twice or out of order");
  expect_no_bundle(with_folder("1/a"), "lies in no folder");
  expect_no_bundle(with_folder("0/run/a"), "lies in no folder");
  Bundle bundle = given_bundle();
  bundle.files["0/data"].executable = true;
  expect_no_bundle(encode_bundle(bundle), "has a content of its own");
}

TEST(BundleBytes, NameOnlyWhatIsThere) {
  const auto refused = [](auto change, const std::string& why) {
    Bundle bundle = given_bundle();
    change(bundle);
    expect_no_bundle(encode_bundle(bundle), why);
  };
  refused([](Bundle& one) { one.bot.program = {"0/other", true}; }, "which is not in it");
  refused([](Bundle& one) { one.bot.program = {"0/data/book", true}; }, "is no executable file");
  refused([](Bundle& one) { one.bot.program = {"0", true}; }, "is no executable file");
  refused([](Bundle& one) { one.bot.program = {"sh", false}; }, "is no executable file");
  refused([](Bundle& one) { one.bot.arguments = {{{"../x", true}}}; }, "which is not in it");
  refused([](Bundle& one) { one.bot.arguments = {{{std::string(1, '\0'), false}}}; }, "a zero byte");
  refused([](Bundle& one) { one.bot.visible = {{"data", false}}; }, "neither bundled nor absolute");
  refused([](Bundle& one) { one.bot.environment["A=B"]; }, "is no name of a variable");
  refused([](Bundle& one) { one.bot.name = "../x"; }, "is not a name");
}

}  // namespace quiver::tests
