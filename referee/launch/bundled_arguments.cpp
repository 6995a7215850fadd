#include "referee/launch/bundled_arguments.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include "client_sdk/base/suggestion.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/launch/bot_program.hpp"

namespace quiver::launch {

using base::bad_input;
using base::Result;

namespace {

const std::vector<std::string> kSettings = {"name", "move-time", "clock",   "memory", "processes", "threads",
                                            "cpu",  "files",     "scratch", "log",    "see"};
// What every bot on the SDK knows (docs/write-a-bot/first-bot.md).
constexpr const char* kOfEveryBot =
    "--connect URL --token-file FILE --token T --ca FILE --name NAME --matches N --quiet --help";

// "--depth N --ponder": a word with dashes, and whether a value follows it.
struct Argument {
  std::string name;
  bool has_value = false;
};

std::vector<Argument> arguments_in(const std::string& text) {
  std::vector<Argument> found;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.starts_with("--"))
      found.push_back({word, false});
    else if (!found.empty())
      found.back().has_value = true;
  }
  return found;
}

std::string meant_setting(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return "";
  const std::string key = word.substr(0, equals);
  if (std::find(kSettings.begin(), kSettings.end(), key) != kSettings.end())
    return "; settings come right after the bot's name";
  const std::string meant = base::nearest(key, kSettings);
  return meant.empty() ? "" : "; did you mean " + meant + word.substr(equals) + "?";
}

base::Error unknown(const BundledBot& bot, const std::string& word, const std::vector<Argument>& known) {
  std::vector<std::string> names;
  for (const Argument& one : known) names.push_back(one.name);
  std::string hint = word.starts_with("-") ? base::did_you_mean(word, names) : meant_setting(word);
  if (hint.empty()) hint = bot.takes.empty() ? "; it takes no arguments" : "; its arguments are " + bot.takes;
  return bad_input(bot.name + " does not know " + base::quoted(word) + hint);
}

std::optional<BundledBot> bundled_at(const std::string& program) {
  const std::filesystem::path path(program);
  if (path.parent_path().string() != bots_folder()) return std::nullopt;
  for (BundledBot& bot : bundled_bots())
    if (bot.name == path.filename()) return std::move(bot);
  return std::nullopt;
}

}  // namespace

Result<void> check_bundled_arguments(const std::string& program, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const auto bot = bundled_at(program);
  if (!bot) return {};
  const std::vector<Argument> known = arguments_in(bot->takes + " " + kOfEveryBot);
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::size_t equals = words[k].find('=');
    const auto named = [&](const Argument& one) { return one.name == words[k].substr(0, equals); };
    const auto found = std::find_if(known.begin(), known.end(), named);
    if (found == known.end()) return unknown(*bot, words[k], known);
    if (found->has_value && equals == std::string::npos) ++k;
  }
  return {};
}

unsigned bundled_threads(const std::string& program, const std::vector<std::string>& words) {
  if (words.empty() || !bundled_at(program)) return 1;
  constexpr std::string_view kThreads = "--threads";
  for (std::size_t k = 0; k < words.size(); ++k) {
    std::string_view word = words[k];
    if (!word.starts_with(kThreads)) continue;
    word.remove_prefix(kThreads.size());
    if (word.empty() && k + 1 < words.size()) word = words[k + 1];
    if (word.starts_with('=')) word.remove_prefix(1);
    if (const auto number = base::parse_number(word)) return std::max(*number, 1U);
  }
  return 1;
}

}  // namespace quiver::launch
