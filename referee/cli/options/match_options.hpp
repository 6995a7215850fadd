// The options that say how matches are played: `quiver match` and `quiver order` share them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/wire/messages.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/isolation.hpp"
#include "referee/match/lag_quota.hpp"

namespace quiver::cli {

class Command;

// As they were given; the functions check them and throw UsageError.
struct MatchOptions {
  std::vector<std::string> bots;
  std::optional<std::uint32_t> games;
  std::optional<std::uint32_t> concurrency;
  std::optional<std::uint32_t> seed_given;
  bool swap = false;
  std::string first = "fixed";

  // Binds the options to this object, which must outlive the run of the command.
  void add_to(Command& command);

  // The clock by --move-time, --clock and --max-move-time; 10 s for the whole game where none is given.
  [[nodiscard]] wire::TimeControl time() const;
  // The one given, or a new one.
  [[nodiscard]] std::uint32_t seed() const;
  // At least 1. Throws UsageError.
  [[nodiscard]] std::uint32_t num_games() const;
  // From 1 to 256. Throws UsageError.
  [[nodiscard]] std::uint32_t num_at_once() const;
  [[nodiscard]] bool first_random() const { return first == "random"; }

 private:
  std::optional<std::string> move_time_;
  std::optional<std::string> clock_;
  std::optional<std::string> cap_;
};

// The seed that was given, or a new one.
std::uint32_t chosen_seed(const std::optional<std::uint32_t>& given);

// What --move-time and --clock say: 10 s for the whole game where neither is given. Throws UsageError.
wire::TimeControl clock_options(const std::optional<std::string>& move_time,
                                const std::optional<std::string>& clock);

// What --lag-quota says: "100ms/5s", or "100ms" for 50 times that in a game. Throws UsageError.
match::LagQuota lag_quota_option(const std::string& text);

// A duration from the command line that is not 0. Throws UsageError.
base::Duration duration_option(const std::string& name, const std::string& text);

// How bots that are started here are isolated; `quiver match` and `quiver serve` share it.
struct LaunchOptions {
  std::string isolate = "auto";
  bool no_ponder = false;
  std::string pin = "off";

  // What will be played by a run, as far as cores have to do with it.
  struct Games {
    unsigned at_once = 0;  // 0: not known
    unsigned threads = 1;  // of the bot that computes with the most
    bool page = false;     // the referee has a web page to serve
  };

  void add_to(Command& command);
  // --pin too, whose default is auto then.
  void add_with_pin_to(Command& command);
  // Determines which isolation is possible. Throws UsageError if that is not enough; warnings go to stderr,
  // also one if there are more games than cores.
  [[nodiscard]] launch::LaunchPolicy open(const Games& games) const;
  [[nodiscard]] launch::LaunchPolicy open() const { return open({}); }
};
extern const char* const kLaunchHelp;
extern const char* const kPinHelp;

// The threads of the bot that computes with the most, of those that are started here.
unsigned most_threads(const std::vector<launch::BotSpec>& bots);

// What the clocks of launched bots measure, and when a time-out counts.
struct ClockOptions {
  std::string starved = "void";
  std::string clock_by = "wall";

  void add_to(Command& command);
  [[nodiscard]] bool void_starved() const { return starved == "void"; }
  [[nodiscard]] bool by_cpu() const { return clock_by == "cpu"; }
};
extern const char* const kClockHelp;

// What the commands' help says about them.
extern const char* const kBotHelp;  // of commands that start bots themselves
extern const char* const kMatchHelp;

}  // namespace quiver::cli
