// A competitor as the referee knows it: a remote bot, a bot that the referee launched, or a person.
//
// A player outlives its connections, so that a bot can reconnect. A person has no connection; the code that
// speaks for it says whether it is present. Kind, name and credential never change. Lives on the server's
// thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client_sdk/base/time.hpp"
#include "referee/net/players/message_budget.hpp"
#include "referee/net/players/ping_state.hpp"
#include "referee/net/players/player_seats.hpp"
#include "referee/net/players/process_handle.hpp"
#include "referee/net/players/resume_keys.hpp"
#include "referee/net/players/tokens.hpp"

namespace quiver::net {

using base::Duration;
using base::Time;

class Connection;
class Player;

using ConnectionPtr = std::shared_ptr<Connection>;
using PlayerPtr = std::shared_ptr<Player>;

class Player {
 public:
  // More matches at once than any bot needs.
  static constexpr unsigned kMostCapacity = 1024;

  // A bot that connected by itself, with what its Hello says.
  static PlayerPtr remote(const Identity& identity, const wire::Hello& hello);
  // A bot that the referee launches. It must authenticate with the credential, which is made here. For an
  // untimed one no timeout applies: it may run in a debugger.
  static PlayerPtr launched(const std::string& name, bool untimed);
  // A person. The credential is a new key, by which the code that speaks for the person names it.
  static PlayerPtr person(const std::string& name);

  // --- who it is
  [[nodiscard]] const std::string& name() const { return name_; }
  // A bot's token, a person's key. Secret.
  [[nodiscard]] const std::string& credential() const { return credential_; }
  [[nodiscard]] bool is_remote() const { return kind_ == Kind::kRemote; }
  [[nodiscard]] bool is_launched() const { return kind_ == Kind::kLaunched; }
  [[nodiscard]] bool is_person() const { return kind_ == Kind::kPerson; }
  [[nodiscard]] bool is_untimed() const { return untimed_; }
  [[nodiscard]] bool is_admin() const { return admin_; }
  void set_admin(bool admin) { admin_ = admin; }
  // The games that its Hello named.
  [[nodiscard]] const std::vector<std::string>& games() const { return games_; }
  [[nodiscard]] bool plays(std::string_view game) const;
  void set_games(std::vector<std::string> games) { games_ = std::move(games); }

  // --- its connection
  [[nodiscard]] bool is_connected() const { return connection_ != nullptr || present_; }
  // Null while it is disconnected, and for a person.
  [[nodiscard]] const ConnectionPtr& connection() const { return connection_; }
  // Of its latest connection.
  [[nodiscard]] const std::string& address() const { return address_; }
  // It has said Hello on this connection, which is its only one from now on. The caller has closed an older
  // one.
  void attach(ConnectionPtr connection, Time now);
  // It has no connection any more; returns the one it had.
  ConnectionPtr detach();
  // Whether somebody speaks for a person just now.
  void set_present(bool present) { present_ = present; }
  // A launched bot has opened a connection to its private listener, with or without a Hello.
  void note_attempt() { has_attempted_ = true; }
  [[nodiscard]] bool has_attempted() const { return has_attempted_; }
  [[nodiscard]] bool has_said_hello() const { return has_said_hello_; }
  // Reads what it has sent by now. May call back into the server with its messages, and may end its
  // connection.
  void drain() const;
  // Breaks its connection, as a network failure would; it may reconnect.
  void cut() const;
  [[nodiscard]] ResumeKeys& resume_keys() { return resume_keys_; }
  [[nodiscard]] const ResumeKeys& resume_keys() const { return resume_keys_; }
  [[nodiscard]] PingState& pings() { return pings_; }
  [[nodiscard]] const PingState& pings() const { return pings_; }

  // --- its messages
  // A message of any kind has arrived: its Welcome has, too, and an earlier failure is not its last word.
  void note_message();
  // It has sent a message that nobody asked for; false if there were too many of them.
  bool spend_budget(Time now) { return message_budget_.spend(now); }
  // Its latest message said that it failed, and how; else empty.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  void note_failure(std::string failure) { failure_ = std::move(failure); }

  // --- its matches
  // The seats that it has now, and the ends of its latest matches.
  [[nodiscard]] PlayerSeats& seats() { return seats_; }
  [[nodiscard]] const PlayerSeats& seats() const { return seats_; }
  // A match is over. Its seat is free, and it counts as active now.
  void leave(const wire::MatchEnd& end, Time now);
  // It is free for another match: not reserved, and with a place left.
  [[nodiscard]] bool is_free() const { return !reserved_ && seats_.num_free() > 0; }
  // A game is about to take it.
  [[nodiscard]] bool is_reserved() const { return reserved_; }
  void set_reserved(bool reserved) { reserved_ = reserved; }
  // The lobby has paired it.
  void note_pairing(const std::string& opponent, bool moves_first);
  [[nodiscard]] const std::string& last_opponent() const { return last_opponent_; }
  [[nodiscard]] unsigned num_first_moves() const { return first_moves_; }

  // --- its process
  // Of a launched bot that exists; else null.
  [[nodiscard]] ProcessHandle* process() const { return process_; }
  void set_process(ProcessHandle* process) { process_ = process; }
  [[nodiscard]] bool is_frozen() const { return process_ != nullptr && process_->frozen(); }
  // It is launched and has nothing more to play.
  [[nodiscard]] bool is_dismissed() const { return dismissed_; }
  void dismiss() { dismissed_ = true; }

 private:
  enum class Kind { kRemote, kLaunched, kPerson };

  Player(Kind kind, std::string name, std::string credential, unsigned capacity = 1);

  Kind kind_;
  std::string name_;
  std::string credential_;
  bool admin_ = false;
  bool untimed_ = false;
  std::vector<std::string> games_;

  ConnectionPtr connection_;
  std::string address_;
  bool present_ = false;
  bool has_attempted_ = false;
  bool has_said_hello_ = false;
  ResumeKeys resume_keys_;
  PingState pings_;

  MessageBudget message_budget_;
  std::string failure_;

  PlayerSeats seats_;
  bool reserved_ = false;
  unsigned first_moves_ = 0;
  std::string last_opponent_;

  ProcessHandle* process_ = nullptr;
  bool dismissed_ = false;
};

}  // namespace quiver::net
