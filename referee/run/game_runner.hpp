// Plays the games of a source, some of them at once, each in a slot.
//
// A launched bot stays up for further games unless it was eliminated for something that makes its process
// doubtful; where there are many that have nothing to play, those that have waited longest go. Remote bots
// are taken when all of a game's are free. When all games have ended, the bots are sent home, and on_done
// follows once their processes are gone. Lives on the server's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/launch/isolation.hpp"
#include "referee/net/match_server.hpp"
#include "referee/run/game_source.hpp"
#include "referee/run/launched_bot.hpp"
#include "referee/run/order.hpp"

namespace quiver::run {

class GameRunner final : private net::MatchObserver, private PlayerPool {
 public:
  // `launch_policy` is how bots are launched. `observer` observes the games of this runner; it may be null.
  // The source and the observer must outlive the runner.
  GameRunner(boost::asio::io_context& io, net::MatchServer& server, MatchConfig config,
             net::EncodedStartPtr start, launch::LaunchPolicy launch_policy, GameSource& source,
             net::MatchObserver* observer);
  ~GameRunner() override;

  // Somebody came or became free, or time has passed: begins what can begin.
  void go_on();
  // No further games; those that go on end by themselves.
  void stop_after_these();
  // Ends all games as void, now.
  void stop(const std::string& sentence);
  [[nodiscard]] bool done() const { return done_; }

 private:
  using BotPtr = std::shared_ptr<LaunchedBot>;
  struct Slot {
    std::optional<Game> game;                 // that it plays or is about to
    std::vector<BotPtr> bots;                 // one for each seat, none if remote
    wire::MatchId match = 0;                  // 0: not begun yet
    std::optional<base::Time> waiting_since;  // less what the server has been stalled for
    std::optional<base::Seat> unable;         // whose bot could not be started
  };
  // A process that waits for a game, and which of the game source's bots it is.
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

  // Who plays as this remote bot or person, if there is a free place.
  [[nodiscard]] net::PlayerPtr find_free(const launch::BotSpec& bot) const;
  [[nodiscard]] bool is_present(const launch::BotSpec& bot) const;

  void fill(Slot& slot);
  // Lets happen what the order wants to happen after so many moves.
  void inject_faults(const Slot& slot, std::uint32_t moves);
  // The players for the slot's game, none yet for who has to be launched; nothing if it has to wait.
  std::optional<std::vector<net::PlayerPtr>> gather(Slot& slot);
  void begin(Slot& slot, std::vector<net::PlayerPtr> players);
  [[nodiscard]] match::Setup setup_for(const Slot& slot) const;
  [[nodiscard]] net::RecordDetails details_of(const Game& game) const;
  // An error if a process could not be started.
  base::Result<void> launch_missing(Slot& slot, std::vector<net::PlayerPtr>& players);
  // One that waits for a game, or none.
  BotPtr take_idle(std::size_t bot);
  // One that waited, or a new one; it may turn out to be another of the game source's bots.
  base::Result<BotPtr> process_for(Slot& slot, std::size_t seat);
  // Everybody has loaded its files by now: the game is void if nobody knows which ones.
  void check_files(const Slot& slot);
  [[nodiscard]] Slot* slot_of(const net::MatchSession& session);
  void end_game(Slot& slot, const match::Match& match, const wire::Record& record);
  // Those fit for it wait for another game.
  void release_bots(Slot& slot, const match::Match& match);
  // It is not wanted any more: goes without waiting for its end, with a farewell or without one.
  void drop(BotPtr bot, bool farewell);
  void finish_if_done();
  void send_home();
  // One of those that were sent home is gone.
  void one_less();

  boost::asio::io_context& io_;
  net::MatchServer& server_;
  MatchConfig config_;
  net::EncodedStartPtr start_;
  launch::LaunchPolicy policy_;
  GameSource& source_;
  net::MatchObserver* observer_;
  std::vector<Slot> slots_;
  std::vector<Idle> idle_;       // the longest waiting first
  std::vector<BotPtr> dropped_;  // and not gone yet
  std::size_t going_home_ = 0;
  bool no_more_ = false;
  bool sent_home_ = false;
  bool done_ = false;
};

}  // namespace quiver::run
