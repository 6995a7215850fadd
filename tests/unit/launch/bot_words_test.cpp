// --bot arguments that stand for several bots, and names given afterwards.
#include "referee/launch/bot_words.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "client_sdk/base/text.hpp"

namespace quiver::tests {

namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

class BotPatterns : public testing::Test {
 protected:
  BotPatterns() {
    std::string pattern = (fs::temp_directory_path() / "quiver-words-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~BotPatterns() override { fs::remove_all(folder_); }
  void add(const std::string& name) { std::ofstream(folder_ + "/" + name) << "x"; }
  // What the pattern in this folder stands for, without the folder.
  [[nodiscard]] Texts expanded(const std::string& text) const {
    const auto all = launch::expand_pattern(folder_ + "/" + text);
    if (!all) return {all.error().sentence};
    Texts out;
    for (const std::string& one : *all) out.push_back(one.substr(folder_.size() + 1));
    return out;
  }
  std::string folder_;
};

std::string named(const std::string& text, const std::string& name) {
  const auto out = launch::with_name(text, name);
  return out ? *out : out.error().sentence;
}

}  // namespace

TEST_F(BotPatterns, StandForTheFilesThatMatchInOrder) {
  for (const char* name : {"b.so", "a.so", "c.txt"}) add(name);
  fs::create_directory(folder_ + "/folder.so");
  EXPECT_EQ(expanded("*.so clock=5s -- '1 2'"), (Texts{"a.so clock=5s -- 1\\ 2", "b.so clock=5s -- 1\\ 2"}));
  EXPECT_EQ(expanded("[bc].*"), (Texts{"b.so", "c.txt"}));
}

TEST_F(BotPatterns, KeepTheKindOfProgram) {
  add("a");
  const auto all = launch::expand_pattern("text:" + folder_ + "/?");
  ASSERT_TRUE(all);
  EXPECT_EQ(*all, Texts{"text:" + folder_ + "/a"});
}

TEST_F(BotPatterns, AreReadBackWhateverFilesAreCalled) {
  add("a b\"c'd\\e.so");
  const Texts all = *launch::expand_pattern(folder_ + "/*.so name=x");
  ASSERT_EQ(all.size(), 1U);
  const auto words = base::split_words(all[0]);
  ASSERT_TRUE(words);
  EXPECT_EQ(*words, (Texts{folder_ + "/a b\"c'd\\e.so", "name=x"}));
}

TEST_F(BotPatterns, ThatMatchNothingAreRefused) {
  EXPECT_EQ(expanded("*.so").front().substr(0, 16), "no file matches ");
}

TEST_F(BotPatterns, AreNothingElse) {
  EXPECT_EQ(*launch::expand_pattern("mcts --depth '*'"), Texts{"mcts --depth '*'"});
  add("odd[1]");
  EXPECT_EQ(expanded("odd[1]"), Texts{"odd[1]"}) << "a file of that very name";
}

TEST(ABotsName, ReplacesTheOneInItsText) {
  EXPECT_EQ(named("./a", "x"), "./a name=x");
  EXPECT_EQ(named("./a clock=5s name=ann memory=1G go name=mine", "x"),
            "./a name=x clock=5s memory=1G go name=mine");
  EXPECT_EQ(named("./a go name=mine", "x"), "./a name=x go name=mine");
  EXPECT_EQ(named("'./a b' env:K='v w'", "x"), "./a\\ b name=x env:K=v\\ w");
}

}  // namespace quiver::tests
