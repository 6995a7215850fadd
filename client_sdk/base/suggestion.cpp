#include "client_sdk/base/suggestion.hpp"

#include <algorithm>
#include <array>

namespace quiver::base {

namespace {

constexpr std::size_t kLongest = 64;
constexpr std::size_t kLettersPerEdit = 3;

std::string comparable(std::string_view word) {
  std::string out(word.substr(0, kLongest));
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  const std::string a = comparable(one);
  const std::string b = comparable(other);
  // Three rows of the table of distances between beginnings of the two.
  using Row = std::array<std::size_t, kLongest + 1>;
  Row before{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

// A strict comparison keeps the first of equally near words.
std::string nearest(std::string_view typed, const std::vector<std::string>& known) {
  std::string found;
  std::size_t least = 0;
  for (const std::string& word : known) {
    const std::size_t distance = edit_distance(typed, word);
    const std::size_t most = std::max(typed.size(), word.size()) / kLettersPerEdit;
    if (distance > most || (!found.empty() && distance >= least)) continue;
    found = word;
    least = distance;
  }
  return found;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
  const std::string word = nearest(typed, known);
  return word.empty() ? "" : "; did you mean " + word + "?";
}

}  // namespace quiver::base
