#include "referee/tournament/season_end.hpp"

#include <algorithm>

namespace quiver::tournament {

bool is_settled(const store::Standings& standings, double width) {
  const auto& rows = standings.rows;
  const auto active = [](const store::Standings::Row& row) { return row.active; };
  if (std::count_if(rows.begin(), rows.end(), active) < 2) return true;
  return std::all_of(rows.begin(), rows.end(), [&](const store::Standings::Row& row) {
    if (!row.active) return true;
    if (!row.elo) return false;
    return row.elo->provisional ? row.games >= kGamesOfTheUndetermined
                                : row.elo->high - row.elo->low <= width;
  });
}

}  // namespace quiver::tournament
