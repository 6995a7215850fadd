// A game source: hands out the games of a competition one after the other, and is told how each of them
// ended.
//
// The next game may depend on the results so far, on who is connected, or on nothing but a count. The
// GameRunner asks whenever a slot is free. All calls come on the referee's thread; none may block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/launch/bot_spec.hpp"

namespace quiver::run {

// How often a game is played again because a bot had to wait for a processor (wire::is_starved). After that
// it counts like any other void game.
constexpr std::uint32_t kMostStarved = 10;

// One game to be played, as a source hands it out.
struct Game {
  std::uint32_t number = 1;           // in its run
  std::string id;                     // of its record; its logs are named after it
  std::vector<std::size_t> bots;      // per seat: the number of the game source's bot
  std::vector<games::Event> opening;  // moves only
  std::uint32_t seed = 0;             // for the record
  std::vector<std::uint64_t> seeds;   // one per seat
  std::size_t board = 0;              // the number of the board in MatchConfig
};

// The players that are available to a game source.
class PlayerPool {
 public:
  enum class Presence {
    kFree,    // can play now; a launched bot always can
    kBusy,    // is connected, and has no free place
    kAbsent,  // is not connected
  };
  // Whether this bot, remote or launched, or person could play now.
  [[nodiscard]] virtual Presence presence(const launch::BotSpec& bot) const = 0;
  // The remote bots that are connected and play this game.
  [[nodiscard]] virtual std::vector<std::string> remote_players() const = 0;

 protected:
  ~PlayerPool() = default;
};

class GameSource {
 public:
  virtual ~GameSource() = default;

  // The competitors. The number of a bot never changes.
  [[nodiscard]] virtual const launch::BotSpec& bot(std::size_t number) const = 0;
  // The game to be played next; none if there is none now. A game with an absent player waits for the
  // referee's connect timeout, and occupies its slot meanwhile.
  virtual std::optional<Game> next(const PlayerPool& pool) = 0;
  // A process is about to be started for a launched bot of this game, from files with this fingerprint.
  // Returns which of the game source's bots that is: the one in the seat or, if its files have changed,
  // another, which then has the seat. On an error it must not play, and the game is void.
  virtual base::Result<std::size_t> identify(const Game& game, base::Seat seat,
                                             const std::string& /*fingerprint*/) {
    return game.bots[seat.value()];
  }
  // The process of this bot has been started.
  virtual void on_launched(std::size_t /*bot*/, int /*pid*/) {}
  // A bot whose files have changed is started anew for its next game.
  [[nodiscard]] virtual bool wants_latest_files() const { return false; }
  // There will be no further games.
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
