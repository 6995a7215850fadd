#include "bots/human/words.hpp"

#include <array>
#include <utility>

#include "bots/human/dialogue.hpp"
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

constexpr const char* kCommands =
    R"(  board        draw the board again
  rules        the rules in short
)";

}  // namespace

// Whatever is no command is taken for a move, and the game's dialogue judges it.
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

std::string help_for(const games::Position& position, bool undo) {
  std::string text =
      position.visit([](const auto& game) { return Dialogue<std::decay_t<decltype(game)>>::help(); });
  text += kCommands;
  if (undo) text += "  undo         take your last move back, and what was played since\n";
  return text + "  resign       give the game up;  quit: the same, and leave\n";
}

}  // namespace quiver::human
