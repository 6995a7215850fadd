#include "client_sdk/graph/cells.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"

namespace quiver::graph {

using base::bad_input;
using base::Error;
using base::quoted;
using base::Result;

// Bijective base 26, as in spreadsheets: there is no digit for zero.
std::string Grid::column_name(std::uint32_t column) {
  std::string letters;
  for (std::uint32_t c = column + 1; c > 0; c = (c - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (c - 1) % 26));
  return letters;
}

std::string Grid::name(Vertex v) const {
  if (v.value() >= std::uint64_t{rows} * columns) return std::to_string(v.value());
  return column_name(v.value() % columns) + std::to_string(rows - v.value() / columns);
}

Result<Grid::Cell> Grid::parse(std::string_view text) const {
  const auto letters = static_cast<std::size_t>(
      std::find_if(text.begin(), text.end(), [](char c) { return c < 'a' || c > 'z'; }) - text.begin());
  auto number = base::parse_number(text.substr(letters));
  if (!number) return bad_input(quoted(text) + " is not a cell");
  if (letters == 0) return Cell{Vertex{*number}, true};
  std::uint64_t column = 0;
  for (const char c : text.substr(0, letters)) {
    column = column * 26 + static_cast<unsigned>(c - 'a') + 1;
    if (column > columns) break;
  }
  if (column > columns || *number < 1 || *number > rows)
    return Error{Error::Code::kNoSuchCell, "there is no cell " + quoted(text) +
                                               " on this board; cells go from a1 to " +
                                               name(Vertex{columns - 1})};
  return Cell{Vertex{(rows - *number) * columns + static_cast<std::uint32_t>(column) - 1}, false};
}

}  // namespace quiver::graph
