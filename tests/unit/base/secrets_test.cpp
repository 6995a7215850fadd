// Secrets from files and among arguments.
#include "client_sdk/base/secrets.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace quiver::tests {

namespace {

// The arguments after it, as a list of processes would show them.
std::vector<std::string> hidden(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  base::hide_argument(static_cast<int>(pointers.size()), pointers.data(), "--token");
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST(Secrets, AreHiddenAmongTheArguments) {
  EXPECT_EQ(hidden({"bot", "--token", "secret", "--name", "n"}),
            (Words{"bot", "--token", "******", "--name", "n"}));
  EXPECT_EQ(hidden({"bot", "--token=secret", "x"}), (Words{"bot", "--token=******", "x"}));
  EXPECT_EQ(hidden({"bot", "--token", "a", "--token", "bc"}),
            (Words{"bot", "--token", "*", "--token", "**"}));
  EXPECT_EQ(hidden({"bot", "--token-file", "path", "--token"}),
            (Words{"bot", "--token-file", "path", "--token"}));
  EXPECT_EQ(hidden({"--token", "x"}), (Words{"--token", "x"}));
  EXPECT_EQ(hidden({}), Words{});
}

TEST(Secrets, AreTheFirstLineOfTheirFile) {
  std::string path = (std::filesystem::temp_directory_path() / "quiver-secret-XXXXXX").string();
  const int file = ::mkstemp(path.data());
  ASSERT_GE(file, 0);
  ::close(file);
  const auto holding = [&](const std::string& content) {
    std::ofstream(path, std::ios::trunc) << content;
    return base::read_secret(path);
  };
  EXPECT_EQ(*holding("secret"), "secret");
  EXPECT_EQ(*holding(" secret \r\nand more\n"), "secret");
  EXPECT_FALSE(holding(""));
  EXPECT_FALSE(holding("\nsecret"));
  std::filesystem::remove(path);
  EXPECT_EQ(base::read_secret(path).error().code, base::Error::Code::kUnreadable);
  EXPECT_EQ(base::read_secret("/tmp").error().code, base::Error::Code::kUnreadable);
}

}  // namespace quiver::tests
