// A bot that the referee started itself: its process, its output, and the player it plays as.
//
// When the process ends while it should not, its seats are put out at once, after what it sent has been
// read. Destroying a LaunchedBot kills it. Lives on the hall's thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/isolation.hpp"
#include "referee/launch/process.hpp"
#include "referee/launch/scratch.hpp"
#include "referee/net/hall.hpp"

namespace quiver::net {

class LaunchedBot final : public std::enable_shared_from_this<LaunchedBot>, private Body {
 public:
  // An error is a fault of our own.
  static base::Result<std::shared_ptr<LaunchedBot>> start(boost::asio::io_context& io, Hall& hall,
                                                          const launch::BotSpec& spec,
                                                          const launch::House& house);
  ~LaunchedBot();
  LaunchedBot(const LaunchedBot&) = delete;
  LaunchedBot& operator=(const LaunchedBot&) = delete;

  [[nodiscard]] const PlayerPtr& player() const { return player_; }
  [[nodiscard]] int pid() const { return process_.pid(); }
  // Also notices an end that the loop has not come to yet.
  bool runs();

  // What it says from now on goes there, and what it uses from now on is for this game.
  void begin_game(launch::CappedLog log);
  // It has nothing to play for a while, and must not take time from those who have: it is stopped.
  void rest();
  // Reads what it has said by now, and fills in what a record has of a launched bot.
  void finish_game(wire::Record::SeatRecord& record);

  // Says goodbye; a bot that has not gone after a moment is killed. `on_gone` is called once, later.
  void retire(std::function<void()> on_gone);
  // The same for one that runs and is not worth waiting for.
  void discard(std::function<void()> on_gone);

 private:
  LaunchedBot(boost::asio::io_context& io, Hall& hall, PlayerPtr player, launch::Process process,
              std::optional<launch::ScratchFolder> scratch);

  // Body
  void attend(Attention attention) override;
  [[nodiscard]] bool frozen() const override { return frozen_; }
  void freeze(bool frozen);

  void watch();
  void wait_for_end();
  void wait_at_door();
  // The kernel does not tell when some limits are broken: looks now and then.
  void watch_limits();
  [[nodiscard]] Duration cpu() const { return runs_ ? process_.cpu() : cpu_at_end_; }
  void wait_for_output();
  // False if there will be no more.
  bool take_output();
  // If the process has ended: reaps it, and puts its seats out if it should not have.
  void on_end();

  Hall& hall_;
  PlayerPtr player_;
  std::optional<launch::ScratchFolder> scratch_;  // none if it has a file system of its own
  launch::Process process_;
  boost::asio::posix::stream_descriptor end_;
  boost::asio::posix::stream_descriptor output_;
  boost::asio::ip::tcp::acceptor door_;
  boost::asio::steady_timer patience_;
  boost::asio::steady_timer between_reads_;
  boost::asio::steady_timer between_looks_;
  boost::asio::steady_timer between_visits_;
  launch::CappedLog log_;
  std::string confinement_;
  bool no_ponder_ = false;
  bool frozen_ = false;
  Attention attention_ = Attention::kIdle;
  Duration cpu_before_{0};   // when the game began
  Duration turn_began_{0};   // the CPU time then
  Duration cpu_on_turn_{0};  // of this game
  Duration cpu_at_end_{0};   // of the process, once it has ended
  bool runs_ = true;
  bool retiring_ = false;
  std::function<void()> on_gone_;
};

}  // namespace quiver::net
