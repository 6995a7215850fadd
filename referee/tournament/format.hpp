// Who meets whom: a format draws pairings from the results so far.
//
// Pure values and functions: no clock, no chance but the seed it was made with, no store. The same results give
// the same pairings, on every machine. Entrants are numbers from 0, in the order in which they were entered,
// which is also their seeding.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::tournament {

using Entrant = std::uint32_t;

// Entrants that play some games with each other.
struct Pairing {
  std::uint32_t number = 0;       // in the event, from 1
  std::uint32_t round = 1;        // from 1
  std::vector<Entrant> entrants;  // 2 or 4, in the order of the seats of its first game; one alone has a bye
  std::uint32_t games = 1;        // planned
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Which of the pairing's entrants (by place in its list) sits in each seat in its game `index`, from 0. With two
// they change with every game; with four they move on by one.
std::vector<std::size_t> seating(const Pairing& pairing, std::uint32_t index);

// A pairing and what its games came to.
struct Played {
  Pairing pairing;
  // For each game that has ended, in the order of their indices: what each entrant of the list got. With two
  // seats 1, 0.5 or 0; with four 1 for everybody it came before and 0.5 for everybody it shared a place with.
  std::vector<std::vector<double>> games;
};

// A line of the table.
struct Standing {
  Entrant entrant = 0;
  std::uint32_t rank = 1;  // equal where nothing tells them apart
  double points = 0;       // byes included
  std::uint32_t games = 0;
  std::uint32_t byes = 0;
  double tie_break = 0;  // Swiss: Buchholz; knockout: the round it reached; else Sonneborn-Berger
};

class Format {
 public:
  virtual ~Format() = default;
  // The next pairings, numbered on, when all of `so_far` are settled; none if it is all played.
  [[nodiscard]] virtual std::vector<Pairing> draw(const std::vector<Played>& so_far) const = 0;
  // How many games the pairing takes now that these have been played: more than planned where a tie has to be
  // decided. When it has that many it is settled.
  [[nodiscard]] virtual std::uint32_t games_of(const Played& pairing) const { return pairing.pairing.games; }
  // Best first. `so_far` may have pairings that are not settled.
  [[nodiscard]] virtual std::vector<Standing> table(const std::vector<Played>& so_far) const = 0;
  // What the table's last column is called: "Buchholz".
  [[nodiscard]] virtual std::string tie_break_name() const = 0;
};

struct FormatChoice {
  std::string name;            // "round-robin", "double-round-robin", "gauntlet", "swiss", "knockout"
  std::uint32_t entrants = 2;  // how many
  unsigned seats = 2;          // of a game
  std::uint32_t games = 1;     // a pair; where there are four seats, a table of four
  std::uint32_t rounds = 0;    // Swiss: 0 for as many as it takes to tell one from all others
  std::uint32_t challengers = 1;  // gauntlet: so many of the first play all others, and not each other
};

// An error if the name is none, the seats do not go with it or the entrants are too few.
base::Result<std::unique_ptr<Format>> make_format(const FormatChoice& choice);

}  // namespace quiver::tournament
