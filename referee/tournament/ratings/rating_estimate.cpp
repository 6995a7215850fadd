#include "referee/tournament/ratings/rating_estimate.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "referee/tournament/ratings/rating_parts.hpp"
#include "referee/tournament/ratings/rating_spread.hpp"

namespace quiver::tournament {

namespace {

constexpr std::size_t kNone = ~std::size_t{0};

// The part that keeps its own scale: the anchor's, or the only largest one. None if two are as large.
std::optional<std::size_t> reference_of(const Parts& parts, const std::optional<std::size_t>& with) {
  if (with) return parts.part_of[*with];
  std::size_t largest = 0;
  bool alone = true;
  for (std::size_t p = 1; p < parts.members.size(); ++p) {
    if (parts.members[p].size() > parts.members[largest].size())
      largest = p, alone = true;
    else if (parts.members[p].size() == parts.members[largest].size())
      alone = false;
  }
  return alone ? std::optional(largest) : std::nullopt;
}

// The members of one part and what they did among themselves.
Group inside(const Group& group, const std::vector<std::size_t>& members) {
  std::vector<std::size_t> number(group.who.size(), kNone);
  Group out;
  for (const std::size_t member : members) {
    number[member] = out.who.size();
    out.who.push_back(group.who[member]);
  }
  for (const Group::Pair& pair : group.pairs)
    if (number[pair.a] != kNone && number[pair.b] != kNone)
      out.pairs.push_back({number[pair.a], number[pair.b], pair.sums, 0});
  for (const ManyGame& game : group.games) {
    ManyGame among;
    for (std::uint32_t s = 0; s < game.seats; ++s) {
      if (number[game.who[s]] == kNone) continue;
      among.who[among.seats] = static_cast<Entrant>(number[game.who[s]]);
      among.places[among.seats++] = game.places[s];
    }
    if (among.seats > 1) out.games.push_back(among);
  }
  return out;
}

// Strengths with mean 0.
struct Inner {
  std::vector<double> strengths;
  Matrix covariance;
  double freedom;
};

// The most likely strengths inside one part and their covariance.
Inner inner_of(const Group& group) {
  const std::size_t count = group.who.size();
  if (count == 1) return {{0}, Matrix(1), 0};
  Inner inner{most_likely_strengths(group), Matrix(count), 0};
  const double mean =
      std::accumulate(inner.strengths.begin(), inner.strengths.end(), 0.0) / static_cast<double>(count);
  for (double& one : inner.strengths) one -= mean;
  const Spread spread = spread_of(group, inner.strengths);
  inner.freedom = spread.freedom;
  // Number 0 was held; now the mean is.
  std::vector<double> with_mean(count);
  double of_mean = 0;
  for (std::size_t i = 1; i < count; ++i) {
    for (std::size_t j = 1; j < count; ++j)
      with_mean[i] += spread.covariance.at(i - 1, j - 1) / static_cast<double>(count);
    of_mean += with_mean[i] / static_cast<double>(count);
  }
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      inner.covariance.at(i, j) =
          (i > 0 && j > 0 ? spread.covariance.at(i - 1, j - 1) : 0) - with_mean[i] - with_mean[j] + of_mean;
  return inner;
}

// All parts as if each were one entrant, with what its members did against others and a draw for each link.
Group of_parts(const Group& group, const Parts& parts, const std::vector<std::size_t>& order,
               const std::vector<double>& strengths) {
  std::vector<std::size_t> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  // Of those two of each two parts who met, how much stronger the winner is within its part: the least.
  std::map<std::pair<std::size_t, std::size_t>, double> least;
  Group out;
  out.who.resize(order.size());
  for (const Group::Pair& pair : group.pairs) {
    const std::size_t a = parts.part_of[pair.a], b = parts.part_of[pair.b];
    if (a == b) continue;
    PairSums sums = pair.sums;
    // One of the two has all points, so that games of many seats, each for itself, add as much to every sum.
    const double apart = strengths[pair.a] - strengths[pair.b];
    const bool won_all = sums.points > 0;
    const auto [known, first] =
        least.try_emplace(won_all ? std::pair(a, b) : std::pair(b, a), won_all ? apart : -apart);
    if (!first) known->second = std::min(known->second, won_all ? apart : -apart);
    const double rest = sums.games - sums.n, won = won_all ? rest : 0;
    sums.clusters += rest, sums.n += rest, sums.nn += rest, sums.tn += won, sums.tt += won;
    out.pairs.push_back({place[a], place[b], sums, apart});
  }
  for (const auto& link : parts.links) {
    Group::Pair draw{place[link.first], place[link.second], {}, least.at(link)};
    draw.sums.add_game(0.5);
    draw.sums.add_to_cluster(0.5, 0, 0);
    out.pairs.push_back(draw);
  }
  return out;
}

}  // namespace

Estimate estimate_of(const Group& group, const std::optional<std::size_t>& with) {
  const std::size_t count = group.who.size();
  const Parts parts = parts_of(group);
  const auto reference = reference_of(parts, with);
  Estimate out{std::vector<double>(count), Matrix(count), std::vector<double>(count),
               std::vector<bool>(count)};
  for (const std::vector<std::size_t>& members : parts.members) {
    const Inner inner = inner_of(inside(group, members));
    for (std::size_t i = 0; i < members.size(); ++i) {
      out.strengths[members[i]] = inner.strengths[i];
      out.freedom[members[i]] = inner.freedom;
      for (std::size_t j = 0; j < members.size(); ++j)
        out.covariance.at(members[i], members[j]) = inner.covariance.at(i, j);
    }
  }
  if (parts.members.size() == 1) return out;

  std::vector<std::size_t> order(parts.members.size());  // the reference first: number 0 is held
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (reference) std::swap(order[0], order[*reference]);
  const Group placed = of_parts(group, parts, order, out.strengths);
  const std::vector<double> offsets = most_likely_strengths(placed);
  const Spread spread = spread_of(placed, offsets);
  std::vector<std::size_t> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = k;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t p = place[parts.part_of[i]];
    out.strengths[i] += offsets[p];
    out.provisional[i] = !reference || p > 0;
    if (out.provisional[i])
      out.freedom[i] = out.freedom[i] > 0 ? std::min(out.freedom[i], spread.freedom) : spread.freedom;
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t q = place[parts.part_of[j]];
      if (p > 0 && q > 0) out.covariance.at(i, j) += spread.covariance.at(p - 1, q - 1);
    }
  }
  // An anchor that is a part of its own has no doubt about itself.
  for (double& freedom : out.freedom) freedom = freedom > 0 ? freedom : spread.freedom;
  return out;
}

}  // namespace quiver::tournament
