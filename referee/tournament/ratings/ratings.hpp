// Elo ratings of all entrants from all games, with how far they can be trusted.
//
// The strengths are the most likely ones if A beats B with probability 1 / (1 + 10^((B - A) / 400)); a draw
// is half a win and half a loss. The intervals do not take that for granted. They come from how results
// scatter around what the strengths predict, where games with the same opening are counted as one
// observation: draws and openings that favour a seat make them as narrow as they ought to be.
// rating_spread.hpp says how.
//
// add() costs the same however many games there are, and so does solve() where games have two seats: of each
// pair only sums are kept. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "referee/tournament/formats/format.hpp"
#include "referee/tournament/ratings/rating_sums.hpp"

namespace quiver::tournament {

struct Group;

struct Rating {
  double elo = 0;
  double low = 0, high = 0;  // 95 % interval
  std::uint64_t games = 0;
  bool rated = false;  // if not, it has not played, or nobody who connects it with those that are rated
  // It won or lost everything against most others, or belongs to some who did, so that the results do not say
  // how far it is from them. A drawn game is assumed (rating_estimate.hpp); nobody else's rating is moved by
  // it.
  bool provisional = false;
};

// Whose rating is given; its interval has no width. Without one the mean of all who are rated and not
// provisional is 0; or of all, if all are provisional.
struct Anchor {
  Entrant entrant = 0;
  double elo = 0;
};

class RatingList {
 public:
  [[nodiscard]] const std::vector<Rating>& ratings() const { return ratings_; }  // by entrant
  // How likely it is that `a` is stronger than `b`, from 0 to 1; 0.5 if either is not rated.
  [[nodiscard]] double superiority(Entrant a, Entrant b) const;

 private:
  friend class Ratings;
  void rate(const Group& group, const std::optional<Anchor>& anchor);
  // In Elo, of two rows.
  [[nodiscard]] double covariance(std::size_t a, std::size_t b) const { return covariance_[a * rated_ + b]; }

  std::vector<Rating> ratings_;
  std::vector<std::size_t> rows_;   // by entrant, of those who are rated
  std::vector<double> covariance_;  // of their strengths, one of which is held
  std::size_t rated_ = 0;
  std::vector<double> freedom_;  // degrees of it, by row
};

class Ratings {
 public:
  explicit Ratings(std::uint32_t entrants = 0) : sums_(entrants) {}

  // A game: who sat in each of its 2 to 4 seats, and which place each took, equal where it was shared. A new
  // entrant may be named. Games of the same two with the same `cluster` belong together; a game of more seats
  // stands for itself.
  void add(std::span<const Entrant> by_seat, std::span<const std::uint32_t> places, std::uint64_t cluster);

  // Who is not connected by games with the anchor, or without one with most others, is not rated.
  // Those set `aside`, by entrant, are not either, and their results do not count: where there are very many
  // entrants the cost is that of the cube of the others.
  [[nodiscard]] RatingList solve(const std::optional<Anchor>& anchor = {},
                                 const std::vector<bool>& aside = {}) const;

 private:
  RatingSums sums_;
};

}  // namespace quiver::tournament
