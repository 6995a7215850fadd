#include "referee/tournament/formats/format.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "client_sdk/base/text.hpp"
#include "referee/tournament/formats/formats.hpp"

namespace quiver::tournament {

namespace {

struct Known {
  std::string_view name;
  bool four_seats;
  std::unique_ptr<Format> (*make)(const FormatChoice&);
};
constexpr std::array<Known, 6> kKnown{{{"round-robin", true, make_round_robin},
                                       {"double-round-robin", true, make_round_robin},
                                       {"gauntlet", false, make_gauntlet},
                                       {"swiss", false, make_swiss},
                                       {"knockout", false, make_knockout},
                                       {"double-elimination", false, make_double_elimination}}};

// How many pairings are drawn at once. In floating point, because the product may exceed any integer type.
double pairings_at_once(const FormatChoice& choice) {
  const double n = choice.entrants;
  if (choice.name == "swiss" || choice.name == "knockout" || choice.name == "double-elimination") return n;
  if (choice.name == "gauntlet") return choice.challengers * (n - choice.challengers);
  const double cycles = choice.name == "double-round-robin" ? 2 : 1;
  return cycles * (choice.seats == 2 ? n * (n - 1) / 2 : n * (n - 1) * (n - 2) * (n - 3) / 24);
}

base::Result<void> check_swiss(const FormatChoice& choice) {
  if (choice.entrants > kMaxSwissEntrants)
    return base::bad_input("a Swiss tournament takes at most " + std::to_string(kMaxSwissEntrants) +
                           " entrants, not " + std::to_string(choice.entrants));
  if (std::uint64_t{swiss_rounds(choice)} * choice.games > kMaxSwissGames)
    return base::bad_input(std::to_string(swiss_rounds(choice)) + " rounds of " +
                           std::to_string(choice.games) + " games are more than the " +
                           std::to_string(kMaxSwissGames) +
                           " that an entrant of a Swiss tournament can play");
  return {};
}

base::Result<void> check_sizes(const FormatChoice& choice) {
  const std::string entrants = std::to_string(choice.entrants);
  if (choice.entrants < choice.seats)
    return base::bad_input("a tournament of games for " + std::to_string(choice.seats) + " needs at least " +
                           std::to_string(choice.seats) + " entrants, and there are " + entrants);
  if (choice.games == 0 || choice.games > kMaxGames)
    return base::bad_input("a pair plays 1 to " + std::to_string(kMaxGames) + " games, not " +
                           std::to_string(choice.games));
  if (choice.name == "gauntlet" && (choice.challengers == 0 || choice.challengers >= choice.entrants))
    return base::bad_input("of " + entrants + " entrants 1 to " + std::to_string(choice.entrants - 1) +
                           " can be challengers, not " + std::to_string(choice.challengers));
  for (std::size_t k = 0; k < choice.stages.size(); ++k) {
    const std::uint32_t next = k + 1 < choice.stages.size() ? choice.stages[k + 1].entrants : choice.entrants;
    const std::uint32_t least = choice.name == "gauntlet" ? choice.challengers + 1 : choice.seats;
    if (choice.stages[k].entrants < least || choice.stages[k].entrants >= next)
      return base::bad_input("the plan says that there were " + std::to_string(choice.stages[k].entrants) +
                             " entrants before there were " + std::to_string(next));
  }
  if (pairings_at_once(choice) > kMaxPairings)
    return base::bad_input("with " + entrants + " entrants there are more than " +
                           std::to_string(kMaxPairings) + " pairings in a " + choice.name);
  if (choice.name == "swiss") return check_swiss(choice);
  return {};
}

}  // namespace

std::vector<std::size_t> seating(const Pairing& pairing, std::uint32_t index) {
  const std::size_t seats = pairing.entrants.size();
  std::vector<std::size_t> sits(seats);
  for (std::size_t seat = 0; seat < seats; ++seat) sits[(seat + index) % seats] = seat;
  return sits;
}

bool may_grow(const std::string& format) {
  return format == "round-robin" || format == "double-round-robin" || format == "gauntlet";
}

base::Result<std::unique_ptr<Format>> make_format(const FormatChoice& choice) {
  const auto known = std::find_if(kKnown.begin(), kKnown.end(),
                                  [&](const Known& format) { return format.name == choice.name; });
  if (known == kKnown.end())
    return base::bad_input(
        "there is no format " + base::quoted(choice.name) +
        ": choose round-robin, double-round-robin, gauntlet, swiss, knockout or double-elimination");
  if (choice.seats != 2 && !(choice.seats == 4 && known->four_seats))
    return base::bad_input("a " + choice.name + " is for games of two" +
                           (known->four_seats ? " or four" : "") + ", not of " +
                           std::to_string(choice.seats));
  if (const auto fits = check_sizes(choice); !fits) return fits.error();
  return known->make(choice);
}

}  // namespace quiver::tournament
