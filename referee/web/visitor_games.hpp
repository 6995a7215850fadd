// Tables at which visitors of the page play: who may take which seat, and what becomes of the game.
//
// A seat for somebody else is opened by a key, once; from then on its token is the visitor's, however often
// the page is loaded. A table's game begins when everybody has come. Tables that nobody comes to are soon
// forgotten, those that nobody fills and those whose game is over after a while. What a visitor may ask for
// is bounded: bots on offer only, so many of them at once, small boards. No address can keep the others from
// playing: each has so many tables, bots that wait for nobody go to whoever else asks, and the last one is
// left to others by whoever plays with one already. Lives on the referee's thread.
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
  wire::TimeControl people{std::nullopt, std::chrono::minutes(30), std::chrono::seconds(10),
                           std::chrono::minutes(10)};
  base::Duration memory = std::chrono::minutes(30);  // of a table at which nothing goes on
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
  // Something about these tables is different: whoever sits there should be told.
  using OnChange = std::function<void(const std::string& table)>;

  VisitorGames(run::People& people, VisitorRules rules, OnChange on_change);
  ~VisitorGames();
  VisitorGames(const VisitorGames&) = delete;
  VisitorGames& operator=(const VisitorGames&) = delete;

  // Which bots can be played against, and on which boards.
  [[nodiscard]] v1::Offers offers() const;
  // For somebody at that address.
  Granted<v1::TableView> open(const v1::TableRequest& asked, const net::AddressKey& address, base::Time now);
  // Exchanges the key of a seat for a token, once. The token is what the browser keeps.
  Granted<v1::SeatTicket> claim(const v1::SeatClaim& claim);

  // The seat that belongs to a token.
  Granted<Place> find(const std::string& token) const;
  // A page of this visitor's was opened, or closed. The game begins when all have come.
  void arrive(const Place& place);
  void depart(const Place& place, base::Time now);
  // All that the page of this visitor shows beside the board.
  [[nodiscard]] v1::SeatView view(const Place& place) const;
  // `ply` is the position that the visitor saw: a move for an older one is refused and costs nothing.
  Granted<void> move(const Place& place, std::uint32_t ply, const games::Move& move);
  Granted<void> resign(const Place& place);

  // The table that this game is played at, if it is one of ours.
  [[nodiscard]] std::optional<std::string> of_game(const std::string& game) const;
  // A game of this id is over, whoever's it was.
  void on_over(const std::string& game, base::Time now);
  // Forgets what is to be forgotten.
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
    std::string closed;    // why nothing comes of it
    bool visited = false;  // somebody has come
    bool begun = false;
    bool over = false;
    base::Time touched;
    net::AddressKey address{};  // of whoever asked for it
  };

  [[nodiscard]] Granted<wire::Order> order_of(const v1::TableRequest& asked) const;
  [[nodiscard]] Granted<void> check(const v1::TableRequest& asked, const wire::Order& order) const;
  [[nodiscard]] Granted<void> check_room(const net::AddressKey& address) const;
  // So many bots, if need be those that wait for somebody of another address who does not come.
  Granted<void> reserve_bots(std::size_t bots, const net::AddressKey& address, base::Time now);
  [[nodiscard]] static std::size_t num_bots(const Table& table);
  [[nodiscard]] std::size_t bots_waiting() const;
  // A game of this table would leave no bot to others though its address plays with one already.
  [[nodiscard]] bool takes_too_many(const Table& table) const;
  Seat take_seat(const std::string& name);
  void begin(const std::string& id, Table& table);
  void release(Table& table);
  [[nodiscard]] static bool is_idle(const Table& table);
  [[nodiscard]] bool is_forgotten(const Table& table, base::Time now) const;
  std::map<std::string, Table>::iterator forget(std::map<std::string, Table>::iterator one);
  // Of games that are over so many are remembered.
  void forget_oldest();
  [[nodiscard]] const Seat& seat_at(const Place& place) const;

  run::People& people_;
  VisitorRules rules_;
  OnChange on_change_;
  std::map<std::string, Table> tables_;
  std::shared_ptr<bool> alive_;  // answers that come later look whether anybody waits for them
};

}  // namespace quiver::web
