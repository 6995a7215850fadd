// What `quiver match` and `quiver order` print while games are played.
//
// On stdout: a line a game, or its JSON, or drawings; at the end a table. On stderr, where it is a terminal:
// a progress line: the score, the current game and the time left. A record file gets the JSON too.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "referee/cli/reports/bot_output.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/starved_games.hpp"
#include "referee/cli/reports/tally.hpp"
#include "referee/net/match_observer.hpp"
#include "referee/net/transport/record_file.hpp"
#include "referee/run/order.hpp"

namespace quiver::cli {

// One object per run. All calls come on the referee's thread.
class MatchReport : public run::OrderObserver, public net::MatchObserver {
 public:
  // What is printed where.
  struct How {
    bool json = false;
    bool show = false;
    std::string record;  // a file; empty: none
    std::uint32_t games = 1;
    std::uint32_t seed = 0;
    bool silent = false;  // stdout is used for something else
    std::uint32_t concurrency = 1;
    std::optional<double> longest_game = {};  // seconds; none: not known
  };
  // Opens the record file. Throws UsageError if it cannot.
  explicit MatchReport(How how);

  // OrderObserver
  void on_debuggable(const std::string& name, int pid, const std::string& program) override;
  void on_record(const wire::Record& record) override;
  void on_done(std::uint32_t games, std::uint32_t voids) override;
  // MatchObserver
  void on_begin(const net::MatchSession& session, const wire::Record& heading) override;
  void on_message(const net::MatchSession& session, const match::Message& message) override;

  // Draws a progress line while games are running: needs to be called regularly.
  [[nodiscard]] bool is_live() const { return progress_; }
  void on_tick();

  // A sentence on stderr.
  void note(const std::string& sentence);
  // The table. To be called once, at the end; throws UsageError if something could not be written.
  void finish();
  // 0; with `strict` 3 if a bot misbehaved; 4 if a game stayed void.
  [[nodiscard]] int exit_code(bool strict) const;

 private:
  struct Going {
    std::string names;
    std::uint32_t moves = 0;
  };
  // Writes to stdout below the progress line. A failure is kept for finish().
  void say(const std::string& text);
  [[nodiscard]] std::string progress() const;
  void show_progress();
  void clear_progress();

  How how_;
  Output out_;
  std::optional<net::RecordFile> file_;
  Tally tally_;
  std::map<std::uint32_t, Going> going_;
  BotOutput output_;
  StarvedGames starved_;
  std::string failure_;    // of the record file or stdout, told at the end
  bool silenced_ = false;  // stdout cannot be written any more
  bool color_ = false;
  bool progress_ = false;
  bool progress_shown_ = false;
  std::chrono::steady_clock::time_point shown_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace quiver::cli
