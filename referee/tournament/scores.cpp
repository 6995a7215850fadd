#include "referee/tournament/scores.hpp"

#include <algorithm>
#include <utility>

namespace quiver::tournament {

std::vector<Standing> count_points(std::uint32_t entrants, const std::vector<Played>& so_far, double bye) {
  std::vector<Standing> lines(entrants);
  for (Entrant e = 0; e < entrants; ++e) lines[e].entrant = e;
  for (const Played& played : so_far) {
    const std::vector<Entrant>& who = played.pairing.entrants;
    if (who.size() == 1) {
      lines[who[0]].points += bye;
      ++lines[who[0]].byes;
    }
    for (const std::vector<double>& game : played.games)
      for (std::size_t k = 0; k < who.size(); ++k) {
        lines[who[k]].points += game[k];
        ++lines[who[k]].games;
      }
  }
  return lines;
}

double against(double mine, double theirs) { return mine > theirs ? 1 : mine == theirs ? 0.5 : 0; }

void add_sonneborn_berger(std::vector<Standing>& lines, const std::vector<Played>& so_far) {
  for (const Played& played : so_far) {
    const std::vector<Entrant>& who = played.pairing.entrants;
    for (const std::vector<double>& game : played.games)
      for (std::size_t a = 0; a < who.size(); ++a)
        for (std::size_t b = 0; b < who.size(); ++b)
          if (a != b) lines[who[a]].tie_break += against(game[a], game[b]) * lines[who[b]].points;
  }
}

std::vector<Standing> ranked(std::vector<Standing> lines, const Better& better) {
  std::stable_sort(lines.begin(), lines.end(), [&](const Standing& a, const Standing& b) {
    if (better(a, b)) return true;
    // By number at last, so that the order is the same on every machine.
    return !better(b, a) && a.entrant < b.entrant;
  });
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const bool shared = k > 0 && !better(lines[k - 1], lines[k]);
    lines[k].rank = shared ? lines[k - 1].rank : static_cast<std::uint32_t>(k + 1);
  }
  return lines;
}

std::vector<Standing> ranked_by_share(std::vector<Standing> lines, const std::vector<Played>& so_far) {
  add_sonneborn_berger(lines, so_far);
  return ranked(std::move(lines), [](const Standing& a, const Standing& b) {
    if (a.games == 0 || b.games == 0) return a.games > 0;  // who has not played comes last
    // Cross-multiplied: shares are compared exactly, without a division.
    const double mine = a.points * b.games, theirs = b.points * a.games;
    if (mine != theirs) return mine > theirs;
    return a.tie_break * b.games > b.tie_break * a.games;
  });
}

std::vector<std::int64_t> first_moves(std::uint32_t entrants, const std::vector<Played>& so_far) {
  std::vector<std::int64_t> balance(entrants);
  for (const Played& played : so_far) {
    // With an even number of games both move first equally often.
    if (played.pairing.games % 2 == 0) continue;
    ++balance[played.pairing.entrants[0]];
    --balance[played.pairing.entrants[1]];
  }
  return balance;
}

}  // namespace quiver::tournament
