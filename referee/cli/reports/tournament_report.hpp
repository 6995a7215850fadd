// What `quiver tournament` and `quiver ladder` print while games are played.
//
// On a terminal a table that is updated in place: the progress, the standings, the running games. Otherwise
// one line per game. With `json` the records and nothing else. Games are reported after they are committed.
// All calls come on the referee's thread.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/reports/bot_output.hpp"
#include "referee/cli/reports/output.hpp"
#include "referee/cli/reports/starved_games.hpp"
#include "referee/cli/reports/time_left.hpp"
#include "referee/cli/terminal/live_block.hpp"
#include "referee/net/match_observer.hpp"
#include "referee/net/transport/record_file.hpp"
#include "referee/store/standings.hpp"

namespace quiver::cli {

class TournamentReport final : public net::MatchObserver {
 public:
  // What is printed where.
  struct How {
    bool json = false;
    bool silent = false;  // stdout is used for something else
    bool quiet = false;   // no line a game and no table while it goes on
    std::string record;   // a file; empty: none
  };
  // Opens the record file; throws UsageError if it cannot. `standings` is called when a table is wanted.
  TournamentReport(How how, std::function<store::Standings()> standings);

  // MatchObserver
  void on_begin(const net::MatchSession& session, const wire::Record& heading) override;
  void on_message(const net::MatchSession& session, const match::Message& message) override;
  // It may not be committed yet.
  void on_over(const net::MatchSession& session, const wire::Record& record) override;
  // It has been stored.
  void on_record(const wire::Record& record);

  // Draws a table while games are running: needs to be called regularly.
  [[nodiscard]] bool is_live() const { return live_; }
  void on_tick();

  // A sentence on stderr.
  void note(const std::string& sentence);
  // A line on stdout, where people read it.
  void tell(const std::string& line);
  // The table, once, at the end; throws UsageError if something could not be written.
  void finish();

 private:
  struct Going {
    std::string id;
    std::string names;
    std::uint32_t moves = 0;
  };
  // Clears the live table and writes to stdout. A failure is kept for finish().
  void say(const std::string& text);
  void tell_game(const wire::Record& record);
  // Draws the table, the test and the games in place.
  void show();
  [[nodiscard]] std::string progress(const store::Standings& standings);

  How how_;
  std::function<store::Standings()> standings_;
  Output out_;
  std::optional<net::RecordFile> file_;
  bool live_ = false;
  LiveBlock block_;
  std::map<wire::MatchId, Going> going_;  // also those that are not of the event itself
  BotOutput output_;
  StarvedGames starved_;
  std::uint32_t ended_ = 0;
  std::string failure_;
  bool silenced_ = false;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  RecentPace pace_{began_};
};

}  // namespace quiver::cli
