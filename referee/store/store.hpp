// The stored results of competitions: events, entrants, pairings, finished games with their records,
// ratings; and the teams of a ladder with what they submitted (team_values.hpp).
//
// A store takes changes in transactions: all of one or nothing of it, and when commit() returns it is where a
// crash of the program or of the machine does not reach it. A game is written once: a second one of the same
// number is refused, so nothing can count twice. A store is a SQLite file or a PostgreSQL database
// (open_store.hpp); whoever uses this header does not notice which. A store belongs to one thread at a time
// and may be handed over; writer.hpp does the committing for many games at once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"
#include "referee/store/team_values.hpp"

namespace quiver::store {

using EventId = std::int64_t;

enum class Access {
  kRead,   // the store has to be there; it is not changed
  kWrite,  // it is made if need be, and nobody else may write
};

// A tournament, a season of a ladder, or a collection of games that came from elsewhere.
struct Event {
  EventId id = 0;       // given by the store
  std::string name;     // as a competitor's: base::is_name
  std::string kind;     // "tournament", "ladder", "import", "games"
  std::string plan;     // what was asked for, a line "key = value" each
  std::string created;  // UTC, "2026-01-31T12:00:00Z"
};

// Entrants, pairings and games are numbered within their event; entrants from 0, the others from 1.
struct Entrant {
  std::uint32_t number = 0;
  std::string name;  // in the event nobody else's
  std::string spec;  // what was asked for, "./my-bot --depth 3" or "remote:ann"
  std::string version;
  std::string joined;        // UTC
  bool active = true;        // false: it has dropped out
  std::string display = {};  // what people call it, UTF-8: "Équipe 4"; empty: its name
  std::string title = {};    // what the bot calls itself; empty: nothing
  friend bool operator==(const Entrant&, const Entrant&) = default;
};

struct Pairing {
  enum class State { kOpen = 0, kDone = 1, kStopped = 2 };
  std::uint32_t number = 0;
  std::uint32_t round = 1;
  std::vector<std::uint32_t> entrants;  // one alone has a bye
  std::uint32_t games = 1;              // planned
  State state = State::kOpen;
  std::string note;  // why it was stopped
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// A game that has ended, and not void. Its entrants and its pairing are known to the store, from this
// transaction or one before; no other game has its pairing and index.
struct Game {
  std::uint32_t number = 0;
  std::uint32_t pairing = 0;            // 0: of none
  std::uint32_t index = 0;              // which of the pairing's, from 0
  std::vector<std::uint32_t> entrants;  // in the order of the seats; none in a collection
  wire::Record record;
};

// What standings need of a game: cheap to read, however long the games were.
struct GameResult {
  struct Seat {
    std::uint32_t entrant = 0;  // 0 too where the game has none
    std::uint32_t place = 0;
    std::optional<wire::Reason> reason;
  };
  std::uint32_t number = 0;
  std::uint32_t pairing = 0;
  std::uint32_t index = 0;
  std::vector<Seat> seats;
  std::string board = {};  // its name in the event (wire::Record::event_board)
};

// On what a game was played: "square", 10 rows, 10 columns.
struct BoardShape {
  std::string board;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  friend auto operator<=>(const BoardShape&, const BoardShape&) = default;
};

// A game without its moves: what lists and statistics of many games need.
struct GameHead {
  GameResult result;
  BoardShape board;
};

struct Rating {
  std::uint32_t entrant = 0;
  std::uint32_t after = 0;  // games of the event
  double elo = 0;
  double low = 0;  // of the interval that covers 95 %
  double high = 0;
  std::string at;  // UTC
};

// What a bot printed in a game of the event: a line of JSON for each line printed,
// {"ply":17,"turn":true,"text":"depth 5"} (proto/quiver/v1/log.proto), at most kMaxGameLog bytes; if it
// printed more, the last line is {"cut":true}.
struct GameLog {
  std::uint32_t game = 0;
  std::uint32_t seat = 0;
  std::string text;
  friend bool operator==(const GameLog&, const GameLog&) = default;
};
inline constexpr std::size_t kMaxGameLog = 64 * 1024;

// What the spec of an entrant begins with that was entered from a bundle; its name follows.
inline constexpr const char* kBundleSpec = "bundle:";
// The id of the team whose bot an entrant is: what it submitted, or what connected with its token. Empty if
// it was launched by the host.
std::string team_of(const Entrant& entrant);

// Whether a store may take this game: not void, and an entrant for each seat or none at all.
base::Result<void> check_game(const Game& game);
// A stored reason, or none for a number that stands for none.
std::optional<wire::Reason> reason_of(std::int64_t number);

// The plan of the event itself, from now on; as change_plan() does it.
struct PlanText {
  std::string text;
};

// Entrants, pairings, teams and versions are replaced where their number is known, ratings where entrant and
// `after` are, invitations and settings where the key is; games, their logs, bundles and entries of the audit
// table are only ever added, bundles and logs once. From Team on, GameLog aside, the event does not matter.
using Change = std::variant<Entrant, Pairing, Game, Rating, PlanText, Team, TeamVersion, StoredBundle,
                            DroppedBundle, Invitation, AuditEntry, StoredSetting, GameLog>;

// Where events and games are stored. One thread at a time; every function reports failures as a Result and
// changes nothing then.
class Store {
 public:
  virtual ~Store() = default;

  // In the order in which they began.
  virtual base::Result<std::vector<Event>> events() = 0;
  // A new event, with its id; an error if there is one of that name.
  virtual base::Result<Event> begin(const Event& event) = 0;
  // What the event was asked for has grown: more games.
  virtual base::Result<void> change_plan(EventId event, const std::string& plan) = 0;

  // One transaction.
  virtual base::Result<void> commit(EventId event, const std::vector<Change>& changes) = 0;

  // All in the order of their numbers; ratings in the order of `after`.
  virtual base::Result<std::vector<Entrant>> entrants(EventId event) = 0;
  virtual base::Result<std::vector<Pairing>> pairings(EventId event) = 0;
  virtual base::Result<std::vector<Rating>> ratings(EventId event) = 0;
  virtual base::Result<std::vector<GameResult>> results(EventId event) = 0;
  // How many games are stored.
  virtual base::Result<std::uint32_t> count_games(EventId event) = 0;
  // Those with a number above `after`, by number, and at most `most` of them.
  virtual base::Result<std::vector<GameHead>> heads(EventId event, std::uint32_t after,
                                                    std::uint32_t most) = 0;
  // Visits games one by one, so that any number fits in memory, until the visitor says false.
  virtual base::Result<void> games(EventId event, const std::function<bool(const Game&)>& visit) = 0;
  // The game of this number, if there is one.
  virtual base::Result<std::optional<Game>> game(EventId event, std::uint32_t number) = 0;
  // What bots printed in this game, by seat.
  virtual base::Result<std::vector<GameLog>> game_logs(EventId event, std::uint32_t game) = 0;
  // The games that have such logs.
  virtual base::Result<std::vector<std::uint32_t>> logged_games(EventId event) = 0;

  // Of the whole store: teams by number, versions by team and number, invitations by `created`.
  virtual base::Result<std::vector<Team>> teams() = 0;
  // Of this team, or with 0 of all. Without reports they are cheap to read, and `report` is empty.
  enum class Reports { kWithout, kWith };
  virtual base::Result<std::vector<TeamVersion>> versions(std::uint32_t team, Reports reports) = 0;
  virtual base::Result<std::optional<TeamVersion>> version(std::uint32_t team, std::uint32_t number) = 0;
  // The bytes of a bundle, if there is one of that name.
  virtual base::Result<std::optional<std::string>> bundle(const std::string& name) = 0;
  virtual base::Result<std::vector<Invitation>> invitations() = 0;
  // The latest entries, at most so many, in the order of their numbers.
  virtual base::Result<std::vector<AuditEntry>> audit(std::uint32_t most) = 0;
  // By key.
  virtual base::Result<std::vector<StoredSetting>> settings() = 0;
};

}  // namespace quiver::store
