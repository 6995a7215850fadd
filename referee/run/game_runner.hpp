// Plays the games of a source, several at once, each in a slot.
//
// The process of a launched bot is kept for further games unless it was eliminated for a reason that makes
// the process unreliable. If too many are idle, those that have been idle longest are ended. A game with
// remote bots begins when all of them are free. When all games have ended, the bots are ended, and
// GameSource::on_done follows once their processes are gone. Lives on the server's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/launch/isolation.hpp"
#include "referee/net/match_server.hpp"
#include "referee/run/game_source.hpp"
#include "referee/run/launched_bot.hpp"
#include "referee/run/order.hpp"
#include "referee/run/runner.hpp"

namespace quiver::run {

class GameRunner final : public Runner, private net::MatchObserver, private PlayerPool {
 public:
  // `starts` has the encoded start of each board of `config`. `launch_policy` is how bots are launched.
  // `observer` observes the games of this runner; it may be null.
  // The source and the observer must outlive the runner.
  GameRunner(boost::asio::io_context& io, net::MatchServer& server, MatchConfig config,
             std::vector<net::EncodedStartPtr> starts, launch::LaunchPolicy launch_policy, GameSource& source,
             net::MatchObserver* observer);
  ~GameRunner() override;

  // Runner
  // Also stops idle processes.
  void go_on() override;
  void stop_after_these() override;
  // The games are void.
  void stop(const std::string& sentence) override;
  [[nodiscard]] bool done() const override { return done_; }

 private:
  using BotPtr = std::shared_ptr<LaunchedBot>;
  struct Slot {
    std::optional<Game> game;                 // being played or about to be
    std::vector<BotPtr> bots;                 // one per seat, null if remote
    wire::MatchId match = 0;                  // 0: not begun yet
    std::optional<base::Time> waiting_since;  // less the time of stalls
    std::optional<base::Seat> unable;         // whose bot could not be started
    unsigned width = 0;                       // how many cores were wanted for it
    launch::Cores cores;                      // of its bots; empty: none, or they are not pinned
    std::map<base::Seat, launch::Cores> own;  // of those that compute off their turn
  };
  // An idle process, and which of the game source's bots it is.
  struct Idle {
    std::size_t bot = 0;
    BotPtr process;
  };

  // MatchObserver
  void on_message(const net::MatchSession& session, const match::Message& message) override;
  void on_over(const net::MatchSession& session, const wire::Record& record) override;
  // PlayerPool
  [[nodiscard]] Presence presence(const launch::BotSpec& bot) const override;
  [[nodiscard]] std::vector<std::string> remote_players() const override;

  // The player of this remote bot or person, if it is free.
  [[nodiscard]] net::PlayerPtr find_free(const launch::BotSpec& bot) const;
  [[nodiscard]] bool is_present(const launch::BotSpec& bot) const;

  // Begins a game in the slot, if it is free and a game can begin.
  void fill(Slot& slot);
  // Injects the faults that the order plans after this many moves.
  void inject_faults(const Slot& slot, std::uint32_t moves);
  // The players of the slot's game, null for those to be launched; none if the game has to wait.
  std::optional<std::vector<net::PlayerPtr>> gather(Slot& slot);
  // Launches what is missing and opens the match. If a launch fails, the match is opened and ended as void,
  // so that it has a record.
  void begin(Slot& slot, std::vector<net::PlayerPtr> players);
  [[nodiscard]] match::Setup setup_for(const Slot& slot) const;
  [[nodiscard]] net::RecordDetails details_of(const Game& game) const;
  // An error if a process could not be started.
  base::Result<void> launch_missing(Slot& slot, std::vector<net::PlayerPtr>& players);
  // --- cores, if bots are pinned
  // How many the bots of this game need.
  [[nodiscard]] unsigned width_of(const Game& game) const;
  void take_cores(Slot& slot);
  void give_cores_back(Slot& slot);
  void give_own_cores_back(Slot& slot);
  // Has the bots of the slot run where they should.
  void pin(const Slot& slot);
  // After a move: more cores for bots that were seen to need them.
  void adjust_cores(Slot& slot);
  // The game of a bot that computes with so many threads gets as many cores, if there are idle ones.
  void widen(Slot& slot, std::size_t seat, unsigned threads);
  // A bot that ponders gets cores of its own, if there are idle ones.
  void part(Slot& slot, std::size_t seat, unsigned threads);
  // Once for each bot of the source.
  void warn_of(std::size_t bot, const std::string& sentence);

  // An idle process of this bot, or null.
  BotPtr take_idle(std::size_t bot);
  // An idle process or a new one; it may turn out to be another of the game source's bots.
  base::Result<BotPtr> process_for(Slot& slot, std::size_t seat);
  // All processes have loaded their files by now. If files changed meanwhile, the game is void.
  void check_files(const Slot& slot);
  // The slot that plays this match; null if it is not one of this runner's.
  [[nodiscard]] Slot* slot_of(const net::MatchSession& session);
  // Frees the slot and reports the game to the source, which may hand out the next one.
  void end_game(Slot& slot, const match::Match& match, const wire::Record& record);
  // Keeps the reliable processes for further games.
  void release_bots(Slot& slot, const match::Match& match);
  // Ends a process without waiting for it, with a Goodbye or without one.
  void drop(BotPtr bot, bool says_goodbye);
  // Ends the processes once nothing is played and nothing more will be.
  void finish_if_done();
  // All games have ended: ends the processes.
  void end_processes();
  // One of these processes is gone.
  void on_process_gone();

  boost::asio::io_context& io_;
  net::MatchServer& server_;
  MatchConfig config_;
  std::vector<net::EncodedStartPtr> starts_;  // by the number of the board
  launch::LaunchPolicy policy_;
  GameSource& source_;
  net::MatchObserver* observer_;
  std::vector<Slot> slots_;
  std::vector<Idle> idle_;                  // the longest idle first
  std::vector<BotPtr> dropped_;             // ended, and not gone yet
  std::size_t leaving_ = 0;                 // processes that are being ended, once all games have
  std::map<std::size_t, unsigned> widths_;  // with how many threads a bot was seen to compute
  std::set<std::size_t> warned_;            // bots
  bool no_more_ = false;
  bool ending_ = false;
  bool done_ = false;
};

}  // namespace quiver::run
