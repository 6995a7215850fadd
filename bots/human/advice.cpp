#include "bots/human/advice.hpp"

#include <algorithm>
#include <type_traits>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/graph/rays.hpp"

namespace quiver::human {

using base::Vertex;
using games::Amazons;
using games::AmazonsMove;
using games::ConnectFour;
using games::Quoridor;
using games::QuoridorMove;
using games::Rule;

namespace {

// Names in a row: "d1, d2 and d3". More than fit on a screen are counted.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 60;
  std::string out;
  for (std::size_t k = 0; k < std::min(names.size(), kMost); ++k)
    out += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return names.size() > kMost ? out + " and " + std::to_string(names.size() - kMost) + " more" : out;
}

std::string listed(const graph::Grid& grid, const std::vector<Vertex>& cells) {
  std::vector<std::string> names;
  for (const Vertex v : cells) names.push_back(grid.name(v));
  return listed(names);
}

Advice refusal(const std::string& sentence) { return {"That does not go: " + sentence + ".", {}}; }

template <class Game>
Advice judge(const Game& game, const typename Game::Move& move, const std::string& yes) {
  if (const auto verdict = game.check(move); !verdict) return refusal(verdict.error().sentence);
  return {yes, {}};
}

// --- Amazons

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

std::vector<Vertex> queen_targets(const Amazons& game, Vertex from) {
  std::vector<Vertex> cells;
  const auto free = [&](Vertex v) { return game.empty(v); };
  graph::for_each_on_rays(game.graph(), from, free, [&](Vertex v) { cells.push_back(v); });
  return cells;
}

std::vector<Vertex> arrow_targets(const Amazons& game, Vertex from, Vertex to) {
  std::vector<Vertex> cells;
  const auto free = [&](Vertex v) { return game.empty(v) || v == from; };
  graph::for_each_on_rays(game.graph(), to, free, [&](Vertex v) { cells.push_back(v); });
  return cells;
}

Advice movable_queens(const Amazons& game) {
  Advice advice;
  const auto queens = game.queens(game.to_move());
  for (const Vertex q : queens)
    if (!queen_targets(game, q).empty()) advice.marks.targets.push_back(q);
  std::sort(advice.marks.targets.begin(), advice.marks.targets.end());
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
    advice.marks.targets = queen_targets(game, cells[0]);
    advice.text = advice.marks.targets.empty() ? "The queen on " + from + " cannot move."
                                               : "The queen on " + from + " can go to " +
                                                     listed(game.grid(), advice.marks.targets) + ".";
    return advice;
  }
  advice.marks.targets = arrow_targets(game, cells[0], cells[1]);
  advice.marks.last = {cells[1]};
  advice.text = "From " + game.grid().name(cells[1]) + " the arrow can go to " +
                listed(game.grid(), advice.marks.targets) + ".";
  return advice;
}

Advice advise_in(const Amazons& game, std::string_view asked) {
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

// --- Quoridor

// "e3 h" is "e3h".
std::string without_spaces(std::string_view text) {
  std::string out(text);
  std::erase(out, ' ');
  return out;
}

Advice pawn_steps(const Quoridor& game) {
  Advice advice;
  const unsigned walls = game.walls_left(game.to_move());
  game.for_each_legal_move([&](const QuoridorMove& move) {
    if (move.kind == QuoridorMove::Kind::kPawn) advice.marks.targets.push_back(move.cell);
  });
  advice.text = advice.marks.targets.empty()
                    ? "Your pawn cannot move."
                    : "Your pawn can go to " + listed(game.grid(), advice.marks.targets) + ".";
  advice.text += walls == 0 ? " You have no walls left."
                            : " You have " + std::to_string(walls) + (walls == 1 ? " wall" : " walls") +
                                  "; ?e3h tells whether one can be placed there.";
  return advice;
}

Advice advise_in(const Quoridor& game, std::string_view asked) {
  if (asked.empty()) return pawn_steps(game);
  const auto move = game.parse(without_spaces(asked));
  if (!move) return refusal(move.error().sentence);
  const bool pawn = move->kind == QuoridorMove::Kind::kPawn;
  Advice advice = judge(game, *move,
                        pawn ? "Your pawn can go to " + game.format(*move) + "."
                             : "The wall " + game.format(*move) + " can be placed.");
  if (!game.check(*move)) return advice;
  if (pawn)
    advice.marks.targets = {move->cell};
  else
    advice.marks.target_wall = *move;
  return advice;
}

// --- Connect Four

Vertex landing(const ConnectFour& game, std::uint32_t column) {
  Vertex cell{column};
  for (std::uint32_t r = 0; r < game.grid().rows; ++r)
    if (const Vertex v{r * game.grid().columns + column}; !game.disc(v)) cell = v;
  return cell;
}

Advice advise_in(const ConnectFour& game, std::string_view asked) {
  Advice advice;
  if (asked.empty()) {
    std::vector<std::string> columns;
    game.for_each_legal_move([&](const games::ConnectFourMove& move) {
      columns.push_back(game.format(move));
      advice.marks.targets.push_back(landing(game, move.column));
    });
    advice.text = (columns.size() == 1 ? "There is room in column " : "There is room in the columns ") +
                  listed(columns) + ".";
    return advice;
  }
  const auto move = game.parse(asked);
  if (!move) return refusal(move.error().sentence);
  advice = judge(game, *move, "A disc in column " + game.format(*move) + " falls there.");
  if (game.check(*move)) advice.marks.targets = {landing(game, move->column)};
  return advice;
}

// --- moves as they are typed

template <class Game>
Entry::Answer whole_move(const Game& game, std::string_view text) {
  const auto move = game.parse(text);
  if (!move) return {std::nullopt, refusal(move.error().sentence)};
  if (const auto verdict = game.check(*move); !verdict)
    return {std::nullopt, refusal(verdict.error().sentence)};
  return {games::Move{*move}, {}};
}

}  // namespace

Advice advise(const games::Position& position, std::string_view asked) {
  const std::string plain = base::plain_text(asked, asked.size() + 1);
  return position.visit([&](const auto& game) { return advise_in(game, plain); });
}

Entry::Answer Entry::take(const games::Position& position, std::string_view typed) {
  const std::string plain = base::plain_text(typed, typed.size() + 1);
  if (const auto* amazons = position.as<Amazons>()) return take_cells(*amazons, plain);
  if (const auto* quoridor = position.as<Quoridor>()) return whole_move(*quoridor, without_spaces(plain));
  return whole_move(*position.as<ConnectFour>(), plain);
}

Entry::Answer Entry::take_cells(const Amazons& game, std::string_view typed) {
  const std::vector<std::string> words = cells_in(typed);
  std::vector<std::string> cells = words.size() >= 3 ? std::vector<std::string>{} : cells_;
  cells.insert(cells.end(), words.begin(), words.end());
  // Another queen of one's own, instead of a cell for the one before: a change of mind.
  if (cells.size() == 2 && words.size() == 1 && names_own_queen(game, words.front())) cells = words;
  if (cells.size() == 3) {
    Answer answer = whole_move(game, cells[0] + "-" + cells[1] + "/" + cells[2]);
    if (answer.move) forget();
    return answer;
  }
  const auto known = vertices(game, cells);
  if (!known && known.error().code == base::Error::Code::kNoSuchCell)
    return {std::nullopt, refusal(known.error().sentence)};
  if (!known || cells.empty() || cells.size() > 3) return whole_move(game, typed);
  if (const auto fault = fault_in(game, *known)) return {std::nullopt, refusal(*fault)};
  Answer answer{std::nullopt, what_follows(game, *known)};
  if (answer.advice.marks.targets.empty()) return answer;
  cells_ = cells;
  return answer;
}

std::string example_of(const games::Position& position) {
  if (const auto* connect4 = position.as<ConnectFour>())
    return "a column from 1 to " + std::to_string(connect4->columns());
  if (const auto* amazons = position.as<Amazons>()) {
    const Vertex from = movable_queens(*amazons).marks.targets.front();
    const Vertex to = queen_targets(*amazons, from).front();
    return amazons->format({from, to, arrow_targets(*amazons, from, to).front()});
  }
  const Advice steps = pawn_steps(*position.as<Quoridor>());
  const std::string step =
      steps.marks.targets.empty() ? "" : position.grid().name(steps.marks.targets.front());
  std::string wall;
  position.for_each_legal_move([&](const games::Move& move) {
    if (wall.empty() && std::get<games::QuoridorMove>(move).kind != games::QuoridorMove::Kind::kPawn)
      wall = "a wall, " + position.format(games::Event{move});
  });
  return step + (step.empty() || wall.empty() ? "" : ", or ") + wall;
}

}  // namespace quiver::human
