// The network in floating point, as it learns: forwards, backwards, and Adam.
//
// Everything is deterministic: a batch is cut into as many parts as there are threads, and their gradients
// are added in order. Not for more than one thread at a time; it starts its own.
#pragma once

#include "bots/amazons/champion/training/samples.hpp"
#include "client_sdk/base/random.hpp"

namespace quiver::bots::amazons::champion {

struct TrainingOptions {
  float rate = 0.002F;    // of Adam
  float decay = 0.0001F;  // how much of a weight is forgotten with each step, in parts of the rate
  unsigned threads = 1;
};

class Trainer {
 public:
  Trainer(const NetworkSizes& sizes, const Samples& samples, const TrainingOptions& rules,
          std::uint64_t seed);

  // One step on these samples, each randomly rotated or mirrored; `rate` is a factor of the learning rate.
  // Returns the sum of their losses before it.
  double learn(std::span<const std::uint32_t> batch, float rate);
  // Log-odds.
  [[nodiscard]] float score(const Sample& sample) const;
  // In whole numbers, cut to what they can hold.
  [[nodiscard]] NetworkWeights quantised() const;

 private:
  struct Layers {  // where each begins among the numbers
    std::size_t bias, rows, second, last, direct, end;
  };
  // What one position makes of the numbers.
  struct Pass {
    std::vector<float> sums, inputs;
    std::array<float, kHidden> hidden{};
    float out = 0;
  };

  // `symmetry` maps the rows of the first layer, so that one sample stands for all rotations of the board.
  void forward(const Sample& sample, const std::vector<std::uint16_t>& symmetry, Pass& pass) const;
  double backward(const Sample& sample, const std::vector<std::uint16_t>& symmetry, Pass& pass,
                  std::vector<float>& gradient) const;
  // One thread's share of a batch: fills its own gradient and returns the sum of the losses.
  double train_part(std::span<const std::uint32_t> part, std::uint64_t seed,
                    std::vector<float>& gradient) const;
  void step(float rate, std::size_t batch);

  NetworkSizes sizes_;
  const Samples& samples_;
  TrainingOptions rules_;
  base::Random random_;
  Layers at_{};
  std::vector<std::vector<std::uint16_t>> symmetries_;
  std::vector<float> numbers_, limits_, mean_, square_;
  std::vector<std::vector<float>> gradients_;  // one a thread
  double seen_mean_ = 1, seen_square_ = 1;     // powers of Adam's betas
};

}  // namespace quiver::bots::amazons::champion
