// The process of a launched bot, as far as its matches have to do with it.
//
// Implemented by run::LaunchedBot. All calls come on the server's thread.
#pragma once

#include <cstdint>
#include <string>

#include "client_sdk/wire/messages.hpp"
#include "referee/match/usage.hpp"

namespace quiver::net {

enum class TurnState {
  kIdle,     // no game is being played
  kOnTurn,   // the bot has been asked for a move
  kOffTurn,  // another seat has
};

class ProcessHandle {
 public:
  // `ply`: how many moves have been made.
  virtual void set_turn_state(TurnState turn_state, std::uint32_t ply) = 0;
  // What it has used since it was asked for a move.
  [[nodiscard]] virtual match::Usage usage() = 0;
  // The process is stopped and cannot answer.
  [[nodiscard]] virtual bool frozen() const = 0;
  // The process can run. One that was stopped and resumed counts as stopped until that is confirmed; its
  // clock starts then, by MatchRunner::on_awake.
  [[nodiscard]] virtual bool is_awake() const = 0;
  // The bot has answered. If its clock has not started yet, it starts at the time the process was resumed.
  virtual void on_answer() = 0;
  // For a bot that is not ready: the likely reason, for example that its program is of another kind, or what
  // its host waits for. Empty if there is nothing to say.
  [[nodiscard]] virtual std::string why_not_ready() const = 0;
  // Its game is over: fills in what a record states about a launched bot.
  virtual void finish_game(wire::Record::SeatRecord& record) = 0;

 protected:
  ~ProcessHandle() = default;
};

}  // namespace quiver::net
