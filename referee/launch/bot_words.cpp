#include "referee/launch/bot_words.hpp"

#include <filesystem>
#include <glob.h>
#include <memory>

#include "client_sdk/base/text.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::launch {

namespace {

using base::Result;
namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + base::escaped_word(word);
  return out;
}

// What stands before a path and says what kind of program it is.
std::string_view kind_of(std::string_view word) {
  for (const std::string_view kind : {"text:", "botzone:"})
    if (word.starts_with(kind)) return kind;
  return {};
}

// The files that match, sorted; none also if a folder cannot be read.
std::vector<std::string> matches(const std::string& pattern) {
  glob_t found{};
  const std::unique_ptr<glob_t, void (*)(glob_t*)> owner(&found, &globfree);
  std::vector<std::string> files;
  if (glob(pattern.c_str(), 0, nullptr, &found) != 0) return files;
  for (std::size_t k = 0; k < found.gl_pathc; ++k) {
    std::error_code error;
    if (fs::is_regular_file(found.gl_pathv[k], error)) files.emplace_back(found.gl_pathv[k]);
  }
  return files;
}

}  // namespace

Result<std::vector<std::string>> expand_pattern(std::string_view text) {
  auto words = base::split_words(text);
  if (!words) return words.error();
  std::error_code error;
  if (words->empty() || words->front().find_first_of("*?[") == std::string::npos)
    return std::vector<std::string>{std::string(text)};
  const std::string_view kind = kind_of(words->front());
  const std::string pattern = words->front().substr(kind.size());
  if (fs::exists(pattern, error)) return std::vector<std::string>{std::string(text)};
  std::vector<std::string> all;
  for (const std::string& file : matches(pattern)) {
    words->front() = std::string(kind) + file;
    all.push_back(joined(*words));
  }
  if (all.empty()) return base::bad_input("no file matches " + base::quoted(pattern));
  return all;
}

Result<std::string> with_name(std::string_view text, const std::string& name) {
  auto words = base::split_words(text);
  if (!words) return words.error();
  if (words->empty()) return base::bad_input("a bot has to be named");
  std::vector<std::string> out{words->front(), "name=" + name};
  bool settings = true;
  for (std::size_t at = 1; at < words->size(); ++at) {
    const std::string& word = (*words)[at];
    settings = settings && is_setting(word);
    if (!settings || !word.starts_with("name=")) out.push_back(word);
  }
  return joined(out);
}

}  // namespace quiver::launch
