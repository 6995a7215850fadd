#include "client_sdk/base/text.hpp"
#include "client_sdk/games/quoridor/quoridor.hpp"

namespace quiver::games {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

const char* suffix(QuoridorMove::Kind kind) {
  switch (kind) {
    case QuoridorMove::Kind::kHorizontal:
      return "h";
    case QuoridorMove::Kind::kVertical:
      return "v";
    case QuoridorMove::Kind::kPawn:
      break;
  }
  return "";
}

}  // namespace

std::string Quoridor::format(const Move& move) const {
  const std::string name = grid().name(move.cell);
  // "x2" in a list of moves is the elimination of seat 2; the pawn's step there goes by its id.
  const bool reads_as_elimination = name == "x1" || name == "x2" || name == "x3";
  if (move.kind == Move::Kind::kPawn && reads_as_elimination) return format_numeric(move);
  return name + suffix(move.kind);
}

std::string Quoridor::format_numeric(const Move& move) const {
  return std::to_string(move.cell.value()) + suffix(move.kind);
}

Result<QuoridorMove> Quoridor::parse(std::string_view text) const {
  Move move;
  std::string_view cell_text = text;
  if (text.size() > 1 && (text.back() == 'h' || text.back() == 'v')) {
    move.kind = text.back() == 'h' ? Move::Kind::kHorizontal : Move::Kind::kVertical;
    cell_text.remove_suffix(1);
  }
  auto cell = grid().parse(cell_text);
  if (!cell && cell.error().code == Error::Code::kNoSuchCell) return cell.error();
  if (!cell)
    return bad_input(base::quoted(text) + " is not a Quoridor move; write e2 (pawn), e3h or e3v (wall)");
  move.cell = cell->vertex;
  return move;
}

}  // namespace quiver::games
