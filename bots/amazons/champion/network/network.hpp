// A small network that evaluates positions of one board: its weights, and how they are read from a file.
//
// The first layer sums rows of weights, one for each piece on its cell; this Accumulator is updated by a row
// or two per move. The second layer takes those sums and the counts of NetworkInputs, the last layer reduces
// them to one number; a weighted sum of the counts alone, with weights for five phases, is added. All in
// integers, so that every version of the arithmetic gives the same answers. The answer is the log-odds of the
// seat that moves next, in kUnit. Immutable once read, any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bots/amazons/champion/kernel/network_inputs.hpp"
#include "client_sdk/base/result.hpp"

namespace quiver::bots::amazons::champion {

struct NetworkSizes {
  std::uint16_t rows = 10, columns = 10;
  std::uint16_t width = 32;  // sums of the first layer: a multiple of 16, at most kMaxWidth
  std::uint16_t inputs =
      kInputs;  // counts that it takes: all of a NetworkInputs, or the first two and no look is needed

  static constexpr unsigned kMaxWidth = 128;
  [[nodiscard]] unsigned cells() const { return unsigned{rows} * columns; }
  [[nodiscard]] bool has_inputs() const { return inputs == kInputs; }
  friend bool operator==(const NetworkSizes&, const NetworkSizes&) = default;
};

// Fixed-point units: the integer that stands for 1. Sums of the first layer are shifted by 3 and clamped to 0
// to kMaxSum, those of the second shifted by 8 and clamped to 0 to kMaxHidden.
inline constexpr unsigned kHidden = 16;
inline constexpr int kRowUnit = 1024, kSumUnit = 128, kMaxSum = 127;
inline constexpr int kSumWeightUnit = 1024, kCountWeightUnit = 8192;
inline constexpr int kHiddenUnit = 512, kMaxHidden = 4095;
inline constexpr int kLastUnit = 2048, kDirectUnit = 4096, kUnit = 65536;
inline constexpr unsigned kNetworkPhases = 5;
inline constexpr std::array<int, kNetworkPhases> kNetworkContestedAt = {0, 48, 128, 256, 480};

// The planes of the first layer.
enum class Plane : unsigned { kMine, kTheirs, kBlocked };  // of whoever moves next

// A position between two of those phases; `share` of the later one in 256ths.
struct NetworkPhase {
  unsigned lower = 0;
  int share = 0;
};
constexpr NetworkPhase network_phase(int contested) {
  NetworkPhase phase;
  while (phase.lower + 2 < kNetworkPhases && contested > kNetworkContestedAt[phase.lower + 1]) ++phase.lower;
  const int low = kNetworkContestedAt[phase.lower], high = kNetworkContestedAt[phase.lower + 1];
  phase.share = std::min(256 * (contested - low) / (high - low), 256);
  return phase;
}

struct alignas(32) Accumulator {
  std::array<std::int16_t, NetworkSizes::kMaxWidth> at;
};

// All numbers of a network in the order of its file.
struct NetworkWeights {
  NetworkSizes sizes;
  std::vector<std::int16_t> bias;    // [width]
  std::vector<std::int16_t> rows;    // [plane][cell][width]
  std::vector<std::int16_t> second;  // [width, then seen][kHidden]
  std::vector<std::int16_t> last;    // [kHidden]
  std::vector<std::int16_t> direct;  // [phase][seen]

  // Of the right lengths, all zero.
  explicit NetworkWeights(const NetworkSizes& of);
  [[nodiscard]] std::string file() const;
};

class Network {
 public:
  explicit Network(const NetworkWeights& weights);
  // Reads a weights file; the error says what is wrong with it.
  static base::Result<Network> read(std::string_view file);
  // The network that is embedded in this program, for that board; null if there is none.
  static const Network* built_in(const Amazons& game);

  [[nodiscard]] const NetworkSizes& sizes() const { return sizes_; }
  // Same sides and two seats; holes and the start do not matter.
  [[nodiscard]] bool is_for(const Amazons& game) const;
  [[nodiscard]] unsigned row_of(Plane plane, Cell cell) const {
    return static_cast<unsigned>(plane) * sizes_.cells() + cell;
  }

  // For kernels. Lines of `second` are for two inputs each, whose weights alternate.
  [[nodiscard]] const std::int16_t* bias() const { return numbers_.data() + bias_; }
  [[nodiscard]] const std::int16_t* row(unsigned row) const {
    return numbers_.data() + rows_ + std::size_t{row} * sizes_.width;
  }
  [[nodiscard]] const std::int16_t* second() const { return numbers_.data() + second_; }
  [[nodiscard]] const std::int16_t* last() const { return numbers_.data() + last_; }
  // Padded to the length of NetworkInputs::counts.
  [[nodiscard]] const std::int16_t* direct(unsigned phase) const {
    return numbers_.data() + direct_ +
           std::size_t{phase} * std::tuple_size_v<decltype(NetworkInputs::counts)>;
  }

 private:
  NetworkSizes sizes_;
  std::size_t bias_ = 0, rows_ = 0, second_ = 0, last_ = 0, direct_ = 0;
  std::vector<std::int16_t> numbers_;
};

}  // namespace quiver::bots::amazons::champion
