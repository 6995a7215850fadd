#include <algorithm>

#include "referee/tournament/formats/formats.hpp"
#include "referee/tournament/formats/growth.hpp"
#include "referee/tournament/formats/tables_of_four.hpp"
#include "referee/tournament/scores.hpp"

namespace quiver::tournament {

namespace {

// The circle method: one stays, the others move round; where the number is odd, who meets nobody sits out.
std::vector<Pairing> circle(std::uint32_t entrants) {
  // An odd number of entrants plays with an empty place, which becomes the seat that stays.
  const std::uint32_t round_table = entrants - 1 + entrants % 2;
  std::vector<Pairing> pairings;
  const auto pair = [&](std::uint32_t round, Entrant a, Entrant b) {
    if (a >= entrants || b >= entrants) return;
    if (a > b) std::swap(a, b);
    if ((a + b) % 2 == 0) std::swap(a, b);  // balances first moves over all rounds
    pairings.push_back({0, round + 1, {a, b}, 0});
  };
  for (std::uint32_t round = 0; round < round_table; ++round) {
    pair(round, round, round_table);
    for (std::uint32_t k = 1; k <= (round_table - 1) / 2; ++k)
      pair(round, (round + k) % round_table, (round + round_table - k) % round_table);
  }
  return pairings;
}

class RoundRobin : public Format {
 public:
  explicit RoundRobin(const FormatChoice& choice) : choice_(choice) {}

  [[nodiscard]] std::vector<Pairing> draw(const std::vector<Played>& so_far) const override {
    if (!so_far.empty()) return {};
    return drawn_in_stages(choice_, [this](std::uint32_t entrants) { return all_of(entrants); });
  }

  [[nodiscard]] std::vector<DrawnStage> stages() const override {
    return stages_in_pairings(choice_, [this](std::uint32_t entrants) { return all_of(entrants).size(); });
  }

  [[nodiscard]] std::vector<Standing> table(const std::vector<Played>& so_far) const override {
    return ranked_by_share(count_points(choice_.entrants, so_far, 0), so_far);
  }

  [[nodiscard]] std::string tie_break_name() const override { return "Sonneborn-Berger"; }

 private:
  [[nodiscard]] std::vector<Pairing> all_of(std::uint32_t entrants) const {
    std::vector<Pairing> pairings = choice_.seats == 2 ? circle(entrants) : tables_of_four(entrants);
    if (choice_.name == "double-round-robin" && !pairings.empty()) add_second_cycle(pairings);
    return pairings;
  }
  // Who was first comes second; of four, everybody sits opposite.
  static void add_second_cycle(std::vector<Pairing>& pairings) {
    const std::size_t cycle = pairings.size();
    const std::uint32_t rounds = pairings.back().round;
    for (std::size_t k = 0; k < cycle; ++k) {
      Pairing again = pairings[k];
      again.round += rounds;
      const auto half = static_cast<std::ptrdiff_t>(again.entrants.size() / 2);
      std::rotate(again.entrants.begin(), again.entrants.begin() + half, again.entrants.end());
      pairings.push_back(std::move(again));
    }
  }

  FormatChoice choice_;
};

}  // namespace

std::unique_ptr<Format> make_round_robin(const FormatChoice& choice) {
  return std::make_unique<RoundRobin>(choice);
}

}  // namespace quiver::tournament
