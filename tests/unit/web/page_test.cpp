// The page is whole: everything that its files ask for is part of the program, and nothing in it breaks its
// own policy.
#include "referee/web/page.hpp"

#include <regex>
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

// What index.html asks for, by the names below /page/.
std::vector<std::string> wanted_by_the_page() {
  return matches(find_page_file("index.html")->content, R"re((?:src|href|content)="/page/([^"]*)")re");
}

}  // namespace

TEST(PageFiles, HaveEverythingThatThePageAsksFor) {
  const auto wanted = wanted_by_the_page();
  EXPECT_GE(wanted.size(), 5U) << "its two scripts, its style, its colours and its icon";
  for (const std::string& name : wanted) {
    const auto* file = find_page_file(name);
    ASSERT_NE(file, nullptr) << name << " is not there";
    EXPECT_FALSE(file->content.empty()) << name;
    EXPECT_TRUE(file->immutable) << name;
    EXPECT_TRUE(std::regex_match(name, std::regex("[a-z]+-[0-9a-f]{10}\\.(js|css|svg)"))) << name;
  }
  EXPECT_FALSE(find_page_file("index.html")->immutable);
}

TEST(PageFiles, AreBundledWhole) {
  for (const std::string& name : wanted_by_the_page()) {
    const std::string_view content = find_page_file(name)->content;
    EXPECT_TRUE(matches(content, R"re(((?:^|\n)(?:import|export) [^\n]*))re").empty()) << name;
    EXPECT_TRUE(matches(content, R"re((@import[^\n]*))re").empty()) << name;
  }
}

TEST(PageFiles, SayWhatTheyAre) {
  EXPECT_EQ(find_page_file("index.html")->type, "text/html; charset=utf-8");
  for (const std::string& name : wanted_by_the_page()) {
    const std::string_view type = find_page_file(name)->type;
    if (name.ends_with(".js")) {
      EXPECT_EQ(type, "text/javascript; charset=utf-8");
    }
    if (name.ends_with(".css")) {
      EXPECT_EQ(type, "text/css; charset=utf-8");
    }
    if (name.ends_with(".svg")) {
      EXPECT_EQ(type, "image/svg+xml");
    }
  }
  for (const char* name :
       {"", ".", "..", "../page.hpp", "index", "INDEX.HTML", "page/index.html", "/index.html", "games",
        "games/", "page.js", "main.js", "games/../index.html", "games//board.js"})
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
