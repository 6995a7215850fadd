#include "referee/tournament/ladder_entrants.hpp"

#include <algorithm>
#include <map>

#include "client_sdk/base/text.hpp"
#include "referee/launch/bot_words.hpp"
#include "referee/launch/files/fingerprint.hpp"
#include "referee/tournament/history.hpp"
#include "referee/tournament/scoreboard.hpp"

namespace quiver::tournament {

namespace {

base::Result<store::Event> find_season(store::Store& store, const std::string& name) {
  auto events = store.events();
  if (!events) return events.error();
  std::erase_if(*events, [](const store::Event& one) { return one.kind != "ladder"; });
  if (events->empty()) return base::bad_input("there is no ladder in this store");
  if (name.empty()) return events->back();
  std::string names;
  for (const store::Event& one : *events) {
    if (one.name == name) return one;
    names += (names.empty() ? "" : ", ") + one.name;
  }
  return base::bad_input("there is no season " + base::quoted(name) + " in this store; it has " + names);
}

base::Result<LadderEntrant> entrant_of(const store::Entrant& entrant) {
  // A remote bot is found by the name it connects with, whatever version it is.
  if (entrant.spec.starts_with("remote:"))
    return LadderEntrant{entrant.spec, entrant.spec.substr(std::string_view("remote:").size()), ""};
  auto bot = launch::with_name(entrant.spec, entrant.name);
  if (!bot) return bot.error();
  return LadderEntrant{std::move(*bot), entrant.name, entrant.version};
}

}  // namespace

base::Result<std::vector<LadderEntrant>> best_of_ladder(store::Store& store, const std::string& season,
                                                        std::uint32_t top) {
  const auto event = find_season(store, season);
  if (!event) return event.error();
  const auto history = read_history(store, *event);
  if (!history) return history.error();
  const auto board = scoreboard_of(*history);
  if (!board) return board.error();
  std::map<std::string, const store::Entrant*> by_name;
  for (const store::Entrant& one : history->entrants) by_name[one.name] = &one;
  std::vector<LadderEntrant> best;
  for (const auto& row : board->standings().rows) {
    if (!row.active || best.size() == top) continue;
    auto entrant = entrant_of(*by_name.at(row.name));
    if (!entrant) return entrant.error();
    best.push_back(std::move(*entrant));
  }
  if (best.size() < 2)
    return base::bad_input("the ladder " + event->name + " has " + std::to_string(best.size()) +
                           " competitors that are in it now; a tournament needs two or more");
  return best;
}

base::Result<bool> is_unchanged(const LadderEntrant& entrant, const launch::BotSpec& bot) {
  if (entrant.version.empty()) return true;
  const auto now = launch::fingerprint(bot);
  if (!now) return now.error();
  // The ladder's versions begin with the competitor's name.
  return entrant.version.ends_with(" " + *now);
}

}  // namespace quiver::tournament
