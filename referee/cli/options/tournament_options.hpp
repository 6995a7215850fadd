// What `quiver tournament` is asked for, on the command line or in a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/options/board_options.hpp"
#include "referee/cli/options/ci_options.hpp"
#include "referee/cli/options/match_options.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/referee_options.hpp"
#include "referee/cli/options/web_options.hpp"
#include "referee/run/order.hpp"
#include "referee/tournament/formats/format.hpp"
#include "referee/tournament/opening_book.hpp"
#include "referee/tournament/plan.hpp"

namespace quiver::cli {

class Command;

// How a tournament or a ladder is played, whoever plays: clocks, processes, where it is kept.
struct EventOptions {
  PositionOptions position;
  std::vector<std::string> bots;
  std::optional<std::uint32_t> concurrency;
  std::optional<std::uint32_t> seed_given;
  std::optional<std::string> move_time;
  std::optional<std::string> clock;
  std::optional<std::string> cap;
  std::optional<std::string> store;
  std::string event;
  LaunchOptions launch_policy;
  ClockOptions clock_rules;
  RefereeOptions referee;
  WebOptions web;
  std::optional<std::string> logs;
  bool logs_by_default = true;  // below /tmp
  bool launches_later = false;  // bots may be launched here that are not known yet
  bool isolates = false;        // and they must not be, unless they can be isolated
  bool rereads = false;         // SIGHUP has it read tokens and certificate again, and does not end it
  std::string record;
  bool restart = false;
  bool json = false;
  bool quiet = false;

  // Binds the options to this object, which must outlive the run of the command.
  void add_to(Command& command);
  // The clock of all entrants that have none of their own. Throws UsageError.
  [[nodiscard]] wire::TimeControl time() const;
  // From 1 to 256. Throws UsageError.
  [[nodiscard]] std::uint32_t num_at_once() const;
  // Replaces each --bot that is a pattern, "players/*.so", by the files that match. Throws UsageError.
  void expand_bots();
  // Each with a name of its own. Throws UsageError.
  [[nodiscard]] std::vector<launch::BotSpec> specs() const;
  // The effective boards and clocks: a default and the same value given explicitly are equal.
  void add_to(tournament::Plan& plan, const std::vector<NamedBoard>& boards) const;
  // Throws UsageError if it cannot be the name of an event, with `room` for more characters.
  void check_event(const std::string& name, std::size_t room = 0) const;
};
extern const char* const kEventHelp;

// What a run plays on.
run::MatchConfig match_config(std::vector<NamedBoard> boards);

// "random:4": how many plies; nothing if it is a file. Throws UsageError.
std::optional<std::uint32_t> random_plies(const std::string& openings);

// The options of `quiver tournament`: those of every event and how it is paired.
struct TournamentOptions : EventOptions {
  std::string format = "round-robin";
  std::optional<std::uint32_t> games;
  std::optional<std::uint32_t> rounds;
  std::optional<std::uint32_t> challengers;
  std::optional<std::string> openings;
  std::optional<std::string> sprt;
  std::optional<std::string> anchor;
  bool allow_changed = false;
  bool workers = false;
  std::optional<std::string> scale_time;
  std::optional<std::string> from_ladder;  // the store of a ladder whose best play
  std::optional<std::uint32_t> top;
  std::string season;
  CiOptions ci;

  void add_to(Command& command);
  // Per pairing. Even with a sequential test, which counts pairs of games; with several boards so many that
  // each pairing plays on all of them equally often. Throws UsageError.
  [[nodiscard]] std::uint32_t num_games(const std::vector<NamedBoard>& boards) const;
  // The speed that --scale-time names; none for that of this machine. Throws UsageError.
  [[nodiscard]] std::optional<double> reference_speed() const;
  // Throws UsageError.
  [[nodiscard]] std::vector<NamedBoard> boards() const { return event_boards(position, openings); }
  // The openings of each board, named or drawn. Reads their files. Throws UsageError.
  [[nodiscard]] std::vector<tournament::OpeningBook> books(const std::vector<NamedBoard>& boards,
                                                           std::uint32_t seed) const;
  // Everything that determines the results, as it is stored with the event.
  [[nodiscard]] tournament::Plan plan(const std::vector<NamedBoard>& boards, std::uint32_t seed) const;
};

}  // namespace quiver::cli
