// Those who play without speaking the protocol: people at a web page, for whom somebody else here speaks.
//
// A person has a key, which nobody else learns, and sits in at most one game. What a person does wrong is
// refused with a sentence and changes nothing: unlike a bot, nobody loses a game by a wrong click. Clocks,
// and how long one may be away, are as for everybody. Lives on the referee's thread; nothing here waits.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::run {

// A game that is not part of what was ordered: it is played besides.
struct CasualGame {
  // One game, however many it says. `bots` has for each seat the name of a bot exactly as it is offered, or
  // that of a person.
  wire::Order order;
  std::vector<std::string> keys;                       // one for each seat: the person's, or empty for a bot
  wire::TimeControl people;                            // their clock; the order's is that of the bots
  base::Duration reconnect = std::chrono::minutes(2);  // how long one may be away
};

class People {
 public:
  // Called once with the id of the game's record when it has begun, or with why it could not.
  using Begun = std::function<void(const base::Result<std::string>& id)>;

  // Somebody new, who is not here yet. The name is one (base::is_name).
  virtual std::string add(const std::string& name) = 0;
  // Gone for good: leaves its game too, if it goes on. The key is worth nothing from now on.
  virtual void remove(const std::string& key) = 0;
  // Whether somebody speaks for the person just now. In a game it is as a bot's connection that comes and
  // goes.
  virtual void set_present(const std::string& key, bool present) = 0;

  // Has the game prepared and begun. All the people in it are here and have no other game. Its record goes
  // where those of other games go that nobody waits for; a void game is not played again.
  virtual void play(const CasualGame& game, Begun begun) = 0;
  // How many bots play in games of this kind now, or are about to.
  [[nodiscard]] virtual std::size_t num_bots() const = 0;

  // Refused if the person has no game, it is not its turn, the ply is another one or the move is illegal.
  virtual base::Result<void> move(const std::string& key, std::uint32_t ply, const games::Move& move) = 0;
  virtual base::Result<void> resign(const std::string& key) = 0;

 protected:
  ~People() = default;
};

}  // namespace quiver::run
