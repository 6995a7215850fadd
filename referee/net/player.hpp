// A competitor as the referee knows it: it outlives its connections, so that a bot can come back. A person
// (people.hpp) has none, and is there or not by somebody's word.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::net {

using base::Time;

class Connection;
class MatchSession;

// How many messages a peer may send that nobody asked for: `kBurst` at once, `kRate` a second for ever.
class MessageBudget {
 public:
  static constexpr double kBurst = 100;
  static constexpr double kRate = 20;

  // False if there have been too many.
  bool spend(Time now) {
    if (last_) left_ = std::min(kBurst, left_ + kRate * std::chrono::duration<double>(now - *last_).count());
    last_ = now;
    left_ -= 1;
    return left_ >= 0;
  }

 private:
  double left_ = kBurst;
  std::optional<Time> last_;
};

// What a match has to do with a player beyond what it says: whose turn it is.
enum class TurnState {
  kIdle,     // no game goes on
  kOnTurn,   // it is asked for a move
  kOffTurn,  // somebody else is
};

// The process of a player that the referee has started itself.
class ProcessHandle {
 public:
  virtual void set_turn_state(TurnState turn_state) = 0;
  // It is stopped and cannot answer.
  [[nodiscard]] virtual bool frozen() const = 0;
  // Whether it can run. One that was stopped and is let go on cannot until that is confirmed, and its clock
  // waits for it; the server hears of it by awake().
  [[nodiscard]] virtual bool is_awake() const = 0;
  // It has answered: if its clock has not begun, it begins with when it was let go on.
  virtual void on_answer() = 0;
  // Of one that is not ready, what is known about why: that it looks like a program of another kind, what its
  // host waits for. Empty if nothing is.
  [[nodiscard]] virtual std::string why_not_ready() const = 0;
  // Its game is over: fills in what a record states about a launched bot.
  virtual void finish_game(wire::Record::SeatRecord& record) = 0;

 protected:
  ~ProcessHandle() = default;
};

struct Player {
  // A seat in a match that goes on.
  struct MatchSeat {
    MatchSession* match_session = nullptr;
    base::Seat seat;
  };

  std::string name;
  std::string token;
  bool admin = false;
  bool launched = false;             // by the referee itself, for one run
  bool unhurried = false;            // it may stand in a debugger: silence means nothing
  ProcessHandle* process = nullptr;  // of one that is launched and runs
  std::string person;                // the key of one; empty: a bot
  bool present = false;              // a person who is there
  bool reserved = false;             // a game is about to take it
  std::vector<std::string> games;
  unsigned capacity = 1;
  std::string resume_key;
  std::string former_key;                  // good until the new one has surely arrived
  std::shared_ptr<Connection> connection;  // none while it is away
  std::string address;
  std::vector<MatchSeat> match_seats;
  std::deque<wire::MatchEnd> past;  // matches that are over: late words about them are no offence
  std::string failure;              // its latest message said that it failed, and how; else empty
  bool dismissed = false;           // it is launched and has nothing more to play
  bool has_connected = false;       // to its private listener
  bool has_come = false;            // it has said Hello
  MessageBudget message_budget;

  std::optional<Time> ping_sent;  // and not answered
  std::uint64_t ping_number = 0;
  Time quiet_since;  // when it last had something to do, for pings
  Time free_since;   // when its last match ended
  unsigned firsts = 0;
  std::string last_opponent;

  [[nodiscard]] bool connected() const { return connection != nullptr || present; }
  [[nodiscard]] bool is_person() const { return !person.empty(); }
  [[nodiscard]] bool plays(std::string_view game) const {
    return std::find(games.begin(), games.end(), game) != games.end();
  }
  [[nodiscard]] unsigned free_places() const {
    const auto busy = static_cast<unsigned>(match_seats.size());
    return busy >= capacity ? 0 : capacity - busy;
  }
};

using PlayerPtr = std::shared_ptr<Player>;

}  // namespace quiver::net
