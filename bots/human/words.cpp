#include "bots/human/words.hpp"

#include <array>
#include <utility>

#include "client_sdk/base/typed_lines.hpp"

namespace quiver::human {

namespace {

using Kind = Said::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 19> kWords = {{
    {"help", Kind::kHelp},       {"h", Kind::kHelp},    {"rules", Kind::kRules},   {"board", Kind::kBoard},
    {"b", Kind::kBoard},         {"undo", Kind::kUndo}, {"u", Kind::kUndo},        {"back", Kind::kUndo},
    {"resign", Kind::kResign},   {"quit", Kind::kQuit}, {"q", Kind::kQuit},        {"exit", Kind::kQuit},
    {"moves", Kind::kTargets},   {"yes", Kind::kYes},   {"y", Kind::kYes},         {"no", Kind::kNo},
    {"targets", Kind::kTargets}, {"n", Kind::kNo},      {"commands", Kind::kHelp},
}};

constexpr const char* kAmazonsHelp =
    R"(A move is three cells, queen from, queen to, arrow: d1-d7/g7. Or one after the
other: d1, then d7, then g7; an empty line begins anew.
  ?            which of your queens can move
  ?d1          where the queen on d1 can go
  ?d1-d7       where she can shoot from d7
)";

constexpr const char* kQuoridorHelp =
    R"(A move is a cell for the pawn, e2, or a wall: e3h lies above e3 and f3, e3v
stands at the right of e3 and e4.
  ?            where your pawn can go
  ?e3h         whether that wall can be placed
)";

constexpr const char* kConnectFourHelp =
    R"(A move is the number of a column.
  ?            which columns have room
  ?4           where a disc in column 4 would fall
)";

constexpr const char* kCommands =
    R"(  board        draw the board again
  rules        the rules in short
)";

}  // namespace

Said understand(const std::string& line) {
  const std::string text = base::tidied(line);
  if (text.empty()) return {};
  if (text.front() == '?') {
    const std::size_t begin = text.find_first_not_of("? ");
    return {Kind::kTargets, begin == std::string::npos ? "" : text.substr(begin)};
  }
  for (const auto& [word, kind] : kWords)
    if (text == word) return {kind, ""};
  return {Kind::kOther, text};
}

std::string help_for(std::string_view game, bool undo) {
  std::string text = game == "amazons" ? kAmazonsHelp : game == "quoridor" ? kQuoridorHelp : kConnectFourHelp;
  text += kCommands;
  if (undo) text += "  undo         take your last move back, and what was played since\n";
  return text + "  resign       give the game up;  quit: the same, and leave\n";
}

}  // namespace quiver::human
