// What somebody may have meant who typed a word that nobody knows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quiver::base {

// How many letters have to be put in, left out, replaced or exchanged with their neighbour to make one of the
// other. Capitals count as small letters. Of words of more than 64 bytes only that much is compared.
std::size_t edit_distance(std::string_view one, std::string_view other);

// The known word that is nearest to the one typed, if it is near enough to be meant: at most one edit in
// three letters. Of equally near ones the first; empty if there is none.
std::string nearest(std::string_view typed, const std::vector<std::string>& known);

// "; did you mean connect4?", or nothing: for the end of a sentence about a word that is not known.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);

}  // namespace quiver::base
