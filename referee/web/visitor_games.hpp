// Tables at which visitors of the page play: who may take which seat, and how its game begins and ends.
//
// The link to a seat for somebody else has a key that works once; it is exchanged for a token, with which the
// page can be loaded any number of times. A game begins when everybody is present. Tables that nobody comes
// to are removed soon, tables that are not full and those whose game is over after half an hour. Requests are
// limited: only offered bots, a number of them at once, small boards. No address can keep others from
// playing: the tables of each are limited, bots that wait for an absent visitor are given to whoever asks,
// and an address that plays with a bot does not get the last one. Lives on the referee's thread.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/messages.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/net/transport/connection_limiter.hpp"
#include "referee/run/people.hpp"
#include "referee/web/http/denial.hpp"

namespace quiver::web {

// What visitors may ask for. The defaults are for a page that anybody can open.
struct VisitorRules {
  std::map<std::string, std::string> offers;  // bots by name, and what they are
  std::size_t max_bots = 2;                   // in visitors' games at once
  std::size_t max_tables = 256;               // at which a game goes on or may begin
  std::size_t from_one_address = 8;           // of these
  std::size_t max_hints = 2;                  // that bots think about at once
  wire::TimeControl people{std::nullopt, std::chrono::minutes(30), std::chrono::seconds(10),
                           std::chrono::minutes(10)};
  base::Duration memory = std::chrono::minutes(30);  // of a table without a game in progress
  base::Duration to_come =
      std::chrono::seconds(60);  // to a table that nobody has come to, or whose bots wait
};

// The tables of all visitors. Every refusal is a status and a sentence that the page shows.
class VisitorGames {
 public:
  // A seat that a visitor has taken.
  struct Place {
    std::string table;
    std::size_t seat = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  // Called with a table that has changed, so that its visitors can be notified.
  using OnChange = std::function<void(const std::string& table)>;

  // `people` must outlive it. `on_change` is called synchronously, from inside the calls below.
  VisitorGames(run::People& people, VisitorRules rules, OnChange on_change);
  ~VisitorGames();
  VisitorGames(const VisitorGames&) = delete;
  VisitorGames& operator=(const VisitorGames&) = delete;

  // Which bots can be played against, and on which boards.
  [[nodiscard]] v1::Offers offers() const;
  // Opens a table for somebody at that address. Refused with 400, 403, 429 or 503 and a sentence.
  Granted<v1::TableView> open(const v1::TableRequest& asked, const net::AddressKey& address, base::Time now);
  // Exchanges the key of a seat for a token, once. The token is what the browser keeps.
  Granted<v1::SeatTicket> claim(const v1::SeatClaim& claim);

  // The seat that belongs to a token.
  Granted<Place> find(const std::string& token) const;
  // A page of this visitor's was opened, or closed. The game begins when all have come.
  void arrive(const Place& place, base::Time now);
  void depart(const Place& place, base::Time now);
  // What the page of this visitor shows besides the board.
  [[nodiscard]] v1::SeatView view(const Place& place) const;
  // `ply` is that of the position the visitor saw. A move for an older position is refused without penalty.
  Granted<void> move(const Place& place, std::uint32_t ply, const games::Move& move);
  Granted<void> resign(const Place& place);
  // Takes back the visitor's last move and what followed, in a game against bots alone: the match ends, and
  // when it has, the game goes on as another one at the same table. Visitors are notified before and
  // afterwards.
  Granted<void> take_back(const Place& place, base::Time now);
  // Asks an offered bot what it would play, on the visitor's turn in a game against bots alone. view() has
  // the answer.
  Granted<void> hint(const Place& place, const std::string& bot);

  // The table of this game, if it is a visitor's game.
  [[nodiscard]] std::optional<std::string> of_game(const std::string& game) const;
  // A game with this id is over; it need not be a visitor's.
  void on_over(const std::string& game, base::Time now);
  // Removes the tables that have expired.
  void sweep(base::Time now);
  [[nodiscard]] std::size_t size() const { return tables_.size(); }

 private:
  struct Seat {
    std::string bot;     // or else a person's:
    std::string key;     // opens it, until it is taken
    std::string token;   // of whoever has it
    std::string person;  // as the referee knows them
    std::string name;
    unsigned pages = 0;  // that are open
  };
  struct Table {
    wire::Order order;
    std::vector<Seat> seats;
    std::string game;      // empty until it has begun
    std::string closed;    // why the game cannot begin; empty if it can
    bool visited = false;  // somebody has come
    bool begun = false;
    bool over = false;
    bool restarting = false;  // a move was taken back, and the next match has not begun yet
    unsigned taken_back = 0;
    bool hinting = false;
    std::optional<v1::SeatHint> hint;
    base::Time touched;
    base::Time begun_at;        // the first of its matches
    net::AddressKey address{};  // of whoever asked for it
  };

  // Translates the request; bounded in board and time, but the board is not built.
  [[nodiscard]] Granted<wire::Order> order_of(const v1::TableRequest& asked) const;
  // Builds the board to check it. Visitors' boards are small, so that is quick.
  [[nodiscard]] Granted<void> check(const v1::TableRequest& asked, const wire::Order& order) const;
  // 429 if this address has too many tables, 503 if all are taken.
  [[nodiscard]] Granted<void> check_room(const net::AddressKey& address) const;
  // Reserves so many bots, if need be by closing tables of other addresses whose visitors are absent.
  Granted<void> reserve_bots(std::size_t bots, const net::AddressKey& address, base::Time now);
  [[nodiscard]] static std::size_t num_bots(const Table& table);
  [[nodiscard]] std::size_t bots_waiting() const;
  // The game of this table would take the last bot, and its address already plays with one.
  [[nodiscard]] bool takes_too_many(const Table& table) const;
  // A seat with a new token and a new person, who is not present yet.
  Seat take_seat(const std::string& name);
  // Begins the game if everybody has come.
  void begin(const std::string& id, Table& table, base::Time now);
  // Asks for the match of this table, which `people` have so much time for.
  void play(const std::string& id, Table& table, const wire::TimeControl& people);
  // The match that was broken off is over.
  void restart(const std::string& id, Table& table, base::Time now);
  // The table if its visitor plays there against bots alone, and nothing is about to change.
  Granted<Table*> find_own_game(const Place& place);
  // Whether all these bots can begin with moves that are given, in the game of the table.
  [[nodiscard]] Granted<void> check_openings(const Table& table, const std::vector<std::string>& bots) const;
  void on_hint(const std::string& id, const std::string& bot, const base::Result<run::Hint>& hint);
  // Removes the people of a table from the referee. Idempotent.
  void release(Table& table);
  [[nodiscard]] static bool is_idle(const Table& table);
  // Nobody is at the table, and it has expired.
  [[nodiscard]] bool is_forgotten(const Table& table, base::Time now) const;
  std::map<std::string, Table>::iterator forget(std::map<std::string, Table>::iterator one);
  // Removes the oldest finished tables beyond the number that is remembered.
  void forget_oldest();
  [[nodiscard]] const Seat& seat_at(const Place& place) const;

  run::People& people_;
  VisitorRules rules_;
  OnChange on_change_;
  std::map<std::string, Table> tables_;
  std::size_t hints_ = 0;        // that bots are thinking about
  std::shared_ptr<bool> alive_;  // for callbacks that come after the destructor
};

}  // namespace quiver::web
