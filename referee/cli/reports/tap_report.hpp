// A run of games in the Test Anything Protocol, version 13: a test point a game, then one an expectation, the
// plan at the end.
//
// The plan comes last because a run may end before all its games: without it nobody takes the output for a
// whole one. Test points are numbered as the games end. Makes text; does not print.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "client_sdk/wire/messages.hpp"
#include "referee/cli/reports/game_fault.hpp"

namespace quiver::cli {

// Makes the lines of a TAP stream, version 13, one test point per game and per expectation.
class TapReport {
 public:
  // Each gives the lines that are to be printed next.
  [[nodiscard]] static std::string head() { return "TAP version 13\n"; }
  [[nodiscard]] std::string game(const wire::Record& record, const std::optional<GameFault>& fault);
  [[nodiscard]] std::string expectation(const std::string& text, const std::optional<std::string>& failure);
  // Games that were to be played and cannot be.
  [[nodiscard]] std::string stopped(const std::string& sentence);
  // To be printed last, because nobody knows before how many points there are.
  [[nodiscard]] std::string plan() const { return "1.." + std::to_string(points_) + "\n"; }
  // Instead of the plan.
  [[nodiscard]] static std::string bail_out(const std::string& sentence);

 private:
  // Names and expectations have no characters that mean something in a description.
  std::string point(bool ok, const std::string& description);

  std::uint32_t points_ = 0;
};

}  // namespace quiver::cli
