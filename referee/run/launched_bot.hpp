// A bot that the referee started: its process, its output, and its player.
//
// If the process ends unexpectedly, its seats are eliminated at once, after what it sent has been read. The
// destructor kills the process. Lives on the server's thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/files/launch_files.hpp"
#include "referee/launch/files/scratch.hpp"
#include "referee/launch/isolation.hpp"
#include "referee/launch/process.hpp"
#include "referee/launch/program_kind.hpp"
#include "referee/launch/wait_meter.hpp"
#include "referee/net/match_server.hpp"
#include "referee/run/output_log.hpp"

namespace quiver::run {

// The variables of this process's environment that programs need to run, and nothing else.
std::map<std::string, std::string> usual_environment();

class LaunchedBot final : public std::enable_shared_from_this<LaunchedBot>, private net::ProcessHandle {
 public:
  // Opens the files that a process is started from, so that they are the ones that play. An error says which
  // of them has changed.
  static base::Result<launch::LaunchFiles> open_files(const launch::BotSpec& spec,
                                                      const launch::LaunchPolicy& launch_policy);
  // Starts a process and expects its connection. If the policy hopes for a stronger isolation, that is tried
  // first. An error is an internal error, not the bot's.
  static base::Result<std::shared_ptr<LaunchedBot>> start(boost::asio::io_context& io,
                                                          net::MatchServer& server,
                                                          const launch::BotSpec& spec,
                                                          const launch::LaunchPolicy& launch_policy,
                                                          launch::LaunchFiles files);
  // The player is dismissed, its connection closed, and the process killed.
  ~LaunchedBot();
  LaunchedBot(const LaunchedBot&) = delete;
  LaunchedBot& operator=(const LaunchedBot&) = delete;

  [[nodiscard]] const net::PlayerPtr& player() const { return player_; }
  [[nodiscard]] int pid() const { return process_.pid(); }
  // Its files have changed since it was started.
  [[nodiscard]] bool is_outdated() const { return version_.is_outdated(); }
  // Its files were the same when it was started and when it had loaded them. Decided by the first call, which
  // has to come with its first move.
  bool is_settled();
  // Also notices an end that the event loop has not reported yet.
  bool runs();
  // Runs, and has not reported a failure.
  bool is_fit();

  // From now on its output goes to this log, and what it uses counts for this game. Of the output this many
  // bytes are kept for the record, too.
  void begin_game(launch::CappedLog log, std::size_t kept_bytes);
  // It has nothing to play for now: stops it, so that it takes no CPU time from others.
  void rest();

  // Has it run on these cores, if it does not yet.
  void run_on(const launch::Cores& cores);
  // It computes while it is not its turn, as far as was seen.
  [[nodiscard]] bool ponders() const { return ponders_; }
  // With how many threads it has been seen to compute at once.
  [[nodiscard]] unsigned busy_threads() const { return busy_threads_; }

  // Sends a Goodbye; a process that does not end within a second is killed. `on_gone` is called once, later,
  // on the server's thread; this object must live until then.
  void retire(std::function<void()> on_gone);
  // Kills it at once. `on_gone` as for retire().
  void discard(std::function<void()> on_gone);

 private:
  LaunchedBot(boost::asio::io_context& io, net::MatchServer& server, net::PlayerPtr player,
              launch::Process process, std::optional<launch::ScratchFolder> scratch);

  // ProcessHandle
  void set_turn_state(net::TurnState turn_state, std::uint32_t ply) override;
  match::Usage usage() override;
  [[nodiscard]] bool frozen() const override { return frozen_; }
  [[nodiscard]] bool is_awake() const override { return !frozen_ && !waking_; }
  void on_answer() override {
    if (waking_) listen(true);
  }
  [[nodiscard]] std::string why_not_ready() const override;
  // Reads what it has printed by now first.
  void finish_game(wire::Record::SeatRecord& record) override;
  // Stops or resumes the process. A resumed process counts as awake once that is confirmed.
  void freeze(bool frozen);
  // The game is at another move, or another seat's turn: what was printed before belongs to before.
  void note_ply(net::TurnState turn_state, std::uint32_t ply);
  // Its turn begins, or ends.
  void begin_turn();
  void end_turn();
  // Under --no-ponder: stops it off its turn, and counts what it uses where it cannot be stopped.
  void hold();
  // Reads the messages of its supervisor.
  void listen(bool answered);
  void wait_for_supervisor();
  // Under --no-ponder, CPU time while it has to be stopped breaks a limit, too.
  [[nodiscard]] std::optional<std::string> broken_limit() const;
  // Eliminates its seats if it has broken a limit; false then.
  bool keeps_its_limits();

  // Starts all waiting: for the end, for output, for the supervisor, for connections, and for broken limits.
  // None of it keeps the object alive.
  void watch();
  void wait_for_end();
  // Accepts connections on the private listener, one at a time and at a bounded rate.
  void accept_bot();
  // The kernel does not report some broken limits: checks regularly.
  void watch_limits();
  [[nodiscard]] base::Duration cpu() const { return runs_ ? process_.cpu() : cpu_at_end_; }
  void wait_for_output();
  // False at the end of its output.
  bool take_output();
  // If the process has ended: reaps it, and eliminates its seats if that was unexpected.
  void on_end();
  // How it ended, for the record.
  [[nodiscard]] std::string verdict(const launch::Exit& exit) const;

  net::MatchServer& server_;
  net::PlayerPtr player_;
  std::optional<launch::ScratchFolder> scratch_;  // none if it has its own file system
  launch::Process process_;
  boost::asio::posix::stream_descriptor end_;
  boost::asio::posix::stream_descriptor output_;
  boost::asio::posix::stream_descriptor supervisor_;
  boost::asio::ip::tcp::acceptor listener_;
  boost::asio::steady_timer timeouts_;
  boost::asio::steady_timer between_reads_;
  boost::asio::steady_timer between_looks_;
  boost::asio::steady_timer between_visits_;
  launch::CappedLog log_;
  OutputLog kept_output_;
  bool has_played_ = false;     // or plays its first game
  std::uint32_t ply_ = 0;       // of the game
  launch::BotVersion version_;  // what it was started from
  std::optional<bool> settled_;
  std::string last_output_;  // the last kilobytes that it printed in this game
  launch::BotSpec spec_;
  std::string confinement_;
  bool no_ponder_ = false;
  bool frozen_ = false;
  bool waking_ = false;                        // resumed, and not yet confirmed to run
  base::Duration frozen_use_before_{0};        // CPU time while stopped, before this game
  std::optional<base::Duration> loose_since_;  // its CPU time when it began to run off its turn
  base::Duration loose_use_{0};                // CPU time used so, in this game
  base::Duration besides_before_{0};           // the part of it that its CPU time lacks
  net::TurnState turn_state_ = net::TurnState::kIdle;
  base::Duration cpu_before_{0};   // when the game began
  base::Duration turn_began_{0};   // the CPU time then
  base::Duration cpu_on_turn_{0};  // of this game
  base::Duration cpu_at_end_{0};   // of the process, once it has ended
  launch::WaitMeter meter_;
  std::optional<match::Usage> used_;  // of its turn, as measured last
  base::Duration turn_ended_cpu_{0};  // its CPU time when its last turn ended
  std::optional<base::Time> turn_ended_;
  launch::Cores cores_;  // that it runs on; empty: all
  bool ponders_ = false;
  unsigned busy_threads_ = 1;
  bool runs_ = true;
  bool retiring_ = false;
  std::function<void()> on_gone_;
};

}  // namespace quiver::run
