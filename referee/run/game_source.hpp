// A game source: hands out the games of a competition one after the other, and hears how each of them ended.
//
// What is played next may depend on what has been played, on who is there, or on nothing but a count. The
// runner that plays it asks whenever a place is free. All calls come on the referee's thread, and none may
// wait.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::run {

struct Game {
  std::uint32_t number = 1;           // in its run
  std::string id;                     // of its record; its logs are named after it
  std::vector<std::size_t> bots;      // for each seat: which of the game source's
  std::vector<games::Event> opening;  // moves only
  std::uint32_t seed = 0;             // for the record
  std::vector<std::uint64_t> seeds;   // for each seat its own
};

// Whom a game source can count on.
class PlayerPool {
 public:
  enum class Presence {
    kFree,    // can play now; whoever is launched always can
    kBusy,    // is here, and has all places taken
    kAbsent,  // is not here
  };
  [[nodiscard]] virtual Presence presence(const launch::BotSpec& bot) const = 0;
  // Those that dialled in, are connected and play this game.
  [[nodiscard]] virtual std::vector<std::string> remote_players() const = 0;

 protected:
  ~PlayerPool() = default;
};

class GameSource {
 public:
  virtual ~GameSource() = default;

  // The competitors; what was once a bot's number stays so.
  [[nodiscard]] virtual const launch::BotSpec& bot(std::size_t number) const = 0;
  // The game to be played next; none if there is none now. A game with somebody who is absent waits for the
  // patience that the referee has, and keeps its place meanwhile.
  virtual std::optional<Game> next(const PlayerPool& pool) = 0;
  // A process is about to be started for a launched bot of this game, from files with this fingerprint. Which
  // of the game source's bots that is: the one that was asked for or, if its files have changed, another,
  // which then has the seat. An error: it must not play, and the game is void.
  virtual base::Result<std::size_t> identify(const Game& game, base::Seat seat,
                                             const std::string& /*fingerprint*/) {
    return game.bots[seat.value()];
  }
  // The process of this bot has been started.
  virtual void on_launched(std::size_t /*bot*/, int /*pid*/) {}
  // A process whose files have changed does not play the next game: it is started anew.
  [[nodiscard]] virtual bool wants_latest_files() const { return false; }
  // No game will come any more.
  [[nodiscard]] virtual bool finished() const = 0;
  // A game that was handed out has ended; a void one may be handed out again. `unable` is the seat whose bot
  // could not be started, if that is why.
  virtual void on_over(const Game& game, const wire::Record& record,
                       const std::optional<base::Seat>& unable) = 0;
  // No further games are wanted: finished() is true from now on, and void games stay so.
  virtual void stop() = 0;
  // All games have ended, and the processes of the bots are gone.
  virtual void on_done() {}
};

}  // namespace quiver::run
