// An order: which games are to be played, by whom, on which board and with which clocks. And who is told the
// results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/launch/bot_spec.hpp"
#include "referee/launch/isolation.hpp"

namespace quiver::run {

// A fault that is injected into a bot on purpose, to test the others.
struct PlannedFault {
  enum class Kind {
    kCut,    // its connection breaks
    kLeave,  // it leaves the game, as if it had resigned
  };
  Kind kind = Kind::kCut;
  std::size_t bot = 0;      // its number in the order
  std::uint32_t ply = 0;    // after this many moves
  std::uint32_t games = 1;  // in this many of the first games
};

// A board of an event that is played on several.
struct EventBoard {
  std::string name;        // in the event
  games::Position start;   // of the same game and as many seats on all boards
  games::Options options;  // that `start` was made from
};

// How games are played, independent of who plays them.
struct MatchConfig {
  // `asked` are the options that `start_position` was made from.
  MatchConfig(games::Position start_position, games::Options asked)
      : start(std::move(start_position)), options(std::move(asked)) {}
  // On the first of these boards, which has to be there, unless a game names another by its number.
  explicit MatchConfig(std::vector<EventBoard> boards);

  // Of board 0, and of the one of this number, which has to be there.
  games::Position start;
  [[nodiscard]] const games::Position& start_of(std::size_t board) const;
  games::Options options;  // for the record
  [[nodiscard]] const games::Options& options_of(std::size_t board) const;
  std::string board_name;  // of board 0 in its event; empty if there is only one
  [[nodiscard]] const std::string& name_of(std::size_t board) const;
  std::vector<EventBoard> more_boards;  // those from 1 on
  [[nodiscard]] std::size_t num_boards() const { return 1 + more_boards.size(); }
  std::uint32_t concurrency = 1;  // games at once
  bool restart = false;           // new processes for every game
  std::string logs;               // a folder for the output of bots; empty: it is dropped
  std::vector<PlannedFault> planned_faults;
  std::optional<base::Duration> reconnect;  // none: the referee's timeout
  // A time-out of a launched bot that had to wait for a processor, and would have been in time without that,
  // is nobody's loss: the game is void.
  bool void_starved = true;
  std::optional<launch::LaunchPolicy> launch_policy;  // how bots are launched; none: as the referee does
};

// Games of the same bots against each other.
struct Order : MatchConfig {
  using MatchConfig::MatchConfig;

  std::vector<games::Event> opening;  // moves only
  std::vector<launch::BotSpec> bots;  // as many as the game has seats
  std::uint32_t games = 1;
  bool swap = false;          // the seats rotate with every game
  bool first_random = false;  // the first to move is drawn, by the seed
  bool retries = true;        // a void game is played again, once
  std::uint32_t seed = 0;
  std::string id;           // the prefix of the games' ids
  std::uint32_t first = 1;  // the number in the id of the first game
};

// Observes the results of an order. Its matches are observed by a net::MatchObserver. All calls come on the
// referee's thread.
class OrderObserver {
 public:
  virtual ~OrderObserver() = default;
  // The process of a bot that is to be debugged has been started.
  virtual void on_debuggable(const std::string& /*name*/, int /*pid*/, const std::string& /*program*/) {}
  // A game has ended and will not be played again.
  virtual void on_record(const wire::Record& record) = 0;
  // All games have ended; `voids` of them stayed void.
  virtual void on_done(std::uint32_t /*games*/, std::uint32_t /*voids*/) {}
};

// "donut", "map", "rectangle": the name of the board in a record.
std::string board_name(const games::Options& options, const games::Position& start);

// The bots of the game with this number, from 1: for each seat the bot's number in the order.
std::vector<std::size_t> seating(const Order& order, std::uint32_t number);

// The seed of one seat in one game, derived from the run's seed.
std::uint64_t seat_seed(std::uint32_t seed, std::uint32_t number, base::Seat seat);

}  // namespace quiver::run
