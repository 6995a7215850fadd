#include "referee/tournament/formats/growth.hpp"

#include <algorithm>
#include <map>

namespace quiver::tournament {

namespace {

// Without those who were there before, in consecutive rounds after `rounds`.
std::vector<Pairing> with_somebody_new(std::vector<Pairing> pairings, std::uint32_t before,
                                       std::uint32_t rounds) {
  std::erase_if(pairings, [&](const Pairing& one) {
    return std::all_of(one.entrants.begin(), one.entrants.end(), [&](Entrant e) { return e < before; });
  });
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (const Pairing& one : pairings) numbers[one.round] = 0;
  for (auto& [round, number] : numbers) number = ++rounds;
  for (Pairing& one : pairings) one.round = numbers[one.round];
  return pairings;
}

}  // namespace

std::vector<Pairing> drawn_in_stages(const FormatChoice& choice,
                                     const std::function<std::vector<Pairing>(std::uint32_t)>& draw) {
  std::vector<std::uint32_t> sizes;
  for (const FormatChoice::Stage& stage : choice.stages) sizes.push_back(stage.entrants);
  sizes.push_back(choice.entrants);
  std::vector<Pairing> all;
  std::uint32_t before = 0;
  for (const std::uint32_t entrants : sizes) {
    const std::uint32_t rounds = all.empty() ? 0 : all.back().round;
    for (Pairing& one : with_somebody_new(draw(entrants), before, rounds)) all.push_back(std::move(one));
    before = entrants;
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    all[k].number = static_cast<std::uint32_t>(k + 1);
    all[k].games = choice.games;
  }
  return all;
}

std::vector<DrawnStage> stages_in_pairings(const FormatChoice& choice,
                                           const std::function<std::size_t(std::uint32_t)>& count) {
  std::vector<DrawnStage> stages;
  for (const FormatChoice::Stage& stage : choice.stages)
    stages.push_back({static_cast<std::uint32_t>(count(stage.entrants)), stage.games});
  return stages;
}

}  // namespace quiver::tournament
