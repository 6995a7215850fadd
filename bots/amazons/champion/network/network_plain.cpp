#include "bots/amazons/champion/network/network_kernel.hpp"

namespace quiver::bots::amazons::champion {

namespace {

// Wraps around like 16-bit lanes do, so that this kernel and AVX2 agree even on overflow.
std::int16_t wrapped(int sum) { return static_cast<std::int16_t>(static_cast<std::uint16_t>(sum)); }

void add_plain(const Network& network, const Accumulator& from, unsigned row, Accumulator& to) {
  const std::int16_t* weights = network.row(row);
  for (unsigned k = 0; k < network.sizes().width; ++k) to.at[k] = wrapped(from.at[k] + weights[k]);
}

void subtract_plain(const Network& network, const Accumulator& from, unsigned row, Accumulator& to) {
  const std::int16_t* weights = network.row(row);
  for (unsigned k = 0; k < network.sizes().width; ++k) to.at[k] = wrapped(from.at[k] - weights[k]);
}

std::int32_t dot(const std::int16_t* weights, const NetworkInputs& inputs, unsigned count) {
  std::int32_t sum = 0;
  for (unsigned k = 0; k < count; ++k) sum += weights[k] * inputs.counts[k];
  return sum;
}

// The reference for the other kernels: they have to give the same integers.
std::int32_t evaluate_plain(const Network& network, const Accumulator& accumulator, unsigned row,
                            const NetworkInputs& inputs) {
  std::array<std::int32_t, kHidden> hidden{};
  const std::int16_t* weights = network.second();
  const auto feed = [&](int first, int second) {
    for (unsigned h = 0; h < kHidden; ++h) hidden[h] += first * weights[2 * h] + second * weights[2 * h + 1];
    weights += std::size_t{2} * kHidden;
  };
  const std::int16_t* more = network.row(row);
  const auto sum = [&](unsigned k) {
    return std::clamp(wrapped(accumulator.at[k] + more[k]) >> 3, 0, kMaxSum);
  };
  for (unsigned k = 0; k < network.sizes().width; k += 2) feed(sum(k), sum(k + 1));
  for (unsigned k = 0; k < network.sizes().inputs; k += 2) feed(inputs.counts[k], inputs.counts[k + 1]);
  std::int32_t last = 0;
  for (unsigned h = 0; h < kHidden; ++h)
    last += std::clamp(hidden[h] >> 8, 0, kMaxHidden) * network.last()[h];
  const NetworkPhase phase = network_phase(inputs.contested);
  return network_answer(last, dot(network.direct(phase.lower), inputs, network.sizes().inputs),
                        dot(network.direct(phase.lower + 1), inputs, network.sizes().inputs), phase.share);
}

}  // namespace

const NetworkKernel& NetworkKernel::plain() {
  static const NetworkKernel kernel{add_plain, subtract_plain, evaluate_plain, "plain"};
  return kernel;
}

}  // namespace quiver::bots::amazons::champion
