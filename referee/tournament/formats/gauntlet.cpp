#include <algorithm>

#include "referee/tournament/formats/formats.hpp"
#include "referee/tournament/formats/growth.hpp"
#include "referee/tournament/scores.hpp"

namespace quiver::tournament {

namespace {

class Gauntlet : public Format {
 public:
  explicit Gauntlet(const FormatChoice& choice) : choice_(choice) {}

  [[nodiscard]] std::vector<Pairing> draw(const std::vector<Played>& so_far) const override {
    if (!so_far.empty()) return {};
    return drawn_in_stages(choice_, [this](std::uint32_t entrants) { return all_of(entrants); });
  }

  [[nodiscard]] std::vector<DrawnStage> stages() const override {
    return stages_in_pairings(choice_, [this](std::uint32_t entrants) {
      return std::size_t{choice_.challengers} * (entrants - choice_.challengers);
    });
  }

  [[nodiscard]] std::vector<Standing> table(const std::vector<Played>& so_far) const override {
    return ranked_by_share(count_points(choice_.entrants, so_far, 0), so_far);
  }

  [[nodiscard]] std::string tie_break_name() const override { return ""; }
  [[nodiscard]] bool ranks_by_rating() const override { return true; }

 private:
  // In a round all of the smaller side play, each with somebody else; who that is moves on by one.
  [[nodiscard]] std::vector<Pairing> all_of(std::uint32_t entrants) const {
    const std::uint32_t challengers = choice_.challengers, others = entrants - challengers;
    const std::uint32_t few = std::min(challengers, others), many = std::max(challengers, others);
    std::vector<Pairing> pairings;
    for (std::uint32_t round = 0; round < many; ++round)
      for (std::uint32_t k = 0; k < few; ++k) {
        // Everybody on the larger side moves on by one each round, so that nobody plays twice in a round.
        const std::uint32_t partner = (round + k) % many;
        const Entrant challenger = challengers == few ? k : partner;
        const Entrant other = challengers == few ? partner : k;
        Pairing pairing{0, round + 1, {}, 0};
        pairing.entrants = {challenger, challengers + other};
        // A chessboard pattern: each has about as many first as second places in the list.
        if ((challenger + other) % 2 == 1) std::swap(pairing.entrants[0], pairing.entrants[1]);
        pairings.push_back(std::move(pairing));
      }
    return pairings;
  }

  FormatChoice choice_;
};

}  // namespace

std::unique_ptr<Format> make_gauntlet(const FormatChoice& choice) {
  return std::make_unique<Gauntlet>(choice);
}

}  // namespace quiver::tournament
