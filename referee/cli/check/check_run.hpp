// Plays the exercises of `quiver check` for one bot and reports them line by line: `quiver check` and
// `quiver admit` do the same.
//
// Each exercise is played by a referee of its own on the calling thread. Signals that end the program end a
// running exercise, too: check_game() then throws Ended.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/check/check_plan.hpp"
#include "referee/cli/reports/check_report.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/isolation.hpp"
#include "referee/net/transport/record_file.hpp"

namespace quiver::cli {

// What is checked, and how. The files and folders must outlive the run.
struct CheckRequest {
  // The bot for a game with this clock.
  std::function<base::Result<launch::BotSpec>(const std::string& game, const wire::TimeControl& time)> bot;
  std::string spec;  // what `quiver match --bot` takes for it; for the line that plays a game again
  CheckClocks clocks;
  std::uint32_t seed = 1;
  launch::LaunchPolicy policy;
  std::string logs;           // a folder for what bots print; empty: none
  bool names_logs = true;     // the report says where these files are
  bool tells_repeats = true;  // plays the first exercise twice more, for a note
  net::RecordFile* records = nullptr;
};

class CheckRun {
 public:
  // A signal ended it.
  struct Ended {
    int signal;
  };

  // `say` is called with whole lines as soon as they are known.
  CheckRun(CheckRequest request, std::function<void(const std::string&)> say)
      : request_(std::move(request)), say_(std::move(say)) {}

  // Plays and reports all exercises. Throws Ended, and UsageError if this machine cannot play or record.
  void check_game(const std::string& game, const CheckScope& scope);

  [[nodiscard]] const FindingCounts& counts() const { return counts_; }
  // What the bot has called itself last; empty if it has not.
  [[nodiscard]] const std::string& title() const { return title_; }
  // The first exercise that failed and why, or why nothing was played: "square 5: in seat 0, …"; empty if
  // nothing failed.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  class Examiner;

  // Plays one exercise; its records and logs are called `id`.
  Examiner examine(const std::string& game, const Exercise& exercise, const std::string& id);
  [[nodiscard]] run::Order order(const std::string& game, const Exercise& exercise,
                                 const std::string& id) const;
  void tell(const std::string& game, const Exercise& exercise, const Finding& finding);
  void tell_failure(const std::string& game, const Exercise& exercise, const Finding& finding);
  // Those that failed like the first one, if they have not been told yet.
  void tell_repeats(bool all);
  // A note, not a verdict: whether the same seed gives the same game.
  void check_repeats(const std::string& game, const Exercise& exercise);

  CheckRequest request_;
  std::function<void(const std::string&)> say_;
  FindingCounts counts_;
  std::string title_;
  std::string failure_;
  // Of the game that is checked: the exercise that failed first and why, and those that failed like it since.
  std::string failed_first_, cause_;
  std::vector<std::string> repeats_;
};

}  // namespace quiver::cli
