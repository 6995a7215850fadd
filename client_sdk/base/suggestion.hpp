// Suggestions for a mistyped word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quiver::base {

// The optimal string alignment distance: how many letters have to be inserted, deleted, replaced or swapped
// with their neighbour to make one word of the other. Case is ignored. Only the first 64 bytes are compared.
std::size_t edit_distance(std::string_view one, std::string_view other);

// The known word that is nearest to the one typed, if it is near enough to be meant: at most one edit in
// three letters. Of equally near ones the first; empty if there is none.
std::string nearest(std::string_view typed, const std::vector<std::string>& known);

// "; did you mean connect4?", or nothing: for the end of a sentence about a word that is not known.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);

}  // namespace quiver::base
