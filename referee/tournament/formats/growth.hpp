// The pairings of an event to which entrants came later: for round robins and gauntlets. Pure, as format.hpp
// says.
#pragma once

#include <functional>
#include <vector>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

// All pairings, stage by stage: `draw` gives those of so many entrants, of which a later stage takes the ones
// with somebody new, in rounds of their own. Numbered, with the games of the choice.
std::vector<Pairing> drawn_in_stages(const FormatChoice& choice,
                                     const std::function<std::vector<Pairing>(std::uint32_t)>& draw);

// The choice's stages by pairings, of which `count` says how many so many entrants have.
std::vector<DrawnStage> stages_in_pairings(const FormatChoice& choice,
                                           const std::function<std::size_t(std::uint32_t)>& count);

}  // namespace quiver::tournament
