// What is guessed about programs that did not connect, and read from what they printed.
#include "referee/launch/program_kind.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace quiver::tests {

using launch::BotSpec;
using launch::on_one_line;
using launch::traceback_in;

namespace {

class ProgramKind : public testing::Test {
 protected:
  ProgramKind() {
    std::string name = testing::TempDir() + "program-kind-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~ProgramKind() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << content;
    return folder_ + "/" + name;
  }

  std::string folder_;
};

BotSpec bot(const std::string& program, const std::vector<std::string>& arguments = {}) {
  BotSpec spec;
  spec.program = program;
  spec.arguments = arguments;
  return spec;
}

constexpr const char* kFirst =
    "Traceback (most recent call last):\n"
    "  File \"a.py\", line 1, in f\n"
    "    return table['x']\n"
    "           ~~~~~^^^^^\n"
    "KeyError: 'x'\n";
constexpr const char* kSecond =
    "Traceback (most recent call last):\n"
    "  File \"a.py\", line 9, in <module>\n"
    "    f()\n"
    "ValueError: no table\n";

}  // namespace

TEST_F(ProgramKind, IsAnotherWhereNoFileMentionsTheSdk) {
  const std::string plain = file("plain", "#!/bin/sh\nread move\n");
  EXPECT_NE(launch::kind_hint(bot(plain)).find("write text: before its name"), std::string::npos);
  EXPECT_NE(launch::kind_hint(bot("/usr/bin/env", {"-i", plain})).find("text:"), std::string::npos);
  EXPECT_EQ(launch::kind_hint(bot(file("sdk.py", "from quiver import Bot\n"))), "");
  EXPECT_EQ(launch::kind_hint(bot("/usr/bin/env", {"-i", file("sdk.py", "import quiver\n")})), "");
}

TEST_F(ProgramKind, IsFoundAcrossThePiecesThatAreRead) {
  for (const std::size_t before : {65'533U, 65'536U, 131'070U})
    EXPECT_EQ(
        launch::kind_hint(bot(file("large", std::string(before, 'x') + "quiver" + std::string(99, 'x')))), "")
        << before;
}

TEST_F(ProgramKind, KnowsATracebackWithWhatLedToIt) {
  EXPECT_EQ(traceback_in("all is well\n"), "");
  EXPECT_EQ(traceback_in(std::string("hello\n") + kFirst), kFirst);
  const std::string between = "\nDuring handling of the above exception, another exception occurred:\n\n";
  EXPECT_EQ(traceback_in("hello\n" + std::string(kFirst) + between + kSecond),
            std::string(kFirst) + between + kSecond);
  EXPECT_EQ(traceback_in(std::string(kFirst) + "and went on\n" + kSecond), kSecond);
}

TEST_F(ProgramKind, PutsLinesOnOne) {
  EXPECT_EQ(
      on_one_line(kFirst, 1000),
      "Traceback (most recent call last): | File \"a.py\", line 1, in f | return table['x'] | KeyError: 'x'");
  EXPECT_EQ(on_one_line("one\ntwo\xff\x1b[2J\n", 1000), "one | two?\\x1b[2J");
  const std::string cut = on_one_line(kFirst, 40);
  EXPECT_LE(cut.size(), 40U);
  EXPECT_TRUE(cut.starts_with("… ")) << cut;
  EXPECT_TRUE(cut.ends_with("| KeyError: 'x'")) << cut;
}

TEST_F(ProgramKind, ReadsWhatAHostPrintedOfItsOwn) {
  const BotSpec host = bot("/opt/bots/host/host-so", {"--", "player.so"});
  EXPECT_EQ(launch::host_remark(host, "queens\nhost-so: initialize() has not returned\nmore"),
            "initialize() has not returned");
  EXPECT_EQ(launch::host_remark(host, "queens\n"), "");
  EXPECT_EQ(launch::host_remark(bot("/opt/bots/my-bot"), "host-so: initialize() has not returned\n"), "");
}

}  // namespace quiver::tests
