#include "client_sdk/base/text.hpp"
#include "client_sdk/games/hex/hex.hpp"

namespace quiver::games {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

constexpr std::string_view kSwapWord = "swap";

}  // namespace

std::string Hex::format(const Move& move) const {
  if (move.swap) return std::string(kSwapWord);
  const std::string name = grid_.name(move.cell);
  // "x2" in a list of moves is the elimination of seat 2; a stone there goes by its id.
  const bool reads_as_elimination = name == "x1" || name == "x2" || name == "x3";
  return reads_as_elimination ? format_numeric(move) : name;
}

std::string Hex::format_numeric(const Move& move) const {
  return move.swap ? std::string(kSwapWord) : std::to_string(move.cell.value());
}

Result<HexMove> Hex::parse(std::string_view text) const {
  if (text == kSwapWord) return kHexSwap;
  auto cell = grid_.parse(text);
  if (!cell && cell.error().code == Error::Code::kNoSuchCell) return cell.error();
  if (!cell) return bad_input(base::quoted(text) + " is not a Hex move; write f6 (a stone) or swap");
  return Move{cell->vertex, false};
}

}  // namespace quiver::games
