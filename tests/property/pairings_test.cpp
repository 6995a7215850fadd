// What each format promises, on tournaments of any size with any results.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/property/dice.hpp"
#include "tests/unit/tournament/results.hpp"

namespace quiver::tests {

namespace {

using Pair = std::pair<Entrant, Entrant>;
Pair pair_of(const Pairing& pairing) { return std::minmax(pairing.entrants[0], pairing.entrants[1]); }

// 2 to 40 and now and then more.
std::uint32_t any_entrants(Dice& dice) {
  return static_cast<std::uint32_t>(dice.one_in(20) ? 100 + dice.below(60) : 2 + dice.below(39));
}

Rule any_results(Dice& dice) {
  const std::size_t kind = dice.below(3);
  return [&dice, kind](const Pairing& pairing, std::uint32_t index) {
    if (kind == 0) return favourite(pairing, index);
    if (kind == 1) return dice.one_in(2) ? 1.0 : 0.0;
    return 0.5 * static_cast<double>(dice.below(3));
  };
}

std::vector<Played> unplayed(const std::vector<Pairing>& pairings) {
  std::vector<Played> all;
  all.reserve(pairings.size());
  for (const Pairing& pairing : pairings) all.push_back({pairing, {}});
  return all;
}

void expect_numbered(const std::vector<Played>& all) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    ASSERT_EQ(all[k].pairing.number, k + 1);
    ASSERT_GE(all[k].pairing.round, k == 0 ? 1 : all[k - 1].pairing.round);
  }
}

// In every round nobody plays twice.
void expect_once_a_round(const std::vector<Played>& all) {
  std::set<std::pair<std::uint32_t, Entrant>> busy;
  for (const Played& played : all)
    for (const Entrant entrant : played.pairing.entrants)
      ASSERT_TRUE(busy.insert({played.pairing.round, entrant}).second) << "round " << played.pairing.round;
}

// For each entrant, how often it has had each seat.
using Seats = std::vector<std::vector<std::int64_t>>;
Seats seats_of(std::uint32_t entrants, std::size_t seats, const std::vector<Played>& all) {
  Seats had(entrants, std::vector<std::int64_t>(seats));
  for (const Played& played : all)
    for (std::uint32_t game = 0; game < played.pairing.games; ++game) {
      const std::vector<std::size_t> sits = seating(played.pairing, game);
      for (std::size_t seat = 0; seat < seats; ++seat) ++had[played.pairing.entrants[sits[seat]]][seat];
    }
  return had;
}
std::int64_t worst_balance(const Seats& had) {
  std::int64_t worst = 0;
  for (const std::vector<std::int64_t>& seats : had) {
    const auto [least, most] = std::minmax_element(seats.begin(), seats.end());
    worst = std::max(worst, *most - *least);
  }
  return worst;
}

// At any time, how far one has played more pairings than another.
std::int64_t worst_lead(std::uint32_t entrants, const std::vector<Played>& all) {
  std::vector<std::int64_t> had(entrants);
  std::int64_t worst = 0;
  for (const Played& played : all) {
    for (const Entrant entrant : played.pairing.entrants) ++had[entrant];
    const auto [least, most] = std::minmax_element(had.begin(), had.end());
    worst = std::max(worst, *most - *least);
  }
  return worst;
}

TEST(RoundRobins, LetEveryPairMeetAndBalanceTheSeats) {
  Dice dice("RoundRobins.LetEveryPairMeetAndBalanceTheSeats");
  for (int trial = 0; trial < 150; ++trial) {
    const std::uint32_t n = any_entrants(dice);
    const auto games = static_cast<std::uint32_t>(1 + dice.below(5));
    const unsigned cycles = dice.one_in(3) ? 2 : 1;
    SCOPED_TRACE(std::to_string(n) + " entrants, " + std::to_string(games) + " games; " + how_to_repeat());
    const auto all = unplayed(
        format({.name = cycles == 2 ? "double-round-robin" : "round-robin", .entrants = n, .games = games})
            ->draw({}));
    ASSERT_NO_FATAL_FAILURE(expect_numbered(all));
    ASSERT_NO_FATAL_FAILURE(expect_once_a_round(all));
    std::map<Pair, unsigned> met;
    for (const Played& played : all) {
      ++met[pair_of(played.pairing)];
      ASSERT_EQ(played.pairing.games, games);
    }
    ASSERT_EQ(met.size(), n * (n - 1) / 2);
    for (const auto& [pair, times] : met) ASSERT_EQ(times, cycles);
    ASSERT_EQ(all.back().pairing.round, cycles * (n - 1 + n % 2));
    ASSERT_LE(worst_balance(seats_of(n, 2, all)), cycles == 2 || games % 2 == 0 ? 0 : 1);
    ASSERT_LE(worst_lead(n, all), n % 2 == 0 ? 1 : 2);
  }
}

TEST(RoundRobins, OfFourSeatsLetEveryFourMeetAndBalanceTheSeats) {
  for (std::uint32_t n = 4; n <= 24; ++n) {
    SCOPED_TRACE(std::to_string(n) + " entrants");
    const auto all = unplayed(format({.name = "round-robin", .entrants = n, .seats = 4})->draw({}));
    ASSERT_NO_FATAL_FAILURE(expect_numbered(all));
    std::set<std::set<Entrant>> met;
    for (const Played& played : all) {
      const std::set<Entrant> four(played.pairing.entrants.begin(), played.pairing.entrants.end());
      ASSERT_EQ(four.size(), 4U);
      ASSERT_TRUE(met.insert(four).second);
    }
    ASSERT_EQ(met.size(), n * (n - 1) * (n - 2) * (n - 3) / 24);
    // Of an odd number everybody has a multiple of four tables; otherwise there may be a rest.
    ASSERT_LE(worst_balance(seats_of(n, 4, all)), n % 2 == 1 ? 0 : 1);
    ASSERT_LE(worst_lead(n, all), 5);
  }
}

TEST(RoundRobins, OfFourSeatsAndFourGamesGiveEverySeatAsOften) {
  for (std::uint32_t n = 4; n <= 12; ++n) {
    const auto all =
        unplayed(format({.name = "round-robin", .entrants = n, .seats = 4, .games = 4})->draw({}));
    ASSERT_EQ(worst_balance(seats_of(n, 4, all)), 0) << n << " entrants";
  }
}

TEST(Gauntlets, LetChallengersMeetTheOthersAndBalanceTheSeats) {
  Dice dice("Gauntlets.LetChallengersMeetTheOthersAndBalanceTheSeats");
  for (int trial = 0; trial < 150; ++trial) {
    const std::uint32_t n = any_entrants(dice);
    const auto challengers = static_cast<std::uint32_t>(1 + dice.below(n - 1));
    const auto games = static_cast<std::uint32_t>(1 + dice.below(4));
    SCOPED_TRACE(std::to_string(challengers) + " of " + std::to_string(n) + "; " + how_to_repeat());
    const auto all = unplayed(
        format({.name = "gauntlet", .entrants = n, .games = games, .challengers = challengers})->draw({}));
    ASSERT_NO_FATAL_FAILURE(expect_numbered(all));
    ASSERT_NO_FATAL_FAILURE(expect_once_a_round(all));
    std::set<Pair> met;
    for (const Played& played : all) {
      const Pair pair = pair_of(played.pairing);
      ASSERT_TRUE(pair.first < challengers && pair.second >= challengers);
      ASSERT_TRUE(met.insert(pair).second);
    }
    ASSERT_EQ(met.size(), challengers * (n - challengers));
    ASSERT_LE(worst_balance(seats_of(n, 2, all)), games % 2);
  }
}

// A second reading of the rules, from the results alone.
struct Ledger {
  std::map<Entrant, double> points;
  std::map<Entrant, unsigned> byes;
  std::map<Pair, unsigned> met;

  Ledger(std::uint32_t entrants, std::uint32_t games, const std::vector<Played>& so_far) {
    for (Entrant e = 0; e < entrants; ++e) points[e] = 0, byes[e] = 0;
    for (const Played& played : so_far) {
      const std::vector<Entrant>& who = played.pairing.entrants;
      if (who.size() == 1) {
        points[who[0]] += games;
        ++byes[who[0]];
        continue;
      }
      ++met[pair_of(played.pairing)];
      for (const std::vector<double>& game : played.games)
        points[who[0]] += game[0], points[who[1]] += game[1];
    }
  }
  // Rematches, then how often they met, squared, then the difference of points, squared.
  using Price = std::array<double, 3>;
  [[nodiscard]] Price price(Entrant a, Entrant b) const {
    const double apart = points.at(a) - points.at(b);
    const auto found = met.find(std::minmax(a, b));
    const double times = found == met.end() ? 0 : found->second;
    return {std::min(times, 1.0), times * times, apart * apart};
  }
  static Price plus(Price a, const Price& b) {
    for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
    return a;
  }
  // The best that can be done for those who are left.
  [[nodiscard]] Price best(const std::vector<Entrant>& left) const {
    if (left.empty()) return {};
    Price least{1e9, 0, 0};
    for (std::size_t k = 1; k < left.size(); ++k) {
      std::vector<Entrant> rest(left.begin() + 1, left.end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k - 1));
      least = std::min(least, plus(best(rest), price(left[0], left[k])));
    }
    return least;
  }
};

// Everybody is there once; the bye is as promised.
void expect_all_there(const std::vector<Pairing>& drawn, const Ledger& before,
                      const std::vector<Standing>& table) {
  std::set<Entrant> there;
  for (const Pairing& pairing : drawn)
    for (const Entrant entrant : pairing.entrants) ASSERT_TRUE(there.insert(entrant).second);
  ASSERT_EQ(there.size(), table.size());
  unsigned fewest = ~0U;
  for (const Standing& line : table) fewest = std::min(fewest, line.byes);
  for (const Pairing& pairing : drawn) {
    if (pairing.entrants.size() != 1) continue;
    ASSERT_EQ(table.size() % 2, 1U);
    const auto last =
        std::find_if(table.rbegin(), table.rend(), [&](const Standing& s) { return s.byes == fewest; });
    ASSERT_EQ(pairing.entrants[0], last->entrant);
    ASSERT_EQ(before.byes.at(pairing.entrants[0]), fewest);
  }
}

TEST(SwissTournaments, PairAsWellAsAnyPairingOfAFew) {
  Dice dice("SwissTournaments.PairAsWellAsAnyPairingOfAFew");
  for (int trial = 0; trial < 250; ++trial) {
    const auto n = static_cast<std::uint32_t>(2 + dice.below(8));
    const auto games = static_cast<std::uint32_t>(1 + dice.below(3));
    const auto rounds = static_cast<std::uint32_t>(1 + dice.below(n + 3));
    SCOPED_TRACE(std::to_string(n) + " entrants, " + std::to_string(games) + " games; " + how_to_repeat());
    const auto swiss = format({.name = "swiss", .entrants = n, .games = games, .rounds = rounds});
    const Rule rule = any_results(dice);
    std::vector<Played> so_far;
    for (std::uint32_t round = 1; round <= rounds; ++round) {
      const Ledger before(n, games, so_far);
      const std::vector<Pairing> drawn = swiss->draw(so_far);
      ASSERT_EQ(drawn, swiss->draw(so_far));
      ASSERT_NO_FATAL_FAILURE(expect_all_there(drawn, before, swiss->table(so_far)));
      Ledger::Price sum{};
      std::vector<Entrant> who;
      for (const Pairing& pairing : drawn) {
        ASSERT_EQ(pairing.round, round);
        if (pairing.entrants.size() == 1) continue;
        who.insert(who.end(), pairing.entrants.begin(), pairing.entrants.end());
        sum = Ledger::plus(sum, before.price(pairing.entrants[0], pairing.entrants[1]));
      }
      ASSERT_EQ(sum, before.best(who)) << "round " << round;
      play_round(*swiss, so_far, rule);
    }
    ASSERT_TRUE(swiss->draw(so_far).empty());
    ASSERT_NO_FATAL_FAILURE(expect_numbered(so_far));
  }
}

TEST(SwissTournaments, OfManyHaveNoRematchFairByesAndBalancedSeats) {
  Dice dice("SwissTournaments.OfManyHaveNoRematchFairByesAndBalancedSeats");
  for (int trial = 0; trial < 40; ++trial) {
    const std::uint32_t n = std::max(8U, any_entrants(dice));
    const auto games = static_cast<std::uint32_t>(1 + dice.below(3));
    SCOPED_TRACE(std::to_string(n) + " entrants, " + std::to_string(games) + " games; " + how_to_repeat());
    const auto swiss = format({.name = "swiss", .entrants = n, .games = games});
    const Rule rule = any_results(dice);
    std::vector<Played> so_far;
    while (true) {
      const Ledger before(n, games, so_far);
      const auto table = swiss->table(so_far);
      if (play_round(*swiss, so_far, rule) == 0) break;
      const std::uint32_t round = so_far.back().pairing.round;
      std::vector<Pairing> drawn;
      for (const Played& played : so_far)
        if (played.pairing.round == round) drawn.push_back(played.pairing);
      ASSERT_NO_FATAL_FAILURE(expect_all_there(drawn, before, table));
    }
    const Ledger after(n, games, so_far);
    const auto byes = std::count_if(so_far.begin(), so_far.end(),
                                    [](const Played& played) { return played.pairing.entrants.size() == 1; });
    ASSERT_EQ(after.met.size() + static_cast<std::size_t>(byes), so_far.size()) << "a rematch";
    ASSERT_LE(worst_balance(seats_of(n, 2, so_far)), games % 2 == 0 ? 0 : 3);
  }
}

TEST(KnockoutTournaments, LeaveOneAndPutTheBestApart) {
  Dice dice("KnockoutTournaments.LeaveOneAndPutTheBestApart");
  for (int trial = 0; trial < 150; ++trial) {
    const std::uint32_t n = any_entrants(dice);
    const auto games = static_cast<std::uint32_t>(1 + dice.below(4));
    SCOPED_TRACE(std::to_string(n) + " entrants, " + std::to_string(games) + " games; " + how_to_repeat());
    const auto knockout = format({.name = "knockout", .entrants = n, .games = games});
    std::vector<Played> so_far;
    std::set<Entrant> in;
    for (Entrant e = 0; e < n; ++e) in.insert(e);
    const Rule rule = any_results(dice);
    while (in.size() > 1) {
      const std::vector<Pairing> drawn = knockout->draw(so_far);
      std::set<Entrant> there;
      for (const Pairing& pairing : drawn) {
        there.insert(pairing.entrants.begin(), pairing.entrants.end());
        so_far.push_back(played(*knockout, pairing, rule));
        const Played& tie = so_far.back();
        if (pairing.entrants.size() == 1) {
          ASSERT_EQ(pairing.round, 1U);
          ASSERT_LT(pairing.entrants[0], std::bit_ceil(n) - n) << "a bye for one who is not among the best";
          continue;
        }
        double lead = 0;
        for (const std::vector<double>& game : tie.games) lead += game[0] - game[1];
        ASSERT_TRUE(lead != 0 || tie.games.size() == tournament::knockout_limit(games));
        ASSERT_EQ(tie.games.size() % 2, games % 2);
        const auto [better, other] = pair_of(pairing);
        const Entrant out = lead == 0 ? other : lead > 0 ? pairing.entrants[1] : pairing.entrants[0];
        in.erase(out);
      }
      ASSERT_TRUE(std::includes(there.begin(), there.end(), in.begin(), in.end()));
      ASSERT_EQ(in.size(), drawn.size());
    }
    ASSERT_TRUE(knockout->draw(so_far).empty());
    ASSERT_EQ(so_far.back().pairing.round, static_cast<std::uint32_t>(std::bit_width(n - 1)));
    ASSERT_NO_FATAL_FAILURE(expect_numbered(so_far));
    ASSERT_NO_FATAL_FAILURE(expect_once_a_round(so_far));
    const std::vector<Standing> table = knockout->table(so_far);
    ASSERT_EQ(table[0].entrant, *in.begin());
    ASSERT_EQ(table[1].rank, 2U);
  }
}

// With the favourites winning, the best 2^k are the last 2^k.
TEST(KnockoutTournaments, KeepTheBestToTheEndIfTheyWin) {
  for (std::uint32_t n = 2; n <= 70; ++n) {
    const auto knockout = format({.name = "knockout", .entrants = n});
    const std::vector<Played> all = play_all(*knockout, favourite);
    for (const Played& played : all) {
      const std::uint32_t left = 1U << (all.back().pairing.round - played.pairing.round + 1);
      for (const Entrant entrant : played.pairing.entrants) ASSERT_LT(entrant, left) << n << " entrants";
    }
  }
}

// Counts ties lost, without knowing of brackets: everybody but the winner loses two, and the winner at most one.
TEST(DoubleEliminationTournaments, LeaveWhoHasNotLostTwice) {
  Dice dice("DoubleEliminationTournaments.LeaveWhoHasNotLostTwice");
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint32_t n = any_entrants(dice);
    const auto games = static_cast<std::uint32_t>(1 + dice.below(4));
    SCOPED_TRACE(std::to_string(n) + " entrants, " + std::to_string(games) + " games; " + how_to_repeat());
    const auto cup = format({.name = "double-elimination", .entrants = n, .games = games});
    std::vector<Played> so_far;
    std::vector<int> lost(n, 0);
    std::size_t ties = 0;
    const Rule rule = any_results(dice);
    for (std::vector<Pairing> drawn = cup->draw({}); !drawn.empty(); drawn = cup->draw(so_far)) {
      const std::vector<int> before = lost;
      for (const Pairing& pairing : drawn) {
        for (const Entrant entrant : pairing.entrants) ASSERT_LT(before[entrant], 2) << "is out and plays";
        so_far.push_back(played(*cup, pairing, rule));
        if (pairing.entrants.size() == 1) continue;
        ++ties;
        double lead = 0;
        for (const std::vector<double>& game : so_far.back().games) lead += game[0] - game[1];
        const auto [better, other] = pair_of(pairing);
        const bool final = before[better] != before[other];
        const Entrant level = final && before[better] > before[other] ? better : other;
        ++lost[lead == 0 ? level : lead > 0 ? pairing.entrants[1] : pairing.entrants[0]];
        if (final) {
          ASSERT_EQ(drawn.size(), 1U);
        }
      }
    }
    const std::vector<Standing> table = cup->table(so_far);
    ASSERT_LT(lost[table[0].entrant], 2);
    for (std::size_t k = 1; k < table.size(); ++k) ASSERT_EQ(lost[table[k].entrant], 2);
    ASSERT_EQ(table[1].rank, 2U);
    ASSERT_EQ(ties, 2 * (n - 1) + static_cast<std::size_t>(lost[table[0].entrant]));
    ASSERT_NO_FATAL_FAILURE(expect_numbered(so_far));
    ASSERT_NO_FATAL_FAILURE(expect_once_a_round(so_far));
  }
}

// Nobody meets again where the second bracket takes its first losers of the second round. Four entrants are too few for
// that.
TEST(DoubleEliminationTournaments, HaveRematchesLate) {
  for (std::uint32_t n = 5; n <= 70; ++n) {
    const auto cup = format({.name = "double-elimination", .entrants = n});
    std::set<std::pair<Entrant, Entrant>> met;
    for (const Played& played : play_all(*cup, favourite)) {
      if (played.pairing.entrants.size() == 1) continue;
      const bool again = !met.insert(pair_of(played.pairing)).second;
      if (again) {
        ASSERT_GT(played.pairing.round, 3U) << n << " entrants";
      }
    }
  }
}

}  // namespace

}  // namespace quiver::tests
