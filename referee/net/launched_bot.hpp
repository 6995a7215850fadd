// A bot that the referee started itself: its process, its output, and the player it plays as.
//
// When the process ends while it should not, its seats are put out at once, after what it sent has been
// read. Destroying a LaunchedBot kills it. Lives on the hall's thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client_sdk/base/result.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/process.hpp"
#include "referee/launch/scratch.hpp"
#include "referee/net/hall.hpp"

namespace quiver::net {

class LaunchedBot : public std::enable_shared_from_this<LaunchedBot> {
 public:
  // `address` is where it has to connect to. An error is a fault of our own.
  static base::Result<std::shared_ptr<LaunchedBot>> start(boost::asio::io_context& io, Hall& hall,
                                                          const launch::BotSpec& spec,
                                                          const std::string& address);
  ~LaunchedBot();
  LaunchedBot(const LaunchedBot&) = delete;
  LaunchedBot& operator=(const LaunchedBot&) = delete;

  [[nodiscard]] const PlayerPtr& player() const { return player_; }
  [[nodiscard]] int pid() const { return process_.pid(); }
  // Also notices an end that the loop has not come to yet.
  bool runs();

  // What it says from now on goes there.
  void set_log(launch::CappedLog log) { log_ = std::move(log); }
  // Reads what it has said by now. The log's path, empty if there is none.
  std::string finish_log();

  // Says goodbye; a bot that has not gone after a moment is killed. `on_gone` is called once, later.
  void retire(std::function<void()> on_gone);

 private:
  LaunchedBot(boost::asio::io_context& io, Hall& hall, PlayerPtr player, launch::Process process,
              launch::ScratchFolder scratch);

  void watch();
  void wait_for_output();
  // False if there will be no more.
  bool take_output();
  void on_end();

  Hall& hall_;
  PlayerPtr player_;
  launch::ScratchFolder scratch_;
  launch::Process process_;
  boost::asio::posix::stream_descriptor end_;
  boost::asio::posix::stream_descriptor output_;
  boost::asio::steady_timer patience_;
  boost::asio::steady_timer between_reads_;
  launch::CappedLog log_;
  bool runs_ = true;
  bool retiring_ = false;
  std::function<void()> on_gone_;
};

}  // namespace quiver::net
