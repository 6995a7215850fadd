// Who meets whom: a format draws pairings from the results so far.
//
// Pure values and functions: no clock, no store, nothing random but what follows from its seed. The same
// results give the same pairings, on every machine. Entrants are numbers from 0, in the order in which they
// were entered, which is also their seeding.
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
  std::uint32_t games = 1;        // planned; 0 with a bye, which is settled as it is drawn
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Which of the pairing's entrants (by place in its list) sits in each seat in its game `index`, from 0. With
// two they change with every game; with four everybody moves on to the next seat.
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
  std::uint32_t rank = 1;  // equal where nothing tells them apart: two on rank 3, the next on rank 5
  double points = 0;       // byes included
  std::uint32_t games = 0;
  std::uint32_t byes = 0;
  double tie_break = 0;  // Swiss: Buchholz; knockout: the round it reached;
                         // double elimination: see below; else Sonneborn-Berger
};

// What was planned before later entrants came: these pairings, of so many games each.
struct DrawnStage {
  std::uint32_t pairings = 0;
  std::uint32_t games = 0;
};

class Format {
 public:
  virtual ~Format() = default;
  // The next pairings, numbered on, when all of `so_far` are settled; none if it is all played. `so_far` is
  // in the order of the pairings' numbers, here and below.
  [[nodiscard]] virtual std::vector<Pairing> draw(const std::vector<Played>& so_far) const = 0;
  // How many games the pairing takes now that these have been played: more than planned where a tie has to be
  // decided. When it has that many it is settled.
  [[nodiscard]] virtual std::uint32_t games_of(const Played& pairing) const { return pairing.pairing.games; }
  // Best first. `so_far` may have pairings that are not settled.
  [[nodiscard]] virtual std::vector<Standing> table(const std::vector<Played>& so_far) const = 0;
  // Of what is drawn at once: what of it was there before later entrants came, the first stage first. Those
  // of a stage are the first pairings of the next one.
  [[nodiscard]] virtual std::vector<DrawnStage> stages() const { return {}; }
  // What the table's last column is called: "Buchholz".
  [[nodiscard]] virtual std::string tie_break_name() const = 0;
  // Entrants have met so different others that points say nothing: their ratings rank them, where there are
  // any, and the table only where they are equal.
  [[nodiscard]] virtual bool ranks_by_rating() const { return false; }
};

// The formats. Whoever is first in a pairing's list moves first in one game more than the other if their
// number is odd, so the list is what balances first moves.
//
// round-robin, double-round-robin: everything at once, in the rounds of the circle method, so that all have
//   played about as often at any time. Over a whole cycle nobody's first and second moves differ by more than
//   one. Double is two cycles, the second with the seats changed. With four seats every four entrants share a
//   table; there too everybody has each seat as often as the numbers allow. Ranked by the share of the points
//   that were to be had, which is by points when all have played as much; then by Sonneborn-Berger.
// gauntlet: everything at once. Ranked by rating, because the challengers have met all others and those only
// the
//   challengers: a share of the points says nothing about one beside the other.
// swiss: round by round. With an odd number the last in the table among those with the fewest byes gets one,
//   worth all points of a pairing. The others are matched exactly: as few rematches as possible, and those
//   of pairs that have met least; then points as equal as possible, by the sum of the squared differences;
//   then first moves as balanced as possible; then, among those left, the top half by seeding against the
//   bottom half, which is how the first round is drawn. Who has had fewer first moves is first in the list.
// knockout: round by round, seeded so that 1 and 2 meet in the final at the earliest; in the first round the
//   best seeds have byes. All planned games of a tie are played. While it is level then, two more follow,
//   with the seats changed, up to knockout_limit(games) in all; if it is level even so, the better seed goes
//   on. Ranked by the round reached, one more for who has won the last tie.
// double-elimination: out is who has lost two ties. In each round the unbeaten play as in a knockout, and so
// do
//   those who have lost once; losers of the first bracket enter the second at the other end, so that
//   rematches come late. Who is left of each meet in the final, and if the unbeaten one loses it, once more.
//   Ties are those of a knockout; if the final is level, the unbeaten one has won. Ranked by the round in
//   which they went out; who is still in comes before them, and the unbeaten first.
//
// Entrants can come later to a round robin or a gauntlet (there as others, not as challengers): their
// pairings follow those that were there, which stay as they are, also in the order of their lists.
struct FormatChoice {
  // How many entrants there were, and how many games a pair was to play, until more entrants came.
  struct Stage {
    std::uint32_t entrants = 0;
    std::uint32_t games = 0;
    friend bool operator==(const Stage&, const Stage&) = default;
  };
  std::string name;                // as above
  std::uint32_t entrants = 2;      // how many
  unsigned seats = 2;              // of a game
  std::uint32_t games = 1;         // a pair; where there are four seats, a table of four
  std::uint32_t rounds = 0;        // Swiss: 0 for as many as it takes to tell one from all others
  std::uint32_t challengers = 1;   // gauntlet: so many of the first play all others, and not each other
  std::vector<Stage> stages = {};  // the first one first, each with fewer entrants than the next
};

// Whether entrants can come later, and more games can be asked for.
bool may_grow(const std::string& format);

// The most games that a tie takes: the planned ones and twice as many again, at least four.
std::uint32_t knockout_limit(std::uint32_t games);

inline constexpr std::uint32_t kMaxGames = 1'000'000;     // a pair
inline constexpr std::uint32_t kMaxPairings = 1'000'000;  // drawn at once
inline constexpr std::uint32_t kMaxSwissEntrants = 1'000;
inline constexpr std::uint32_t kMaxSwissGames = 500'000;  // of one entrant in all rounds

// An error if the name is none, the seats do not go with it, the entrants are too few or the rest too much.
base::Result<std::unique_ptr<Format>> make_format(const FormatChoice& choice);

}  // namespace quiver::tournament
