// What ratings are computed from: sums over the games of each pair, and the games with more than two seats.
//
// Part of Ratings; one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "client_sdk/base/ids.hpp"
#include "client_sdk/base/mix.hpp"
#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// Of two entrants; points are those of the one with the lower number. The sums with clusters are over games
// of two seats only: n is the number of a cluster's games and t what the first got in them.
struct PairSums {
  double games = 0, points = 0;
  double clusters = 0, n = 0, tt = 0, tn = 0, nn = 0;

  void add_game(double result) { games += 1, points += result; }
  // A game of a cluster that had `had_n` games and `had_t` points before.
  // Keeps the sums of squares up to date without a list of the cluster's games.
  void add_to_cluster(double result, double had_n, double had_t) {
    if (had_n == 0) clusters += 1;
    n += 1;
    tt += (had_t + result) * (had_t + result) - had_t * had_t;
    tn += (had_t + result) * (had_n + 1) - had_t * had_n;
    nn += 2 * had_n + 1;
  }
};

// A game with more than two seats.
struct ManyGame {
  std::uint32_t seats = 0;
  std::array<Entrant, base::kMaxSeats> who{};
  std::array<std::uint32_t, base::kMaxSeats> places{};
};

class RatingSums {
 public:
  // Adding an entrant later keeps all sums: index() does not depend on their number.
  explicit RatingSums(std::uint32_t entrants) { grow(entrants); }

  // As Ratings::add.
  void add(std::span<const Entrant> by_seat, std::span<const std::uint32_t> places, std::uint64_t cluster);

  [[nodiscard]] std::uint32_t entrants() const { return static_cast<std::uint32_t>(games_.size()); }
  [[nodiscard]] std::uint64_t games(Entrant entrant) const { return games_[entrant]; }
  // a < b.
  [[nodiscard]] const PairSums& pair(Entrant a, Entrant b) const { return pairs_[index(a, b)]; }
  [[nodiscard]] const std::vector<ManyGame>& many_games() const { return many_games_; }

 private:
  struct ClusterKey {
    std::uint64_t pair, cluster;
    friend bool operator==(const ClusterKey&, const ClusterKey&) = default;
  };
  struct Hash {
    std::size_t operator()(const ClusterKey& key) const {
      return base::mix64(base::mix64(key.pair) ^ key.cluster);
    }
  };
  struct Cluster {
    float n = 0, t = 0;
  };

  static std::size_t index(Entrant a, Entrant b) { return std::size_t{b} * (b - 1) / 2 + a; }
  void grow(std::uint32_t entrants);
  void add_pair(Entrant a, Entrant b, double result, const std::uint64_t* cluster);

  std::vector<std::uint64_t> games_;  // by entrant
  std::vector<PairSums> pairs_;
  std::vector<ManyGame> many_games_;
  std::unordered_map<ClusterKey, Cluster, Hash> clusters_;
};

}  // namespace quiver::tournament
