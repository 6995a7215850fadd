// The formats one by one, for make_format, which has checked the choice. Pure, as format.hpp says.
#pragma once

#include <memory>

#include "referee/tournament/formats/format.hpp"

namespace quiver::tournament {

std::unique_ptr<Format> make_round_robin(const FormatChoice& choice);  // and double
std::unique_ptr<Format> make_gauntlet(const FormatChoice& choice);
std::unique_ptr<Format> make_swiss(const FormatChoice& choice);
// As many as were chosen, or enough to tell one from all others.
std::uint32_t swiss_rounds(const FormatChoice& choice);
std::unique_ptr<Format> make_knockout(const FormatChoice& choice);
std::unique_ptr<Format> make_double_elimination(const FormatChoice& choice);

}  // namespace quiver::tournament
