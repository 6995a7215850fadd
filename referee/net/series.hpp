// Plays the games of one order, some of them at once, each in a lane that keeps its bots from game to game.
//
// A launched bot stays up for the run unless it was put out for something that makes its process doubtful.
// Remote bots are taken when all of a game's are free. A void game is played again once. When all games have
// ended, the bots are sent home, and on_done follows once their processes are gone. Lives on the hall's
// thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/launch/isolation.hpp"
#include "referee/net/hall.hpp"
#include "referee/net/launched_bot.hpp"
#include "referee/net/order.hpp"

namespace quiver::net {

class Series final : private Spectator {
 public:
  // `house` is how bots are launched. The watcher must outlive the series.
  Series(boost::asio::io_context& io, Hall& hall, Order order, Table::EncodedStartPtr start,
         launch::House house, Watcher& watcher);
  ~Series() override;

  // Somebody came or became free, or time has passed: begins what can begin.
  void go_on();
  // No further games; those that go on end by themselves.
  void stop_after_these();
  // Ends all games as void, now.
  void stop(const std::string& sentence);
  [[nodiscard]] bool done() const { return done_; }

 private:
  struct Lane {
    std::vector<std::shared_ptr<LaunchedBot>> bots;  // one for each of the order's, none if remote
    std::uint32_t number = 0;                        // the game it plays; 0: none
    unsigned attempt = 0;
    std::vector<std::size_t> seats;  // which bot sits where
    wire::MatchId match = 0;         // 0: not begun yet
    std::optional<Time> waiting_since;
    std::string started;
  };

  // Spectator
  void on_event(const Table& table, const match::Message& message, const wire::Info& info) override;
  void on_over(const Table& table) override;

  void fill(Lane& lane);
  // Lets happen what the order wants to happen after so many moves.
  void drill(const Lane& lane, std::uint32_t moves);
  // The players for the lane's game, none yet for who has to be launched; nothing if it has to wait.
  std::optional<std::vector<PlayerPtr>> gather(Lane& lane);
  void begin(Lane& lane, std::vector<PlayerPtr> players);
  [[nodiscard]] match::Setup setup_for(const Lane& lane, wire::MatchId match) const;
  // An error if a process could not be started.
  base::Result<void> launch_missing(Lane& lane, std::vector<PlayerPtr>& players);
  [[nodiscard]] Lane* lane_of(const Table& table);
  void end_game(Lane& lane, const match::Match& match);
  void drop_doubtful(Lane& lane, const match::Match& match);
  // It is not wanted any more; ends it without waiting for its end.
  void drop(std::shared_ptr<LaunchedBot>& bot);
  void finish_if_done();
  void send_home();
  // One of those that were sent home is gone.
  void one_less();

  boost::asio::io_context& io_;
  Hall& hall_;
  Order order_;
  Table::EncodedStartPtr start_;
  launch::House house_;
  Watcher& watcher_;
  std::vector<Lane> lanes_;
  std::uint32_t next_ = 1;
  std::uint32_t ended_ = 0;
  std::uint32_t voids_ = 0;
  std::vector<std::shared_ptr<LaunchedBot>> dropped_;  // and not gone yet
  std::size_t going_home_ = 0;
  bool no_more_ = false;
  bool sent_home_ = false;
  bool done_ = false;
};

}  // namespace quiver::net
