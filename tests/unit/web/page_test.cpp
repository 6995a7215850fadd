// The page is whole: everything that its files ask for is part of the program, and nothing in it breaks its
// own policy.
#include "referee/web/page.hpp"

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace quiver::tests {

using web::find_page_file;

namespace {

std::vector<std::string> matches(std::string_view text, const char* pattern) {
  const std::string all(text);
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(all.begin(), all.end(), expression), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

// "views/game.js" asks for "../live/api.js": "live/api.js".
std::string resolved(std::string_view name, const std::string& relative) {
  return (std::filesystem::path(name).parent_path() / relative).lexically_normal().generic_string();
}

// What one file asks for of the others, by their paths below page/.
std::vector<std::string> wanted_by(std::string_view name, std::string_view content) {
  if (name.ends_with(".html")) return matches(content, R"re((?:src|href)="/page/([^"]*)")re");
  if (!name.ends_with(".js") && !name.ends_with(".css")) return {};
  auto all = matches(content, R"re(["']/page/([^"']*)["'])re");
  for (const char* pattern :
       {R"re((?:from|import)\s*\(?\s*["'](\.\.?/[^"']*)["'])re", R"re(@import\s+["']([^"'/][^"']*)["'])re"})
    for (const std::string& one : matches(content, pattern)) all.push_back(resolved(name, one));
  return all;
}

}  // namespace

TEST(PageFiles, HaveEverythingThatTheyAskFor) {
  std::set<std::string> known = {"index.html"};
  std::vector<std::string> open = {"index.html"};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    const auto* file = find_page_file(name);
    ASSERT_NE(file, nullptr) << name << " is not there";
    EXPECT_FALSE(file->content.empty()) << name;
    for (const std::string& one : wanted_by(name, file->content))
      if (known.insert(one).second) open.push_back(one);
  }
  EXPECT_GE(known.size(), 4U) << "the page, its script, its style and its icon";
  for (const char* name : {"games/board.js", "live/api.js", "views/lobby.js"})
    EXPECT_EQ(known.count(name), 1U) << name;
}

TEST(PageFiles, SayWhatTheyAre) {
  EXPECT_EQ(find_page_file("index.html")->type, "text/html; charset=utf-8");
  EXPECT_EQ(find_page_file("theme.js")->type, "text/javascript; charset=utf-8");
  EXPECT_EQ(find_page_file("icon.svg")->type, "image/svg+xml");
  EXPECT_EQ(find_page_file("games/board.js")->type, "text/javascript; charset=utf-8");
  for (const char* name :
       {"", ".", "..", "../page.hpp", "index", "INDEX.HTML", "page/index.html", "/index.html", "games",
        "games/", "board.js", "games/../index.html", "games//board.js"})
    EXPECT_EQ(find_page_file(name), nullptr) << name;
}

TEST(PageFiles, HaveNothingInlineThatThePolicyForbids) {
  const std::string_view page = find_page_file("index.html")->content;
  EXPECT_TRUE(matches(page, R"re((<script(?![^>]*\ssrc=)[^>]*>))re").empty());
  EXPECT_TRUE(matches(page, R"re((<style))re").empty());
  EXPECT_TRUE(matches(page, R"re((\sstyle\s*=))re").empty());
  EXPECT_TRUE(matches(page, R"re((\son[a-z]+\s*=))re").empty());
  EXPECT_TRUE(matches(page, R"re(((?:src|href)="(?:https?:|//|data:|javascript:)))re").empty());
}

}  // namespace quiver::tests
