#include "referee/cli/options/bot_names.hpp"

#include <algorithm>
#include <filesystem>

#include "client_sdk/base/suggestion.hpp"
#include "client_sdk/base/text.hpp"
#include "referee/launch/bot_program.hpp"

namespace quiver::cli {

namespace fs = std::filesystem;

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

// The file's name if the bot is a bundled one, or else nothing.
std::string bundled_name(const launch::BotSpec& bot) {
  const std::string file = fs::path(bot.program).filename().string();
  return launch::bundled_bot(file, "") == bot.program ? file : "";
}

// Everything but its name that somebody may call this bot, from what was typed for it.
std::vector<std::string> other_words(const std::string& typed, const launch::BotSpec& bot) {
  std::vector<std::string> words;
  const auto first = base::split_words(typed);
  if (first && !first->empty()) {
    std::string word = first->front();
    for (const char* kind : {"remote:", "text:", "botzone:"})
      if (word.starts_with(kind)) word.erase(0, std::string(kind).size());
    const fs::path path(word);
    words = {first->front(), word, path.filename().string(), path.stem().string()};
  }
  if (const std::string file = bundled_name(bot); !file.empty()) words.push_back(file);
  return words;
}

}  // namespace

BotNames::BotNames(const std::vector<std::string>& typed, const std::vector<launch::BotSpec>& bots) {
  for (std::size_t k = 0; k < bots.size(); ++k) {
    names_.push_back(bots[k].name);
    also_.push_back(other_words(typed.at(k), bots[k]));
  }
}

base::Result<std::string> BotNames::find(const std::string& word) const {
  if (std::find(names_.begin(), names_.end(), word) != names_.end()) return word;
  std::vector<std::string> meant;
  for (std::size_t k = 0; k < names_.size(); ++k)
    if (std::find(also_[k].begin(), also_[k].end(), word) != also_[k].end()) meant.push_back(names_[k]);
  if (meant.size() == 1) return meant.front();
  if (meant.size() > 1)
    return base::bad_input(word +
                           " means more than one bot here; write one of their names: " + listed(meant));
  const std::string near = base::did_you_mean(word, names_);
  return base::bad_input("there is no bot " + word + "; the names are " + listed(names_) + near);
}

void keep_names(const std::vector<store::Entrant>& entrants, const std::vector<std::string>& typed,
                std::vector<launch::BotSpec>& bots) {
  const auto entered = [&](const std::string& name, const std::string& spec) {
    return std::any_of(entrants.begin(), entrants.end(),
                       [&](const store::Entrant& one) { return one.name == name && one.spec == spec; });
  };
  for (std::size_t k = 0; k < bots.size(); ++k) {
    const auto words = base::split_words(typed.at(k));
    if (!words || words->empty() || !bots[k].name.starts_with(words->front())) continue;
    const std::string file = bundled_name(bots[k]);
    // "connect4-random-2" where "random-2" is the second one that was typed as "random".
    const std::string before = file + bots[k].name.substr(words->front().size());
    if (!file.empty() && entered(before, typed[k]) && !entered(bots[k].name, typed[k])) bots[k].name = before;
  }
}

}  // namespace quiver::cli
