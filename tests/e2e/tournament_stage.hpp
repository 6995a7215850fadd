// Tournaments of real processes, and what their stores hold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "referee/store/store.hpp"
#include "tests/e2e/stage.hpp"

namespace quiver::tests {

class TournamentStage : public Stage {
 protected:
  // Bots, who are others than the referee, may look into the test's folder.
  TournamentStage();

  // "tournament connect4" on a board of 4 x 4 with patient clocks and a fixed seed, kept at store(), and
  // more.
  [[nodiscard]] Arguments cup(const Arguments& more, const std::string& name = "t.db") const;
  [[nodiscard]] std::string store(const std::string& name = "t.db") const { return folder() + "/" + name; }

  // All games of the store's only event, by number; each is judged again by the rules.
  [[nodiscard]] std::map<std::uint32_t, store::Game> games(const std::string& name = "t.db") const;
  [[nodiscard]] std::vector<store::Pairing> pairings(const std::string& name = "t.db") const;
  // What `quiver standings` prints, which ends well.
  std::string standings(const Arguments& more = {}, const std::string& name = "t.db");
};

// --bot "random name=NAME" for each.
Arguments random_bots(const std::vector<std::string>& names);
// A bot that plays randomly, with what its environment tells it (fixtures/waiting_bot.cpp).
std::string waiting_bot(const std::string& name, const std::string& environment = "");

// Everything of a game that has to be the same when it is played again: who, from where, which moves, how it
// ended. No times, no number.
std::string essence(const wire::Record& record);
// Of all games, by number.
std::map<std::uint32_t, std::string> essences(const std::map<std::uint32_t, store::Game>& games);

// The lines that have an end.
std::vector<std::string> whole_lines(const std::string& text);
// From the heading of the table on.
std::string table_in(const std::string& text);
void expect_in(const std::string& all, const std::string& part);

}  // namespace quiver::tests
