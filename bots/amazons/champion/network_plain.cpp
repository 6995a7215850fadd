#include "bots/amazons/champion/network_kernel.hpp"

namespace quiver::bots::amazons::champion {

namespace {

std::int16_t wrapped(int sum) { return static_cast<std::int16_t>(static_cast<std::uint16_t>(sum)); }

void add_plainly(const Network& network, const Sums& from, unsigned row, Sums& to) {
  const std::int16_t* weights = network.row(row);
  for (unsigned k = 0; k < network.sizes().width; ++k) to.at[k] = wrapped(from.at[k] + weights[k]);
}

void take_away_plainly(const Network& network, const Sums& from, unsigned row, Sums& to) {
  const std::int16_t* weights = network.row(row);
  for (unsigned k = 0; k < network.sizes().width; ++k) to.at[k] = wrapped(from.at[k] - weights[k]);
}

std::int32_t dot(const std::int16_t* weights, const Sight& sight, unsigned count) {
  std::int32_t sum = 0;
  for (unsigned k = 0; k < count; ++k) sum += weights[k] * sight.counts[k];
  return sum;
}

std::int32_t judge_plainly(const Network& network, const Sums& sums, unsigned row, const Sight& sight) {
  std::array<std::int32_t, kHidden> hidden{};
  const std::int16_t* weights = network.second();
  const auto feed = [&](int first, int second) {
    for (unsigned h = 0; h < kHidden; ++h) hidden[h] += first * weights[2 * h] + second * weights[2 * h + 1];
    weights += std::size_t{2} * kHidden;
  };
  const std::int16_t* more = network.row(row);
  const auto sum = [&](unsigned k) { return std::clamp(wrapped(sums.at[k] + more[k]) >> 3, 0, kMostSum); };
  for (unsigned k = 0; k < network.sizes().width; k += 2) feed(sum(k), sum(k + 1));
  for (unsigned k = 0; k < network.sizes().seen; k += 2) feed(sight.counts[k], sight.counts[k + 1]);
  std::int32_t last = 0;
  for (unsigned h = 0; h < kHidden; ++h)
    last += std::clamp(hidden[h] >> 8, 0, kMostHidden) * network.last()[h];
  const NetworkPhase phase = network_phase(sight.contested);
  return network_answer(last, dot(network.direct(phase.lower), sight, network.sizes().seen),
                        dot(network.direct(phase.lower + 1), sight, network.sizes().seen), phase.share);
}

}  // namespace

const NetworkKernel& NetworkKernel::plain() {
  static const NetworkKernel kernel{add_plainly, take_away_plainly, judge_plainly, "plain"};
  return kernel;
}

}  // namespace quiver::bots::amazons::champion
