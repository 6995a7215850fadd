// Plays the games of a programme, some of them at once, each in a lane.
//
// A launched bot stays up for further games unless it was put out for something that makes its process
// doubtful; where there are many that have nothing to play, those that have waited longest go. Remote bots
// are taken when all of a game's are free. When all games have ended, the bots are sent home, and on_done
// follows once their processes are gone. Lives on the hall's thread.
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
#include "referee/net/programme.hpp"

namespace quiver::net {

class Series final : private Spectator, private Company {
 public:
  // `house` is how bots are launched. Programme and watcher must outlive the series; of the watcher's calls
  // it makes those about a game that goes on.
  Series(boost::asio::io_context& io, Hall& hall, Ground ground, Table::EncodedStartPtr start,
         launch::House house, Programme& programme, Watcher& watcher);
  ~Series() override;

  // Somebody came or became free, or time has passed: begins what can begin.
  void go_on();
  // No further games; those that go on end by themselves.
  void stop_after_these();
  // Ends all games as void, now.
  void stop(const std::string& sentence);
  [[nodiscard]] bool done() const { return done_; }

 private:
  using BotPtr = std::shared_ptr<LaunchedBot>;
  struct Lane {
    std::optional<Game> game;  // that it plays or is about to
    std::vector<BotPtr> bots;  // one for each seat, none if remote
    wire::MatchId match = 0;   // 0: not begun yet
    std::optional<Time> waiting_since;
    std::string started;
    std::optional<base::Seat> unable;  // whose bot could not be started
  };
  // A process that waits for a game, and which of the programme's bots it is.
  struct Idle {
    std::size_t bot = 0;
    BotPtr process;
  };

  // Spectator
  void on_open(const Table& table) override;
  void on_event(const Table& table, const match::Message& message, const wire::Info& info) override;
  void on_over(const Table& table) override;
  // Company
  [[nodiscard]] Presence presence(const launch::BotSpec& bot) const override;
  [[nodiscard]] std::vector<std::string> guests() const override;

  // Who plays as this remote bot or person, if there is a free place.
  [[nodiscard]] PlayerPtr find_free(const launch::BotSpec& bot) const;
  [[nodiscard]] bool is_present(const launch::BotSpec& bot) const;

  void fill(Lane& lane);
  // Lets happen what the order wants to happen after so many moves.
  void drill(const Lane& lane, std::uint32_t moves);
  // The players for the lane's game, none yet for who has to be launched; nothing if it has to wait.
  std::optional<std::vector<PlayerPtr>> gather(Lane& lane);
  void begin(Lane& lane, std::vector<PlayerPtr> players);
  [[nodiscard]] match::Setup setup_for(const Lane& lane, wire::MatchId match) const;
  // An error if a process could not be started.
  base::Result<void> launch_missing(Lane& lane, std::vector<PlayerPtr>& players);
  // One that waits for a game, or none.
  BotPtr take_idle(std::size_t bot);
  [[nodiscard]] Lane* lane_of(const Table& table);
  // What is known of the lane's game, as far as it has come.
  [[nodiscard]] wire::Record record_of(const Lane& lane, const match::Match& match) const;
  void end_game(Lane& lane, const Table& table);
  // Those fit for it wait for another game.
  void release_bots(Lane& lane, const match::Match& match);
  // It is not wanted any more: goes without waiting for its end, with a farewell or without one.
  void drop(BotPtr bot, bool farewell);
  void finish_if_done();
  void send_home();
  // One of those that were sent home is gone.
  void one_less();

  boost::asio::io_context& io_;
  Hall& hall_;
  Ground ground_;
  Table::EncodedStartPtr start_;
  launch::House house_;
  Programme& programme_;
  Watcher& watcher_;
  std::vector<Lane> lanes_;
  std::vector<Idle> idle_;       // the longest waiting first
  std::vector<BotPtr> dropped_;  // and not gone yet
  std::size_t going_home_ = 0;
  bool no_more_ = false;
  bool sent_home_ = false;
  bool done_ = false;
};

}  // namespace quiver::net
