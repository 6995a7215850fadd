#include "client_sdk/base/text.hpp"
#include "client_sdk/games/amazons/amazons.hpp"

namespace quiver::games {

using base::bad_input;
using base::Error;
using base::Result;

std::string Amazons::format(const Move& move) const {
  return grid_.name(move.from) + "-" + grid_.name(move.to) + "/" + grid_.name(move.arrow);
}

std::string Amazons::format_numeric(const Move& move) const {
  return std::to_string(move.from.value()) + "-" + std::to_string(move.to.value()) + "/" +
         std::to_string(move.arrow.value());
}

Result<AmazonsMove> Amazons::parse(std::string_view text) const {
  const auto malformed = [&] {
    return bad_input(base::quoted(text) +
                     " is not an Amazons move; write d1-d7/g7 (queen from, queen to, arrow)");
  };
  const std::size_t dash = text.find('-');
  const std::size_t slash = text.find('/');
  if (dash == std::string_view::npos || slash == std::string_view::npos || slash < dash) return malformed();
  const std::array<std::string_view, 3> parts = {
      text.substr(0, dash), text.substr(dash + 1, slash - dash - 1), text.substr(slash + 1)};
  std::array<Vertex, 3> vertices;
  unsigned numeric = 0;
  Result<void> missing;  // a cell this board lacks is told only if the rest is a move
  for (unsigned k = 0; k < 3; ++k) {
    auto cell = grid_.parse(parts[k]);
    if (!cell && cell.error().code != Error::Code::kNoSuchCell) return malformed();
    if (!cell && missing) missing = cell.error();
    if (!cell) continue;
    vertices[k] = cell->vertex;
    numeric += cell->numeric ? 1U : 0U;
  }
  if (numeric != 0 && (numeric != 3 || !missing))
    return bad_input(base::quoted(text) +
                     " mixes names of cells and vertex ids; a move uses one form throughout");
  if (!missing) return missing.error();
  return Move{vertices[0], vertices[1], vertices[2]};
}

}  // namespace quiver::games
