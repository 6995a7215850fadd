#include "referee/tournament/formats/tables_of_four.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace quiver::tournament {

namespace {

// The steps from each of the four to the next around the ring; they add up to the number of entrants.
using Gaps = std::array<std::uint32_t, 4>;

// The entrants in a circle. Seats tables turn by turn, and counts who had which seat how often.
class Ring {
 public:
  explicit Ring(std::uint32_t entrants) : entrants_(entrants), seated_(entrants) {}

  // The tables with these gaps, if no rotation of the gaps comes before them.
  void turn(const Gaps& gaps) {
    Gaps rotated = gaps;
    std::uint32_t period = 4;
    for (std::uint32_t k = 1; k < 4; ++k) {
      std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
      // Each cycle of gaps is taken once, in its smallest rotation.
      if (rotated < gaps) return;
      if (rotated == gaps) period = std::min(period, k);
    }
    ++round_;
    for (std::uint32_t shift = 0; shift < entrants_ * period / 4; ++shift)
      seat(at(gaps, shift), /*by_gaps=*/period == 4);
  }

  [[nodiscard]] std::vector<Pairing> take() { return std::move(tables_); }

 private:
  [[nodiscard]] std::array<Entrant, 4> at(const Gaps& gaps, std::uint32_t shift) const {
    std::array<Entrant, 4> four{};
    for (std::size_t k = 0; k < 4; shift += gaps[k++]) four[k] = shift % entrants_;
    return four;
  }

  void seat(std::array<Entrant, 4> four, bool by_gaps) {
    if (!by_gaps) four = evened_out(four);
    for (std::size_t s = 0; s < 4; ++s) ++seated_[four[s]][s];
    tables_.push_back({0, round_, {four.begin(), four.end()}, 0});
  }

  // The order in which they have had their seats least.
  [[nodiscard]] std::array<Entrant, 4> evened_out(std::array<Entrant, 4> four) const {
    std::sort(four.begin(), four.end());
    std::array<Entrant, 4> best = four;
    std::uint64_t least = ~std::uint64_t{0};
    do {
      std::uint64_t had = 0;
      for (std::size_t s = 0; s < 4; ++s) had += seated_[four[s]][s];
      if (had < least) least = had, best = four;
    } while (std::next_permutation(four.begin(), four.end()));
    return best;
  }

  std::uint32_t entrants_;
  std::uint32_t round_ = 0;
  std::vector<Pairing> tables_;
  std::vector<std::array<std::uint32_t, 4>> seated_;  // by entrant and seat
};

}  // namespace

std::vector<Pairing> tables_of_four(std::uint32_t entrants) {
  Ring ring(entrants);
  for (std::uint32_t a = 1; a <= entrants / 4; ++a)
    for (std::uint32_t b = a; b + 2 * a <= entrants; ++b)
      for (std::uint32_t c = a; a + b + c + a <= entrants; ++c) ring.turn({a, b, c, entrants - a - b - c});
  return ring.take();
}

}  // namespace quiver::tournament
