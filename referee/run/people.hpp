// People who play at a web page: players that do not speak the protocol. The web layer makes their calls.
//
// A person has a secret key and plays in at most one game. A wrong call is refused with a sentence and
// changes nothing: unlike a bot, a person does not lose a game by a wrong click. Clocks and the reconnect
// timeout apply as for everybody. Lives on the referee's thread; nothing here blocks.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/games/position.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::run {

// A game besides those that were ordered.
struct CasualGame {
  // One game, whatever number it states. `bots` has for each seat the exact name of an offered bot, or the
  // name of a person.
  wire::Order order;
  std::vector<std::string> keys;                       // one per seat: the person's, or empty for a bot
  wire::TimeControl people;                            // the clock of people; the order has that of the bots
  base::Duration reconnect = std::chrono::minutes(2);  // how long a person may be absent
};

// What a bot would play in a position.
struct Hint {
  games::Position before;
  wire::Record::Entry move;
};

class People {
 public:
  // Called once.
  using Hinted = std::function<void(const base::Result<Hint>&)>;
  // Called once: with the id of the game's record when it has begun, or with the reason why it cannot.
  using Begun = std::function<void(const base::Result<std::string>& id)>;

  // Adds a person, who is not present yet, and returns the key. The name is valid (base::is_name).
  virtual std::string add(const std::string& name) = 0;
  // The person leaves for good, and its running game, too. The key is not valid any more.
  virtual void remove(const std::string& key) = 0;
  // Whether the person is present. In a game this is like a bot's connection that is lost and resumed.
  virtual void set_present(const std::string& key, bool present) = 0;

  // Prepares and begins a game. All people in it are known and have no other game. Its record goes where
  // those of the lobby's games go; a void game is not played again.
  virtual void play(const CasualGame& game, Begun begun) = 0;
  // How many bots play in casual games now, or are about to.
  [[nodiscard]] virtual std::size_t num_bots() const = 0;

  // Refused if the person has no game, it is not its turn, the ply is outdated or the move is illegal.
  virtual base::Result<void> move(const std::string& key, std::uint32_t ply, const games::Move& move) = 0;
  virtual base::Result<void> resign(const std::string& key) = 0;
  // The moves of the person's game before its own last one, in notation. Refused if there is none, or if a
  // seat was eliminated before it.
  [[nodiscard]] virtual base::Result<std::string> moves_before_last(const std::string& key) const = 0;
  // Ends the person's game as void; its record goes nowhere. A new one, with these moves as its opening, can
  // be asked for once this one is over.
  virtual base::Result<void> take_back(const std::string& key) = 0;
  // Asks the bot in the only seat of `asked` without a key for a move in the position in which it is this
  // person's turn. The other keys and the moves of `asked` do not matter. Refused if it is not its turn.
  virtual void hint(const std::string& key, const CasualGame& asked, Hinted told) = 0;

 protected:
  ~People() = default;
};

}  // namespace quiver::run
