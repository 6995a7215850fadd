// Tables that guests have asked for: who may sit where, and what becomes of it.
//
// A seat for somebody else is opened by a key, once; from then on its token is the guest's, however often the
// page is loaded. A table's game begins when everybody has come. Tables that nobody fills, and those whose
// game is over, are forgotten after a while. What a guest may ask for is bounded: bots on offer only, so many
// of them at once, small boards. Lives on the referee's thread.
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
#include "referee/net/people.hpp"
#include "referee/web/denial.hpp"

namespace quiver::web {

struct GuestRules {
  std::map<std::string, std::string> offers;  // bots by name, and what they are
  std::size_t max_bots = 2;                   // in guests' games at once
  std::size_t max_tables = 64;
  wire::TimeControl people{std::nullopt, std::chrono::minutes(30), std::chrono::seconds(10),
                           std::chrono::minutes(10)};
  base::Duration memory = std::chrono::minutes(30);   // of a table at which nothing goes on
  base::Duration to_come = std::chrono::seconds(60);  // to a table with bots that wait
};

class Tables {
 public:
  // A guest who sits, by the token.
  struct Place {
    std::string table;
    std::size_t seat = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  // Something about these tables is different: whoever sits there should be told.
  using OnChange = std::function<void(const std::string& table)>;

  Tables(net::People& people, GuestRules rules, OnChange on_change);
  ~Tables();
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  [[nodiscard]] v1::Offers offers() const;
  Granted<v1::TableView> open(const v1::TableRequest& asked, base::Time now);
  Granted<v1::SeatTicket> claim(const v1::SeatClaim& claim);

  Granted<Place> find(const std::string& token) const;
  // A page of this guest's has come, or gone. The game begins when all have come.
  void arrive(const Place& place);
  void depart(const Place& place, base::Time now);
  [[nodiscard]] v1::SeatView view(const Place& place) const;
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
    std::string game;    // empty until it has begun
    std::string closed;  // why nothing comes of it
    bool begun = false;
    bool over = false;
    base::Time touched;
  };

  [[nodiscard]] Granted<wire::Order> order_of(const v1::TableRequest& asked) const;
  [[nodiscard]] Granted<void> check(const v1::TableRequest& asked, const wire::Order& order) const;
  [[nodiscard]] std::size_t bots_waiting() const;
  Seat take_seat(const std::string& name);
  void begin(const std::string& id, Table& table);
  void release(Table& table);
  [[nodiscard]] bool is_forgotten(const Table& table, base::Time now) const;
  [[nodiscard]] const Seat& seat_at(const Place& place) const;

  net::People& people_;
  GuestRules rules_;
  OnChange on_change_;
  std::map<std::string, Table> tables_;
  std::shared_ptr<bool> alive_;  // answers that come later look whether anybody waits for them
};

}  // namespace quiver::web
