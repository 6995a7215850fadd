// The table of an event as a value, and its JSON (proto/quiver/v1/standings.proto says what the fields mean).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/wire/messages.hpp"

namespace quiver::v1 {
class Standings;
}

namespace quiver::store {

// All that tables show of an event at one moment. Filled by tournament::Scoreboard, shown by the program and
// the page.
struct Standings {
  struct Against {
    std::string name;
    double points = 0;
    std::uint32_t games = 0;
  };
  struct Elo {
    double value = 0;
    double low = 0;
    double high = 0;
    bool provisional = false;
  };
  struct OnBoard {
    double points = 0;
    std::uint32_t games = 0;
    friend bool operator==(const OnBoard&, const OnBoard&) = default;
  };
  struct Row {
    std::uint32_t rank = 1;
    std::string name;
    std::string display = {};  // what people call it, UTF-8; empty: its name
    std::string title = {};    // what the bot calls itself; empty: nothing
    double points = 0;
    std::uint32_t games = 0;
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    std::uint32_t losses = 0;
    std::uint32_t byes = 0;
    double tie_break = 0;
    std::optional<Elo> elo;
    std::optional<double> superiority;  // over the next row
    std::map<wire::Reason, std::uint32_t> faults;
    std::vector<Against> against;
    bool active = true;
    std::vector<OnBoard> boards = {};  // as many as Standings::boards
  };
  struct Sprt {
    double elo0 = 0;
    double elo1 = 0;
    double alpha = 0;
    double beta = 0;
    double llr = 0;
    double lower = 0;
    double upper = 0;
    std::uint32_t pairs = 0;
    std::string verdict;
    std::optional<double> pairs_left =
        {};  // as it looks now; none before the first, and 0 once it is decided
  };

  std::string event;
  std::string kind;
  std::string game;
  std::string format;
  std::uint64_t played = 0;
  std::uint64_t planned = 0;
  bool complete = false;
  std::string tie_break;
  std::vector<Row> rows;
  std::vector<std::string> stopped;
  std::optional<Sprt> sprt;
  std::vector<std::string> boards = {};  // of an event that is played on several: their names
  std::string ranking = {};              // how it is ordered, and what decides between equals: a sentence
  std::string board = {};                // the table is of the games on this one alone; empty: of all
};

// How many games are still to come: those that are planned; of a sequential test as many as it will probably
// take, which are fewer.
double games_left(const Standings& standings);

// As a message, with texts made valid.
void fill(v1::Standings& out, const Standings& from);
// One line without a line end.
std::string standings_json(const Standings& standings);

}  // namespace quiver::store
