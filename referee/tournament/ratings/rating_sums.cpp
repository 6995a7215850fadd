#include "referee/tournament/ratings/rating_sums.hpp"

#include <algorithm>

#include "referee/tournament/points.hpp"

namespace quiver::tournament {

void RatingSums::grow(std::uint32_t entrants) {
  if (entrants <= games_.size()) return;
  games_.resize(entrants);
  // Triangular: only pairs a < b are stored.
  pairs_.resize(std::size_t{entrants} * (entrants - 1) / 2);
}

void RatingSums::add(std::span<const Entrant> by_seat, std::span<const std::uint32_t> places,
                     std::uint64_t cluster) {
  grow(*std::max_element(by_seat.begin(), by_seat.end()) + 1);
  for (const Entrant entrant : by_seat) ++games_[entrant];
  const bool two = by_seat.size() == 2;
  for (std::size_t a = 0; a < by_seat.size(); ++a)
    for (std::size_t b = a + 1; b < by_seat.size(); ++b)
      add_pair(by_seat[a], by_seat[b], points_against(places[a], places[b]), two ? &cluster : nullptr);
  if (two) return;
  ManyGame& game = many_games_.emplace_back();
  game.seats = static_cast<std::uint32_t>(by_seat.size());
  std::copy(by_seat.begin(), by_seat.end(), game.who.begin());
  std::copy(places.begin(), places.end(), game.places.begin());
}

void RatingSums::add_pair(Entrant a, Entrant b, double result, const std::uint64_t* cluster) {
  if (a == b) return;  // it says nothing
  if (a > b) std::swap(a, b), result = 1 - result;
  PairSums& pair = pairs_[index(a, b)];
  pair.add_game(result);
  if (cluster == nullptr) return;
  Cluster& had = clusters_[{index(a, b), *cluster}];
  pair.add_to_cluster(result, had.n, had.t);
  had.n += 1;
  had.t += static_cast<float>(result);
}

}  // namespace quiver::tournament
