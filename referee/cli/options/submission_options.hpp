// The options that say what a ladder takes from its teams.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/options/tournament_options.hpp"
#include "referee/teams/team_rules.hpp"

namespace quiver::cli {

class Command;

// As they were given; the functions check them and throw UsageError.
struct SubmissionOptions {
  std::optional<std::string> accept;
  std::optional<std::string> max_size;
  std::optional<std::uint32_t> rate;
  std::optional<std::string> time;
  std::optional<std::chrono::system_clock::time_point> closes;  // --until of the ladder

  // Binds the options to this object, which must outlive the run of the command.
  void add_to(Command& command);
  // Submissions are taken.
  [[nodiscard]] bool any() const { return accept.has_value(); }
  [[nodiscard]] teams::TeamRules rules() const;
  // What `quiver admit` is told, so that it checks as this ladder plays.
  [[nodiscard]] std::vector<std::string> admit_words(const EventOptions& event) const;
};

// What the command's help says about them.
extern const char* const kSubmissionHelp;

}  // namespace quiver::cli
