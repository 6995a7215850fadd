#include "referee/cli/options/toml_words.hpp"

#include <cmath>
#include <sstream>
#include <toml++/toml.h>

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/usage_error.hpp"

namespace quiver::cli {

namespace {

[[noreturn]] void fail(const std::string& path, const toml::source_region& where, const std::string& what) {
  throw UsageError(path + ", line " + std::to_string(where.begin.line) + ": " + what);
}

std::string number_text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

// A plain value as a word; flags are handled before.
std::string word_of(const std::string& path, const toml::key& key, const toml::node& value) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* number = value.as_integer()) return std::to_string(number->get());
  if (const auto* number = value.as_floating_point()) return number_text(number->get());
  fail(path, value.source(), base::quoted(key.str()) + " takes a text or a number, or a list of them");
}

// A table [[board]] is a word with settings: shape and size become "donut size=12".
std::string word_of_table(const std::string& path, const toml::table& table) {
  std::string first;
  std::string rest;
  for (const auto& [key, value] : table) {
    const auto* flag = value.as_boolean();
    const std::string text = flag != nullptr ? (flag->get() ? "on" : "off") : word_of(path, key, value);
    if (key.str() == "shape")
      first = text;
    else
      rest += " " + base::escaped_word(std::string(key.str()) + "=" + text);
  }
  // Without settings all of the word is the shape or the path of a map.
  if (rest.empty()) return first;
  return first.empty() ? rest.substr(1) : base::escaped_word(first) + rest;
}

void add_option(std::vector<std::string>& words, const std::string& path, const toml::key& key,
                const toml::node& value) {
  const std::string option = "--" + std::string(key.str());
  // A flag that is false is left out: there is no option that takes one back.
  if (const auto* flag = value.as_boolean()) {
    if (flag->get()) words.push_back(option);
  } else if (const auto* list = value.as_array()) {
    for (const toml::node& one : *list) {
      const auto* table = key.str() == "board" ? one.as_table() : nullptr;
      words.push_back(option + "=" +
                      (table != nullptr ? word_of_table(path, *table) : word_of(path, key, one)));
    }
  } else {
    words.push_back(option + "=" + word_of(path, key, value));
  }
}

}  // namespace

std::vector<std::string> words_of_toml(const std::string& path) {
  toml::table file;
  try {
    file = toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    // toml++ reports a file that cannot be opened as an error without a line.
    if (error.source().begin.line == 0)
      throw UsageError(base::quoted(path) + " cannot be read: " + std::string(error.description()));
    fail(path, error.source(), std::string(error.description()));
  }
  std::vector<std::string> words;
  for (const auto& [key, value] : file) {
    if (key.str() == "game")
      words.insert(words.begin(), word_of(path, key, value));
    else
      add_option(words, path, key, value);
  }
  return words;
}

}  // namespace quiver::cli
