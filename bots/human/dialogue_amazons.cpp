#include "bots/human/dialogue.hpp"

namespace quiver::human {

using base::Vertex;
using games::Amazons;
using games::Rule;

namespace {

// Splits at every separator that people use: "d1-d7/g7", "d1 d7 g7" and "d1, d7 > g7" are the same.
std::vector<std::string> cells_in(std::string_view text) {
  std::vector<std::string> cells;
  bool inside = false;
  for (const char c : text) {
    const bool separates = std::string_view(" -/,>()").find(c) != std::string_view::npos;
    if (!separates && !inside) cells.emplace_back();
    if (!separates) cells.back() += c;
    inside = !separates;
  }
  return cells;
}

// The game's own sentence on the first cells of a move: a queen that can be moved, and where she goes.
std::optional<std::string> fault_in(const Amazons& game, const std::vector<Vertex>& cells) {
  const Vertex from = cells[0];
  if (cells.size() == 1) {
    const auto verdict = game.check({from, from, from});
    if (verdict || verdict.error().rule == Rule::kNoMovement) return std::nullopt;
    return verdict.error().sentence;
  }
  // She can always shoot back along the way she came.
  if (const auto verdict = game.check({from, cells[1], from}); !verdict) return verdict.error().sentence;
  return std::nullopt;
}

base::Result<std::vector<Vertex>> vertices(const Amazons& game, const std::vector<std::string>& cells) {
  std::vector<Vertex> out;
  for (const std::string& text : cells) {
    auto cell = game.grid().parse(text);
    if (!cell) return cell.error();
    out.push_back(cell->vertex);
  }
  return out;
}

bool names_own_queen(const Amazons& game, const std::string& text) {
  const auto cell = vertices(game, {text});
  return cell && !fault_in(game, *cell);
}

// What can follow these cells; they are right so far.
std::vector<Vertex> targets(const Amazons& game, const std::vector<Vertex>& cells) {
  const auto found = game.choices(cells);
  return found ? found->cells : std::vector<Vertex>{};
}

Advice movable_queens(const Amazons& game) {
  Advice advice;
  advice.marks.targets = targets(game, {});
  const std::string first = game.grid().name(advice.marks.targets.front());
  advice.text = "You can move the queens on " + listed(game.grid(), advice.marks.targets) + "; ?" + first +
                " shows where the one on " + first + " can go.";
  return advice;
}

// What can follow these cells, which are one or two and can begin a move.
Advice what_follows(const Amazons& game, const std::vector<Vertex>& cells) {
  Advice advice;
  const std::string from = game.grid().name(cells[0]);
  if (cells.size() == 1) {
    advice.marks.targets = targets(game, cells);
    advice.text = advice.marks.targets.empty() ? "The queen on " + from + " cannot move."
                                               : "The queen on " + from + " can go to " +
                                                     listed(game.grid(), advice.marks.targets) + ".";
    return advice;
  }
  advice.marks.targets = targets(game, cells);
  advice.marks.last = {cells[1]};
  advice.text = "From " + game.grid().name(cells[1]) + " the arrow can go to " +
                listed(game.grid(), advice.marks.targets) + ".";
  return advice;
}

}  // namespace

template <>
std::string Dialogue<Amazons>::help() {
  return R"(A move is three cells, queen from, queen to, arrow: d1-d7/g7. Or one after the
other: d1, then d7, then g7; an empty line begins anew.
  ?            which of your queens can move
  ?d1          where the queen on d1 can go
  ?d1-d7       where she can shoot from d7
)";
}

template <>
std::string Dialogue<Amazons>::example(const Amazons& game) {
  const Vertex from = targets(game, {}).front();
  const Vertex to = targets(game, {from}).front();
  return game.format({from, to, targets(game, {from, to}).front()});
}

template <>
Advice Dialogue<Amazons>::advise(const Amazons& game, std::string_view asked) {
  const std::vector<std::string> words = cells_in(asked);
  if (words.empty()) return movable_queens(game);
  const auto cells = vertices(game, words);
  if (!cells) return refusal(cells.error().sentence);
  if (cells->size() == 3)
    return judge(game, {(*cells)[0], (*cells)[1], (*cells)[2]}, "That is a legal move.");
  if (cells->size() > 3) return refusal("a move has three cells");
  if (const auto fault = fault_in(game, *cells)) return refusal(*fault);
  return what_follows(game, *cells);
}

template <>
Entry::Answer Dialogue<Amazons>::take(const Amazons& game, std::vector<std::string>& chosen,
                                      std::string_view typed) {
  const std::vector<std::string> words = cells_in(typed);
  std::vector<std::string> cells = words.size() >= 3 ? std::vector<std::string>{} : chosen;
  cells.insert(cells.end(), words.begin(), words.end());
  // Another queen of one's own, instead of a cell for the one before: a change of mind.
  if (cells.size() == 2 && words.size() == 1 && names_own_queen(game, words.front())) cells = words;
  if (cells.size() == 3) {
    Entry::Answer answer = whole_move(game, cells[0] + "-" + cells[1] + "/" + cells[2]);
    if (answer.move) chosen.clear();
    return answer;
  }
  const auto known = vertices(game, cells);
  if (!known && known.error().code == base::Error::Code::kNoSuchCell)
    return {std::nullopt, refusal(known.error().sentence)};
  if (!known || cells.empty() || cells.size() > 3) return whole_move(game, typed);
  if (const auto fault = fault_in(game, *known)) return {std::nullopt, refusal(*fault)};
  Entry::Answer answer{std::nullopt, what_follows(game, *known)};
  if (answer.advice.marks.targets.empty()) return answer;
  chosen = cells;
  return answer;
}

template <>
std::string Dialogue<Amazons>::about_board(const Amazons& /*game*/) {
  return "";
}
template <>
std::string Dialogue<Amazons>::about_seat(const Amazons& /*game*/, base::Seat /*seat*/) {
  return "";
}
template <>
std::string Dialogue<Amazons>::why_won(const Amazons& /*game*/) {
  return "";
}
template <>
std::string Dialogue<Amazons>::why_drawn(const Amazons&) {
  return "";
}

}  // namespace quiver::human
