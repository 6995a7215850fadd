// A bracket for people, on a terminal. A pure function.
#pragma once

#include <string>

#include "referee/store/bracket.hpp"

namespace quiver::cli {

// Round by round a line for each tie: "ann (1) 3.5 - 0.5 bob (8)", with an arrow before who goes on. Ties of
// which nobody is known are left out.
std::string bracket_text(const store::Bracket& bracket);

}  // namespace quiver::cli
