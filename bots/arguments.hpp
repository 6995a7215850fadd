// The command line of a bundled bot: its own arguments, such as --depth N and --nodes N; all others are
// refused.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/search/search_budget.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/bot/options.hpp"
#include "client_sdk/bot/run_bot.hpp"

namespace quiver::bots {

// Words of a bundled bot's own on its command line: those that a value follows, and those that stand alone.
struct OwnArguments {
  std::vector<std::string_view> with_value;
  std::vector<std::string_view> alone;
};

// "--depth" of "--depth=3", and of "--depth".
inline std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

// The number, from 1, that follows `name`, as the next word or behind "="; none if `name` is not there.
inline base::Result<std::optional<std::uint32_t>> number_argument(int argc, const char* const* argv,
                                                                  std::string_view name) {
  for (int k = 1; k < argc; ++k) {
    std::string_view word = argv[k];
    if (name_of(word) != name) continue;
    if (word.size() > name.size())
      word.remove_prefix(name.size() + 1);
    else
      word = k + 1 < argc ? argv[k + 1] : "";
    const auto number = base::parse_number(word);
    if (!number || *number == 0)
      return base::bad_input(std::string(name) + " takes a number from 1, not " + base::quoted(word));
    return std::optional{*number};
  }
  return std::optional<std::uint32_t>{};
}

// What limits_in() reads: for bots whose search can be bounded by depth and by nodes.
inline const OwnArguments kSearchArguments = {{"--depth", "--nodes"}, {}};

// `limits` with what the command line says.
inline base::Result<SearchLimits> limits_in(int argc, const char* const* argv, SearchLimits limits = {}) {
  const auto depth = number_argument(argc, argv, "--depth");
  if (!depth) return depth.error();
  const auto nodes = number_argument(argc, argv, "--nodes");
  if (!nodes) return nodes.error();
  if (*depth) limits.depth = **depth;
  if (*nodes) limits.nodes = **nodes;
  return limits;
}

// The error names the first word that is neither the SDK's nor one of these.
inline base::Result<void> check_arguments(int argc, const char* const* argv, const OwnArguments& known) {
  const auto is_in = [](const std::vector<std::string_view>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  const std::vector<std::string> words = bot::own_words(argc, argv);
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (is_in(known.with_value, name_of(words[k]))) {
      if (words[k].find('=') == std::string::npos) ++k;
    } else if (!is_in(known.alone, words[k])) {
      std::string names;
      for (const auto* list : {&known.with_value, &known.alone})
        for (const std::string_view name : *list) names += (names.empty() ? "" : ", ") + std::string(name);
      return base::bad_input(
          "this bot does not know " + base::quoted(words[k]) +
          (names.empty() ? "; it takes no arguments of its own" : "; its arguments are " + names));
    }
  }
  return {};
}

// Says on stderr what is wrong with the command line, and returns the exit code for it.
inline int refuse_arguments(const char* program, const base::Error& error) {
  std::fprintf(stderr, "%s: %s\n", program, base::one_line(error.sentence).c_str());
  return bot::kExitRefused;
}

// The main of a bundled bot, which refuses words that it does not know.
template <class Bot>
int run_bundled(int argc, char** argv, Bot&& player, const OwnArguments& known = {}) {
  const auto checked = check_arguments(argc, argv, known);
  if (!checked) return refuse_arguments(bot::program_name(argc, argv).c_str(), checked.error());
  return bot::run_bot(argc, argv, player);
}

}  // namespace quiver::bots
