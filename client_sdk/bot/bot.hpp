// What a competitor writes: a Bot. Everything else (the connection, the clock, its own board) is the SDK's.
//
// The SDK calls a bot from one thread, one call at a time: start once a match, follow for everything that
// happens in it, choose whenever it is the bot's turn, finish when the match is over. Between start and
// finish the same object lives on, whatever happens to the connection. An exception of the bot ends it: the
// SDK reports it to the referee, and the seat is lost.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::bot {

using base::Seat;
using wire::Info;
using wire::TimeControl;

// Who a bot is. Every field has a default.
struct Profile {
  std::string name;                // [A-Za-z0-9._-]{1,32}; empty: the program's file name
  std::string author;              // at most 64 bytes
  std::string title;               // to be displayed, at most 64 bytes
  std::vector<std::string> games;  // "amazons", "quoridor", "connect4"; empty: all there are
};

// What a bot is told before a match begins.
struct MatchInfo {
  std::string id;  // as in the record
  Seat seat;       // this bot's own
  std::vector<std::string> names;
  games::Position start;
  TimeControl time;
  std::uint64_t seed = 0;                 // a bot whose only randomness is this seed repeats its games
  std::vector<games::Move> opening = {};  // moves that the match begins with; `follow` tells them too
};

// How a match ended, from the view of this bot.
struct MatchResult {
  struct Out {
    wire::Reason reason = wire::Reason::kIllegalMove;
    std::string detail;
  };
  std::string id;
  wire::End end = wire::End::kPlayedOut;
  std::optional<Seat> winner;         // none: a draw, or a void match
  std::vector<std::uint32_t> places;  // one a seat, 1 for the best; empty if the match is void
  std::optional<Out> out;             // why this bot was eliminated, if it was
  std::string sentence;               // how it ended, in words
};

// When a move has to be with the referee. Allow for network latency.
struct Deadline {
  base::Time when;

  // Negative once it has passed.
  [[nodiscard]] base::Duration remaining() const { return when - std::chrono::steady_clock::now(); }
  [[nodiscard]] bool passed() const { return remaining() <= base::Duration::zero(); }
};

// What a bot answers: a move, with its evaluation if it likes, a resignation, or nothing.
class Choice {
 public:
  // From a Move, or from the move of any game.
  template <class Move>
  requires std::constructible_from<games::Move, Move> Choice(Move move, Info info = {})
      : move_(games::Move{std::move(move)}), info_(std::move(info)) {}
  // Gives the game up; with more than two seats the others play on.
  static Choice resign() { return Choice{false}; }
  // No answer: it is too late for one, and the referee's clock decides.
  static Choice silence() { return Choice{true}; }

  // None: the bot resigns, unless it is silent.
  [[nodiscard]] const std::optional<games::Move>& move() const { return move_; }
  [[nodiscard]] bool silent() const { return silent_; }
  [[nodiscard]] const Info& info() const { return info_; }

 private:
  explicit Choice(bool silent) : silent_(silent) {}

  std::optional<games::Move> move_;
  Info info_;
  bool silent_ = false;
};

// What a competitor writes: only choose() is required. run_bot calls all functions on one thread, one at a
// time. An exception ends the bot, and the referee counts it as crashed.
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = default;
  Bot(Bot&&) = default;
  Bot& operator=(const Bot&) = default;
  Bot& operator=(Bot&&) = default;
  virtual ~Bot() = default;

  // Asked once, before the bot connects.
  [[nodiscard]] virtual Profile profile() const { return {}; }
  // The time to get ready in is the referee's "ready" limit, 10 s unless it says otherwise.
  virtual void start(const MatchInfo& /*match*/) {}
  // Asked after every start, for a bot that knows only then; empty: the title of its profile.
  [[nodiscard]] virtual std::string title() const { return {}; }
  // Called once for every move of the match, in order, with the seat that made it: also for the bot's own
  // moves and for those of the opening. Called for every elimination, too, also of a seat that cannot move.
  // `choose` gets the resulting position; this is for bots that follow a game move by move.
  virtual void follow(Seat /*seat*/, const games::Event& /*event*/) {}
  // Called right before follow() reports an elimination, with the reason for it.
  virtual void on_elimination(Seat /*seat*/, const MatchResult::Out& /*why*/) {}
  // The position is not over and it is this bot's turn, so that there is a legal move.
  virtual Choice choose(const games::Position& position, Deadline deadline) = 0;
  // Called instead of choose(). A bot that waits for input, a person's say, overrides it and polls `referee`,
  // the connection's descriptor, too. It returns nothing when that becomes readable; the SDK reads it and
  // calls this again if it is still the bot's turn.
  virtual std::optional<Choice> choose_or_listen(const games::Position& position, Deadline deadline,
                                                 int /*referee*/) {
    return choose(position, deadline);
  }
  // The match is over, for whatever reason. Every start is followed by one finish, unless the connection is
  // lost for good.
  virtual void finish(const MatchResult& /*result*/) {}
  // Called when a match is over, or continues without this bot. True: the run ends.
  [[nodiscard]] virtual bool leaves() const { return false; }
};

}  // namespace quiver::bot
