#include "bots/amazons/champion/training/trainer.hpp"

#include <cmath>
#include <thread>

namespace quiver::bots::amazons::champion {

namespace {

constexpr float kMaxSumFloat = static_cast<float>(kMaxSum) / kSumUnit;
constexpr float kMaxHiddenFloat = static_cast<float>(kMaxHidden) / kHiddenUnit;
constexpr double kMeanBeta = 0.9, kSquareBeta = 0.999;

float uniform(base::Random& random, float most) {
  return most * (static_cast<float>(random.below(1U << 24)) / (1U << 23) - 1);
}

}  // namespace

// The limits keep every weight within 16 bits once it is multiplied by its unit in network.hpp.
Trainer::Trainer(const NetworkSizes& sizes, const Samples& samples, const TrainingOptions& rules,
                 std::uint64_t seed)
    : sizes_(sizes), samples_(samples), rules_(rules), random_(seed), symmetries_(symmetries(sizes)) {
  const auto add = [this](std::size_t count, float spread, float limit) {
    const std::size_t at = numbers_.size();
    for (std::size_t k = 0; k < count; ++k) numbers_.push_back(uniform(random_, spread));
    limits_.resize(numbers_.size(), limit);
    return at;
  };
  at_.bias = add(sizes.width, 0.5F, 15.9F);
  at_.rows = add(std::size_t{3} * sizes.cells() * sizes.width, 0.1F, 4.0F);
  at_.second = add(std::size_t{sizes.width} * kHidden, 0.3F, 31.9F);
  add(std::size_t{sizes.inputs} * kHidden, 0.15F, 3.99F);
  at_.last = add(kHidden, 0.3F, 15.9F);
  at_.direct = add(std::size_t{kNetworkPhases} * sizes.inputs, 0, 7.99F);
  at_.end = numbers_.size();
  mean_.resize(at_.end), square_.resize(at_.end);
  gradients_.assign(rules.threads, std::vector<float>(at_.end));
}

// The same network as the integer one, in floats: clipped ReLUs, and the counts past both layers.
void Trainer::forward(const Sample& sample, const std::vector<std::uint16_t>& symmetry, Pass& pass) const {
  const std::size_t width = sizes_.width;
  pass.sums.assign(numbers_.begin() + static_cast<std::ptrdiff_t>(at_.bias),
                   numbers_.begin() + static_cast<std::ptrdiff_t>(at_.bias + width));
  for (const std::uint16_t piece : samples_.pieces_of(sample)) {
    const float* row = &numbers_[at_.rows + symmetry[piece] * width];
    for (std::size_t k = 0; k < width; ++k) pass.sums[k] += row[k];
  }
  pass.inputs.resize(width + sizes_.inputs);
  for (std::size_t k = 0; k < width; ++k) pass.inputs[k] = std::clamp(pass.sums[k], 0.0F, kMaxSumFloat);
  for (std::size_t k = 0; k < sizes_.inputs; ++k)
    pass.inputs[width + k] = static_cast<float>(sample.counts[k]) / kOne;
  pass.hidden.fill(0);
  for (std::size_t k = 0; k < pass.inputs.size(); ++k) {
    if (pass.inputs[k] == 0) continue;
    const float* weights = &numbers_[at_.second + k * kHidden];
    for (unsigned h = 0; h < kHidden; ++h) pass.hidden[h] += pass.inputs[k] * weights[h];
  }
  pass.out = 0;
  for (unsigned h = 0; h < kHidden; ++h)
    pass.out += std::clamp(pass.hidden[h], 0.0F, kMaxHiddenFloat) * numbers_[at_.last + h];
  const float* low = &numbers_[at_.direct + std::size_t{sample.phase} * sizes_.inputs];
  const float* high = low + sizes_.inputs;
  for (std::size_t k = 0; k < sizes_.inputs; ++k)
    pass.out += pass.inputs[width + k] * (low[k] + sample.share * (high[k] - low[k]));
}

// Logistic loss: its derivative by the output is the probability less the target. Clipped units pass no
// gradient. `pass.sums` is reused for the gradient of the first layer.
double Trainer::backward(const Sample& sample, const std::vector<std::uint16_t>& symmetry, Pass& pass,
                         std::vector<float>& gradient) const {
  const std::size_t width = sizes_.width;
  const float won = 1 / (1 + std::exp(-pass.out));
  const float error = won - sample.target;
  float* low = &gradient[at_.direct + std::size_t{sample.phase} * sizes_.inputs];
  float* high = low + sizes_.inputs;
  for (std::size_t k = 0; k < sizes_.inputs; ++k) {
    low[k] += error * (1 - sample.share) * pass.inputs[width + k];
    high[k] += error * sample.share * pass.inputs[width + k];
  }
  std::array<float, kHidden> back{};
  for (unsigned h = 0; h < kHidden; ++h) {
    const float value = std::clamp(pass.hidden[h], 0.0F, kMaxHiddenFloat);
    gradient[at_.last + h] += error * value;
    if (value > 0 && value < kMaxHiddenFloat) back[h] = error * numbers_[at_.last + h];
  }
  for (std::size_t k = 0; k < pass.inputs.size(); ++k) {
    float* to = &gradient[at_.second + k * kHidden];
    for (unsigned h = 0; h < kHidden; ++h) to[h] += back[h] * pass.inputs[k];
    if (k >= width) continue;
    const float* weights = &numbers_[at_.second + k * kHidden];
    float sum = 0;
    for (unsigned h = 0; h < kHidden; ++h) sum += back[h] * weights[h];
    pass.sums[k] = pass.inputs[k] > 0 && pass.inputs[k] < kMaxSumFloat ? sum : 0;
  }
  for (std::size_t k = 0; k < width; ++k) gradient[at_.bias + k] += pass.sums[k];
  for (const std::uint16_t piece : samples_.pieces_of(sample)) {
    float* row = &gradient[at_.rows + symmetry[piece] * width];
    for (std::size_t k = 0; k < width; ++k) row[k] += pass.sums[k];
  }
  const double score = pass.out;
  return std::log1p(std::exp(-score)) + (1 - double{sample.target}) * score;
}

double Trainer::train_part(std::span<const std::uint32_t> part, std::uint64_t seed,
                           std::vector<float>& gradient) const {
  base::Random random(seed);
  std::fill(gradient.begin(), gradient.end(), 0.0F);
  Pass pass;
  double loss = 0;
  for (const std::uint32_t k : part) {
    const auto& symmetry = symmetries_[random.below(symmetries_.size())];
    forward(samples_.all[k], symmetry, pass);
    loss += backward(samples_.all[k], symmetry, pass, gradient);
  }
  return loss;
}

// Seeds are drawn before the threads start, so that the result does not depend on their timing.
double Trainer::learn(std::span<const std::uint32_t> batch, float rate) {
  std::vector<double> losses(rules_.threads);
  std::vector<std::thread> others;
  const std::size_t share = (batch.size() + rules_.threads - 1) / rules_.threads;
  const auto part = [&](unsigned k) {
    const std::size_t from = std::min(k * share, batch.size());
    return batch.subspan(from, std::min(share, batch.size() - from));
  };
  std::vector<std::uint64_t> seeds;
  for (unsigned k = 0; k < rules_.threads; ++k) seeds.push_back(random_());
  for (unsigned k = 1; k < rules_.threads; ++k)
    others.emplace_back([&, k] { losses[k] = train_part(part(k), seeds[k], gradients_[k]); });
  losses[0] = train_part(part(0), seeds[0], gradients_[0]);
  for (std::thread& other : others) other.join();
  double loss = 0;
  for (const double one : losses) loss += one;
  step(rate, batch.size());
  return loss;
}

// AdamW: Adam with bias correction, and weight decay apart from the gradient. Weights are clamped to what
// their quantised form can hold.
void Trainer::step(float rate, std::size_t batch) {
  seen_mean_ *= kMeanBeta, seen_square_ *= kSquareBeta;
  const auto scale = 1 / static_cast<float>(batch);
  const auto mean_scale = static_cast<float>(1 / (1 - seen_mean_));
  const auto square_scale = static_cast<float>(1 / (1 - seen_square_));
  const float by = rules_.rate * rate;
  for (std::size_t k = 0; k < at_.end; ++k) {
    float gradient = 0;
    for (const auto& part : gradients_) gradient += part[k];
    gradient *= scale;
    mean_[k] += (1 - static_cast<float>(kMeanBeta)) * (gradient - mean_[k]);
    square_[k] += (1 - static_cast<float>(kSquareBeta)) * (gradient * gradient - square_[k]);
    const float change = mean_[k] * mean_scale / (std::sqrt(square_[k] * square_scale) + 1e-8F);
    numbers_[k] =
        std::clamp(numbers_[k] - by * (change + rules_.decay * numbers_[k]), -limits_[k], limits_[k]);
  }
}

float Trainer::score(const Sample& sample) const {
  Pass pass;
  forward(sample, symmetries_[0], pass);
  return pass.out;
}

// Rounds to nearest. The units are those of network.hpp; the search only ever sees these integers.
NetworkWeights Trainer::quantised() const {
  NetworkWeights weights(sizes_);
  const auto fill = [this](std::vector<std::int16_t>& to, std::size_t skip, std::size_t from,
                           std::size_t count, int unit) {
    for (std::size_t k = 0; k < count; ++k) {
      const long rounded = std::lround(numbers_[from + k] * static_cast<float>(unit));
      to[skip + k] = static_cast<std::int16_t>(std::clamp(rounded, -32767L, 32767L));
    }
  };
  const std::size_t width = std::size_t{sizes_.width} * kHidden;
  fill(weights.bias, 0, at_.bias, weights.bias.size(), kRowUnit);
  fill(weights.rows, 0, at_.rows, weights.rows.size(), kRowUnit);
  fill(weights.second, 0, at_.second, width, kSumWeightUnit);
  fill(weights.second, width, at_.second + width, std::size_t{sizes_.inputs} * kHidden, kCountWeightUnit);
  fill(weights.last, 0, at_.last, kHidden, kLastUnit);
  fill(weights.direct, 0, at_.direct, weights.direct.size(), kDirectUnit);
  return weights;
}

}  // namespace quiver::bots::amazons::champion
