// The words that identify the bots of a command: the names in tables and, if unambiguous, what was typed for
// a bot. A plain value.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/store/store.hpp"

namespace quiver::cli {

// Which words of a command mean which of its bots.
class BotNames {
 public:
  // `typed` are the --bot arguments that the bots were made of, one for one.
  BotNames(const std::vector<std::string>& typed, const std::vector<launch::BotSpec>& bots);

  // As the tables show them.
  [[nodiscard]] const std::vector<std::string>& all() const { return names_; }

  // The name of the bot that a word means. A name comes before everything else that was typed: the word of
  // --bot, its file with or without its ending, the full name of a bundled bot. What means nobody, or more
  // than one, is an error.
  [[nodiscard]] base::Result<std::string> find(const std::string& word) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> also_;  // of each, what else it may be called
};

// A bundled bot is called by the word that was typed for it. Where an event has one by its full name, from
// before that was so, it goes on under the name that its games have.
void keep_names(const std::vector<store::Entrant>& entrants, const std::vector<std::string>& typed,
                std::vector<launch::BotSpec>& bots);

}  // namespace quiver::cli
